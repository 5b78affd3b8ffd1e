/**
 * Operator's and reviewer's tool: throws random queries at the query language and checks what it promises of every one.
 * Made of the tokens people and attackers write, broken ones and any characters; the same seed makes the same queries.
 */
import { parseArgs } from 'node:util';
import type { Node, Query } from '#shared/query/ast.ts';
import { explainQuery, explanationText } from '#shared/query/explain.ts';
import { type AdvancedForm, emptyForm, formToQuery, queryToForm } from '#shared/query/form.ts';
import { QUERY_LENGTH_MAX } from '#shared/query/limits.ts';
import { type ParseResult, parseQuery } from '#shared/query/parse.ts';
import { normaliseQuery, printQuery } from '#shared/query/print.ts';
import { LIMIT_CODES } from '#shared/query/problems.ts';
import { DATE_SHORTCUTS, SORT_ORDERS } from '#shared/query/values.ts';
import { type SeededRandom, seededRandom } from '../demo/seeded-random.ts';
import { compileQuery } from '../text/compile-query.ts';
import { toTokenDocument } from '../text/document.ts';
import { matches } from '../text/evaluate.ts';
import { createProgressBar } from './progress-bar.ts';

const HELP = `fuzz:query: random queries against the promises of the query language.

  fuzz-query.ts [--inputs N] [--seed TEXT] [--max-ms N]

--inputs N    how many random inputs (default 1000000)
--seed TEXT   other inputs of the same kinds
--max-ms N    longest time that one input may take (default 250)

Every input: reading never throws, problems lie inside the text, what is read is in normal form and can be explained and
compiled (as a rule also evaluated), parse(print(query)) = query, a strict reading is the lenient one or a problem, and the advanced form gives the query
back that it shows. Prints one JSON object; exits with 1 when a promise was broken, with the first failing inputs.`;

const { values } = parseArgs({
  options: {
    inputs: { type: 'string', default: '1000000' },
    seed: { type: 'string', default: 'query' },
    'max-ms': { type: 'string', default: '250' },
    json: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  },
});

const tokens = [
  ...'()（）"“”「」『』 　-!~～*:：,，、\\\'’/|&.',
  ...[
    '新能源',
    '补贴',
    '經濟',
    'iPhone17',
    'C++',
    "l'été",
    'e\u0301',
    '総理',
    '지하철',
    'ไทย',
    'الميناء',
    '👩‍🚒',
    '\u200b',
    '\ud800',
  ],
  ...[
    ' AND ',
    ' OR ',
    ' NOT ',
    ' 与 ',
    ' 與 ',
    ' 或 ',
    ' 非 ',
    ' && ',
    ' || ',
    ' NEAR ',
    ' NEAR/5 ',
    ' ONEAR/3 ',
    ' NEAR/x ',
  ],
  ...[
    'title:',
    'text:',
    'author:',
    'tag:',
    'topic:',
    'site:',
    'url:',
    'lang:',
    'script:',
    'country:',
    'type:',
    'titel:',
  ],
  ...['is:unread', 'is:first', 'has:note', 'is:', 'sources:3..', 'words:300', 'words:..', 'words:9..1', 'search:"a b"'],
  ...[
    'date:P7D',
    'date:last-7-days',
    'date:2026-11-01/2026-11-07',
    'after:2026-02-30',
    'before:2026',
    'date:昨天',
    'date:',
  ],
  ...['first:5(', 'same:sentence(', 'same:x(', 'atleast:2(', 'atleast:999(', 'sort:new', 'sort:sources', 'sort:x'],
  ...[
    'lang:zh-cn,en',
    'site:(a.org OR b.org)',
    'https://a.org/(b)',
    '"a b"~5',
    '"a"~999',
    'subsid*',
    'ab*',
    '*x',
    '补*',
  ],
  ...[
    'regex:/',
    'regex:/补贴.{0,5}取消/',
    'title:regex:/GPT-?\\d+/i',
    'regex:/[^a](x{2,3}|abc)+?def/',
    'regex:abc',
    'regex：／政府／',
  ],
];

/** What regular expressions are made of. */
const patternTokens = [
  ...'ab補贴é/()[]{}|*+?.^$\\-,09 ｆ',
  ...[
    'abc',
    '新能源',
    '汽車',
    'ß',
    '\\d',
    '\\w',
    '\\W',
    '\\s',
    '\\S',
    '\\b',
    '\\.',
    '\\/',
    '\\p{Han}',
    '\\P{L}',
    '\\u65b0',
  ],
  ...[
    '(?:',
    '(?i)',
    '(?=',
    '[^',
    '[a-z',
    '[一-龥]',
    '{2}',
    '{2,}',
    '{1,200}',
    '{3,2}',
    '*?',
    '\\1',
    '\\x{1F600}',
    '\ud800',
  ],
];

const read = toTokenDocument({
  id: 1,
  publishedAt: 0,
  title: '新能源汽車補貼 GPT-5',
  text: 'abc def Straße 政府。\n\n補贴已取消 2026',
  language: 'zh',
  sourceId: 1,
  url: 'https://a.org/1',
});

const boxTokens = [
  'a',
  '补贴',
  'C++',
  'OR',
  '非',
  '"b c"',
  '“d e”',
  '"',
  'subsid*',
  '-x',
  '(y)',
  'title:z',
  ' ',
  '\\',
  '，',
];

const inputShownMax = 300;

interface Failure {
  promise: string;
  input: string;
}

if (values.help) console.log(HELP);
else process.exitCode = main(Number(values.inputs), Number(values['max-ms']));

function main(inputs: number, maxMs: number): number {
  if (!(inputs >= 1) || !(maxMs > 0)) {
    console.error(HELP);
    return 2;
  }
  const random = seededRandom(values.seed);
  const failures: Failure[] = [];
  const counts = { texts: 0, forms: 0, understood: 0, inForm: 0 };
  let brokenCount = 0;
  let slowestMs = 0;
  const bar = createProgressBar('queries');
  const startedAt = performance.now();
  for (let done = 0; done < inputs; done++) {
    const input = done % 8 === 7 ? randomForm(random) : randomText(random);
    const { broken, tookMs: firstMs } = timed(input, counts);
    // A machine that pauses is not the input's doing: what was slow has to be slow again.
    const tookMs = firstMs > maxMs ? Math.min(firstMs, timed(input, { ...counts }).tookMs) : firstMs;
    slowestMs = Math.max(slowestMs, tookMs);
    for (const promise of [...broken, ...(tookMs > maxMs ? ['fast'] : [])]) {
      brokenCount++;
      if (failures.length < 20) failures.push({ promise, input: JSON.stringify(input).slice(0, inputShownMax) });
    }
    if (done % 5_000 === 0) bar.show(done, inputs);
  }
  bar.end();
  const seconds = Math.round((performance.now() - startedAt) / 100) / 10;
  console.log(
    JSON.stringify({ inputs, ...counts, broken: brokenCount, slowestMs: Math.round(slowestMs), seconds, failures }),
  );
  return failures.length > 0 ? 1 : 0;
}

type Counts = Record<'texts' | 'forms' | 'understood' | 'inForm', number>;

function timed(input: string | AdvancedForm, counts: Counts): { broken: string[]; tookMs: number } {
  const began = performance.now();
  const broken = typeof input === 'string' ? checkText(input, counts) : checkForm(input, counts);
  return { broken, tookMs: performance.now() - began };
}

function randomText(random: SeededRandom): string {
  // Now and then one token as often as the longest query holds it: what is slow shows there.
  if (random.chance(0.0005)) {
    const token = random.pick(tokens);
    return token.repeat(Math.floor(QUERY_LENGTH_MAX / token.length));
  }
  if (random.chance(0.1)) {
    return Array.from({ length: random.int(0, 40) }, () => String.fromCharCode(random.int(0, 0xffff))).join('');
  }
  if (random.chance(0.1)) {
    const pattern = Array.from({ length: random.int(1, 10) }, () => random.pick(patternTokens)).join('');
    return random
      .pick(['regex:/P/', 'title:regex:/P/ -补贴', 'a OR regex:/P/', 'abcregex:/P/', '-regex:/P/'])
      .replace('P', () => pattern);
  }
  return Array.from({ length: random.int(1, 14) }, () =>
    random.chance(0.12) ? String.fromCodePoint(random.int(0, 0x3000)) : random.pick(tokens),
  ).join(random.chance(0.5) ? '' : ' ');
}

function randomForm(random: SeededRandom): AdvancedForm {
  const box = () => Array.from({ length: random.int(0, 3) }, () => random.pick(boxTokens)).join(' ');
  return {
    ...emptyForm(),
    all: box(),
    exact: random.chance(0.3) ? box() : '',
    any: box(),
    none: box(),
    title: random.chance(0.3) ? box() : '',
    author: random.chance(0.3) ? box() : '',
    site: random.pick(['', '', 'a.org', 'a.org, b.org', 'https://www.c.org/x']),
    lang: random.pick([[], ['zh'], ['en', 'ja']]),
    script: random.pick(['', '', 'hant']),
    country: random.pick(['', '', 'tw']),
    ...(random.chance(0.3) && { date: { kind: 'shortcut' as const, shortcut: random.pick(DATE_SHORTCUTS) } }),
    ...(random.chance(0.3) && { sort: random.pick(SORT_ORDERS) }),
  };
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function isLimit(code: string): boolean {
  return (LIMIT_CODES as readonly string[]).includes(code);
}

function checkText(text: string, counts: Counts): string[] {
  counts.texts++;
  try {
    const lenient = parseQuery(text);
    const strict = parseQuery(text, { mode: 'strict' });
    const rule = parseQuery(text, { rules: true });
    const broken = [lenient, strict, rule].flatMap((result) => checkPlaces(text, result));
    if (!lenient.ok) {
      if (!lenient.problems.every(({ code }) => isLimit(code)))
        broken.push('lenient reading only refuses what is too big');
      return broken;
    }
    counts.understood++;
    if (strict.ok && !same(strict.query, lenient.query)) broken.push('strict reads as lenient does');
    broken.push(...checkQuery(lenient.query));
    const shown = queryToForm(lenient.query);
    if (shown) {
      counts.inForm++;
      if (!same(conditionsOf(formToQuery(shown)), conditionsOf(lenient.query)))
        broken.push('form gives the query back');
    }
    return broken;
  } catch (error) {
    return [`never throws: ${error}`];
  }
}

function checkPlaces(text: string, result: ParseResult): string[] {
  const problems = result.ok ? result.warnings : result.problems;
  const isInside = problems.every(({ start, end }) => 0 <= start && start <= end && end <= text.length);
  return isInside ? [] : ['problems lie inside the text'];
}

function checkQuery(query: Query): string[] {
  const broken: string[] = [];
  if (!same(normaliseQuery(query), query)) broken.push('what is read is in normal form');
  const again = parseQuery(printQuery(query), { mode: 'strict' });
  if (!again.ok || !same(again.query, query)) broken.push('parse(print(query)) = query');
  explanationText(explainQuery(query), (key) => key);
  compileQuery(query, { now: 0, timeZone: 'UTC' });
  const rule = compileQuery(query, { now: 0, timeZone: 'UTC', isRule: true });
  if (rule.ok) matches(rule.query, read);
  return broken;
}

function checkForm(form: AdvancedForm, counts: Counts): string[] {
  counts.forms++;
  try {
    const query = formToQuery(form);
    const read = parseQuery(printQuery(query), { mode: 'strict' });
    const isRefused = !read.ok && read.problems.every(({ code }) => isLimit(code));
    const broken = isRefused || (read.ok && same(read.query, query)) ? [] : ['form, text and query are one'];
    const shown = queryToForm(query);
    if (!shown || !same(conditionsOf(formToQuery(shown)), conditionsOf(query))) broken.push('form shows what it made');
    return broken;
  } catch (error) {
    return [`never throws: ${error}`];
  }
}

/** AND does not care for order. */
function conditionsOf({ root, sort }: Query): unknown {
  const items: Node[] = root === null ? [] : root.type === 'and' ? root.items : [root];
  return [items.map((item) => JSON.stringify(item)).sort(), sort];
}
