/** Composes invented articles from facts and a language's texts. Pure: the same facts and seed give the same article. */
import type { LanguageTexts, PoolName, Section, Subject } from './language-texts.ts';
import { arabic } from './languages/ar.ts';
import { german } from './languages/de.ts';
import { english } from './languages/en.ts';
import { spanish } from './languages/es.ts';
import { french } from './languages/fr.ts';
import { japanese } from './languages/ja.ts';
import { korean } from './languages/ko.ts';
import { russian } from './languages/ru.ts';
import { simplifiedChinese } from './languages/zh-cn.ts';
import { traditionalChinese } from './languages/zh-tw.ts';
import { type SeededRandom, seededRandom } from './seeded-random.ts';

export const languageTexts = {
  'zh-cn': simplifiedChinese,
  'zh-tw': traditionalChinese,
  en: english,
  ja: japanese,
  ko: korean,
  es: spanish,
  fr: french,
  de: german,
  ru: russian,
  ar: arabic,
} satisfies Record<string, LanguageTexts>;
export type DemoLanguage = keyof typeof languageTexts;

export const sectionOf: Record<Subject, Section> = {
  harbour: 'economy',
  cars: 'economy',
  chips: 'economy',
  rice: 'economy',
  interestRate: 'economy',
  metro: 'city',
  floods: 'city',
  comet: 'science',
  vaccine: 'science',
  aiRules: 'science',
  museum: 'culture',
  film: 'culture',
  football: 'sport',
};

/** What happened, free of any language. Names are indexes into the pool of the language that tells it. */
export interface Facts {
  pool: PoolName;
  names: { city: number; city2: number; woman: number; man: number; company: number; film: number };
  numbers: Record<NumberName, number>;
  /** In millions. */
  money: number;
  year: number;
}
const numberNames = [
  'tens',
  'share',
  'hundreds',
  'thousands',
  'percent',
  'percent2',
  'rate',
  'hour',
  'goals',
  'goalsAgainst',
] as const;
type NumberName = (typeof numberNames)[number];

export function makeFacts(random: SeededRandom, pool: PoolName, at: number): Facts {
  const city = random.int(0, 59);
  const goalsAgainst = random.int(0, 2);
  return {
    pool,
    names: {
      city,
      // Pool sizes lie between 3 and 8; one further is always another city.
      city2: city + 1,
      woman: random.int(0, 59),
      man: random.int(0, 59),
      company: random.int(0, 59),
      film: random.int(0, 59),
    },
    numbers: {
      tens: random.int(2, 9) * 10,
      share: random.int(11, 19) * 5,
      hundreds: random.int(2, 9) * 100,
      thousands: random.int(4, 60) * 1000,
      percent: random.int(12, 98) / 10,
      percent2: random.int(11, 59) / 10,
      rate: random.int(6, 23) / 4,
      hour: random.int(18, 21),
      goals: goalsAgainst + random.int(1, 3),
      goalsAgainst,
    },
    money: random.int(12, 98) * 10,
    year: new Date(at).getUTCFullYear() + random.int(1, 4),
  };
}

/** One for each language: making one anew for every story costs time, and memory that waits long for the garbage collector. */
const numberFormats = new Map<string, Intl.NumberFormat>();

function numberFormatOf(locale: string): Intl.NumberFormat {
  let format = numberFormats.get(locale);
  if (format === undefined) {
    format = new Intl.NumberFormat(locale);
    numberFormats.set(locale, format);
  }
  return format;
}

function placeholderValues(texts: LanguageTexts, facts: Facts): Record<string, string> {
  const pool = texts.names[facts.pool];
  const name = (list: readonly string[], index: number): string => list[index % list.length]!;
  const format = numberFormatOf(texts.locale);
  return {
    city: name(pool.cities, facts.names.city),
    city2: name(pool.cities, facts.names.city2),
    woman: name(pool.women, facts.names.woman),
    man: name(pool.men, facts.names.man),
    company: name(pool.companies, facts.names.company),
    film: name(pool.films, facts.names.film),
    money: texts.money(facts.money, facts.pool),
    year: String(facts.year),
    ...Object.fromEntries(numberNames.map((key) => [key, format.format(facts.numbers[key])])),
  };
}

/** An unknown placeholder stays as it stands; a test looks for what is left. */
function fill(template: string, values: Record<string, string>): string {
  return template.replaceAll(/\{(\w+)\}/g, (whole, key: string) => values[key] ?? whole);
}

export interface Story {
  title: string;
  paragraphs: string[];
}

/** `wire`: the agency's copy, as the first source prints it ("origin") or, lightly edited, as another one does ("copy"). */
export interface StoryOrder {
  subject: Subject;
  facts: Facts;
  variantSeed: string;
  wire?: 'origin' | 'copy' | undefined;
}

/** One article of four or five paragraphs. */
export function composeStory(texts: LanguageTexts, order: StoryOrder): Story {
  const random = seededRandom(order.variantSeed);
  const story = texts.stories[order.subject];
  const values = placeholderValues(texts, order.facts);
  const headline = random.int(0, story.headlines.length - 1);
  const lead = random.pick(story.leads);
  const bodySize = random.int(2, 3);
  const body = random
    .shuffle(story.body.map((_, i) => i))
    .slice(0, bodySize)
    .sort((a, b) => a - b)
    .map((i) => story.body[i]!);
  const closing = random.pick(texts.closings);
  const title = story.headlines[(headline + (order.wire === 'copy' ? 1 : 0)) % story.headlines.length]!;
  const paragraphs = [lead, ...body, closing].map((template) => fill(template, values));
  return {
    title: fill(title, values),
    paragraphs: order.wire ? editWireCopy(texts, paragraphs, order.wire, values) : paragraphs,
  };
}

/** The first printing opens with the agency's dateline, the other one ends with its credit: a small edit, the same text. */
function editWireCopy(
  texts: LanguageTexts,
  paragraphs: string[],
  wire: 'origin' | 'copy',
  values: Record<string, string>,
): string[] {
  const { dateline, wireCredit, wire: agency } = texts.labels;
  const known = { ...values, wire: agency };
  const [lead = '', ...rest] = paragraphs;
  if (wire === 'origin') return [fill(dateline, known) + lead, ...rest];
  return [lead, ...rest.slice(0, -1), `${rest.at(-1) ?? ''}${fill(wireCredit, known)}`];
}
