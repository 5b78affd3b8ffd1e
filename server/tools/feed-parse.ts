// Operator's tool "why does this feed look wrong?": the crawl's own decoding and parsing over files, no network.
import { decodeText } from '../crawl/decode/decode-text.ts';
import { type ParsedEntry, type ParsedFeed, parseFeed } from '../crawl/parse/parse-feed.ts';
import { eachCase, isoTime, lowerCaseNames } from './each-case.ts';

await eachCase('feed-parse', 'Parses feeds and prints what a reader would be shown.', (bytes, item) => {
  const headers = lowerCaseNames(item.http_headers);
  const decoded = decodeText(bytes, { contentType: headers['content-type'] });
  const { encoding } = decoded;
  const result = parseFeed(decoded.text, { url: item.base_url, headers });
  if (!result.ok) return { ok: false, error: result.error, detail: result.detail, encoding };
  const { kind, version } = result.feed;
  return {
    ok: true,
    kind,
    version,
    encoding,
    feed: describeFeed(result.feed),
    entries: result.feed.entries.map(describeEntry),
  };
});

function describeFeed(feed: ParsedFeed) {
  const { title, link, selfLink, id, author, description, language, updated, published } = feed;
  return {
    title,
    link,
    self_link: selfLink,
    id,
    author,
    description,
    language,
    updated: isoTime(updated),
    published: isoTime(published),
  };
}

function describeEntry(entry: ParsedEntry) {
  const { id, title, link, author, authors, published, updated, summary, content, categories, image, language } = entry;
  return {
    id,
    title,
    link,
    author,
    authors,
    published: isoTime(published),
    updated: isoTime(updated),
    summary,
    content,
    enclosures: entry.enclosures.map(({ url, type, lengthBytes }) => ({ href: url, type, length: lengthBytes })),
    categories,
    image,
    language,
  };
}
