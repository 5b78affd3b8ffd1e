/** Finds the addresses under which a page's feeds may be; says nothing about whether they are. */
import { Parser } from 'htmlparser2';
import { siteKey } from '../identify/normalise-url.ts';
import { knownShapes } from './known-shapes.ts';

const HTML_CHARS_MAX = 2_000_000;
const LINKS_MAX = 500;
const ANCHORS_MAX = 5000;
const CANDIDATES_MAX = 60;

export interface AnnouncedFeed {
  url: string;
  type: string;
  title: string;
}

export interface FeedCandidate {
  url: string;
  type?: string;
  title?: string;
  /** Where it was found; the order of trust. */
  why: 'link' | 'known-shape' | 'anchor' | 'well-known';
  score: number;
}

interface Link {
  rel: string[];
  type: string;
  href: string;
  title: string;
  isAnchor: boolean;
}

interface PageLinks {
  base: string;
  links: Link[];
}

const FEED_TYPE = /^application\/(?:rss\+xml|atom\+xml|feed\+json|rdf\+xml)\s*(?:;|$)/i;
/** Types that some pages announce feeds with, and others something else. */
const LOOSE_TYPE =
  /^(?:application\/(?:json|xml|rss|atom|x-rss\+xml|x\.atom\+xml|x-atom\+xml|atomcat\+xml|rss\+atom)|text\/(?:xml|rss\+xml|rss|atom\+xml))\s*(?:;|$)/i;

/** Links and anchors of a page in document order, and the base they are resolved against. */
function readLinks(html: string, url: string): PageLinks {
  const links: Link[] = [];
  let baseHref: string | undefined;
  let anchors = 0;
  let open: Link | undefined;
  const linkOf = (attributes: Record<string, string>, isAnchor: boolean): Link => ({
    rel: (attributes['rel'] ?? '').toLowerCase().split(/\s+/),
    type: (attributes['type'] ?? '').trim(),
    href: (attributes['href'] ?? '').trim(),
    title: (attributes['title'] ?? '').replace(/\s+/g, ' ').trim(),
    isAnchor,
  });
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (name === 'base') baseHref ??= attributes['href']?.trim();
        else if (name === 'link' && attributes['href'] && links.length < LINKS_MAX)
          links.push(linkOf(attributes, false));
        else if (name === 'a' && attributes['href'] && anchors++ < ANCHORS_MAX) {
          open = linkOf(attributes, true);
          links.push(open);
        } else if (open && name === 'img') open.title ||= attributes['alt'] ?? '';
      },
      ontext(text) {
        if (open && open.title.length < 200) open.title += text;
      },
      onclosetag(name) {
        if (name === 'a') open = undefined;
      },
    },
    { lowerCaseTags: true, lowerCaseAttributeNames: true },
  );
  parser.write(html.slice(0, HTML_CHARS_MAX));
  parser.end();
  return { base: (baseHref && URL.parse(baseHref, url)?.href) || url, links };
}

function httpUrl(href: string, base: string): string | undefined {
  // feed: and feed://… are old ways to say "open in a reader".
  const plain = href.replace(/^feed:(?:\/\/)?(?=https?:)/i, '').replace(/^feed:/i, 'http:');
  const parsed = URL.parse(plain, base);
  return parsed && /^https?:$/.test(parsed.protocol) ? parsed.href : undefined;
}

const isAlternate = ({ rel }: Link): boolean => rel.includes('alternate') && !rel.includes('stylesheet');

function isAnnounced(link: Link): boolean {
  return !link.isAnchor && ((isAlternate(link) && FEED_TYPE.test(link.type)) || link.rel.includes('feed'));
}

/**
 * The feeds that a page announces, in document order: each `link` whose `rel` has `alternate` (not `stylesheet`) and whose
 * type is RSS, Atom or JSON Feed, or whose `rel` has `feed`. Comment feeds are among them if the page announces them.
 */
export function announcedFeeds(html: string, url: string): AnnouncedFeed[] {
  return announcedIn(readLinks(html, url));
}

function announcedIn({ base, links }: PageLinks): AnnouncedFeed[] {
  const found = new Map<string, AnnouncedFeed>();
  for (const link of links) {
    const target = isAnnounced(link) ? httpUrl(link.href, base) : undefined;
    if (target && !found.has(target))
      found.set(target, { url: target, type: link.type.toLowerCase(), title: link.title });
  }
  return [...found.values()];
}

const FEED_WORD =
  /(?:^|[^a-z])(?:rss\d?|feeds?|atom|rdf|syndication|xml|json ?feed)(?:[^a-z]|$)|订阅|訂閱|フィード|구독/i;
const FEED_PATH =
  /\/(?:rss\d?|feeds?|atom|rdf)(?:[/.?_-]|$)|\.(?:rss|atom|rdf)(?:\?|$)|(?:rss|atom|feed|index|news)[^/]{0,30}\.xml(?:\?|$)|[?&](?:feed|format|type|output)=(?:rss2?|atom|feed|rdf|xml)/i;
/** Readers and share buttons that carry a feed's address, and pages that only write about feeds. */
const NOT_A_FEED =
  /\/wp-json\/|\/(?:oembed|xmlrpc|opensearch|osd|manifest|sitemap)[^/]*(?:$|\?)|\.(?:css|js|png|jpe?g|gif|svg|pdf|mp3|mp4|zip|opml)(?:$|\?)/i;
/** Names that give a comment feed away. */
export const COMMENTS_NAME = /comments?(?:[/.?_\s-]|$)|コメント|评论|留言|kommentar|commentaires|comentarios/i;

function anchorScore(link: Link, target: string, site: string | undefined): number {
  let score = 0;
  if (FEED_PATH.test(target)) score += 3;
  else if (FEED_WORD.test(new URL(target).pathname)) score += 1;
  if (FEED_WORD.test(link.title)) score += 2;
  if (isAlternate(link) && (FEED_TYPE.test(link.type) || LOOSE_TYPE.test(link.type))) score += 4;
  if (score > 0) score += siteKey(target) === site ? 2 : -2;
  if (COMMENTS_NAME.test(`${target} ${link.title}`)) score -= 3;
  return score;
}

const WELL_KNOWN = ['feed', 'rss', 'rss.xml', 'atom.xml', 'feed.xml', 'index.xml', 'feed.json', 'feeds/posts/default'];

/** Usual addresses at the root and in the folder of the page. */
function wellKnown(url: string): FeedCandidate[] {
  const page = new URL(url);
  const folder = page.pathname.replace(/[^/]*$/, '');
  const atRoot = WELL_KNOWN.map((name) => new URL(`/${name}`, page).href);
  const inFolder =
    folder === '/' || folder.split('/').length > 4
      ? []
      : WELL_KNOWN.slice(0, 5).map((name) => new URL(folder + name, page).href);
  return [...inFolder.slice(0, 2), ...atRoot, ...inFolder.slice(2)].map((target, i) => ({
    url: target,
    why: 'well-known' as const,
    score: 10 - i * 0.5,
  }));
}

/**
 * All addresses worth a try, best first: announced by `link`, known shapes of well-known services, anchors that look like
 * feeds, usual paths. Scores are comparable across kinds; comment feeds stand last of their kind.
 */
export function feedCandidates(html: string, url: string): FeedCandidate[] {
  if (!URL.canParse(url)) return [];
  const page = readLinks(html, url);
  const site = siteKey(url);
  const found = new Map<string, FeedCandidate>();
  const offer = (candidate: FeedCandidate): void => {
    const target = new URL(candidate.url);
    target.hash = '';
    const known = found.get(target.href);
    if (!known || known.score < candidate.score) found.set(target.href, { ...candidate, url: target.href });
  };
  announcedIn(page).forEach((feed, i) => {
    const isComments = COMMENTS_NAME.test(`${feed.url} ${feed.title}`);
    const host = siteKey(feed.url) === site ? 5 : 0;
    offer({
      url: feed.url,
      type: feed.type,
      title: feed.title,
      why: 'link',
      score: 100 + host - i * 0.1 - (isComments ? 30 : 0),
    });
  });
  for (const link of page.links) {
    if (link.isAnchor || !isAlternate(link) || !LOOSE_TYPE.test(link.type)) continue;
    const target = httpUrl(link.href, page.base);
    if (target && !NOT_A_FEED.test(target))
      offer({ url: target, type: link.type.toLowerCase(), title: link.title, why: 'link', score: 60 });
  }
  for (const shape of knownShapes(url, html)) offer({ ...shape, why: 'known-shape', score: 80 });
  for (const link of page.links) {
    if (!link.isAnchor) continue;
    const target = httpUrl(link.href, page.base);
    if (!target || NOT_A_FEED.test(target)) continue;
    const score = anchorScore(link, target, site);
    const title = link.title.replace(/\s+/g, ' ').trim();
    if (score >= 3) offer({ url: target, ...(title && { title }), why: 'anchor', score: 30 + score });
  }
  for (const candidate of wellKnown(url)) offer(candidate);
  return [...found.values()].sort((a, b) => b.score - a.score).slice(0, CANDIDATES_MAX);
}
