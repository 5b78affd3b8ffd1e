// Operator's tool: what a robots.txt allows to whom.
import { decodeText } from '../crawl/decode/decode-text.ts';
import { checkRobots, listSitemaps } from '../crawl/parse/robots.ts';
import { eachCase } from './each-case.ts';

await eachCase(
  'robots-check',
  'Answers the questions of an index against robots.txt files and lists their sitemaps.',
  (bytes, item) => {
    const { text } = decodeText(bytes);
    const tests = (item.tests ?? []).map(({ agent, url }) => ({
      agent,
      url,
      allowed: checkRobots(text, agent, url).isAllowed,
    }));
    return { ok: true, tests, sitemaps: listSitemaps(text, item.robots_url) };
  },
);
