import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createBandIndex } from './band-index.ts';

const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0');

/** Few values, so that texts share bands by chance; short ones have no SimHash. */
const arbitraryBands = fc
  .tuple(
    fc.option(fc.array(fc.nat(40), { minLength: 4, maxLength: 4 }), { nil: [] }),
    fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 20, maxLength: 20 }),
  )
  .map(([blocks, bands]) => blocks.map((one) => hex(one, 4)).join('') + bands.map((one) => hex(one, 8)).join(''));

function keysOf(bands: string): string[] {
  const minhash = bands.slice(-160);
  const simhash = bands.slice(0, -160);
  return [
    ...Array.from({ length: simhash.length / 4 }, (_, at) => `s${at}:${simhash.slice(at * 4, at * 4 + 4)}`),
    ...Array.from({ length: 20 }, (_, at) => `m${at}:${minhash.slice(at * 8, at * 8 + 8)}`),
  ];
}

const everything = Number.MAX_SAFE_INTEGER;

describe('the index of bands', () => {
  it('finds exactly the texts that share a band, those with most in common first, whatever came and went before', () => {
    fc.assert(
      fc.property(
        fc.array(arbitraryBands, { minLength: 1, maxLength: 120 }),
        fc.array(fc.nat(119), { maxLength: 3 }),
        arbitraryBands,
        (texts, forgotten, asked) => {
          const index = createBandIndex();
          texts.forEach((bands, at) => {
            if (forgotten.includes(at)) index.forget(at - 10);
            index.add(1_000_000_000_000 + at, bands, at);
          });
          const before = Math.max(0, ...forgotten.filter((at) => at < texts.length).map((at) => at - 10));
          const wanted = keysOf(asked);
          const shared = texts
            .map((bands, at) => ({ at, count: keysOf(bands).filter((key) => wanted.includes(key)).length }))
            .filter(({ at, count }) => at >= before && count > 0)
            .sort((a, b) => b.count - a.count || b.at - a.at);
          expect(index.size).toBe(texts.length - before);
          expect(index.alike(asked, everything)).toEqual(shared.map(({ at }) => 1_000_000_000_000 + at));
        },
      ),
    );
  });

  it('answers with the newest of very many texts that are the same', () => {
    const index = createBandIndex();
    const bands = hex(7, 160);
    for (let id = 0; id < 3_000; id++) index.add(id, bands, id);
    expect(index.alike(bands, 3)).toEqual([2_999, 2_998, 2_997]);
    index.forget(2_998);
    expect(index.alike(bands, 3)).toEqual([2_999, 2_998]);
    index.forget(3_000);
    expect(index.alike(bands, 3)).toEqual([]);
  });

  it('has nothing for a text without words', () => {
    const index = createBandIndex();
    index.add(1, '', 0);
    expect(index.alike('', 1)).toEqual([]);
    expect(index.size).toBe(0);
  });
});
