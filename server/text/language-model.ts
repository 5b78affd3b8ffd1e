/**
 * An n-gram model of languages: the bytes of a word's UTF-8 are cut into pieces of four that overlap by one, and each piece
 * adds to the languages it is typical of (N. Tomás, Efficient Language Detector). The figures are those of the package `eld`,
 * kept as a sorted table of some hundred kilobytes; as the objects the package makes of them they took 90 MB.
 * `scripts/make-language-model.ts` writes the table.
 */
import { readLanguageModel } from '../dictionaries/dictionaries.ts';

/** Pieces in ascending order; the languages of piece `i` stand from `starts[i]` to `starts[i + 1]`. */
export interface LanguageTable {
  languages: string[];
  /** Up to six bytes, the first in the highest place. */
  pieces: Float64Array;
  starts: Uint32Array;
  language: Uint8Array;
  weight: Uint16Array;
}

const pieceLength = 4;
const wordLengthMax = 70;
/** Of a longer text the words that begin within this many bytes. */
const textLengthMax = 350;
/** Half of the weight a piece has in the mean: it turns a mean into a score from 0 to 1. */
const halfWeight = 25;

const space = 0x20;
const notLetters = /[^\p{L}]+(?<!['`’])/gu;
const encoder = new TextEncoder();

let model: (LanguageTable & { places: Uint32Array }) | undefined;

/** The languages that a text could be in, with a score from 0 to 1 that does not grow with its length. */
export function scoreLanguages(text: string): [language: string, score: number][] {
  model ??= openModel();
  const { languages, pieces, places, starts, language, weight } = model;
  const sums = new Float64Array(languages.length);
  const wanted = piecesOf(text);
  for (const piece of wanted) {
    const at = indexOf(pieces, places, piece);
    if (at < 0) continue;
    for (let entry = starts[at]!; entry < starts[at + 1]!; entry += 1) {
      const of = language[entry]!;
      sums[of] = sums[of]! + weight[entry]!;
    }
  }
  const scores: [string, number][] = [];
  for (const [at, sum] of sums.entries()) {
    const mean = sum / wanted.size;
    if (sum > 0) scores.push([languages[at]!, mean / (mean + halfWeight)]);
  }
  return scores;
}

function piecesOf(text: string): Set<number> {
  const pieces = new Set<number>();
  let length = 0;
  for (const word of text.replace(notLetters, ' ').trim().toLowerCase().split(' ')) {
    if (length > textLengthMax) break;
    const bytes = encoder.encode(word);
    length += bytes.length + 1;
    const end = Math.min(bytes.length, wordLengthMax);
    let from = 0;
    for (; from + pieceLength < end; from += pieceLength - 1) {
      pieces.add(pieceOf(bytes, from, from + pieceLength, { isFirst: from === 0, isLast: false }));
    }
    pieces.add(pieceOf(bytes, Math.max(0, end - pieceLength), end, { isFirst: from === 0, isLast: true }));
  }
  return pieces;
}

/** A space marks the edges of the word. */
function pieceOf(bytes: Uint8Array, from: number, to: number, edge: { isFirst: boolean; isLast: boolean }): number {
  let piece = edge.isFirst ? space : 0;
  for (let at = from; at < to; at += 1) piece = piece * 256 + bytes[at]!;
  return edge.isLast ? piece * 256 + space : piece;
}

function openModel() {
  const table = unpackTable(readLanguageModel());
  return { ...table, places: buildPlaces(table.pieces) };
}

/** Places of the pieces by their hash, open addressing; 0 is empty, so places are counted from 1. */
function buildPlaces(pieces: Float64Array): Uint32Array {
  const places = new Uint32Array(2 ** Math.ceil(Math.log2(pieces.length * 2)));
  for (const [at, piece] of pieces.entries()) {
    let slot = hashOf(piece) & (places.length - 1);
    while (places[slot] !== 0) slot = (slot + 1) & (places.length - 1);
    places[slot] = at + 1;
  }
  return places;
}

function hashOf(piece: number): number {
  const mixed = Math.imul(piece >>> 0, 0x9e3779b1) ^ Math.imul((piece / 0x1_0000_0000) >>> 0, 0x85ebca6b);
  return mixed ^ (mixed >>> 15);
}

function indexOf(pieces: Float64Array, places: Uint32Array, wanted: number): number {
  let slot = hashOf(wanted) & (places.length - 1);
  for (let place = places[slot]!; place !== 0; place = places[slot]!) {
    if (pieces[place - 1] === wanted) return place - 1;
    slot = (slot + 1) & (places.length - 1);
  }
  return -1;
}

/** Reads what `scripts/make-language-model.ts` packed. */
export function unpackTable(packed: Buffer): LanguageTable {
  const [nameLength, pieceCount, entryCount] = [0, 4, 8].map((at) => packed.readUInt32LE(at)) as [
    number,
    number,
    number,
  ];
  let at = 12 + nameLength;
  const languages = packed.toString('latin1', 12, at).split(' ');
  const pieces = Float64Array.from({ length: pieceCount }, (_, piece) => packed.readUIntLE(at + piece * 6, 6));
  at += pieceCount * 6;
  const starts = new Uint32Array(pieceCount + 1);
  for (let piece = 0; piece < pieceCount; piece += 1) starts[piece + 1] = starts[piece]! + packed[at + piece]!;
  at += pieceCount;
  const language = Uint8Array.from(packed.subarray(at, at + entryCount));
  at += entryCount;
  const weight = Uint16Array.from({ length: entryCount }, (_, entry) => packed.readUInt16LE(at + entry * 2));
  return { languages, pieces, starts, language, weight };
}
