// Operator's tool: what a sitemap announces, as the crawl would read it.
import { decodeText } from '../crawl/decode/decode-text.ts';
import { parseSitemap, type SitemapNews } from '../crawl/parse/parse-sitemap.ts';
import { eachCase, isoTime, lowerCaseNames } from './each-case.ts';

await eachCase('sitemap-parse', 'Parses sitemaps, sitemap indexes, news sitemaps and address lists.', (bytes, item) => {
  const { text, encoding } = decodeText(bytes, { contentType: lowerCaseNames(item.http_headers)['content-type'] });
  const result = parseSitemap(text, { url: item.base_url });
  if (!result.ok) return { ok: false, kind: result.error, error: result.detail, encoding, entries: [] };
  const entries = result.entries.map((entry) => ({
    loc: entry.loc,
    lastmod: isoTime(entry.lastModified),
    changefreq: entry.changeFrequency,
    priority: entry.priority,
    news: entry.news && describeNews(entry.news),
    images: entry.images.length > 0 ? entry.images : undefined,
    alternates: entry.alternates.length > 0 ? entry.alternates : undefined,
  }));
  return { ok: true, kind: result.kind, encoding, entries };
});

function describeNews({ publishedAt, stockTickers, ...news }: SitemapNews) {
  return { ...news, publication_date: isoTime(publishedAt), stock_tickers: stockTickers };
}
