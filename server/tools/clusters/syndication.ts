/**
 * Printings of one article by several sites, made by the edits desks make: agency line, changed lead, cut end, house style,
 * numbers written otherwise, and around it what each site prints on every page. Seeded, so that every run makes the same set.
 */
import { type SeededRandom, seededRandom } from '../../demo/seeded-random.ts';

export interface Original {
  id: string;
  language: string;
  title: string;
  sentences: string[];
}

export interface Printing {
  /** Index of the site; the agency itself is site 0. */
  site: number;
  /** What it is a printing of; hard negatives have a label of their own. */
  label: string;
  language: string;
  title: string;
  text: string;
  edits: string[];
}

export const siteCount = 12;

export function splitSentences(text: string): string[] {
  return text
    .split(/(?<=[。！？])|(?<=[.!?؟])\s+|\n+/)
    .map((sentence) => sentence.trim())
    .filter(Boolean);
}

const agencyLines: Record<string, string[]> = {
  zh: ['新华社北京电　', '中新网消息：', '【本报综合报道】', '据央视新闻客户端报道，'],
  ja: ['【共同】', '（時事通信）', '【ワシントン＝本紙特約】'],
  ko: ['(서울=연합뉴스) ', '[뉴스1] '],
  ar: ['(رويترز) - ', 'وكالات - '],
  ru: ['МОСКВА, ТАСС. ', '(РИА Новости) — '],
  de: ['BERLIN (dpa) - ', 'Wien (APA) – '],
  fr: ['PARIS (AFP) - ', 'GENÈVE (Reuters) — '],
  es: ['MADRID (EFE).- ', '(Reuters) - '],
};
const otherAgencyLines = ['LONDON (Reuters) - ', 'WASHINGTON (AP) — ', '(AFP) - '];

type Style = (text: string, random: SeededRandom) => string;

const houseStyle: Style = (text, random) =>
  text
    .replace(/[“”]/g, '"')
    .replace(/[‘’]/g, "'")
    .replaceAll('U.S.', 'US')
    .replaceAll('percent', random.chance(0.5) ? 'per cent' : '%')
    .replace(/\b(Mr|Mrs|Ms)\.? /g, '')
    .replaceAll('——', '—')
    .replaceAll('，', random.chance(0.5) ? '，' : ',')
    .replace(/「([^」]*)」/g, '“$1”');

const smallNumbers = 'one two three four five six seven eight nine ten eleven twelve'.split(' ');

const numberStyle: Style = (text) =>
  text
    .replace(/(\d),(\d{3})\b/g, '$1$2')
    .replace(/\b(\d{4,6})\b(?!年)/g, (digits) => (digits.length > 4 ? Number(digits).toLocaleString('en') : digits))
    .replace(/(\d+)\.(\d)万/g, (_, whole: string, part: string) => `${whole}${part}000`)
    .replace(/\b([1-9]|1[0-2])\b(?= [a-z])/g, (digits) => smallNumbers[Number(digits) - 1] ?? digits);

/** `boilerplate[site]`: the blocks that the site prints before and after every article. */
export function printings(original: Original, next: Original, boilerplate: readonly SiteBlocks[]): Printing[] {
  const random = seededRandom(`printings ${original.id}`);
  const agency: Printing = {
    site: 0,
    label: original.id,
    language: original.language,
    title: original.title,
    text: join(original.sentences, original.language),
    edits: [],
  };
  const sites = random.shuffle(boilerplate.map((_, at) => at).filter((at) => at > 0)).slice(0, 3);
  return [agency, ...sites.map((site) => reprint(original, next, site, boilerplate[site]!, random))];
}

export interface SiteBlocks {
  head: string;
  tail: string;
}

function reprint(original: Original, next: Original, site: number, blocks: SiteBlocks, random: SeededRandom): Printing {
  const { language } = original;
  const edits: string[] = [];
  const does = (edit: string, probability: number) => {
    const done = random.chance(probability);
    if (done) edits.push(edit);
    return done;
  };
  let sentences = [...original.sentences];
  if (sentences.length > 4 && does('lead', 0.35)) {
    // The desk's own first sentence stands where the agency's stood, or the first two change places.
    sentences = random.chance(0.5)
      ? [next.sentences[0] ?? '', ...sentences.slice(1)]
      : [sentences[1]!, sentences[0]!, ...sentences.slice(2)];
  }
  if (sentences.length > 4 && does('cut', 0.4)) {
    sentences = sentences.slice(0, Math.max(3, Math.ceil((sentences.length * random.int(60, 92)) / 100)));
  }
  let text = join(sentences, language);
  if (does('agency', 0.5)) text = random.pick(agencyLines[language] ?? otherAgencyLines) + text;
  if (does('style', 0.4)) text = houseStyle(text, random);
  if (does('numbers', 0.4)) text = numberStyle(text, random);
  edits.push('boilerplate');
  const title = random.chance(0.4) ? (sentences[0] ?? original.title).slice(0, 60) : original.title;
  return {
    site,
    label: original.id,
    language,
    title,
    text: [blocks.head, text, blocks.tail].filter(Boolean).join('\n'),
    edits,
  };
}

/**
 * Texts that look like the original and are not: the next bulletin, with other numbers, and a later report that takes a third
 * of it as its background.
 */
export function lookalikes(original: Original, next: Original): Printing[] {
  const random = seededRandom(`lookalikes ${original.id}`);
  const { language, id, title } = original;
  const found: Printing[] = [];
  const base = { language, title, edits: [] };
  const whole = join(original.sentences, language);
  const numbers = whole.slice(0, 400).match(/\d+/g)?.length ?? 0;
  if (numbers >= 5) {
    const bulletin = whole.replace(/\d+/g, (digits) => String(Number(digits.slice(0, 9)) + random.int(1, 9)));
    found.push({ ...base, site: 1 + (siteCount >> 1), label: `${id} bulletin`, text: bulletin });
  }
  const background = partOf(original.sentences.slice(1), 0.35);
  const report = partOf(next.sentences, 0.45);
  const balance = background.join('').length / Math.max(1, report.join('').length);
  if (balance > 0.5 && balance < 2) {
    found.push({ ...base, site: 2, label: `${id} follow-up`, text: join([...report, ...background], language) });
  }
  return found;
}

const unspaced = new Set(['zh', 'ja', 'th']);
const join = (sentences: readonly string[], language: string) => sentences.join(unspaced.has(language) ? '' : ' ');

/** Whole sentences from the start, up to that share of the text's length. */
function partOf(sentences: readonly string[], share: number): string[] {
  const room = sentences.join('').length * share;
  let length = 0;
  return sentences.slice(
    0,
    sentences.findIndex((sentence) => {
      length += sentence.length;
      return length > room;
    }),
  );
}
