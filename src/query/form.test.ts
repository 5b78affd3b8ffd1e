import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Node, Query } from './ast.ts';
import { type AdvancedForm, emptyForm, formProblems, formToQuery, queryToForm } from './form.ts';
import { parseQuery } from './parse.ts';
import { normaliseQuery, printQuery } from './print.ts';
import { DATE_SHORTCUTS, SORT_ORDERS } from './values.ts';

function queryOf(text: string): Query {
  const result = parseQuery(text, { mode: 'strict' });
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return result.query;
}

describe('a form becomes a query', () => {
  test.each<[Partial<AdvancedForm>, string]>([
    [{}, ''],
    [{ all: '新能源 “electric car” subsid*' }, '新能源 "electric car" subsid*'],
    [{ all: 'AND (a) title:b -c' }, '"AND" a "title:b" "-c"'],
    [{ exact: '他说 "好"' }, '"他说 \\"好\\""'],
    [{ any: 'a b' }, 'a OR b'],
    [{ any: 'a' }, 'a'],
    [{ none: 'a "b c"' }, '-a -"b c"'],
    [{ all: 'x', any: 'a b', none: 'c', exact: 'd e' }, 'x "d e" (a OR b) -c'],
    [{ title: 'a b', author: '"Ann Lee"' }, 'title:(a b) author:"Ann Lee"'],
    [{ site: 'https://www.a.org/x， b.org' }, 'site:a.org,b.org'],
    [{ lang: ['zh', 'en'], script: 'hant', country: 'tw' }, 'lang:zh,en script:Hant country:TW'],
    [{ date: { kind: 'between', from: '2026-11-01', to: '2026-11-07' } }, 'date:2026-11-01/2026-11-07'],
    [{ all: 'a', date: { kind: 'shortcut', shortcut: 'today' }, sort: 'old' }, 'a date:today sort:old'],
  ])('%j is %s', (form, text) => {
    const query = formToQuery({ ...emptyForm(), ...form });
    expect(printQuery(query)).toBe(text);
    expect(queryOf(text)).toEqual(query);
  });

  test('values that cannot be used are named', () => {
    const form = { ...emptyForm(), site: 'a.org -', lang: ['english'], date: { kind: 'between' as const } };
    expect(formProblems(form)).toEqual([
      { field: 'site', value: '-' },
      { field: 'lang', value: 'english' },
      { field: 'date', value: '{"kind":"between"}' },
    ]);
    expect(printQuery(formToQuery(form))).toBe('site:a.org');
    expect(formProblems({ ...emptyForm(), site: 'a.org', lang: ['en'], country: 'cn' })).toEqual([]);
  });
});

describe('a query is shown in the form', () => {
  test.each<[string, Partial<AdvancedForm>]>([
    ['', {}],
    ['a b', { all: 'a b' }],
    ['a "b c" d', { all: 'a d', exact: 'b c' }],
    ['"a b" "c d"', { all: '"a b"', exact: 'c d' }],
    ['a OR "b c"', { any: 'a "b c"' }],
    ['-a subsid*', { none: 'a', all: 'subsid*' }],
    ['title:"a b" author:c', { title: '"a b"', author: 'c' }],
    ['site:a.org,b.org lang:en', { site: 'a.org b.org', lang: ['en'] }],
    ['lang:zh-tw', { lang: ['zh'], script: 'Hant' }],
    ['after:2026-11-01 before:2026-11-08', { date: { kind: 'between', from: '2026-11-01', to: '2026-11-07' } }],
    ['date:P7D sort:new', { date: { kind: 'period', period: 'P7D' }, sort: 'new' }],
  ])('%s', (text, form) => expect(queryToForm(queryOf(text))).toEqual({ ...emptyForm(), ...form }));

  test.each([
    '"a b"~2',
    '(a OR b) (c OR d)',
    'a OR (b c)',
    'a OR -b',
    '-(a b)',
    '-lang:en',
    'NOT NOT a',
    'title:(a OR b)',
    'title:a title:b',
    'text:a',
    'lang:en lang:fr',
    'lang:en OR site:a.org',
    'is:unread',
    'url:a',
    'a NEAR/5 b',
    'first:5(a)',
    'words:3..',
    'search:"s"',
    'date:today date:P7D',
    'after:2026-11-08 before:2026-11-02',
    'regex:/a+bcd/',
  ])('%s has no place in the form', (text) => expect(queryToForm(queryOf(text))).toBeNull());
});

const box = fc
  .array(
    fc.constantFrom('a', '补贴', 'C++', 'OR', '非', '"b c"', '“d e”', 'subsid*', 'ab*', '-x', '(y)', 'title:z', '"'),
    {
      maxLength: 4,
    },
  )
  .map((parts) => parts.join(' '));
const forms: fc.Arbitrary<AdvancedForm> = fc.record(
  {
    all: box,
    exact: fc.constantFrom('', 'a b', '他说 “好”', 'x "y" \\'),
    any: box,
    none: box,
    title: box,
    author: box,
    site: fc.constantFrom('', 'a.org', 'a.org, b.org', '!'),
    lang: fc.subarray(['zh', 'en', 'xxxx']),
    script: fc.constantFrom('', 'hans'),
    country: fc.constantFrom('', 'tw'),
    date: fc.oneof(
      fc.constant({ kind: 'between' as const, to: '2026-11-07' }),
      fc.constantFrom(...DATE_SHORTCUTS).map((shortcut) => ({ kind: 'shortcut' as const, shortcut })),
    ),
    sort: fc.constantFrom(...SORT_ORDERS),
  },
  { requiredKeys: ['all', 'exact', 'any', 'none', 'title', 'author', 'site', 'lang', 'script', 'country'] },
);

/** AND does not care for order. */
function conditionsOf({ root, sort }: Query): { conditions: string[]; sort: string | undefined } {
  const items: Node[] = root === null ? [] : root.type === 'and' ? root.items : [root];
  return { conditions: items.map((item) => JSON.stringify(item)).sort(), sort };
}

describe('form, query and text keep everything', () => {
  test('form → query → text → query → form → query is the same query', () => {
    const property = fc.property(forms, (form) => {
      const query = formToQuery(form);
      const read = parseQuery(printQuery(query), { mode: 'strict' });
      // Each box may hold prefixes; together they can pass the limit of a query.
      if (read.ok) expect(read.query).toEqual(query);
      else expect(read.problems.map(({ code }) => code)).toEqual(['too-many-prefixes']);
      const shown = queryToForm(query);
      expect(shown).not.toBeNull();
      if (shown) expect(conditionsOf(formToQuery(shown))).toEqual(conditionsOf(query));
    });
    fc.assert(property, { numRuns: 3000 });
  });

  test('a query that the form shows comes back from it unchanged but for the order', () => {
    const parts = [
      'a',
      '"b c"',
      '-d',
      '(e OR f)',
      'title:g',
      'title:(h i)',
      'lang:en,fr',
      'site:a.org',
      'date:today',
      '-"j k"',
      'sort:old',
      'subsid*',
    ];
    fc.assert(
      fc.property(fc.subarray(parts), fc.nat(), (chosen, turn) => {
        const text = [...chosen.slice(turn % 5), ...chosen.slice(0, turn % 5)].join(' ');
        const query = queryOf(text);
        const form = queryToForm(query);
        if (text.includes('title:g') && text.includes('title:(h')) expect(form).toBeNull();
        else expect(form && conditionsOf(formToQuery(form))).toEqual(conditionsOf(normaliseQuery(query)));
      }),
      { numRuns: 1000 },
    );
  });
});
