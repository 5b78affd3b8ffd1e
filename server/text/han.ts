/** Traditional and Simplified Chinese, character by character: the fold for matching, query variants, and the script vote. */
import HKVariantsRev from 'opencc-js/dict/HKVariantsRev';
import JPShinjitaiCharactersRev from 'opencc-js/dict/JPShinjitaiCharactersRev';
import STCharacters from 'opencc-js/dict/STCharacters';
import TSCharacters from 'opencc-js/dict/TSCharacters';
import TWVariantsRev from 'opencc-js/dict/TWVariantsRev';

function readDictionary(dictionary: string): Map<string, string> {
  const pairs = new Map<string, string>();
  for (const entry of dictionary.split('|')) {
    const space = entry.indexOf(' ');
    const from = entry.slice(0, space);
    const to = entry.slice(space + 1).split(' ')[0] ?? from;
    // Offsets must survive the fold, so a pair of different length in UTF-16 is left out.
    if (from.length === to.length && from !== to) pairs.set(from, to);
  }
  return pairs;
}

const toSimplified = readDictionary(TSCharacters);
const toTraditional = readDictionary(STCharacters);
const toShinjitai = readDictionary(JPShinjitaiCharactersRev);
const simplifiedCharacters = new Set(toSimplified.values());

/** Regional forms (為, 裡, 着) first become the standard ones, except those that are themselves Simplified (么). */
function foldRules(): Map<string, string> {
  const rules = new Map(toSimplified);
  for (const regional of [TWVariantsRev, HKVariantsRev]) {
    for (const [from, standard] of readDictionary(regional)) {
      if (rules.has(from) || simplifiedCharacters.has(from)) continue;
      const to = toSimplified.get(standard) ?? standard;
      if (to !== from && to.length === from.length) rules.set(from, to);
    }
  }
  for (const [from, to] of rules) rules.set(from, followRules(rules, to));
  for (const [from, to] of rules) if (from === to) rules.delete(from);
  return rules;
}

/** Chains are followed to their end, and a ring to its smallest member, so that folding twice changes nothing. */
function followRules(rules: Map<string, string>, start: string): string {
  const seen = [start];
  for (let next = rules.get(start); next !== undefined; next = rules.get(next)) {
    const ring = seen.indexOf(next);
    if (ring >= 0) return seen.slice(ring).sort()[0] ?? next;
    seen.push(next);
  }
  return seen.at(-1) ?? start;
}

const rules = foldRules();
const astralRules = new Map([...rules].filter(([from]) => from.length > 1));

/** Code unit → folded code unit; identity where nothing changes. */
export const HAN_FOLD: Uint16Array = buildFold();

function buildFold(): Uint16Array {
  const fold = new Uint16Array(0x10000);
  for (let code = 0; code < 0x10000; code++) fold[code] = code;
  for (const [from, to] of rules) if (from.length === 1) fold[from.charCodeAt(0)] = to.charCodeAt(0);
  return fold;
}

export function foldAstralHan(character: string): string {
  return astralRules.get(character) ?? (character.length === 1 ? foldHan(character) : character);
}

/** Traditional to Simplified, one character to one of the same UTF-16 length, so offsets carry over. */
export function foldHan(text: string): string {
  return mapCharacters(text, rules);
}

/** The characters that fold to this one, itself among them. */
export function hanOrigins(folded: string): string[] {
  return [folded, ...(originsOf.get(folded) ?? [])];
}

const originsOf = Map.groupBy(
  [...rules].map(([from]) => from),
  (from) => rules.get(from),
);

function mapCharacters(text: string, map: Map<string, string>): string {
  let result = '';
  for (const character of text) result += map.get(character) ?? character;
  return result;
}

/**
 * The spellings of a normalised query under which any document may hold it: as typed (Japanese documents are not folded),
 * folded (all others), and the Traditional and the Japanese form of a Chinese word. At most four, usually one.
 */
export function hanVariants(text: string): string[] {
  const traditional = mapCharacters(text, toTraditional);
  return [...new Set([text, foldHan(text), traditional, mapCharacters(traditional, toShinjitai)])];
}

/** Simplified characters that are also correct Traditional (后, 里, 台): they say nothing about the script. */
const SHARED_WITH_TRADITIONAL =
  '万丑丰么于云仆价伙余佣党准几凶划占厂厘台叶吁吃后咨咸夸尸岩岳帘干广征恒愿据斗朴杠杰柜涂涌淀游熏皂确种筑胜腊腌膻苹范荐虫虱蜡跖辟适郁采里霉' +
  '群峰秘床唇昵栖雇粽并';
/** Traditional characters that are also correct Simplified. */
const SHARED_WITH_SIMPLIFIED = '乾剋劄吒徵扞於昇氾濛祕脩蒐薹袷計谿釐陞麽舖霑';

const ONLY_SIMPLIFIED = 1;
const ONLY_TRADITIONAL = 2;
const JAPANESE = 4;
/** All planes with Han characters. */
const HAN_END = 0x40000;
const characterMarks = buildMarks();

function buildMarks(): Uint8Array {
  const marks = new Uint8Array(HAN_END);
  const mark = (characters: Iterable<string>, as: number, except = '') => {
    for (const character of characters) if (!except.includes(character)) marks[character.codePointAt(0)!]! |= as;
  };
  mark(toTraditional.keys(), ONLY_SIMPLIFIED, SHARED_WITH_TRADITIONAL);
  mark(toSimplified.keys(), ONLY_TRADITIONAL, SHARED_WITH_SIMPLIFIED);
  mark(toShinjitai.values(), JAPANESE);
  return marks;
}

function countMarks(text: string, counts: (marks: number) => void): void {
  for (let at = 0; at < text.length; at++) {
    const code = text.codePointAt(at)!;
    if (code > 0xffff) at++;
    const marks = characterMarks[code];
    if (marks) counts(marks);
  }
}

/** Simplified characters that Japanese does not share (东, 发, but not 国, 会). */
export function countChineseOnly(text: string): number {
  let count = 0;
  countMarks(text, (marks) => {
    if ((marks & ONLY_SIMPLIFIED) !== 0 && (marks & JAPANESE) === 0) count++;
  });
  return count;
}

/** How many characters belong to one script only. */
export function countScripts(text: string): { simplified: number; traditional: number } {
  let simplified = 0;
  let traditional = 0;
  countMarks(text, (marks) => {
    const script = marks & (ONLY_SIMPLIFIED | ONLY_TRADITIONAL);
    if (script === ONLY_SIMPLIFIED) simplified++;
    else if (script === ONLY_TRADITIONAL) traditional++;
  });
  return { simplified, traditional };
}

/** Counts the characters that a conversion would change in each direction; a tie gives no answer rather than a guess. */
export function scriptVote(text: string): 'Hans' | 'Hant' | undefined {
  const { simplified, traditional } = countScripts(text);
  if (simplified === traditional) return undefined;
  return simplified > traditional ? 'Hans' : 'Hant';
}
