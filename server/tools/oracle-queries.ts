/** Queries made from pieces of articles, and what they mean by plain substring search. */
import STCharacters from 'opencc-js/dict/STCharacters';
import type { SeededRandom } from '../demo/seeded-random.ts';
import { indexedPart } from '../text/document.ts';
import { hanVariants } from '../text/han.ts';
import { normalise } from '../text/normalise.ts';
import type { ScratchArticle } from './scratch-archive.ts';

export type OracleArticle = ScratchArticle;

export interface OracleQuery {
  kind: string;
  text: string;
  /** Every one is held … */
  all: OraclePart[];
  /** … and none of these. */
  none: OraclePart[];
}

/** Runs of letters that follow each other with nothing but signs between; usually one. Between two scripts there may be none. */
type OraclePart = string[];

export interface FoldedArticle {
  key: string;
  language: string;
  fields: string[];
}

const titleMax = 1_000;

/** Chinese is compared in one script; Japanese as written, by any of a word's spellings. */
export function foldArticle({ key, title, text }: OracleArticle, language: string): FoldedArticle {
  const fold = (part: string) => normalise(part, language !== 'ja').text;
  return { key, language, fields: [fold(indexedPart(title, titleMax)), fold(indexedPart(text))] };
}

export function articleHolds(article: FoldedArticle, { all, none }: Pick<OracleQuery, 'all' | 'none'>): boolean {
  const holds = (part: OraclePart) =>
    spellings(part, article.language).some((runs) => article.fields.some((field) => fieldHolds(field, runs)));
  return all.every(holds) && !none.some(holds);
}

function spellings(part: OraclePart, language: string): OraclePart[] {
  if (language !== 'ja') return [part.map((run) => normalise(run, true).text)];
  const variants = part.map((run) => hanVariants(normalise(run).text));
  const count = Math.max(...variants.map(({ length }) => length));
  return Array.from({ length: count }, (_, at) => variants.map((own) => own[Math.min(at, own.length - 1)]!));
}

const cjk = '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Bopomofo}\\u30fc]';
const isCjk = (character: string | undefined) => character !== undefined && new RegExp(cjk, 'u').test(character);
const isLetter = (character: string | undefined) => character !== undefined && /[\p{L}\p{N}\p{M}]/u.test(character);
const isSpacedLetter = (character: string | undefined) => isLetter(character) && !isCjk(character);

/** A piece of CJK may stand inside a longer run; a word of letters and digits ends where it ends. */
function fieldHolds(field: string, runs: OraclePart): boolean {
  const [first = '', ...others] = runs;
  for (let at = field.indexOf(first); at >= 0; at = field.indexOf(first, at + 1)) {
    if (isSpacedLetter(first[0]) && isSpacedLetter(field[at - 1])) continue;
    const end = endOfRuns(field, at + first.length, others);
    if (end >= 0 && !(isSpacedLetter(field[end - 1]) && isSpacedLetter(field[end]))) return true;
  }
  return false;
}

/** Where the runs end that follow `at` with signs between, or -1. */
function endOfRuns(field: string, at: number, runs: OraclePart): number {
  let end = at;
  for (const run of runs) {
    let start = end;
    while (start < field.length && !isLetter(field[start])) start++;
    const isBetweenScripts = isCjk(field[end - 1]) !== isCjk(run[0]);
    if ((start === end && !isBetweenScripts) || !field.startsWith(run, start)) return -1;
    end = start + run.length;
  }
  return end;
}

// ---- Queries

const toTraditional = new Map(STCharacters.split('|').map((entry) => entry.split(' ') as [string, string]));
const traditional = (text: string) => Array.from(text, (one) => toTraditional.get(one) ?? one).join('');

const runOf = (letters: string, min: number) => new RegExp(`${letters}{${min},}`, 'gu');
const han = '\\p{Script=Han}';
const kana = '[\\p{Script=Hiragana}\\p{Script=Katakana}\\u30fc]';
const hangul = '[\\uac00-\\ud7a3]';
const hanNextToLatin =
  /\p{Script=Han}{1,3}[A-Za-z]{2,12}(?=\p{Script=Han}|[，。、])|(?<=[，。、\p{Script=Han}])[A-Za-z]{2,12}\p{Script=Han}{1,3}/gu;
const runsOfScripts = /\p{Script=Han}+|[A-Za-z]+/gu;
const twoRuns = /(\p{Script=Han}{2,12})[，、；：]+(\p{Script=Han}{2,12})/gu;
const nounWithParticle =
  /(?<![\uac00-\ud7a3])([\uac00-\ud7a3]{2,4})(?:은|는|이|가|을|를|에서|에게|으로|에|의|와|과|도|로)(?![\uac00-\ud7a3])/gu;
/** Words of the query language itself. */
const operators = /^[与或非且和不]+$/u;

/** `perKind` queries of each kind, all of which some article holds. */
export function makeOracleQueries(
  articles: readonly OracleArticle[],
  perKind: number,
  random: SeededRandom,
): OracleQuery[] {
  const textsOf = (language: RegExp) =>
    articles.filter((article) => language.test(article.language)).map(({ title, text }) => `${title}\n${text}`);
  const chinese = textsOf(/^zh/);
  const simplified = textsOf(/^zh(-Hans)?$/);
  const hant = textsOf(/^zh-Hant$/);
  const japanese = textsOf(/^ja/);
  const korean = textsOf(/^ko/);

  const pick = (texts: readonly string[], pattern: RegExp): RegExpMatchArray => {
    for (;;) {
      const found = [...random.pick(texts).matchAll(pattern)];
      if (found.length > 0) return random.pick(found);
    }
  };
  /** A piece of `min` to `max` characters out of a run. */
  const piece = (texts: readonly string[], letters: string, min: number, max = min): string => {
    for (;;) {
      const characters = [...pick(texts, runOf(letters, min))[0]];
      const length = random.int(min, Math.min(max, characters.length));
      const start = random.int(0, characters.length - length);
      const text = characters.slice(start, start + length).join('');
      if (!operators.test(text)) return text;
    }
  };
  const one = (text: string): Omit<OracleQuery, 'kind'> => ({ text, all: [[text]], none: [] });

  const kinds: Record<string, () => Omit<OracleQuery, 'kind'>> = {
    'han 1': () => one(piece(chinese, han, 1)),
    'han 2': () => one(piece(chinese, han, 2)),
    'han 3': () => one(piece(chinese, han, 3)),
    'han 4': () => one(piece(chinese, han, 4)),
    'han 5–8': () => one(piece(chinese, han, 5, 8)),
    'phrase over a comma': () => {
      const [text, left = '', right = ''] = pick(chinese, twoRuns);
      return { text: `"${text}"`, all: [[left, right]], none: [] };
    },
    and: () => {
      const [left, right] = [piece(chinese, han, 2), piece(chinese, han, 2)];
      return { text: `${left} ${right}`, all: [[left], [right]], none: [] };
    },
    not: () => {
      const [left, right] = [piece(chinese, han, 2), piece(chinese, han, 2)];
      return { text: `${left} -${right}`, all: [[left]], none: [[right]] };
    },
    // Written with a space between the scripts or without, as people do both.
    'han and latin': () => {
      const text = pick([...chinese, ...japanese], hanNextToLatin)[0];
      return { text, all: [text.match(runsOfScripts)!], none: [] };
    },
    'traditional on simplified': () => one(traditional(piece(simplified, han, 2, 5))),
    'simplified on traditional': () => one(normalise(piece(hant, han, 2, 5), true).text),
    kana: () => one(piece(japanese, kana, 2, 6)),
    'kanji and kana': () => one(piece(japanese, cjk, 2, 6)),
    'korean without particle': () => one(pick(korean, nounWithParticle)[1]!),
    'korean piece': () => one(piece(korean, hangul, 1, 3)),
  };
  return Object.entries(kinds).flatMap(([kind, make]) => Array.from({ length: perKind }, () => ({ kind, ...make() })));
}
