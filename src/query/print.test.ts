import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Node, Query } from './ast.ts';
import { PROBLEM_COUNT_MAX, QUERY_LENGTH_MAX } from './limits.ts';
import { parseQuery } from './parse.ts';
import { normaliseQuery, printQuery } from './print.ts';
import { LIMIT_CODES } from './problems.ts';
import { DATE_SHORTCUTS, FILTER_NAMES, SORT_ORDERS, TEXT_FIELDS } from './values.ts';

const w = (text: string): Node => ({ type: 'word', text });

describe('printing', () => {
  test.each<[string, string]>([
    ['a AND b', 'a b'],
    ['a b OR c', '(a b) OR c'],
    ['NOT a NOT (b c)', '-a -(b c)'],
    ['NOT NOT a', 'NOT -a'],
    ['a NEAR b c', '(a NEAR/10 b) c'],
    ['(a NEAR/2 b) NEAR/3 (c NEAR/4 d)', 'a NEAR/2 b NEAR/3 (c NEAR/4 d)'],
    ['title:(a)', 'title:a'],
    ['lang:en OR lang:fr', 'lang:en,fr'],
    ['(lang:en OR lang:fr) a', 'lang:en,fr a'],
    ['lang:en OR site:a.org', 'lang:en OR site:a.org'],
    ['“a”～3 sort:old b', '"a"~3 b sort:old'],
    ['after:2026-11-01', 'date:2026-11-01..'],
    ['before:2026-11-08', 'date:..2026-11-07'],
    ['date:2026-11', 'date:2026-11-01/2026-11-30'],
    ['words:300..300', 'words:300'],
    ['search:mine', 'search:"mine"'],
    ['regex：／补贴.{0,5}取消／', 'regex:/补贴.{0,5}取消/'],
    ['title:(regex:/GPT-\\d/i)', 'title:regex:/GPT-\\d/'],
  ])('%s is written %s', (text, printed) => {
    const result = parseQuery(text, { mode: 'strict' });
    expect(result.ok && printQuery(result.query)).toBe(printed);
  });
});

describe('the normal form', () => {
  test('joins of one kind are flattened, those of one or no operand vanish, double negation stays', () => {
    const root: Node = {
      type: 'and',
      items: [
        { type: 'and', items: [w('a'), { type: 'or', items: [w('b')] }] },
        { type: 'or', items: [] },
        { type: 'not', item: { type: 'not', item: { type: 'and', items: [w('c')] } } },
        { type: 'not', item: { type: 'or', items: [] } },
      ],
    };
    expect(normaliseQuery({ root }).root).toEqual({
      type: 'and',
      items: [w('a'), w('b'), { type: 'not', item: { type: 'not', item: w('c') } }],
    });
  });

  test.each<[Node, Node | null]>([
    [w('two words'), { type: 'phrase', text: 'two words', slop: 0 }],
    [w('OR'), { type: 'phrase', text: 'OR', slop: 0 }],
    [w('title:a'), { type: 'phrase', text: 'title:a', slop: 0 }],
    [w('-a'), { type: 'phrase', text: '-a', slop: 0 }],
    [w('a"b'), { type: 'phrase', text: 'a"b', slop: 0 }],
    [w('...'), null],
    [
      { type: 'phrase', text: ' a \n b ', slop: 1e9 },
      { type: 'phrase', text: 'a b', slop: 100 },
    ],
    [{ type: 'prefix', text: 'ab' }, w('ab')],
    [{ type: 'prefix', text: '补贴' }, w('补贴')],
    [
      { type: 'filter', name: 'site', value: 'HTTPS://WWW.A.org/' },
      { type: 'filter', name: 'site', value: 'a.org' },
    ],
    [{ type: 'filter', name: 'lang', value: 'english' }, null],
    [
      { type: 'range', name: 'words', min: 9, max: 3 },
      { type: 'range', name: 'words', min: 3, max: 9 },
    ],
    [{ type: 'range', name: 'words' }, null],
    [{ type: 'date', span: { kind: 'between' } }, null],
    [{ type: 'date', span: { kind: 'between', from: '2026-02-30' } }, null],
    [{ type: 'date', span: { kind: 'period', period: 'P' } }, null],
    [
      { type: 'date', span: { kind: 'between', from: '2026-03-01', to: '2026-02-01' } },
      { type: 'date', span: { kind: 'between', from: '2026-02-01', to: '2026-03-01' } },
    ],
    [{ type: 'near', ordered: false, distance: 0, left: w('a'), right: w('!') }, w('a')],
    [
      { type: 'atleast', count: 999, item: w('a') },
      { type: 'atleast', count: 50, item: w('a') },
    ],
    [{ type: 'saved', name: ' ' }, null],
    [
      { type: 'pattern', text: 'km/h|k\\/h' },
      { type: 'word', text: 'km/h|k\\/h' },
    ],
    [
      { type: 'pattern', text: '\\d+ k/' },
      { type: 'phrase', text: '\\d+ k/', slop: 0 },
    ],
    [
      { type: 'pattern', text: '\\d+ miles/h' },
      { type: 'pattern', text: '\\d+ miles\\/h' },
    ],
  ])('of %j is %j', (root, normal) => expect(normaliseQuery({ root }).root).toEqual(normal));
});

// Trees as the language allows them, with texts made of everything that has a meaning in it.
const AWKWARD = [...'aZé补贴カ서ה😀09 -!*~:"“”„「」«»\\()（）：－＊＂&|/.,、…\u00a0\u0000\ud800'].concat([
  'AND',
  'OR',
  'NOT',
  '非',
  'NEAR/5',
  'title:',
  'lang:',
  'http://',
  'abc',
]);
const text = fc.array(fc.constantFrom(...AWKWARD), { minLength: 1, maxLength: 8 }).map((parts) => parts.join(''));
const count = fc.integer({ min: -5, max: 2000 });
const day = fc
  .tuple(fc.integer({ min: 1000, max: 9999 }), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 31 }))
  .map(([year, month, date]) => `${year}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`);

const textLeaf: fc.Arbitrary<Node> = fc.oneof(
  text.map((value): Node => ({ type: 'word', text: value })),
  fc.record({ type: fc.constant('phrase' as const), text, slop: count }),
  fc.stringMatching(/^[a-zé]{1,5}$/).map((value): Node => ({ type: 'prefix', text: value })),
);
const patternLeaf: fc.Arbitrary<Node> = fc
  .array(fc.constantFrom(...'ab补/()[]|*+?.^\\ -', 'abc', '新能源', '\\/', '\\d', '(?:', '[^', '{2}', '\ud800'), {
    maxLength: 8,
  })
  .map((parts): Node => ({ type: 'pattern', text: parts.join('') }));
const otherLeaf: fc.Arbitrary<Node> = fc.oneof(
  fc.record({
    type: fc.constant('filter' as const),
    name: fc.constantFrom(...FILTER_NAMES),
    value: fc.oneof(text, fc.constantFrom('a.org', 'en', 'Hant', 'CN', 'unread', 'note', 'https://a.org/(b),c')),
  }),
  fc.record({
    type: fc.constant('date' as const),
    span: fc.oneof(
      fc.record({ kind: fc.constant('between' as const), from: day, to: day }, { requiredKeys: ['kind'] }),
      fc.record({
        kind: fc.constant('period' as const),
        period: fc.constantFrom('P7D', 'PT12H', 'P1Y2M3W4DT5H6M', 'P0D'),
      }),
      fc.record({ kind: fc.constant('shortcut' as const), shortcut: fc.constantFrom(...DATE_SHORTCUTS) }),
    ),
  }),
  fc.record(
    {
      type: fc.constant('range' as const),
      name: fc.constantFrom('words' as const, 'sources' as const),
      min: count,
      max: count,
    },
    { requiredKeys: ['type', 'name'] },
  ),
  fc.record({ type: fc.constant('saved' as const), name: text }),
);

const trees = fc.letrec<{ positional: Node; scoped: Node; fielded: Node; top: Node }>((tie) => {
  const joins = (item: fc.Arbitrary<Node>): fc.Arbitrary<Node> =>
    fc.record({
      type: fc.constantFrom('and' as const, 'or' as const),
      items: fc.array(item, { maxLength: 3 }),
    });
  const nots = (item: fc.Arbitrary<Node>): fc.Arbitrary<Node> => fc.record({ type: fc.constant('not' as const), item });
  const atleast = fc.record({ type: fc.constant('atleast' as const), count, item: tie('positional') });
  const scopes: fc.Arbitrary<Node> = fc.oneof(
    fc.record({ type: fc.constant('first' as const), count, item: tie('scoped') }),
    fc.record({
      type: fc.constant('same' as const),
      unit: fc.constantFrom('sentence' as const, 'paragraph' as const),
      item: tie('scoped'),
    }),
  );
  const near = fc.record({
    type: fc.constant('near' as const),
    ordered: fc.boolean(),
    distance: count,
    left: tie('positional'),
    right: tie('positional'),
  });
  const options = { depthSize: 'small', withCrossShrink: true } as const;
  return {
    positional: fc.oneof(
      options,
      textLeaf,
      near,
      fc.record({ type: fc.constant('or' as const), items: fc.array(tie('positional'), { maxLength: 3 }) }),
    ),
    scoped: fc.oneof(options, textLeaf, joins(tie('scoped')), nots(tie('scoped')), atleast, near),
    fielded: fc.oneof(
      options,
      textLeaf,
      patternLeaf,
      joins(tie('fielded')),
      nots(tie('fielded')),
      atleast,
      near,
      scopes,
    ),
    top: fc.oneof(
      options,
      textLeaf,
      patternLeaf,
      otherLeaf,
      joins(tie('top')),
      nots(tie('top')),
      atleast,
      near,
      scopes,
      fc.record({ type: fc.constant('field' as const), field: fc.constantFrom(...TEXT_FIELDS), item: tie('fielded') }),
    ),
  };
});
const queries: fc.Arbitrary<Query> = fc
  .tuple(fc.option(trees.top), fc.option(fc.constantFrom(...SORT_ORDERS)))
  .map(([root, sort]) => normaliseQuery({ root, ...(sort ? { sort } : {}) }));

describe('round trips', () => {
  test('a normal query is read back from its text, without a problem', () => {
    let compared = 0;
    const property = fc.property(queries, (query) => {
      const result = parseQuery(printQuery(query), { mode: 'strict' });
      if (!result.ok && result.problems.every(({ code }) => (LIMIT_CODES as readonly string[]).includes(code))) return;
      compared += 1;
      expect(result).toMatchObject({ ok: true, query });
      expect(result.ok && result.warnings.every(({ code }) => code === 'only-not')).toBe(true);
    });
    fc.assert(property, { numRuns: 5000 });
    expect(compared).toBeGreaterThan(4000);
  });

  test('normalising twice changes nothing', () => {
    fc.assert(
      fc.property(queries, (query) => {
        expect(normaliseQuery(query)).toEqual(query);
      }),
      { numRuns: 2000 },
    );
  });
});

// Texts as people and attackers write them: whole tokens, broken tokens, random characters.
const soup = fc
  .array(
    fc.oneof(
      fc.constantFrom(...AWKWARD, ...'()（）"“”「」 　-~*:'),
      fc.constantFrom('regex:/', 'regex:/补贴.*取消/', 'regex:/(a|bcd)', '/', '/i', '{3}', '[', 'regex:x'),
      fc.constantFrom('site:', 'date:', 'words:', 'first:5(', 'same:sentence(', 'atleast:2(', 'sort:new', 'search:'),
      fc.constantFrom(' OR ', ' AND ', ' NOT ', ' NEAR/5 ', ' ONEAR/3 ', ' 或 ', ' 与 ', ' 非 ', 'subsid*', 'foo:bar'),
      fc.constantFrom(
        'lang:zh-cn,en',
        'site:(a.org OR b.org)',
        'date:P7D',
        'https://a.org/(',
        '"a b"~5',
        'title:(',
        '\\"',
      ),
    ),
    { maxLength: 25 },
  )
  .map((parts) => parts.join(''));
const anyText = fc.oneof(
  { weight: 3, arbitrary: soup },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 200 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 100 }) },
  { weight: 1, arbitrary: fc.array(fc.integer({ min: 0, max: 0xffff })).map((codes) => String.fromCharCode(...codes)) },
);

describe('hostile texts', () => {
  test('any text is read without throwing, and what is understood is written and read back the same', () => {
    const property = fc.property(anyText, (typed) => {
      const result = parseQuery(typed);
      const problems = result.ok ? result.warnings : result.problems;
      expect(problems.length).toBeLessThanOrEqual(PROBLEM_COUNT_MAX);
      for (const { start, end } of problems) {
        expect(0 <= start && start <= end && end <= typed.length).toBe(true);
      }
      const strict = parseQuery(typed, { mode: 'strict' });
      if (!result.ok) {
        expect(result.problems.every(({ code }) => (LIMIT_CODES as readonly string[]).includes(code))).toBe(true);
        expect(strict).toEqual(result);
        return;
      }
      if (strict.ok) expect(strict).toEqual(result);
      expect(normaliseQuery(result.query)).toEqual(result.query);
      const again = parseQuery(printQuery(result.query), { mode: 'strict' });
      expect(again).toMatchObject({ ok: true });
      expect(again.ok && again.query).toEqual(result.query);
    });
    fc.assert(property, { numRuns: 20_000 });
  }, 120_000);

  test('following the repairs leads to a text without errors', () => {
    const property = fc.property(soup, (typed) => {
      let current = typed;
      for (let step = 0; step < 200; step += 1) {
        const result = parseQuery(current, { mode: 'strict' });
        if (result.ok) return;
        const repair = result.problems.find((problem) => problem.repair !== undefined)?.repair;
        if (repair === undefined) {
          expect(result.problems.every(({ code }) => (LIMIT_CODES as readonly string[]).includes(code))).toBe(true);
          return;
        }
        expect(repair).not.toBe(current);
        current = repair;
      }
      expect.unreachable(`no end of repairs: ${typed}`);
    });
    fc.assert(property, { numRuns: 3000 });
  }, 120_000);

  test('a text of the greatest length made to be slow is read at once', () => {
    const units = [
      '"',
      '「',
      '“',
      '(',
      ')',
      '()',
      '-',
      '!',
      '*',
      '\\"',
      'a:',
      'title:',
      'lang:(',
      'lang:,',
      'http://(',
      'NOT ',
      'a NEAR/1 ',
      '\\',
      ' ',
      'ה"',
      '"a"~9',
      '或 ',
      '.',
      'site:a@',
      'words:..',
      'date:~',
      'a* ',
      'regex:/',
      'regex:/(',
      'regex:/abc.{9}/ ',
    ];
    for (const unit of units) {
      const typed = unit.repeat(QUERY_LENGTH_MAX / unit.length);
      for (const part of [typed, `"${typed.slice(1)}`, `a${typed.slice(1)}`]) {
        const before = process.cpuUsage();
        for (const mode of ['lenient', 'strict'] as const) parseQuery(part, { mode });
        const spent = process.cpuUsage(before);
        expect({ unit, isFast: spent.user + spent.system < 250_000 }).toEqual({ unit, isFast: true });
      }
    }
  });

  test('a text whose printed form would be too long to read back is refused', () => {
    const typed = `“${'"'.repeat(2100)}x”`;
    expect(parseQuery(typed)).toMatchObject({
      ok: false,
      problems: [{ code: 'too-long', start: 0, end: typed.length }],
    });
  });
});
