/** Writes a source's items as RSS 2.0, Atom, RSS 1.0 (RDF), JSON Feed or a news sitemap. */
import { type ArticleItem, escapeMarkup as esc, rfc822, rfc3339 } from './article-item.ts';
import type { LanguageTexts } from './language-texts.ts';
import type { NewsroomSource } from './newsroom-sources.ts';

interface FeedInput {
  source: NewsroomSource;
  texts: LanguageTexts;
  /** Address of the site, with a slash at the end. */
  homeUrl: string;
  feedUrl: string;
  items: ArticleItem[];
}

const summaryOf = (item: ArticleItem): string => item.paragraphs[0] ?? '';
const newestAt = (items: ArticleItem[]): number => items[0]?.at ?? 0;

function contentOf({ texts }: FeedInput, item: ArticleItem): string {
  const paragraphs = item.paragraphs.map((text) => `<p>${esc(text)}</p>`).join('\n');
  return `${paragraphs}\n<p><small>${esc(texts.labels.demoNotice)}</small></p>`;
}

const cdata = (html: string): string => `<![CDATA[${html.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;

function rss(input: FeedInput): string {
  const { source, texts, homeUrl, feedUrl, items } = input;
  const entries = items.map((item) => {
    const content = source.isFullText ? `\n  <content:encoded>${cdata(contentOf(input, item))}</content:encoded>` : '';
    return `<item>
  <title>${esc(item.title)}</title>
  <link>${esc(item.url)}</link>
  <guid isPermaLink="true">${esc(item.url)}</guid>
  <pubDate>${rfc822(item.at, source.utcOffsetMinutes)}</pubDate>
  <dc:creator>${esc(texts.labels.desk)}</dc:creator>
  <category>${esc(texts.labels.sections[item.section])}</category>
  <description>${esc(summaryOf(item))}</description>${content}
</item>`;
  });
  return `<?xml version="1.0" encoding="${source.encoding}"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/">
<channel>
<title>${esc(source.name)}</title>
<link>${esc(homeUrl)}</link>
<description>${esc(source.tagline)}</description>
<language>${source.language}</language>
<lastBuildDate>${rfc822(newestAt(items), source.utcOffsetMinutes)}</lastBuildDate>
<atom:link href="${esc(feedUrl)}" rel="self" type="application/rss+xml"/>
${entries.join('\n')}
</channel>
</rss>
`;
}

function atom(input: FeedInput): string {
  const { source, texts, homeUrl, feedUrl, items } = input;
  const entries = items.map((item) => {
    const at = rfc3339(item.at, source.utcOffsetMinutes);
    const content = source.isFullText ? `\n  <content type="html">${esc(contentOf(input, item))}</content>` : '';
    return `<entry>
  <id>${esc(item.url)}</id>
  <title>${esc(item.title)}</title>
  <link rel="alternate" type="text/html" href="${esc(item.url)}"/>
  <published>${at}</published>
  <updated>${at}</updated>
  <category term="${item.section}" label="${esc(texts.labels.sections[item.section])}"/>
  <summary>${esc(summaryOf(item))}</summary>${content}
</entry>`;
  });
  return `<?xml version="1.0" encoding="${source.encoding}"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${source.language}">
<id>${esc(homeUrl)}</id>
<title>${esc(source.name)}</title>
<subtitle>${esc(source.tagline)}</subtitle>
<updated>${rfc3339(newestAt(items), source.utcOffsetMinutes)}</updated>
<author><name>${esc(texts.labels.desk)}</name></author>
<link rel="self" type="application/atom+xml" href="${esc(feedUrl)}"/>
<link rel="alternate" type="text/html" href="${esc(homeUrl)}"/>
${entries.join('\n')}
</feed>
`;
}

function rdf({ source, texts, homeUrl, feedUrl, items }: FeedInput): string {
  const entries = items.map(
    (item) => `<item rdf:about="${esc(item.url)}">
  <title>${esc(item.title)}</title>
  <link>${esc(item.url)}</link>
  <description>${esc(summaryOf(item))}</description>
  <dc:date>${rfc3339(item.at, source.utcOffsetMinutes)}</dc:date>
  <dc:creator>${esc(texts.labels.desk)}</dc:creator>
  <dc:subject>${esc(texts.labels.sections[item.section])}</dc:subject>
</item>`,
  );
  return `<?xml version="1.0" encoding="${source.encoding}"?>
<rdf:RDF xmlns="http://purl.org/rss/1.0/" xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:dc="http://purl.org/dc/elements/1.1/" xml:lang="${source.language}">
<channel rdf:about="${esc(feedUrl)}">
<title>${esc(source.name)}</title>
<link>${esc(homeUrl)}</link>
<description>${esc(source.tagline)}</description>
<dc:language>${source.language}</dc:language>
<dc:date>${rfc3339(newestAt(items), source.utcOffsetMinutes)}</dc:date>
<items><rdf:Seq>
${items.map((item) => `<rdf:li rdf:resource="${esc(item.url)}"/>`).join('\n')}
</rdf:Seq></items>
</channel>
${entries.join('\n')}
</rdf:RDF>
`;
}

function jsonFeed(input: FeedInput): string {
  const { source, texts, homeUrl, feedUrl, items } = input;
  const feed = {
    version: 'https://jsonfeed.org/version/1.1',
    title: source.name,
    home_page_url: homeUrl,
    feed_url: feedUrl,
    description: source.tagline,
    language: source.language,
    authors: [{ name: texts.labels.desk }],
    items: items.map((item) => ({
      id: item.url,
      url: item.url,
      title: item.title,
      summary: summaryOf(item),
      content_html: contentOf(input, item),
      date_published: rfc3339(item.at, source.utcOffsetMinutes),
      tags: [texts.labels.sections[item.section]],
    })),
  };
  return `${JSON.stringify(feed, null, 1)}\n`;
}

function newsSitemap({ source, items }: FeedInput): string {
  const entries = items.map(
    (item) => `<url>
  <loc>${esc(item.url)}</loc>
  <news:news>
    <news:publication><news:name>${esc(source.name)}</news:name><news:language>${source.language}</news:language></news:publication>
    <news:publication_date>${rfc3339(item.at, source.utcOffsetMinutes)}</news:publication_date>
    <news:title>${esc(item.title)}</news:title>
  </news:news>
</url>`,
  );
  return `<?xml version="1.0" encoding="${source.encoding}"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:news="http://www.google.com/schemas/sitemap-news/0.9">
${entries.join('\n')}
</urlset>
`;
}

interface FeedKind {
  mediaType: string;
  write(input: FeedInput): string;
}

export const feedKinds = {
  rss: { mediaType: 'application/rss+xml', write: rss },
  atom: { mediaType: 'application/atom+xml', write: atom },
  rdf: { mediaType: 'application/rdf+xml', write: rdf },
  json: { mediaType: 'application/feed+json', write: jsonFeed },
  sitemap: { mediaType: 'application/xml', write: newsSitemap },
} satisfies Record<string, FeedKind>;
