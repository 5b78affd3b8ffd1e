/** Writes `server/dictionaries/language-model.bin` from the figures of the package `eld` (Apache-2.0). */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { LanguageTable } from '#server/text/language-model.ts';

// The package exports its programs only.
const figuresFolder = new URL('../node_modules/eld/src/', import.meta.url);
const target = path.join(import.meta.dirname, '../server/dictionaries/language-model.bin');

/** The larger ones know a little more about single words, this one as much about sentences. */
const size = 'small';

/** Languages of scripts that are their own answer need no pieces. */
const wanted = new Set(
  (
    'ar az be bg ca cs da de en es et eu fa fi fr hi hr hu is it ku lt lv mr ms nl no pl pt ro ru sk sl sq sr sv tl tr uk ur ' +
    'vi yo'
  ).split(' '),
);
/** What the package takes off each weight to keep its files small. */
const baseWeight = 53;

interface Figures {
  languages: Record<number, string>;
  ngrams: Record<string, Record<number, number>>;
}

export async function makeLanguageTable(): Promise<LanguageTable> {
  const { figures, byteOf } = await readPackage();
  const languages = Object.values(figures.languages).filter((language) => wanted.has(language));
  const entries = Object.entries(figures.ngrams)
    .map(([ngram, weights]) => ({
      piece: [...ngram].reduce((piece, character) => piece * 256 + byteOf(character), 0),
      weights: Object.entries(weights)
        .map(([id, weight]) => ({ at: languages.indexOf(figures.languages[Number(id)]!), weight: weight + baseWeight }))
        .filter(({ at }) => at >= 0),
    }))
    .filter(({ weights }) => weights.length > 0)
    .sort((a, b) => a.piece - b.piece);
  const all = entries.flatMap(({ weights }) => weights);
  const starts = new Uint32Array(entries.length + 1);
  for (const [at, { weights }] of entries.entries()) starts[at + 1] = starts[at]! + weights.length;
  return {
    languages,
    pieces: Float64Array.from(entries, ({ piece }) => piece),
    starts,
    language: Uint8Array.from(all, ({ at }) => at),
    weight: Uint16Array.from(all, ({ weight }) => weight),
  };
}

/** The package writes each byte above ASCII as a character of its own choice. */
async function readPackage(): Promise<{ figures: Figures; byteOf(character: string): number }> {
  const load = (file: string) => import(new URL(file, figuresFolder).href);
  const { ngramsData } = (await load(`ngrams/${size}.js`)) as { ngramsData: Figures };
  const { dictionary } = (await load('dictionary.js')) as { dictionary: string[] };
  const bytes = new Map(
    dictionary
      .map((character, byte) => [character, byte] as const)
      .filter(([character, byte]) => byte >= 0x80 && character !== ' '),
  );
  return { figures: ngramsData, byteOf: (character) => bytes.get(character) ?? character.charCodeAt(0) };
}

/** The table in one piece, little-endian: counts, names of the languages, then column by column. */
export function packTable({ languages, pieces, starts, language, weight }: LanguageTable): Buffer {
  const names = Buffer.from(languages.join(' '));
  const packed = Buffer.alloc(12 + names.length + pieces.length * 7 + language.length * 3);
  let at = packed.writeUInt32LE(names.length);
  at = packed.writeUInt32LE(pieces.length, at);
  at = packed.writeUInt32LE(language.length, at);
  at += names.copy(packed, at);
  for (const piece of pieces) at = packed.writeUIntLE(piece, at, 6);
  for (const piece of pieces.keys()) at = packed.writeUInt8(starts[piece + 1]! - starts[piece]!, at);
  for (const entry of language) at = packed.writeUInt8(entry, at);
  for (const entry of weight) at = packed.writeUInt16LE(entry, at);
  return packed;
}

if (import.meta.main) {
  const packed = packTable(await makeLanguageTable());
  writeFileSync(target, packed);
  console.log(`${target}: ${packed.length} bytes`);
}
