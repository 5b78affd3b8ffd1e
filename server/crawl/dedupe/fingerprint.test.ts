import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createBandIndex, packBands } from './band-index.ts';
import {
  type Fingerprint,
  fingerprint,
  hammingDistance,
  jaccard,
  newShare,
  sameArticle,
  sameText,
} from './fingerprint.ts';

/** A text of invented words, the same for the same seed. */
function text(seed: number, count: number): string[] {
  let state = seed;
  return Array.from({ length: count }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return `w${(state >>> 8) % 5000}`;
  });
}

const shareBand = (a: Fingerprint, b: Fingerprint) => {
  const index = createBandIndex();
  index.add(1, packBands(a), 0);
  return index.alike(packBands(b), 1).length === 1;
};
const shareKey = (a: string[], b: string[]) => shareBand(fingerprint(a), fingerprint(b));

describe('sameText', () => {
  it('holds for a text and itself at any length but none', () => {
    for (const count of [1, 2, 3, 7, 30, 199, 200, 900]) {
      const tokens = text(count, count);
      expect(sameText(fingerprint(tokens), fingerprint(tokens)), String(count)).toBe(true);
    }
    expect(sameText(fingerprint([]), fingerprint([]))).toBe(false);
  });

  it('holds for a syndicated copy with a dateline and a changed word, and the store finds it', () => {
    for (let seed = 1; seed <= 50; seed++) {
      for (const count of [80, 150, 210, 600]) {
        const original = text(seed, count);
        const copy = ['mirror', 'daily', ...original];
        copy[count >> 1] = 'changed';
        expect(sameText(fingerprint(original), fingerprint(copy)), `${seed}/${count}`).toBe(true);
        expect(shareKey(original, copy), `${seed}/${count}`).toBe(true);
      }
    }
  });

  it('fails for different texts, also for those that share a paragraph', () => {
    for (let seed = 1; seed <= 50; seed++) {
      const shared = text(999, 60);
      const a = [...text(seed, 200), ...shared];
      const b = [...text(seed + 500, 200), ...shared];
      expect(sameText(fingerprint(a), fingerprint(b))).toBe(false);
      expect(sameText(fingerprint(a.slice(0, 60)), fingerprint(b.slice(0, 60)))).toBe(false);
    }
  });

  it('tells 27 dead from 72 dead, but lets a number be added', () => {
    const story = text(7, 90);
    const withNumber = (n: string) => fingerprint([...story.slice(0, 20), n, ...story.slice(20)]);
    expect(sameText(withNumber('27'), withNumber('72'))).toBe(false);
    expect(sameText(withNumber('27'), fingerprint(story))).toBe(true);
  });

  it('asks tiny texts to be equal', () => {
    expect(sameText(fingerprint(['storm', 'warning', 'north']), fingerprint(['storm', 'warning', 'north']))).toBe(true);
    expect(sameText(fingerprint(['storm', 'warning', 'north']), fingerprint(['storm', 'warning', 'south']))).toBe(
      false,
    );
  });

  it('is symmetric and never throws', () => {
    const tokens = fc.array(fc.constantFrom('a', 'b', 'c', '1', '22', '新闻'), { maxLength: 300 });
    fc.assert(
      fc.property(tokens, tokens, (a, b) => {
        expect(sameText(fingerprint(a), fingerprint(b))).toBe(sameText(fingerprint(b), fingerprint(a)));
      }),
    );
  });
});

describe('jaccard', () => {
  it('is exact on short texts and near the truth on long ones', () => {
    const a = fingerprint(['a', 'b', 'c', 'd', 'e']);
    const b = fingerprint(['a', 'b', 'c', 'd', 'f']);
    expect(jaccard(a, b)).toBeCloseTo(2 / 4);
    const long = text(3, 1000);
    expect(jaccard(fingerprint(long), fingerprint([...long.slice(0, 800), ...text(4, 200)]))).toBeCloseTo(
      798 / 1198,
      1,
    );
  });
});

describe('the bands', () => {
  it('always meet for SimHash values three bits apart', () => {
    const base = fingerprint(text(5, 300));
    const flip = (value: string, bit: number) =>
      (BigInt(`0x${value}`) ^ (1n << BigInt(bit))).toString(16).padStart(16, '0');
    fc.assert(
      fc.property(fc.tuple(fc.nat(63), fc.nat(63), fc.nat(63)), ([x, y, z]) => {
        const near = { ...base, simhash: flip(flip(flip(base.simhash, x), y), z) };
        expect(hammingDistance(base.simhash, near.simhash)).toBeLessThanOrEqual(3);
        expect(shareBand(base, near)).toBe(true);
      }),
    );
  });
});

describe('sameArticle', () => {
  const fp = fingerprint(text(11, 300));

  it('does not join two pages of one source on the body alone', () => {
    expect(sameArticle({ sourceId: 1, fingerprint: fp }, { sourceId: 1, fingerprint: fp })).toBe(false);
    expect(
      sameArticle({ sourceId: 1, fingerprint: fp, titleKey: 't' }, { sourceId: 1, fingerprint: fp, titleKey: 't' }),
    ).toBe(true);
    expect(sameArticle({ sourceId: 1, fingerprint: fp }, { sourceId: 2, fingerprint: fp })).toBe(true);
  });

  it('joins one address whatever its text', () => {
    const other = fingerprint(text(12, 300));
    expect(
      sameArticle({ sourceId: 1, urlKey: 'a/1', fingerprint: fp }, { sourceId: 1, urlKey: 'a/1', fingerprint: other }),
    ).toBe(true);
  });
});

describe('newShare', () => {
  it('is the share of the later text that is new', () => {
    const story = text(21, 300);
    expect(newShare(fingerprint(story), fingerprint(story))).toBeLessThan(0.02);
    expect(newShare(fingerprint(story), fingerprint([...story, ...text(22, 300)]))).toBeGreaterThan(0.3);
  });
});
