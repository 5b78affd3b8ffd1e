import { describe, expect, test } from 'vitest';
import type { Node, Query } from './ast.ts';
import {
  DEPTH_MAX,
  PATTERN_COUNT_MAX,
  PREFIX_COUNT_MAX,
  PROBLEM_COUNT_MAX,
  QUERY_LENGTH_MAX,
  TERM_COUNT_MAX,
} from './limits.ts';
import { type ParseOptions, parseQuery } from './parse.ts';
import { MEANING_CODES, PROBLEM_CODES, type ProblemCode, type QueryProblem } from './problems.ts';

const w = (text: string): Node => ({ type: 'word', text });
const p = (text: string, slop = 0): Node => ({ type: 'phrase', text, slop });
const and = (...items: Node[]): Node => ({ type: 'and', items });
const or = (...items: Node[]): Node => ({ type: 'or', items });
const not = (item: Node): Node => ({ type: 'not', item });
const filter = (name: Extract<Node, { type: 'filter' }>['name'], value: string): Node => ({
  type: 'filter',
  name,
  value,
});
const field = (name: Extract<Node, { type: 'field' }>['field'], item: Node): Node => ({
  type: 'field',
  field: name,
  item,
});
const pattern = (text: string): Node => ({ type: 'pattern', text });
const near = (distance: number, left: Node, right: Node, ordered = false): Node => ({
  type: 'near',
  ordered,
  distance,
  left,
  right,
});
const between = (from?: string, to?: string): Node => ({
  type: 'date',
  span: { kind: 'between', ...(from ? { from } : {}), ...(to ? { to } : {}) },
});

/** The query of a text that must be without errors and warnings, in strict mode. */
function strict(text: string): Query {
  const result = parseQuery(text, { mode: 'strict' });
  expect(result.ok ? result.warnings : result.problems).toEqual([]);
  return result.ok ? result.query : { root: null };
}

function lenient(text: string): { root: Node | null; codes: string[] } {
  const result = parseQuery(text);
  if (!result.ok) throw new Error(`lenient mode refused ${text}`);
  return { root: result.query.root, codes: result.warnings.map(({ code }) => code) };
}

function problemsOf(text: string, options: ParseOptions = { mode: 'strict' }): QueryProblem[] {
  const result = parseQuery(text, options);
  return result.ok ? [] : result.problems;
}

describe('words, phrases and operators', () => {
  test.each<[string, Node | null]>([
    ['', null],
    ['  \n　', null],
    ['新能源 补贴', and(w('新能源'), w('补贴'))],
    ['"新能源汽车"', p('新能源汽车')],
    ['"electric  car"~5', p('electric car', 5)],
    ['a AND b', and(w('a'), w('b'))],
    ['a OR b', or(w('a'), w('b'))],
    ['a NOT b', and(w('a'), not(w('b')))],
    ['a -b', and(w('a'), not(w('b')))],
    ['a !b', and(w('a'), not(w('b')))],
    ['a && b || c', or(and(w('a'), w('b')), w('c'))],
    ['a & b | c', or(and(w('a'), w('b')), w('c'))],
    ['a NOT NOT b', and(w('a'), not(not(w('b'))))],
    ['a NOT -b', and(w('a'), not(not(w('b'))))],
    ['a -(b c)', and(w('a'), not(and(w('b'), w('c'))))],
    ['a -"b c"', and(w('a'), not(p('b c')))],
    ['a b OR c', or(and(w('a'), w('b')), w('c'))],
    ['a OR c NOT b', or(w('a'), and(w('c'), not(w('b'))))],
    ['(a OR b) c', and(or(w('a'), w('b')), w('c'))],
    ['((a b) c) d', and(w('a'), w('b'), w('c'), w('d'))],
    ['(((a)))', w('a')],
    ['a and b', and(w('a'), w('and'), w('b'))],
    ['a or not near b', and(w('a'), w('or'), w('not'), w('near'), w('b'))],
    ['政府 与 企业', and(w('政府'), w('企业'))],
    ['政府 與 企業', and(w('政府'), w('企業'))],
    ['政府 或 企业', or(w('政府'), w('企业'))],
    ['政府 非 企业', and(w('政府'), not(w('企业')))],
    ['(政府)或(企业)', or(w('政府'), w('企业'))],
    ['政府与企业', w('政府与企业')],
    ['非洲 或许', and(w('非洲'), w('或许'))],
    ['a"b c"d', and(w('a'), p('b c'), w('d'))],
  ])('%s', (text, root) => expect(strict(text).root).toEqual(root));
});

describe('full-width punctuation of a Chinese input method is the same', () => {
  test.each<[string, string]>([
    ['（政府　OR　企业）　补贴', '(政府 OR 企业) 补贴'],
    ['“新能源汽车”', '"新能源汽车"'],
    ['”新能源汽车”', '"新能源汽车"'],
    ['“新能源汽车"', '"新能源汽车"'],
    ['"新能源汽车”', '"新能源汽车"'],
    ['＂新能源汽车＂', '"新能源汽车"'],
    ['「新能源汽車」', '"新能源汽車"'],
    ['『新能源汽車』', '"新能源汽車"'],
    ['“新能源 汽车”～５', '"新能源 汽车"~5'],
    ['title：补贴', 'title:补贴'],
    ['ｔｉｔｌｅ：（补贴 ＯＲ 退税）', 'title:(补贴 OR 退税)'],
    ['补贴 －退税', '补贴 -退税'],
    ['补贴 ！退税', '补贴 -退税'],
    ['subsid＊', 'subsid*'],
    ['政府 NEAR／５ 补贴', '政府 NEAR/5 补贴'],
    ['first：50（补贴）', 'first:50(补贴)'],
    ['site：example．org', 'site:example.org'],
    ['lang：zh，en', 'lang:zh,en'],
    ['lang：zh、en', 'lang:zh,en'],
    ['date：2026－11－01／2026－11－07', 'date:2026-11-01/2026-11-07'],
    ['words：300。。500', 'words:300..500'],
    ['words：300……500', 'words:300..500'],
    ['search：“我的 搜索”', 'search:"我的 搜索"'],
  ])('%s', (typed, plain) => expect(strict(typed)).toEqual(strict(plain)));

  test('quotation marks of one kind can stand inside those of another', () => {
    expect(strict('"他说“好”"').root).toEqual(p('他说“好”'));
    expect(strict('「他說『好』」').root).toEqual(p('他說『好』'));
    expect(strict('„Neue Wege“ « nouvelle vague »').root).toEqual(and(p('Neue Wege'), p('nouvelle vague')));
  });

  test('a word keeps its characters as typed', () => {
    expect(strict('ｉＰｈｏｎｅ').root).toEqual(w('ｉＰｈｏｎｅ'));
    expect(strict('新闻：大选').root).toEqual(w('新闻：大选'));
  });
});

describe('words with punctuation', () => {
  test.each<[string, Node]>([
    ['C++', w('C++')],
    ['C#', w('C#')],
    ['.NET', w('.NET')],
    ['iPhone17', w('iPhone17')],
    ["it's", w("it's")],
    ['l’été', w('l’été')],
    ['AT&T', w('AT&T')],
    ['U.S.', w('U.S.')],
    ['state-of-the-art', w('state-of-the-art')],
    ['2019–2020', w('2019–2020')],
    ['10:30', w('10:30')],
    ['3:2', w('3:2')],
    ['Note:', w('Note:')],
    ['Yahoo!', w('Yahoo!')],
    ['+plus', w('+plus')],
    ['$100', w('$100')],
    ['😀', w('😀')],
    ['《三体》', w('《三体》')],
    ['苹果，香蕉', w('苹果，香蕉')],
    ['--verbose', p('--verbose')],
    ['צה"ל', w('צה"ל')],
    ['"דובר צה"ל אמר"', p('דובר צה"ל אמר')],
    ['"say \\"hi\\" \\\\ C:\\temp"', p('say "hi" \\ C:\\temp')],
    ['https://example.org/a_(b)?c=d&e', filter('url', 'https://example.org/a_(b)?c=d&e')],
  ])('%s', (text, root) => expect(strict(text).root).toEqual(root));

  test('an address in parentheses ends at the parenthesis', () => {
    expect(strict('(http://example.org/a)').root).toEqual(filter('url', 'http://example.org/a'));
  });

  test('a wildcard at the end of a word makes a prefix', () => {
    expect(strict('subsid* Grün* 2026*').root).toEqual(
      and({ type: 'prefix', text: 'subsid' }, { type: 'prefix', text: 'Grün' }, { type: 'prefix', text: '2026' }),
    );
  });
});

describe('fields and filters', () => {
  test.each<[string, Node]>([
    ['title:补贴', field('title', w('补贴'))],
    ['Title: 补贴', field('title', w('补贴'))],
    ['text:"electric car"~2', field('text', p('electric car', 2))],
    ['author:subsid*', field('author', { type: 'prefix', text: 'subsid' })],
    ['tag:(a -b)', field('tag', and(w('a'), not(w('b'))))],
    ['topic:(a NEAR/3 b)', field('topic', near(3, w('a'), w('b')))],
    ['title:10:30', field('title', w('10:30'))],
    ['title:foo:bar', field('title', p('foo:bar'))],
    ['title:AND', field('title', p('AND'))],
    ['a -title:b', and(w('a'), not(field('title', w('b'))))],
    ['site:example.org', filter('site', 'example.org')],
    ['site:https://www.Example.org:8080/path?x', filter('site', 'example.org')],
    ['site:gov.cn', filter('site', 'gov.cn')],
    ['site:(a.org OR b.org)', or(filter('site', 'a.org'), filter('site', 'b.org'))],
    ['url:https://example.org/(x)', filter('url', 'https://example.org/(x)')],
    ['url:"a b"', filter('url', 'a b')],
    ['lang:ZH', filter('lang', 'zh')],
    ['lang: en', filter('lang', 'en')],
    ['lang:en,fr', or(filter('lang', 'en'), filter('lang', 'fr'))],
    ['lang:zh-tw', and(filter('lang', 'zh'), filter('script', 'Hant'))],
    ['lang:zh-Hans-CN', and(filter('lang', 'zh'), filter('script', 'Hans'))],
    ['script:hant', filter('script', 'Hant')],
    ['country:tw', filter('country', 'TW')],
    ['type:News', filter('type', 'news')],
    ['is:unread', filter('is', 'unread')],
    ['has:note', filter('has', 'note')],
    ['words:300..500', { type: 'range', name: 'words', min: 300, max: 500 }],
    ['words:300-500', { type: 'range', name: 'words', min: 300, max: 500 }],
    ['words:..500', { type: 'range', name: 'words', max: 500 }],
    ['words:300', { type: 'range', name: 'words', min: 300, max: 300 }],
    ['sources:3..', { type: 'range', name: 'sources', min: 3 }],
    ['search:"my query"', { type: 'saved', name: 'my query' }],
    ['search:mine', { type: 'saved', name: 'mine' }],
  ])('%s', (text, root) => expect(strict(text).root).toEqual(root));

  test('the order belongs to the query, wherever it is written', () => {
    expect(strict('sort:old')).toEqual({ root: null, sort: 'old' });
    expect(strict('(a sort:relevance) b')).toEqual({ root: and(w('a'), w('b')), sort: 'relevance' });
  });

  test('the last of two orders counts, with a remark', () => {
    const result = parseQuery('a sort:old sort:new', { mode: 'strict' });
    expect(result).toMatchObject({
      ok: true,
      query: { sort: 'new' },
      warnings: [{ code: 'duplicate-sort', start: 11 }],
    });
  });

  test('a region that does not tell the script is left out with a remark', () => {
    const result = parseQuery('lang:pt-BR', { mode: 'strict' });
    expect(result).toMatchObject({
      ok: true,
      query: { root: filter('lang', 'pt') },
      warnings: [{ code: 'region-ignored' }],
    });
  });
});

describe('regular expressions', () => {
  test.each<[string, Node]>([
    ['regex:/补贴.{0,5}取消/', pattern('补贴.{0,5}取消')],
    ['a -REGEX:/b c (d|e) "fgh/', and(w('a'), not(pattern('b c (d|e) "fgh')))],
    ['title:regex:/GPT-\\d+/i', field('title', pattern('GPT-\\d+'))],
    ['text:(regex:/km\\/h \\d/ OR abc)', field('text', or(pattern('km\\/h \\d'), w('abc')))],
    ['(regex:/abc/)x', and(pattern('abc'), w('x'))],
    ['and/or /dev/null', and(w('and/or'), w('/dev/null'))],
  ])('%s', (text, root) => expect(strict(text).root).toEqual(root));

  test('a mistake in one is an error for a rule in either mode, and read literally in the simple box', () => {
    expect(problemsOf('regex:/abc(/', { rules: true })).toMatchObject([{ code: 'pattern-parenthesis' }]);
    expect(lenient('regex:/abc(/')).toEqual({ root: p('regex:/abc(/'), codes: ['pattern-parenthesis'] });
  });

  test('too many are refused, and the repair takes one out', () => {
    const many = (count: number) => Array.from({ length: count }, (_, at) => `regex:/abc${at}/`).join(' ');
    expect(problemsOf(many(PATTERN_COUNT_MAX))).toEqual([]);
    expect(problemsOf(many(PATTERN_COUNT_MAX + 1), {})).toMatchObject([
      { code: 'too-many-patterns', repair: many(PATTERN_COUNT_MAX) },
    ]);
  });
});

describe('dates', () => {
  test.each<[string, Node]>([
    ['date:2026-11-01/2026-11-07', between('2026-11-01', '2026-11-07')],
    ['date:2026-11-01..2026-11-07', between('2026-11-01', '2026-11-07')],
    ['date:2026-11-01至2026-11-07', between('2026-11-01', '2026-11-07')],
    ['date:2026/11/1~2026/11/7', between('2026-11-01', '2026-11-07')],
    ['date:2026-11-07', between('2026-11-07', '2026-11-07')],
    ['date:2026.11.7', between('2026-11-07', '2026-11-07')],
    ['date:20261107', between('2026-11-07', '2026-11-07')],
    ['date:2026年11月7日', between('2026-11-07', '2026-11-07')],
    ['date:2026-02', between('2026-02-01', '2026-02-28')],
    ['date:2024-02', between('2024-02-01', '2024-02-29')],
    ['date:2026', between('2026-01-01', '2026-12-31')],
    ['date:2025/2026-03', between('2025-01-01', '2026-03-31')],
    ['date:2026-11-01/', between('2026-11-01')],
    ['date:2026-11-01/..', between('2026-11-01')],
    ['date:..2026-11-07', between(undefined, '2026-11-07')],
    ['after:2026-11-01', between('2026-11-01')],
    ['before:2026-11-08', between(undefined, '2026-11-07')],
    ['before:2026-03-01', between(undefined, '2026-02-28')],
    ['before:2026', between(undefined, '2025-12-31')],
    ['date:P7D', { type: 'date', span: { kind: 'period', period: 'P7D' } }],
    ['date:pt12h', { type: 'date', span: { kind: 'period', period: 'PT12H' } }],
    ['date:2w', { type: 'date', span: { kind: 'period', period: 'P2W' } }],
    ['after:12h', { type: 'date', span: { kind: 'period', period: 'PT12H' } }],
  ])('%s', (text, root) => expect(strict(text).root).toEqual(root));

  test.each([
    'today',
    'yesterday',
    'this-month',
    'last-month',
    'last-7-days',
    'last-30-days',
    'last-90-days',
    'last-1-year',
    'this-year',
    'last-year',
  ])('the shortcut %s', (shortcut) => {
    const expected = { type: 'date', span: { kind: 'shortcut', shortcut } };
    expect(strict(`date:${shortcut}`).root).toEqual(expected);
    expect(strict(`date:${shortcut.toUpperCase().replaceAll('-', '_')}`).root).toEqual(expected);
  });

  test.each([
    'date:2026-02-30',
    'date:2026-13',
    'date:soon',
    'date:P0D',
    'date:P',
    'date:..',
    'before:P7D',
    'date:2026-1-1/x',
  ])('%s is refused', (text) =>
    expect(problemsOf(text)).toMatchObject([{ code: 'bad-date', start: 0, end: text.length, repair: '' }]),
  );

  test('a reversed span is turned round by its repair', () => {
    expect(problemsOf('a date:2026-11-07/2026-11-01')).toMatchObject([
      { code: 'bad-range', start: 2, end: 28, repair: 'a date:2026-11-01/2026-11-07' },
    ]);
    expect(problemsOf('date:2026-11/2026-03')[0]?.repair).toBe('date:2026-03-01/2026-11-30');
    expect(problemsOf('words:500..300')[0]?.repair).toBe('words:300..500');
  });
});

describe('proximity, place and number', () => {
  test.each<[string, Node]>([
    ['a NEAR/5 b', near(5, w('a'), w('b'))],
    ['a ONEAR/3 "b c"', near(3, w('a'), p('b c'), true)],
    ['a NEAR b', near(10, w('a'), w('b'))],
    ['a NEAR/5 b NEAR/2 c', near(2, near(5, w('a'), w('b')), w('c'))],
    ['a NEAR/5 (b NEAR/2 c)', near(5, w('a'), near(2, w('b'), w('c')))],
    ['(a OR b) NEAR/5 subsid*', near(5, or(w('a'), w('b')), { type: 'prefix', text: 'subsid' })],
    ['x a NEAR/5 b y', and(w('x'), near(5, w('a'), w('b')), w('y'))],
    ['x -a NEAR/5 b', and(w('x'), not(near(5, w('a'), w('b'))))],
    ['first:50(a b)', { type: 'first', count: 50, item: and(w('a'), w('b')) }],
    ['same:sentence(a -b)', { type: 'same', unit: 'sentence', item: and(w('a'), not(w('b'))) }],
    ['same:paragraph(a OR b)', { type: 'same', unit: 'paragraph', item: or(w('a'), w('b')) }],
    ['atleast:3(补贴)', { type: 'atleast', count: 3, item: w('补贴') }],
    ['atleast:3 补贴', { type: 'atleast', count: 3, item: w('补贴') }],
    [
      'first:9(atleast:2(a OR b))',
      { type: 'first', count: 9, item: { type: 'atleast', count: 2, item: or(w('a'), w('b')) } },
    ],
    ['title:(first:5(a))', field('title', { type: 'first', count: 5, item: w('a') })],
  ])('%s', (text, root) => expect(strict(text).root).toEqual(root));
});

describe('a strict error carries its place and its repair', () => {
  test.each<[string, string, number, number, string | undefined]>([
    ['a "b c', 'unbalanced-quote', 2, 3, 'a "b c"'],
    ['a “b c', 'unbalanced-quote', 2, 3, 'a “b c”'],
    ['a "', 'unbalanced-quote', 2, 3, 'a'],
    ['a b」', 'unbalanced-quote', 3, 4, 'a b'],
    ['(a OR b', 'unbalanced-parenthesis', 0, 1, '(a OR b)'],
    ['（政府', 'unbalanced-parenthesis', 0, 1, '（政府）'],
    ['a OR b)', 'unbalanced-parenthesis', 6, 7, 'a OR b'],
    ['a () b', 'empty-group', 2, 4, 'a b'],
    ['a "" b', 'empty-phrase', 2, 4, 'a b'],
    ['a "!?" b', 'no-text', 2, 6, 'a b'],
    ['a - b', 'no-text', 2, 3, 'a b'],
    ['a AND', 'missing-operand', 2, 5, 'a'],
    ['OR a', 'missing-operand', 0, 2, 'a'],
    ['a AND OR b', 'missing-operand', 2, 5, 'a OR b'],
    ['a OR OR b', 'missing-operand', 2, 4, 'a OR b'],
    ['a NOT', 'missing-operand', 2, 5, 'a'],
    ['a 或', 'missing-operand', 2, 3, 'a'],
    ['NEAR/5 a', 'missing-operand', 0, 6, 'a'],
    ['a NEAR/5', 'missing-operand', 2, 8, 'a'],
    ['a (b OR) c', 'missing-operand', 5, 7, 'a (b ) c'],
    ['a title:', 'missing-value', 2, 8, 'a'],
    ['site: AND a', 'missing-value', 0, 5, 'AND a'],
    ['a titel:b', 'unknown-field', 2, 9, 'a title:b'],
    ['a foo:bar', 'unknown-field', 2, 9, 'a "foo:bar"'],
    ['a is:odd', 'bad-value', 2, 8, 'a'],
    ['a site:-', 'bad-value', 2, 8, 'a'],
    ['a lang:english', 'bad-value', 2, 14, 'a'],
    ['sort:best', 'bad-value', 0, 9, ''],
    ['same:page(a)', 'bad-value', 0, 9, 'same:sentence(a)'],
    ['a date:2026-02-31', 'bad-date', 2, 17, 'a'],
    ['a NEAR/500 b', 'bad-number', 2, 10, 'a NEAR/100 b'],
    ['a NEAR/x b', 'bad-number', 2, 8, 'a NEAR/10 b'],
    ['"a b"~500', 'bad-number', 0, 9, '"a b"~100'],
    ['first:0(a)', 'bad-number', 0, 7, 'first:1(a)'],
    ['first:(a)', 'bad-number', 0, 6, '(a)'],
    ['atleast:51(a)', 'bad-number', 0, 10, 'atleast:50(a)'],
    ['words:many', 'bad-number', 0, 10, ''],
    ['a ab*', 'prefix-too-short', 2, 5, 'a ab'],
    ['新能*', 'prefix-not-for-script', 0, 3, '新能'],
    ['서울*', 'prefix-not-for-script', 0, 3, '서울'],
    ['カタカ*', 'prefix-not-for-script', 0, 4, 'カタカ'],
    ['a *sidy', 'bad-wildcard', 2, 7, 'a "*sidy"'],
    ['M*A*S*H', 'bad-wildcard', 0, 7, '"M*A*S*H"'],
    ['(a b) NEAR/5 c', 'near-operand', 6, 12, '(a b) AND c'],
    ['a NEAR/5 -c', 'near-operand', 2, 8, 'a AND -c'],
    ['title:a NEAR/5 b', 'near-operand', 8, 14, 'title:a AND b'],
    ['atleast:2(a b)', 'atleast-operand', 0, 9, '(a b)'],
    ['title:(a text:b)', 'not-allowed-here', 9, 14, 'title:(a b)'],
    ['title:(a site:b.org)', 'not-allowed-here', 9, 19, 'title:(a )'],
    ['a regex:/b(cde/', 'pattern-parenthesis', 10, 11, 'a regex:/b\\(cde/'],
    ['regex:/abc)/', 'pattern-parenthesis', 10, 11, 'regex:/abc\\)/'],
    ['regex:/[abc/', 'pattern-set', 7, 8, 'regex:/\\[abc/'],
    ['regex:/abc[z-a]/', 'pattern-range', 11, 14, '"abc[z-a]"'],
    ['regex:/*abc/', 'pattern-repeat', 7, 8, 'regex:/\\*abc/'],
    ['regex:/abc{900}/', 'pattern-repeat', 10, 15, 'regex:/abc\\{900}/'],
    ['regex:/(?=a)bcd/', 'pattern-unsupported', 7, 10, 'regex:/\\(?=a)bcd/'],
    ['regex:/abc\\1/', 'pattern-unsupported', 10, 12, 'regex:/abc\\\\1/'],
    ['regex:/abc/gs b', 'pattern-unsupported', 11, 13, 'regex:/abc/ b'],
    ['regex:/ab|补贴/', 'pattern-no-text', 7, 12, '"ab|补贴"'],
    ['regex:/(abc[a-f]{99}){99}/', 'pattern-too-large', 7, 25, '"(abc[a-f]{99}){99}"'],
    ['a regex:/bcd', 'pattern-slashes', 2, 12, 'a regex:/bcd/'],
    ['regex:bcd', 'pattern-slashes', 0, 9, 'regex:/bcd/'],
    ['first:5(a regex:/bcd/)', 'not-allowed-here', 10, 21, 'first:5(a )'],
    ['regex:/abc/ NEAR/5 c', 'near-operand', 12, 18, 'regex:/abc/ AND c'],
    ['first:5(same:sentence(a))', 'not-allowed-here', 8, 21, 'first:5((a))'],
  ])('%s', (text, code, start, end, repair) => {
    expect(problemsOf(text)).toMatchObject([{ code, start, end, ...(repair === undefined ? {} : { repair }) }]);
  });

  test('several errors come in the order of the text', () => {
    expect(problemsOf('OR a foo:b "c').map(({ code }) => code)).toEqual([
      'missing-operand',
      'unknown-field',
      'unbalanced-quote',
    ]);
  });

  test('only so many errors are told', () => {
    expect(problemsOf('() '.repeat(500))).toHaveLength(PROBLEM_COUNT_MAX);
  });

  test('a misspelt field is named with the nearest known one', () => {
    expect(problemsOf('contry:cn')[0]?.args).toEqual({ field: 'contry', suggestion: 'country' });
    expect(problemsOf('zebra:cn')[0]?.args).toEqual({ field: 'zebra', suggestion: '' });
  });
});

describe('lenient mode reads on', () => {
  test.each<[string, Node | null, string[]]>([
    ['a "b c', and(w('a'), w('b'), w('c')), ['unbalanced-quote']],
    ['6.1" screen', and(w('6.1'), w('screen')), ['unbalanced-quote']],
    ['(a OR b', or(w('a'), w('b')), ['unbalanced-parenthesis']],
    ['a) OR b', or(w('a'), w('b')), ['unbalanced-parenthesis']],
    ['a :)', w('a'), ['no-text', 'unbalanced-parenthesis']],
    ['cats AND', w('cats'), ['missing-operand']],
    ['OR', p('OR'), ['missing-operand']],
    ['或', p('或'), ['missing-operand']],
    ['foo:bar', p('foo:bar'), ['unknown-field']],
    ['title:', p('title:'), ['missing-value']],
    ['site:" " a', and(p('site:'), w('a')), ['missing-value']],
    ['lang:english a', and(p('lang:english'), w('a')), ['bad-value']],
    ['ab*', w('ab'), ['prefix-too-short']],
    ['补*', w('补'), ['prefix-not-for-script']],
    ['(a b) NEAR/5 c', and(w('a'), w('b'), w('c')), ['near-operand']],
    ['atleast:2(a b)', and(w('a'), w('b')), ['atleast-operand']],
    ['A - B', and(w('A'), w('B')), ['no-text']],
    ['!!!', null, ['no-text']],
  ])('%s', (text, root, codes) => expect(lenient(text)).toEqual({ root, codes }));
});

describe('limits', () => {
  test('a text over the length is refused in both modes', () => {
    const text = 'a '.repeat(QUERY_LENGTH_MAX);
    for (const mode of ['strict', 'lenient'] as const) {
      expect(problemsOf(text, { mode })).toMatchObject([
        { code: 'too-long', start: QUERY_LENGTH_MAX, end: text.length, args: { max: QUERY_LENGTH_MAX } },
      ]);
    }
  });

  test('exactly so many terms are allowed, one more is refused where it begins', () => {
    expect(problemsOf('a '.repeat(TERM_COUNT_MAX))).toEqual([]);
    expect(problemsOf('a '.repeat(TERM_COUNT_MAX + 1), {})).toMatchObject([
      { code: 'too-many-terms', start: 200, args: { count: 101, max: TERM_COUNT_MAX } },
    ]);
  });

  test('values of a list count as terms', () => {
    expect(problemsOf(`lang:${'en,'.repeat(TERM_COUNT_MAX + 1)}`)).toMatchObject([{ code: 'too-many-terms' }]);
  });

  test.each<[string, string, string]>([
    ['(', 'a', ')'],
    ['NOT ', 'a', ''],
  ])('exactly so many levels of %s are allowed', (open, inner, close) => {
    const nest = (depth: number): string => open.repeat(depth) + inner + close.repeat(depth);
    expect(problemsOf(nest(DEPTH_MAX))).toEqual([]);
    expect(problemsOf(nest(DEPTH_MAX + 1), {})).toMatchObject([{ code: 'too-deep', args: { max: DEPTH_MAX } }]);
    expect(problemsOf(nest(1000).slice(0, QUERY_LENGTH_MAX), {})).toMatchObject([{ code: 'too-deep' }]);
  });

  test('a chain of NEAR is as deep as it is long', () => {
    expect(problemsOf(`a${' NEAR/1 b'.repeat(DEPTH_MAX)}`)).toEqual([]);
    expect(problemsOf(`a${' NEAR/1 b'.repeat(DEPTH_MAX + 1)}`, {})).toMatchObject([{ code: 'too-deep' }]);
  });

  test('too many prefixes are refused, and the repair takes a star away', () => {
    expect(problemsOf('word* '.repeat(PREFIX_COUNT_MAX))).toEqual([]);
    expect(problemsOf('word* '.repeat(PREFIX_COUNT_MAX + 1), {})).toMatchObject([
      { code: 'too-many-prefixes', start: 30, end: 35, repair: 'word* word* word* word* word* word' },
    ]);
  });
});

describe('what a query says on the whole', () => {
  test.each(['-a', 'NOT (a b)', '-a -b', 'a OR -b'])('%s is remarked on in a search and refused as a rule', (text) => {
    const result = parseQuery(text, { mode: 'strict' });
    expect(result).toMatchObject({ ok: true, warnings: [{ code: 'only-not', start: 0, end: text.length }] });
    expect(problemsOf(text, { mode: 'strict', rules: true })).toMatchObject([{ code: 'only-not' }]);
  });

  test.each<[string, string | null]>([
    ['', 'empty-query'],
    ['lang:zh', 'too-broad'],
    ['lang:zh -a', 'too-broad'],
    ['a OR lang:zh', 'too-broad'],
    ['date:today', 'too-broad'],
    ['site:example.org -a', null],
    ['a lang:zh', null],
    ['title:a OR site:example.org', null],
    ['a -b', null],
    ['NOT NOT a', null],
    ['a NEAR/5 b', null],
    ['regex:/补贴.*取消/', null],
    ['regex:/补/', 'pattern-no-text'],
    ['-regex:/补贴/', 'only-not'],
    ['NOT (-a OR lang:zh)', null],
  ])('as a rule, %s', (text, code) => {
    const codes = problemsOf(text, { rules: true }).map((problem) => problem.code);
    expect(codes).toEqual(code === null ? [] : [code]);
  });
});

test('a rule asks only for what is known when an article comes, and each repair takes one such part out', () => {
  const problems = problemsOf('a is:unread (b OR has:note) sources:3.. sort:old', { mode: 'lenient', rules: true });
  expect(problems).toMatchObject([
    {
      code: 'not-in-rules',
      start: 2,
      end: 11,
      args: { part: 'is:unread' },
      repair: 'a (b OR has:note) sources:3.. sort:old',
    },
    { code: 'not-in-rules', start: 18, end: 26 },
    { code: 'not-in-rules', start: 28, end: 39 },
    { code: 'not-in-rules', start: 40, end: 48, repair: 'a is:unread (b OR has:note) sources:3..' },
  ]);
});

test('every term of a query has its place in the text', () => {
  const result = parseQuery('新能源 is:saved search:“x”');
  const places = result.ok ? [...result.places.values()] : [];
  expect(places).toEqual([
    { start: 0, end: 3 },
    { start: 4, end: 12 },
    { start: 13, end: 23 },
  ]);
});

test('every problem code is one that a text can cause', () => {
  const texts = [
    'a "b',
    '(a',
    '()',
    '""',
    '!?',
    'a OR',
    'title:',
    'foo:bar',
    'is:odd',
    'date:x',
    'words:9..3',
    'words:x',
  ];
  texts.push('ab*', '补*', 'a*b', '(a b) NEAR c', 'atleast:2(a b)', 'title:(is:read)', '-a', 'lang:pt-br', '');
  texts.push(
    'lang:zh',
    'a is:unread',
    'sort:new sort:old',
    'a'.repeat(5000),
    'a '.repeat(200),
    '('.repeat(99),
    'word* '.repeat(9),
    'regex:/abc/ '.repeat(9),
    'regex:x',
    'regex:/(/',
    'regex:/[/',
    'regex:/[z-a]/',
    'regex:/+/',
    'regex:/\\1/',
    'regex:/a/',
    `regex:/${'a'.repeat(400)}/`,
    'regex:/(abc{200}){9}/',
  );
  const codes = texts.flatMap((text) =>
    [{ mode: 'strict', rules: true } as const, {}].flatMap((options) => {
      const result = parseQuery(text, options);
      return (result.ok ? result.warnings : result.problems).map(({ code }) => code);
    }),
  );
  const isOfText = (code: ProblemCode): boolean => !(MEANING_CODES as readonly string[]).includes(code);
  expect([...new Set(codes)].sort()).toEqual(PROBLEM_CODES.filter(isOfText).sort());
});
