/** Operator's tool: throws damaged input at one parser for a while and keeps what it could not bear. */
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { Parser } from 'htmlparser2';
import { decodeText } from '#server/crawl/decode/decode-text.ts';
import { announcedFeeds, feedCandidates } from '#server/crawl/discover/feed-candidates.ts';
import { knownShapes } from '#server/crawl/discover/known-shapes.ts';
import { extractArticle } from '#server/crawl/extract/extract-article.ts';
import { parseFeed } from '#server/crawl/parse/parse-feed.ts';
import { parseOpml } from '#server/crawl/parse/parse-opml.ts';
import { parseSitemap } from '#server/crawl/parse/parse-sitemap.ts';
import { checkRobots, listSitemaps } from '#server/crawl/parse/robots.ts';
import { sanitiseHtml } from '#server/crawl/sanitise/sanitise-html.ts';
import { type SeededRandom, seededRandom } from '#server/demo/seeded-random.ts';
import { parseQuery } from '#shared/query/parse.ts';
import { printQuery } from '#shared/query/print.ts';
import { createProgressBar } from './progress-bar.ts';

const HELP = `fuzz: damaged input against one parser; fails on a throw, on more than 2 s of processor time, on unsafe markup.

  fuzz-parsers.ts --parser NAME [--minutes N] [--seed TEXT] [--save DIR] [FILE|DIR…]

--parser   feed | opml | sitemap | robots | page | discover | decode | sanitise | query
--minutes  how long, 10 if not given
--seed     repeats a run; the day if not given
--save     folder for failing inputs; the input under way is in it too, as "running", so a hang leaves its cause
FILE|DIR   documents to damage (.gz is unpacked); without any, only made-up ones are tried

Prints one JSON object for each failure and {"parser", "cases", "failures", "cpuMsMax"} at the end; exit status 1 on failures.`;

const URL_OF_ALL = 'https://news.example/2026/11/02/story.html';
const NOW = Date.UTC(2026, 10, 2);
const CPU_MS_MAX = 2_000;
const SEED_BYTES_MAX = 256 * 1024;
const INPUT_BYTES_MAX = 1024 * 1024;
const SEEDS_MAX = 4_000;
const FAILURES_MAX = 20;

const UNSAFE_TAG = /^(?:script|iframe|object|embed|applet|form|input|button|meta|base|link|style|svg|math|template)$/;
const UNSAFE_ATTRIBUTE = /^(?:on|style$|srcdoc$|formaction$|id$|class$)/;
const ADDRESS = /^(?:href|src|srcset|poster|cite)$/;
const UNSAFE_ADDRESS = /^[\s\p{Cc}]*(?:javascript|vbscript|data:text)/iu;

/** Throws if markup that was made safe still acts. */
function assertSafe(html: string | undefined): void {
  if (!html) return;
  const parser = new Parser({
    onopentag(name, attributes) {
      const isUnsafe =
        UNSAFE_TAG.test(name) ||
        Object.entries(attributes).some(
          ([key, value]) => UNSAFE_ATTRIBUTE.test(key) || (ADDRESS.test(key) && UNSAFE_ADDRESS.test(value)),
        );
      if (isUnsafe) throw new Error(`unsafe markup: <${name} ${JSON.stringify(attributes).slice(0, 200)}`);
    },
  });
  parser.end(html);
}

const text = (bytes: Uint8Array): string => decodeText(bytes).text;

function tryFeed(bytes: Uint8Array): void {
  const result = parseFeed(text(bytes), { url: URL_OF_ALL });
  if (!result.ok) return;
  for (const { summary, content, link } of result.feed.entries) {
    assertSafe(summary);
    assertSafe(content);
    if (link && !/^(?:https?|ftp|mailto|tel):/i.test(link)) throw new Error(`unsafe link: ${link.slice(0, 120)}`);
  }
}

function tryQuery(bytes: Uint8Array): void {
  const result = parseQuery(Buffer.from(bytes).toString('utf8'));
  if (!result.ok) return;
  const printed = printQuery(result.query);
  const again = parseQuery(printed);
  if (!again.ok || printQuery(again.query) !== printed) throw new Error(`not stable: ${printed.slice(0, 200)}`);
}

function trySanitise(bytes: Uint8Array): void {
  const html = sanitiseHtml(text(bytes), { baseUrl: URL_OF_ALL });
  assertSafe(html);
  if (sanitiseHtml(html, { baseUrl: URL_OF_ALL }) !== html) throw new Error('a second pass changes the output');
}

interface Target {
  attempt: (bytes: Uint8Array) => void;
  /** Pieces that mean something to this parser. */
  pieces: readonly string[];
}

const MARKUP =
  '< > </ /> <!-- --> <![CDATA[ ]]> <? ?> & &amp; &#x0; &#60; &lt;script&gt; <div> </div> <p> <b> <br> <a·href="/x"> <a·href="javascript:x()"> <img·src=x·onerror=y> <script> </script> <style> <svg·onload=x> <math><mtext> <table><tr><td> <template> <noscript> <title> <textarea> <iframe> " \' = · \u0000 \ufffd \u202e'.split(
    ' ',
  );
const FEED =
  '<?xml·version="1.0"·encoding="gbk"?> <!DOCTYPE·x·[<!ENTITY·a·"&b;"><!ENTITY·b·"&a;&a;">]> &a; <rss·version="2.0"> <channel> <item> </item> <entry> <feed·xmlns="http://www.w3.org/2005/Atom"> <rdf:RDF> <title·type="html"> <link·href="../../x"·rel="self"/> <guid> <pubDate>Mon,·31·Feb·2026·25:61:61·+9999</pubDate> <content:encoded> <summary·type="xhtml"> <content·type="image/png"> <category·term="x"/> <author><name> xml:base="//" xml:base="javascript:x" {"version":"https://jsonfeed.org/version/1","items":[{ }]} "content_html": \\u0000 <media:group> <itunes:category·text="a">'.split(
    ' ',
  );
const pieces = (...lists: readonly (readonly string[])[]): string[] =>
  lists.flat().map((one) => one.replaceAll('·', ' '));

const TARGETS: Record<string, Target> = {
  feed: { attempt: tryFeed, pieces: pieces(FEED, MARKUP) },
  opml: {
    attempt: (bytes) => void parseOpml(text(bytes)),
    pieces: pieces(MARKUP, [
      '<opml·version="2.0">',
      '<body>',
      '<outline·text="a"·xmlUrl="http://a/">',
      '<outline·text="b">',
      '</outline>',
    ]),
  },
  sitemap: {
    attempt: (bytes) => void parseSitemap(text(bytes), { url: URL_OF_ALL }),
    pieces: pieces(MARKUP, [
      '<urlset>',
      '<sitemapindex>',
      '<url>',
      '<loc>http://a/',
      '</loc>',
      '<lastmod>2026-99-99',
      '<news:news>',
      'http://a/\n',
    ]),
  },
  robots: {
    attempt: (bytes) => {
      const source = text(bytes);
      checkRobots(source, 'TidingsBot', `https://news.example/${'a'.repeat(200)}/b?c`);
      listSitemaps(source, 'https://news.example/robots.txt');
    },
    pieces: pieces([
      'User-agent:·*\n',
      'Disallow:·/*a*a*a*a*a*b$\n',
      'Allow:·/\n',
      'Sitemap:·x\n',
      '#',
      '*',
      '$',
      '%',
      '%ff',
      '\r',
      ':',
      '\ufeff',
      'Crawl-delay:·1e9\n',
    ]),
  },
  page: {
    attempt: (bytes) => assertSafe(extractArticle(text(bytes), URL_OF_ALL, { now: NOW }).html),
    pieces: pieces(MARKUP, [
      '<html><head>',
      '<meta·property="og:title"·content="',
      '<script·type="application/ld+json">',
      '{"@type":"NewsArticle","articleBody":"',
      '{"@graph":[',
      '<article>',
      '<h1>',
      '<time·datetime="2026-02-31">',
      '<figcaption>',
      '<base·href="javascript:x">',
      '<span·class="byline·date·caption">',
      'By·A·and·B,·',
      '1·Nov·2026·',
      '2026年13月1日',
    ]),
  },
  discover: {
    attempt: (bytes) => {
      const html = text(bytes);
      announcedFeeds(html, URL_OF_ALL);
      feedCandidates(html, URL_OF_ALL);
      knownShapes(URL_OF_ALL, html);
    },
    pieces: pieces(MARKUP, [
      '<link·rel="alternate"·type="application/rss+xml"·href="',
      '<base·href="http://[::"',
      '<a·href="/feed"',
      '<a·rel=alternate',
      'RSS',
      '订阅',
    ]),
  },
  decode: {
    attempt: (bytes) =>
      void decodeText(bytes, {
        contentType: `text/xml; charset=${['gbk', 'johab', 'utf-16', 'iso-2022-kr', 'x'][bytes.length % 5]}`,
      }),
    pieces: pieces([
      '<?xml·encoding="johab"?>',
      '<meta·charset="',
      '\u001b$)C\u000e',
      '\u001b$B',
      '\u001b(B',
      '\ufeff',
      '\u000e',
      '\u000f',
      '漢字',
      'Ж',
      '\u0000',
    ]),
  },
  sanitise: { attempt: trySanitise, pieces: pieces(MARKUP) },
  query: {
    attempt: tryQuery,
    pieces: pieces(
      '( ) " “ ” « 「 」 AND·OR·NOT 与 或 非 - + * ? : title: lang:zh date:2026-01-01..2026-02-31 date:7d NEAR/3 ONEAR/ first/3: sentence( paragraph( atleast/2( .. [1·TO·5] site:a.b,c sort:new · \n ~ ^ / \\ 𠀀 é'.split(
        ' ',
      ),
    ),
  },
};

function filesUnder(place: string): string[] {
  if (!statSync(place).isDirectory()) return [place];
  return readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/^(?:index|expected|MANIFEST)\.json$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name));
}

function readSeed(file: string): Buffer {
  const stored = readFileSync(file);
  const bytes =
    stored[0] === 0x1f && stored[1] === 0x8b ? gunzipSync(stored, { maxOutputLength: 64 * INPUT_BYTES_MAX }) : stored;
  return bytes.subarray(0, SEED_BYTES_MAX);
}

/** One small injury. */
function damage(input: Buffer, random: SeededRandom, target: Target, other: () => Buffer): Buffer {
  const at = random.int(0, input.length);
  const piece = Buffer.from(random.pick(target.pieces));
  const [head, tail] = [input.subarray(0, at), input.subarray(at)];
  switch (random.int(0, 8)) {
    case 0:
      return Buffer.concat([head, Buffer.from([random.int(0, 255)]), tail.subarray(1)]);
    case 1:
      return Buffer.concat([head, tail.subarray(random.int(1, 1 + (tail.length >> 2)))]);
    case 2:
      return Buffer.concat([head, tail.subarray(0, random.int(0, 400)), tail]);
    case 3: {
      const from = other();
      const start = random.int(0, from.length);
      return Buffer.concat([head, from.subarray(start, start + random.int(0, 4_000)), tail]);
    }
    case 4:
      return head;
    case 5: {
      const count = 10 ** random.int(1, 5);
      const repeated = Buffer.from(piece.toString().repeat(Math.min(count, Math.ceil(300_000 / piece.length))));
      return Buffer.concat([head, repeated, tail]);
    }
    default:
      return Buffer.concat([head, piece, tail]);
  }
}

function madeUp(random: SeededRandom, target: Target): Buffer {
  let made = '';
  for (let i = random.int(1, 60); i > 0; i--) made += random.pick(target.pieces);
  return Buffer.from(made);
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    parser: { type: 'string' },
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string', default: new Date().toISOString().slice(0, 10) },
    save: { type: 'string' },
    json: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  },
});
const target = TARGETS[values.parser ?? ''];
const durationMs = Number(values.minutes) * 60_000;
if (values.help || !target || !(durationMs > 0)) {
  console.log(HELP);
  process.exit(values.help ? 0 : 2);
}

const random = seededRandom(`${values.parser} ${values.seed}`);
const files = random.shuffle(positionals.filter((place) => existsSync(place)).flatMap(filesUnder)).slice(0, SEEDS_MAX);
const seed = () => (files.length > 0 ? readSeed(random.pick(files)) : madeUp(random, target));
if (values.save) mkdirSync(values.save, { recursive: true });
const keep = (name: string, bytes: Buffer) => values.save && writeFileSync(path.join(values.save, name), bytes);

const bar = createProgressBar(`fuzz ${values.parser}`);
const startedAt = performance.now();
let cases = 0;
let failures = 0;
let cpuMsMax = 0;
while (performance.now() - startedAt < durationMs && failures < FAILURES_MAX) {
  let input = random.chance(0.2) ? madeUp(random, target) : seed();
  for (let i = random.int(1, 6); i > 0; i--) input = damage(input, random, target, seed);
  input = input.subarray(0, INPUT_BYTES_MAX);
  keep('running', input);
  let failure: string | undefined;
  const before = cpuMs();
  try {
    target.attempt(input);
  } catch (error) {
    failure = error instanceof Error ? (error.stack ?? error.message) : String(error);
  }
  const spent = cpuMs() - before;
  cpuMsMax = Math.max(cpuMsMax, spent);
  if (spent > CPU_MS_MAX) failure ??= `${Math.round(spent)} ms of processor time`;
  cases += 1;
  if (failure) {
    failures += 1;
    const file = `${values.parser}-${values.seed}-${cases}`;
    keep(file, input);
    console.log(
      JSON.stringify({ parser: values.parser, case: cases, file, bytes: input.length, failure: failure.slice(0, 600) }),
    );
  }
  bar.show(performance.now() - startedAt, durationMs, `${cases} cases, ${failures} failures`);
}
bar.end();
console.log(JSON.stringify({ parser: values.parser, cases, failures, cpuMsMax: Math.round(cpuMsMax) }));
process.exitCode = failures > 0 ? 1 : 0;
