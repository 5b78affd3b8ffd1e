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
    if (key === 'join-and') return ' & ';
    if (key === 'join-or') return ' | ';
    if (key === 'group') return `(${args['child']})`;
    return key === 'finds' ? String(args['child']) : `${key}[${Object.values(args).join(';')}]`;
  });
}

describe('a query is told as keys with arguments', () => {
  test.each<[string, string]>([
    ['', 'everything[]'],
    ['sort:new', 'everything-sorted[sort-new[]]'],
    ['a', 'word[a]'],
    ['a "b c" "d e"~3 subsid*', 'word[a] & phrase[b c] & phrase-slop[d e;3] & prefix[subsid]'],
    ['a (b OR c)', 'word[a] & (word[b] | word[c])'],
    ['(a b) OR c', '(word[a] & word[b]) | word[c]'],
    [
      '-a -"b c" -subsid* -(d e) -"f g"~2',
      'not-word[a] & not-phrase[b c] & not-prefix[subsid] & not[(word[d] & word[e])] & not[phrase-slop[f g;2]]',
    ],
    ['NOT NOT a', 'not[not-word[a]]'],
    ['title:a author:(b OR c)', 'field-title[word[a]] & field-author[(word[b] | word[c])]'],
    ['a NEAR/5 (b OR "c d")', 'near[5;operand-word[a];(operand-word[b] | operand-phrase[c d])]'],
    [
      'a ONEAR/5 subsid* NEAR/3 "c d"~2',
      'near[3;operand-near-ordered[5;operand-word[a];operand-prefix[subsid]];operand-phrase-slop[c d;2]]',
    ],
    [
      'first:50(a) same:sentence(b c) same:paragraph(d) atleast:3(e)',
      'first[50;word[a]] & same-sentence[(word[b] & word[c])] & same-paragraph[word[d]] & atleast[3;operand-word[e]]',
    ],
    [
      'site:a.org url:"/x" lang:zh-tw country:tw type:news',
      'filter-site[a.org] & filter-url[/x] & filter-lang[zh] & filter-script[Hant] & filter-country[TW] & filter-type[news]',
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
    ['a sort:sources', 'finds-sorted[word[a];sort-sources[]]'],
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
  const told = explanationText(explain('{{child}} -a'), (_key, args) => String(args['text'] ?? args['child'] ?? ' & '));
  expect(told).toBe('{{child}} & a');
});
