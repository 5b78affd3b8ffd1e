/** A member's notices as a feed for other readers, behind a secret address. */
import type { Language } from '#shared/contract/envelope.ts';
import type { Context } from '../../context.ts';
import { messageText } from '../outbox/outbox.service.ts';
import { findFeedNotices, findFeedOwner } from './channels.queries.ts';
import type { NoticeRow } from './notices.queries.ts';

const itemsMax = 50;
const fileName = /^([\w-]{32})\.(xml|json)$/;

interface FeedItem {
  id: string;
  url: string;
  title: string;
  text: string;
  reason: string;
  language: string;
  at: number;
}

/** `file` is `<secret>.xml` (RSS 2.0) or `<secret>.json` (JSON Feed 1.1); undefined when the address is not, or no longer, one. */
export async function noticeFeed(ctx: Context, file: string): Promise<{ mediaType: string; body: string } | undefined> {
  const [, secret, format] = fileName.exec(file) ?? [];
  const owner = secret && (await findFeedOwner(ctx.db, secret));
  if (!owner) return undefined;
  const site = ctx.publicUrl;
  const { subject, text } = messageText('feed', owner.language as Language, {});
  const items = (await findFeedNotices(ctx.db, owner.memberId, itemsMax)).map((row) => toItem(row, site));
  const feed = { title: subject, description: text, language: owner.language, site };
  return format === 'xml'
    ? { mediaType: 'application/rss+xml; charset=utf-8', body: rss(feed, items) }
    : { mediaType: 'application/feed+json; charset=utf-8', body: jsonFeed(feed, items) };
}

function toItem(row: NoticeRow, site: string): FeedItem {
  return {
    id: `${site}/#/user/notice?id=${row.id}`,
    url: /^https?:/i.test(row.url) ? row.url : `${site}/#${row.url.startsWith('/') ? row.url : '/user/notice'}`,
    title: row.title,
    text: [row.source_name, row.body].filter(Boolean).join(' · '),
    reason: row.reason,
    language: row.language,
    at: row.created_at,
  };
}

type Feed = Record<'title' | 'description' | 'language' | 'site', string>;

function rss({ title, description, language, site }: Feed, items: FeedItem[]): string {
  const entries = items.map(
    (item) => `<item><title>${xml(item.title)}</title><link>${xml(item.url)}</link>
<guid isPermaLink="false">${xml(item.id)}</guid><pubDate>${new Date(item.at).toUTCString()}</pubDate>
<category>${xml(item.reason)}</category><description>${xml(xml(item.text))}</description></item>`,
  );
  return `<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0"><channel><title>${xml(title)}</title><link>${xml(site)}</link>
<description>${xml(description)}</description><language>${xml(language)}</language>
${entries.join('\n')}
</channel></rss>
`;
}

function jsonFeed({ title, description, language, site }: Feed, items: FeedItem[]): string {
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title,
    description,
    language,
    home_page_url: site,
    items: items.map((item) => ({
      id: item.id,
      url: item.url,
      title: item.title,
      content_text: item.text,
      tags: [item.reason],
      language: item.language,
      date_published: new Date(item.at).toISOString(),
    })),
  });
}

/** XML 1.0 has no way to write most control characters, so they are left out. A description is HTML, so it is escaped twice. */
function xml(text: string): string {
  return (
    text
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to leave out
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
      .replace(/[<>&'"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
  );
}
