import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openingOf } from './opening.ts';

test('a short text is shown whole, on one line', () => {
  expect(openingOf(' Ferry sinks.\n\nAll saved. ', 40)).toBe('Ferry sinks. All saved.');
});

test('a long text ends with a whole word, and says that it goes on', () => {
  expect(openingOf('The subsidy rose by 8.5 per cent this year', 30)).toBe('The subsidy rose by 8.5 per…');
  expect(openingOf('The subsidy rose by 8.5 per cent', 27)).toBe('The subsidy rose by 8.5 per…');
});

test('scripts without spaces end at a character, a pair of surrogates stays one', () => {
  expect(openingOf('新能源汽车补贴政策'.repeat(10), 40)).toBe(`${'新能源汽车补贴政策'.repeat(10).slice(0, 40)}…`);
  expect(openingOf('𠮷'.repeat(50), 41)).toBe(`${'𠮷'.repeat(20)}…`);
  expect(openingOf('𠮷        word', 4)).toBe('𠮷…');
});

test('it is a beginning of the text and never longer than asked for', () => {
  const text = fc.array(fc.constantFrom('word', ' ', '  ', '\n', '补贴', '𠮷', 'subsidies', '.'), { maxLength: 80 });
  fc.assert(
    fc.property(text, fc.integer({ min: 4, max: 60 }), (parts, length) => {
      const whole = parts.join('').replace(/\s+/g, ' ').trim();
      const opening = openingOf(parts.join(''), length);
      const shown = opening.replace(/…$/, '');
      expect(whole.startsWith(shown)).toBe(true);
      expect(shown.length).toBeLessThanOrEqual(length);
      expect(shown.isWellFormed()).toBe(true);
    }),
    { numRuns: 2_000 },
  );
});
