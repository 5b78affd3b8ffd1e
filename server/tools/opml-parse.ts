// Operator's tool: what an OPML file holds, as the import would read it.
import { decodeText } from '../crawl/decode/decode-text.ts';
import { parseOpml } from '../crawl/parse/parse-opml.ts';
import { eachCase, isoTime, lowerCaseNames } from './each-case.ts';

await eachCase('opml-parse', 'Parses subscription lists (OPML) and prints their feeds with folders.', (bytes, item) => {
  const { text, encoding } = decodeText(bytes, { contentType: lowerCaseNames(item.http_headers)['content-type'] });
  const result = parseOpml(text);
  if (!result.ok) return { ...result, encoding };
  const { head } = result;
  return {
    ok: true,
    encoding,
    version: result.version,
    head: { ...head, dateCreated: isoTime(head.dateCreated), dateModified: isoTime(head.dateModified) },
    feeds: result.feeds.map(({ xmlUrl, htmlUrl, path, ...rest }) => ({
      ...rest,
      xml_url: xmlUrl,
      html_url: htmlUrl,
      ...(path.length > 0 && { path }),
    })),
  };
});
