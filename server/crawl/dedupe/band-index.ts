/**
 * Finds the texts that may be the same as another one: those whose fingerprints have a band in common (Mining of Massive
 * Datasets, chapter 3). Two texts that are the same share a band for certain at a SimHash distance up to 3, else with
 * probability 1 − (1 − J³)²⁰ at Jaccard index J: .93 at .5, .99 at .6, .9998 at .7. It is kept in memory, some 400 bytes a text,
 * because a row for every band of a text lies on a page of its own, which storage would have to read, log and write.
 */
import { type Fingerprint, mix } from './fingerprint.ts';

type Bands = Pick<Fingerprint, 'simhash' | 'bands'>;

export interface BandIndex {
  /** `id` of a text, `bands` as {@link packBands} gives them, and a time that never falls; later texts come first in answers. */
  add(id: number, bands: string, at: number): void;
  /** Ids of texts that share bands with this one, those with most in common first, at most `limit`. */
  alike(bands: string, limit: number): number[];
  /** Lets go of texts with an earlier time. */
  forget(before: number): void;
  readonly size: number;
}

const simhashBlocks = 4;
const simhashDigits = 16;
const minhashBands = 20;
const bandCount = simhashBlocks + minhashBands;
/** Bits of a slot that name the band; the rest is the newest text that has it. */
const bandBits = 5;
/** What very many texts have in common, like an agency's report, is looked up among the newest of them. */
const textsOfBandMax = 200;

/** A fingerprint's bands as they are stored: the digits of its SimHash, where it has one, and those of the MinHash bands. */
export const packBands = ({ simhash, bands }: Bands): string => simhash + bands;

export function createBandIndex(): BandIndex {
  let ids = new Float64Array(0);
  let times = new Float64Array(0);
  /** By text and band; 0 where the text has none. */
  let values = new Uint32Array(0);
  /** By text and band: the text before it with the same value, counted from 1. */
  let earlier = new Uint32Array(0);
  /** Open addressing: the newest text of each band and value, counted from 1, and the band; 0 is empty. */
  let slots = new Uint32Array(64);
  let used = 0;
  let count = 0;
  /** Texts before it are forgotten. */
  let first = 0;

  const read = new Uint32Array(bandCount);

  function readBands(bands: string): void {
    const digits = bands.length > minhashBands * 8 ? simhashDigits : 0;
    for (let block = 0; block < simhashBlocks; block++) {
      read[block] = digits > 0 ? Number.parseInt(bands.slice(block * 4, block * 4 + 4), 16) + 1 : 0;
    }
    for (let band = 0; band < minhashBands; band++) {
      const from = digits + band * 8;
      // One value of four thousand million stands for none, so it shares its place with the next.
      read[simhashBlocks + band] = Math.max(1, Number.parseInt(bands.slice(from, from + 8), 16));
    }
  }

  function slotOf(band: number, value: number): number {
    let slot = mix(Math.imul(band + 1, 0x9e3779b1) ^ value) & (slots.length - 1);
    for (;;) {
      const held = slots[slot]!;
      if (held === 0) return slot;
      if ((held & ((1 << bandBits) - 1)) === band && values[((held >>> bandBits) - 1) * bandCount + band] === value)
        return slot;
      slot = (slot + 1) & (slots.length - 1);
    }
  }

  function file(text: number, band: number): void {
    const at = text * bandCount + band;
    const value = values[at]!;
    if (value === 0) return;
    const slot = slotOf(band, value);
    const held = slots[slot]!;
    if (held === 0) used += 1;
    earlier[at] = held >>> bandBits;
    slots[slot] = (((text + 1) << bandBits) | band) >>> 0;
  }

  function growSlots(): void {
    const held = slots.filter((slot) => slot !== 0);
    slots = new Uint32Array(slots.length * 2);
    for (const slot of held) {
      const band = slot & ((1 << bandBits) - 1);
      slots[slotOf(band, values[((slot >>> bandBits) - 1) * bandCount + band]!)] = slot;
    }
  }

  function setCapacity(texts: number): void {
    const live = <Values extends Float64Array | Uint32Array>(from: Values, to: Values, each: number): Values => {
      to.set(from.subarray(first * each, count * each));
      return to;
    };
    ids = live(ids, new Float64Array(texts), 1);
    times = live(times, new Float64Array(texts), 1);
    values = live(values, new Uint32Array(texts * bandCount), bandCount);
    if (first === 0) {
      earlier = live(earlier, new Uint32Array(texts * bandCount), bandCount);
      return;
    }
    count -= first;
    first = 0;
    earlier = new Uint32Array(texts * bandCount);
    slots = new Uint32Array(slots.length);
    used = 0;
    for (let text = 0; text < count; text++) for (let band = 0; band < bandCount; band++) file(text, band);
  }

  return {
    get size() {
      return count - first;
    },
    add(id, bands, at) {
      if (bands === '') return;
      if (count === ids.length) setCapacity(16 + Math.ceil((count - first) * 1.5));
      readBands(bands);
      const text = count++;
      ids[text] = id;
      times[text] = at;
      values.set(read, text * bandCount);
      for (let band = 0; band < bandCount; band++) {
        if (used * 3 > slots.length * 2) growSlots();
        file(text, band);
      }
    },
    alike(bands, limit) {
      if (bands === '' || first === count) return [];
      readBands(bands);
      const shared = new Map<number, number>();
      for (let band = 0; band < bandCount; band++) {
        const value = read[band]!;
        if (value === 0) continue;
        let next = slots[slotOf(band, value)]! >>> bandBits;
        for (let seen = 0; next > first && seen < textsOfBandMax; seen++) {
          const text = next - 1;
          shared.set(text, (shared.get(text) ?? 0) + 1);
          next = earlier[text * bandCount + band]!;
        }
      }
      return [...shared]
        .sort((a, b) => b[1] - a[1] || b[0] - a[0])
        .slice(0, limit)
        .map(([text]) => ids[text]!);
    },
    forget(before) {
      while (first < count && times[first]! < before) first += 1;
    },
  };
}
