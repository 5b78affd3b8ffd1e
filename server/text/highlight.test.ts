import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Node } from '#shared/query/ast.ts';
import { compileQuery } from './compile-query.ts';
import { highlight, snippet } from './highlight.ts';
import type { TokenQuery } from './token-query.ts';

function compiled(root: Node): TokenQuery {
  const result = compileQuery({ root }, { now: 0, timeZone: 'UTC', isRule: true });
  if (!result.ok) throw new Error(result.problem.code);
  return result.query;
}

const word = (text: string): Node => ({ type: 'word', text });
const marked = (text: string, language: string, root: Node) =>
  highlight(text, language, compiled(root)).map(({ start, end }) => text.slice(start, end));

describe('highlight', () => {
  test('marks what was asked for, in the spelling of the text', () => {
    expect(marked('行政院記者會上，記者提問', 'zh', word('记者'))).toEqual(['記者', '記者']);
    expect(marked('Subsidies and a subsidy', 'en', word('subsidy'))).toEqual(['Subsidies', 'subsidy']);
    expect(marked('Les Élections', 'fr', word('election'))).toEqual(['Élections']);
  });

  test('marks what a regular expression matches, in its field only', () => {
    const pattern: Node = { type: 'pattern', text: '补贴.{0,4}取消' };
    expect(marked('新能源補貼明年取消。补贴还在', 'zh', pattern)).toEqual(['補貼明年取消']);
    expect(marked('新能源補貼明年取消', 'zh', { type: 'field', field: 'title', item: pattern })).toEqual([]);
    expect(marked('新能源補貼明年取消', 'zh', { type: 'not', item: pattern })).toEqual([]);
    const text = `${'前情提要。'.repeat(60)}新能源補貼明年取消。`;
    const { text: shown, highlights } = snippet(text, 'zh', compiled(pattern), { length: 60 });
    expect(highlights.map(({ start, end }) => shown.slice(start, end))).toEqual(['補貼明年取消']);
  });

  test('one character marks one character', () => {
    expect(marked('三年五月', 'zh', word('年'))).toEqual(['年']);
  });

  test('overlapping finds are one range, and a run across scripts is whole', () => {
    expect(marked('苹果iPhone17发布会', 'zh', { type: 'or', items: [word('果iPhone17发'), word('发布')] })).toEqual([
      '果iPhone17发布',
    ]);
  });

  test('words under NOT and of another field are not marked', () => {
    expect(
      marked('石油汽车', 'zh', { type: 'and', items: [word('汽车'), { type: 'not', item: word('石油') }] }),
    ).toEqual(['汽车']);
    expect(marked('石油汽车', 'zh', { type: 'field', field: 'title', item: word('汽车') })).toEqual([]);
  });

  test("another language's grammar marks nothing", () => {
    expect(marked('new news', 'en', word('news'))).toEqual(['news']);
  });
});

describe('snippet', () => {
  const filler = '今天天气很好，'.repeat(40);

  test('shows the window with the most different words', () => {
    const text = `补贴补贴补贴。${filler}新能源汽车的补贴将延长。${filler}`;
    const { text: piece, highlights } = snippet(
      text,
      'zh',
      compiled({ type: 'and', items: [word('汽车'), word('补贴')] }),
      { length: 60 },
    );
    expect(highlights.map(({ start, end }) => piece.slice(start, end))).toEqual(['汽车', '补贴']);
    expect(piece.startsWith('…')).toBe(true);
    expect(piece.endsWith('…')).toBe(true);
  });

  test('a short text is shown whole', () => {
    expect(snippet('新能源\n汽车', 'zh', compiled(word('汽车')), { length: 60 })).toEqual({
      text: '新能源 汽车',
      highlights: [{ start: 4, end: 6 }],
    });
  });

  test('whatever the text, it keeps to its length and its ranges lie inside, in order', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'汽车补贴 run\n。😀é'.split('')), maxLength: 200 }),
        fc.integer({ min: 10, max: 50 }),
        (text, length) => {
          const { text: piece, highlights } = snippet(
            text,
            'zh',
            compiled({ type: 'or', items: [word('汽车'), word('run'), word('补')] }),
            { length },
          );
          expect(piece.length).toBeLessThanOrEqual(length + 2);
          let from = 0;
          for (const { start, end } of highlights) {
            expect(start).toBeGreaterThanOrEqual(from);
            expect(end).toBeGreaterThan(start);
            expect(end).toBeLessThanOrEqual(piece.length);
            from = end;
          }
        },
      ),
      { numRuns: 1000 },
    );
  });
});
