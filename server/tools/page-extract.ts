/** Operator's tool: prints the article of each page, one JSON object a line. */
import { parseArgs } from 'node:util';
import { decodeText } from '#server/crawl/decode/decode-text.ts';
import { extractArticle } from '#server/crawl/extract/extract-article.ts';
import { eachPage } from './page-cases.ts';

const HELP = `page:extract: the article of saved pages (also gzipped), one JSON object a line; never touches the network.

  page-extract.ts [--url URL] FILE…     pages; --url says where a page came from
  page-extract.ts --index PATH          a corpus index: {"cases": [{"file", "url"?, "http_headers"?}]}

Prints {file, ms, title, authors, published, language, encoding, siteName, image, canonical, by, text, html}.`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    index: { type: 'string' },
    url: { type: 'string' },
    json: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  },
});

if (values.help || (!values.index && positionals.length === 0)) {
  console.log(HELP);
  process.exit(values.help ? 0 : 2);
}

const now = Date.now();
eachPage({ index: values.index, files: positionals, url: values.url }, ({ bytes, contentType, url }) => {
  const decoded = decodeText(bytes, { ...(contentType && { contentType }) });
  const { published, ...article } = extractArticle(decoded.text, url, { now });
  return {
    ok: article.text !== '',
    encoding: decoded.encoding,
    ...article,
    ...(published !== undefined && { published: new Date(published).toISOString() }),
  };
});
