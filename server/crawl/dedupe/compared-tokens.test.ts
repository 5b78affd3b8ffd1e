import { describe, expect, it } from 'vitest';
import { tokenise } from '../../text/tokens.ts';
import { createBoilerplateBook, learnRepeated } from './boilerplate-book.ts';
import { comparedTokens, repeatedShingles, withoutRepeated } from './compared-tokens.ts';

const compared = (text: string, language = 'en') => comparedTokens(tokenise(text, language));

describe('comparedTokens', () => {
  it('make a number one token, however a house writes it', () => {
    const same = [
      ['sold 1,200 cars', 'sold 1200 cars', 'sold 1 200 cars'],
      ['3 million people', '3,000,000 people'],
      ['nine of them', '9 of them'],
    ];
    for (const [first = '', ...others] of same)
      for (const other of others) expect(compared(other)).toEqual(compared(first));
    expect(compared('1.2万', 'zh')[0]).toBe('12000');
    expect(compared('27 dead')).not.toEqual(compared('72 dead'));
  });
});

describe('repeated blocks', () => {
  const footer = 'Read more on our site, follow us everywhere and subscribe to the daily letter.';
  const article = (n: number) => `Story number ${n} tells of town${n} and river${n} in words of its own${n}. ${footer}`;

  it('are learned from what a source prints again and again, and left out', () => {
    const repeated = new Set(learnRepeated([1, 2, 3, 4].map((n) => ({ text: article(n), language: 'en' }))));
    const kept = withoutRepeated(compared(article(9)), repeated);
    expect(kept).toContain('river9');
    expect(kept).not.toContain('subscribe');
  });

  it('are not seen in two texts, and a text that is nothing else is kept whole', () => {
    expect(repeatedShingles([compared(footer), compared(footer)])).toEqual([]);
    const repeated = new Set(repeatedShingles([1, 2, 3].map(() => compared(footer))));
    expect(withoutRepeated(compared(footer), repeated)).toEqual(compared(footer));
  });

  it('are read again after an hour, and for a young source each time', async () => {
    let now = 0;
    let reads = 0;
    let count = 5;
    const book = createBoilerplateBook({
      now: () => now,
      async latestTexts() {
        reads += 1;
        return Array.from({ length: count }, (_, n) => ({ text: article(n), language: 'en' }));
      },
      learn: async (texts) => learnRepeated(texts),
    });
    await book.repeatedOf(1);
    await book.repeatedOf(1);
    expect(reads).toBe(2);
    count = 30;
    await book.repeatedOf(1);
    expect((await book.repeatedOf(1)).length).toBeGreaterThan(0);
    expect(reads).toBe(3);
    now += 3_600_001;
    await book.repeatedOf(1);
    expect(reads).toBe(4);
  });
});
