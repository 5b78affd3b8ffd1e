import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Query } from '#shared/query/ast.ts';
import { parseQuery } from '#shared/query/parse.ts';
import { compileQuery } from '../../text/compile-query.ts';
import { toTokenDocument } from '../../text/document.ts';
import { matches } from '../../text/evaluate.ts';
import type { TokenDocument, TokenQuery } from '../../text/token-query.ts';
import { createMatcher, type Matcher } from './matcher.ts';

const now = Date.UTC(2026, 10, 21);

function compile(text: string): TokenQuery {
  const parsed = parseQuery(text);
  const compiled = parsed.ok ? compileQuery(parsed.query, { now, timeZone: 'UTC', isRule: true }) : undefined;
  if (!compiled?.ok) throw new Error(text);
  return compiled.query;
}

const matched = (matcher: Matcher, document: TokenDocument) => matcher.match(document).sort((a, b) => a - b);

const article = (title: string, text: string, language = 'en') =>
  toTokenDocument({ id: 1, publishedAt: now, title, text, language, sourceId: 7, url: 'https://news.example.com/a' });

test('finds rules by word, inflection, prefix, phrase, Chinese in either script, and filter', () => {
  const matcher = createMatcher();
  const rules = [
    'harbour',
    'subsidies',
    'subsid*',
    '"new fuel"',
    '补贴',
    'site:example.com',
    'harbour -fuel',
    'lang:zh',
  ];
  for (const [id, rule] of rules.entries()) matcher.setRule(id, compile(rule));
  expect(matched(matcher, article('Harbour', 'A subsidy for new fuel'))).toEqual([0, 1, 2, 3, 5]);
  expect(matched(matcher, article('新能源汽車補貼', '市民可以申請', 'zh'))).toEqual([4, 5, 7]);
});

test('a changed rule matches by its new words only, a removed one not at all', () => {
  const matcher = createMatcher();
  matcher.setRule(1, compile('harbour'));
  matcher.setRule(1, compile('glacier'));
  expect(matched(matcher, article('Harbour', ''))).toEqual([]);
  expect(matched(matcher, article('Glacier', ''))).toEqual([1]);
  matcher.removeRule(1);
  expect(matched(matcher, article('Glacier', ''))).toEqual([]);
  expect(matcher.size).toBe(0);
});

test('regular expressions are found by their fixed texts, in every field and in the middle of words', () => {
  const matcher = createMatcher();
  const rules = [
    'regex:/gpt-?\\d/',
    'title:regex:/补贴.{0,5}取消/',
    'regex:/fuel.*price/ -diesel',
    'x OR regex:/gpt-\\d/',
  ];
  for (const [id, rule] of rules.entries()) matcher.setRule(id, compile(rule));
  expect(matched(matcher, article('ChatGPT-5 and fuel', 'the fuel price'))).toEqual([0, 2, 3]);
  expect(matched(matcher, article('ChatGPT', 'diesel fuel price'))).toEqual([]);
  expect(matched(matcher, article('新能源補貼明年取消', '', 'zh'))).toEqual([1]);
  matcher.removeRule(0);
  expect(matched(matcher, article('GPT5', ''))).toEqual([]);
});

test('rules whose expressions an article leaves no time for are skipped and told about, the others are not', () => {
  const skipped: number[] = [];
  let now = 0;
  const matcher = createMatcher({ onSkip: (ids) => skipped.push(...ids), patternMs: 10, clock: () => (now += 8) });
  for (const id of [1, 2, 3, 4]) matcher.setRule(id, compile(`regex:/harbou?r ${id}?/`));
  matcher.setRule(5, compile('harbour'));
  matcher.setRule(6, compile('harbour -regex:/fuel/'));
  const found = matched(matcher, article('Harbour of fuel', ''));
  expect(found).toContain(5);
  expect(found).not.toContain(6);
  expect([...found, ...skipped].filter((id) => id < 5).sort()).toEqual([1, 2, 3, 4]);
  expect(skipped.length).toBeGreaterThan(1);
  for (let n = 0; n < 10; n++) found.push(...matched(matcher, article('Harbour of fuel', '')));
  expect(new Set(found), 'another article leaves others out').toEqual(new Set([1, 2, 3, 4, 5]));
});

test('rules with the same words come and go by themselves', () => {
  const matcher = createMatcher();
  for (const id of [1, 2, 3]) matcher.setRule(id, compile('harbour OR ferry'));
  matcher.setRule(4, compile('ferry'));
  const document = article('The ferry leaves the harbour', '');
  expect(matched(matcher, document)).toEqual([1, 2, 3, 4]);
  matcher.removeRule(1);
  matcher.setRule(2, compile('glacier'));
  expect(matched(matcher, document)).toEqual([3, 4]);
  matcher.removeRule(3);
  expect(matched(matcher, document)).toEqual([4]);
  expect(matched(matcher, article('Glacier', ''))).toEqual([2]);
});

test('two words anywhere match in title and text together, not where one stands in the author or a tag', () => {
  const matcher = createMatcher();
  matcher.setRule(1, compile('"harbour" AND "fuel"'));
  matcher.setRule(2, compile('"harbour" AND author:"fuel"'));
  const document = (title: string, text: string, author: string, tags: string[]) =>
    toTokenDocument({
      ...{ id: 1, publishedAt: now, language: 'en', sourceId: 7, url: '' },
      title,
      text,
      author,
      tags,
    });
  expect(matched(matcher, document('Harbour', 'fuel', '', []))).toEqual([1]);
  expect(matched(matcher, document('Harbour', '', 'fuel', []))).toEqual([2]);
  expect(matched(matcher, document('', 'fuel', 'harbour', ['harbour']))).toEqual([]);
  expect(matched(matcher, document('', 'harbour', '', ['fuel']))).toEqual([]);
});

test('rules that come and go leave the others as they were', () => {
  const words = ['harbour', 'ferry', 'night train', 'new fuel', 'glacier', 'glac*', 'subsidies'];
  const rule = fc
    .tuple(fc.constantFrom(...words), fc.constantFrom(...words), fc.constantFrom('', 'AND', 'OR', 'NOT'))
    .map(([one, other, operator]) => `"${one}" ${operator && `${operator} "${other}"`}`.replace('*"', '"*'));
  const text = fc.array(fc.constantFrom(...words), { maxLength: 5 }).map((parts) => parts.join(' and '));
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(9), fc.option(rule)), { maxLength: 60 }), text, (changes, text) => {
      const matcher = createMatcher();
      const rules = new Map<number, TokenQuery>();
      for (const [id, rule] of changes) {
        if (rule === null) {
          matcher.removeRule(id);
          rules.delete(id);
        } else {
          matcher.setRule(id, compile(rule));
          rules.set(id, compile(rule));
        }
      }
      const document = article('', text);
      const expected = [...rules].filter(([, query]) => matches(query, document)).map(([id]) => id);
      expect(matched(matcher, document)).toEqual(expected.sort((a, b) => a - b));
      expect(matcher.size).toBe(rules.size);
    }),
    { numRuns: 500 },
  );
});

test('the candidates never lose a rule that matches', () => {
  const words = ['harbour', 'subsidies', 'running', '补贴', '新能源汽车', '经济', '経済', 'C++', 'порт', '새로운'];
  const word = fc.constantFrom(...words);
  const { node } = fc.letrec((tie) => ({
    node: fc.oneof(
      { maxDepth: 3 },
      word.map((text) => ({ type: 'word', text })),
      fc
        .tuple(word, word, fc.integer({ min: 0, max: 2 }))
        .map(([a, b, slop]) => ({ type: 'phrase', text: `${a} ${b}`, slop })),
      fc.constantFrom('subs', 'harb', 'run').map((text) => ({ type: 'prefix', text })),
      fc.record({ type: fc.constantFrom('and', 'or'), items: fc.array(tie('node'), { minLength: 2, maxLength: 3 }) }),
      fc.record({ type: fc.constant('not'), item: tie('node') }),
      fc.record({
        type: fc.constant('field'),
        field: fc.constantFrom('title', 'text', 'author'),
        item: word.map((text) => ({ type: 'word', text })),
      }),
      fc.constantFrom('zh', 'en').map((value) => ({ type: 'filter', name: 'lang', value })),
    ),
  }));
  const text = fc.array(word, { maxLength: 8 }).map((parts) => parts.join(' '));
  fc.assert(
    fc.property(
      fc.array(node, { minLength: 1, maxLength: 6 }),
      text,
      text,
      fc.constantFrom('en', 'zh', 'ja'),
      (roots, title, body, language) => {
        const matcher = createMatcher();
        const document = article(title, body, language);
        const expected: number[] = [];
        roots.forEach((root, id) => {
          const compiled = compileQuery({ root } as Query, { now, timeZone: 'UTC' });
          if (!compiled.ok) return;
          matcher.setRule(id, compiled.query);
          if (matches(compiled.query, document)) expected.push(id);
        });
        expect(matched(matcher, document)).toEqual(expected);
      },
    ),
    { numRuns: 3_000 },
  );
});
