/** Operator's tool: prints the feeds that each page announces, one JSON object a line. */
import { parseArgs } from 'node:util';
import { decodeText } from '#server/crawl/decode/decode-text.ts';
import { announcedFeeds, feedCandidates } from '#server/crawl/discover/feed-candidates.ts';
import { eachPage } from './page-cases.ts';

const HELP = `page:discover: the feeds that saved pages (also gzipped) announce, in document order, one JSON object a line; never touches the network.

  page-discover.ts [--url URL] FILE…    pages; --url says where a page came from
  page-discover.ts --index PATH         a corpus index: {"cases": [{"file", "base_url"?, "http_headers"?}]}
  --candidates                          also list what discovery would try, best first

Prints {file, ms, encoding, feeds: [{url, type, title}], candidates?: [{url, why, score, …}]}.`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    index: { type: 'string' },
    url: { type: 'string' },
    candidates: { type: 'boolean' },
    json: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  },
});

if (values.help || (!values.index && positionals.length === 0)) {
  console.log(HELP);
  process.exit(values.help ? 0 : 2);
}

eachPage({ index: values.index, files: positionals, url: values.url }, ({ bytes, contentType, url }) => {
  const { text, encoding } = decodeText(bytes, { ...(contentType && { contentType }) });
  return {
    ok: true,
    encoding,
    feeds: announcedFeeds(text, url),
    ...(values.candidates && { candidates: feedCandidates(text, url) }),
  };
});
