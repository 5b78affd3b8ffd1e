import { describe, expect, test } from 'vitest';
import { EXPLANATION_KEYS, type Explanation, explainQuery, explanationText } from './explain.ts';
import { parseQuery } from './parse.ts';
import { DATE_SHORTCUTS, HAS_VALUES, IS_VALUES, SORT_ORDERS } from './values.ts';

function explain(text: string): Explanation {
  const result = parseQuery(text, { mode: 'strict' });
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return explainQuery(result.query);
}

/** Shows which keys, arguments and joins make up the sentence. */
function outline(text: string): string {
  return explanationText(explain(text), (key, args) => {
    if (key === 'join-and' || key === 'join-and-last') return ' & ';
    if (key === 'join-or' || key === 'join-or-last') return ' | ';
    if (key === 'list-and') return ', ';
    if (key === 'list-and-last') return ' and ';
    if (key === 'list-or') return ', ';
    if (key === 'list-or-last') return ' or ';
    if (key === 'group') return `(${args['child']})`;
    if (key === 'operand-word') return String(args['text']);
    return key === 'finds' ? String(args['child']) : `${key}[${Object.values(args).join(';')}]`;
  });
}

describe('a query is told as keys with arguments', () => {
  test.each<[string, string]>([
    ['', 'everything[]'],
    ['sort:new', 'sorted[everything[];sort-new[]]'],
    ['a', 'contain[a]'],
    [
      'a "b c" "d e"~3 subsid*',
      'contain[a, operand-phrase[b c], operand-phrase-slop[d e;3] and operand-prefix[subsid]]',
    ],
    ['a regex:/bcd+e/', 'contain[a and operand-pattern[bcd+e]]'],
    ['title:regex:/bcd+e+/ -regex:/efg/', 'contain-none[operand-pattern[efg]] & field-title[operand-pattern[bcd+e+]]'],
    ['a (b OR c)', 'contain[a and (b or c)]'],
    ['a OR b OR c', 'contain[a, b or c]'],
    ['(a b) OR c', 'contain[c] | contain[a and b]'],
    ['a -b', 'contain-but-not[a;b]'],
    ['-b lang:en a -(c OR d)', 'contain-but-not[a;b, c or d] & filter-lang[value-lang[en]]'],
    ['x OR (a -b)', 'contain[x] | (contain-but-not[a;b])'],
    ['-a -"b c"', 'contain-none[a or operand-phrase[b c]]'],
    ['a -(b c) -lang:en', 'finds-except[contain[a];contain[b and c] | filter-lang[value-lang[en]]]'],
    ['-lang:en', 'everything-except[filter-lang[value-lang[en]]]'],
    ['NOT NOT a', 'everything-except[contain-none[a]]'],
    ['a OR -lang:en', 'contain[a] | none-of[filter-lang[value-lang[en]]]'],
    ['a OR (b -lang:en)', 'contain[a] | (except[contain[b];filter-lang[value-lang[en]]])'],
    ['title:a author:(b OR c)', 'field-title[a] & field-author[b or c]'],
    ['title:(a -b)', 'field-title-that[contain-but-not[a;b]]'],
    ['a NEAR/5 (b OR "c d")', 'near[5;a;(b or operand-phrase[c d])]'],
    [
      'a ONEAR/5 subsid* NEAR/3 "c d"~2',
      'near[3;operand-near-ordered[5;a;operand-prefix[subsid]];operand-phrase-slop[c d;2]]',
    ],
    [
      'first:50(a) same:sentence(b c) same:paragraph(d -e) atleast:3(f OR g)',
      'first[50;a] & same-sentence[b and c] & same-paragraph-that[contain-but-not[d;e]] & atleast[3;f or g]',
    ],
    [
      'site:a.org,b.org url:"/x" lang:zh-tw country:tw type:news',
      'filter-site[value-site[a.org] or value-site[b.org]] & filter-url[value-url[/x]] & filter-lang[value-lang[zh]] & ' +
        'filter-script[value-script[Hant]] & filter-country[value-country[TW]] & filter-type[value-type[news]]',
    ],
    ['is:unread has:note search:"s"', 'is-unread[] & has-note[] & saved[s]'],
    ['date:2026-11-01 date:2026-11', 'date-on[2026-11-01] & date-between[2026-11-01;2026-11-30]'],
    [
      'after:2026-11-01 before:2026-11-08 date:P7D date:last-7-days',
      'date-from[2026-11-01] & date-to[2026-11-07] & date-period[P7D] & date-last-7-days[]',
    ],
    [
      'words:300 words:3..5 words:3.. sources:..5',
      'words-exactly[300] & words-between[3;5] & words-min[3] & sources-max[5]',
    ],
    ['a sort:sources', 'sorted[contain[a];sort-sources[]]'],
  ])('%s', (text, told) => expect(outline(text)).toBe(told));
});

test('every value the language knows has a key', () => {
  const keys: readonly string[] = EXPLANATION_KEYS;
  const values = [
    ...IS_VALUES.map((value) => `is-${value}`),
    ...HAS_VALUES.map((value) => `has-${value}`),
    ...DATE_SHORTCUTS.map((value) => `date-${value}`),
    ...SORT_ORDERS.map((value) => `sort-${value}`),
  ];
  expect(values.filter((value) => !keys.includes(value))).toEqual([]);
});

test('texts that look like placeholders stay what they are', () => {
  const told = explanationText(explain('{{child}} {{left}}'), (_key, args) =>
    String(args['text'] ?? args['child'] ?? ' & '),
  );
  expect(told).toBe('{{child}} & {{left}}');
});
