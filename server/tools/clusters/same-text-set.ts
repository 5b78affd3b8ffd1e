/** The same-text set: real articles, their printings by other sites, and look-alikes; and how the product groups them. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createBandIndex, packBands } from '../../crawl/dedupe/band-index.ts';
import { learnedTextsMax } from '../../crawl/dedupe/boilerplate-book.ts';
import { comparedTokens, repeatedShingles, withoutRepeated } from '../../crawl/dedupe/compared-tokens.ts';
import { fingerprint, sameArticle, type TextOrigin } from '../../crawl/dedupe/fingerprint.ts';
import { tokenise } from '../../text/tokens.ts';
import { halfOf, readRows, stableHash } from './corpus-rows.ts';
import { type PairMetrics, pairMetrics } from './pair-metrics.ts';
import {
  lookalikes,
  type Original,
  type Printing,
  printings,
  type SiteBlocks,
  siteCount,
  splitSentences,
} from './syndication.ts';

const newsSets = ['news/xwlb-zh', 'news/jawikinews-ja', 'news/antcorpus-ar', 'news/ntrex'];
const ntrexLanguages = new Set(['en', 'de', 'fr', 'es', 'ru', 'ko', 'zh-Hant', 'pt-BR', 'th', 'vi']);
const perLanguage = 160;
const sentencesMin = 3;
/** As many as the server compares a text with. */
const candidatesMax = 20;

interface PageCase {
  file: string;
  language?: string;
  title?: string;
  article_body?: string;
  body_paragraphs?: string[];
  must_not_contain?: string[];
}

function pageCases(corpora: string, set: string): PageCase[] {
  const file = path.join(corpora, 'articles', set, 'expected.json');
  const index = existsSync(file) ? file : path.join(corpora, 'articles', set, 'index.json');
  return (JSON.parse(readFileSync(index, 'utf8')) as { cases: PageCase[] }).cases;
}

/** Articles of at least three sentences, the same sample in every run. */
export function readOriginals(corpora: string): Original[] {
  const originals: Original[] = [];
  for (const set of newsSets) {
    for (const { id, lang, title = '', text = '' } of readRows(corpora, set)) {
      if (set.endsWith('ntrex') && !ntrexLanguages.has(lang)) continue;
      originals.push({ id, language: lang.split('-')[0]!, title, sentences: splitSentences(text) });
    }
  }
  for (const set of ['scrapinghub', 'fundus']) {
    for (const { file, language = 'en', title = '', article_body, body_paragraphs } of pageCases(corpora, set)) {
      const text = article_body ?? body_paragraphs?.join('\n') ?? '';
      const sentences = splitSentences(text.slice(0, 8_000));
      originals.push({ id: `${set}/${file}`, language: language.split('-')[0]!, title, sentences });
    }
  }
  const usable = originals.filter(({ sentences }) => sentences.length >= sentencesMin);
  const byLanguage = Map.groupBy(usable, ({ language }) => language);
  return [...byLanguage.values()].flatMap((own) =>
    own.toSorted((a, b) => stableHash(a.id) - stableHash(b.id)).slice(0, perLanguage),
  );
}

/** What real pages print around their articles, dealt out to the sites of each language. */
function siteBlocks(corpora: string): (language: string) => SiteBlocks[] {
  const fragments = ['gne-chinese', 'fundus', 'scrapinghub', 'readability'].flatMap((set) =>
    pageCases(corpora, set).flatMap(({ language = 'en', must_not_contain = [] }) =>
      must_not_contain
        .filter((text) => text.length >= 12 && text.length <= 240)
        .map((text) => ({ language: language.split('-')[0]!, text })),
    ),
  );
  return (language) => {
    const own = fragments.filter((one) => one.language === language);
    const pool = own.length >= siteCount * 2 ? own : fragments.filter((one) => one.language === 'en');
    return Array.from({ length: siteCount }, (_, site) => {
      const pick = (slot: number) => pool[stableHash(`${language} ${site} ${slot}`) % pool.length]!.text;
      return {
        head: site % 3 === 0 ? pick(0) : '',
        tail: [pick(1), pick(2), pick(3)].slice(0, 1 + (site % 3)).join('\n'),
      };
    });
  };
}

export interface SameTextResult extends PairMetrics {
  half: string;
  texts: number;
  negatives: number;
  mistakes: { kind: 'joined' | 'missed'; a: string; b: string; edits: string }[];
}

/** How many of them each site has printed when the scored ones begin. */
const readBefore = 12;

/** Groups the printings of one half as the store does: in order, through the look-up keys, the first match's group. */
export function measureSameText(corpora: string, half: 'tune' | 'test', withLearning = true): SameTextResult {
  const all = readOriginals(corpora);
  const originals = all.filter(({ id }) => halfOf(id) === half);
  const blocksOf = siteBlocks(corpora);
  const texts: Printing[] = [];
  for (const [language, own] of Map.groupBy(originals, (one) => one.language)) {
    const blocks = blocksOf(language);
    own.forEach((original, at) => {
      const next = own[(at + 1) % own.length]!;
      texts.push(...printings(original, next, blocks), ...(own.length > 1 ? lookalikes(original, next) : []));
    });
  }
  const ordered = texts.toSorted((a, b) => stableHash(a.label + a.site) - stableHash(b.label + b.site));
  const groups = group(ordered, withLearning ? printedBefore(all, half, blocksOf) : undefined);
  const labels = ordered.map(({ label }) => label);
  return {
    half,
    texts: ordered.length,
    negatives: ordered.filter(({ label }) => / (bulletin|follow-up)$/.test(label)).length,
    ...pairMetrics(labels, groups),
    mistakes: mistakesOf(ordered, groups),
  };
}

/** What each site printed before the first scored text: articles of the other half, between the site's own blocks. */
function printedBefore(
  all: readonly Original[],
  half: 'tune' | 'test',
  blocksOf: (language: string) => SiteBlocks[],
): Map<string, string[][]> {
  const printed = new Map<string, string[][]>();
  for (const [language, own] of Map.groupBy(all, (one) => one.language)) {
    const others = own.filter(({ id }) => halfOf(id) !== half).slice(0, readBefore);
    blocksOf(language).forEach(({ head, tail }, site) => {
      const texts = others.map(({ sentences }) => [head, ...sentences, tail].join('\n'));
      printed.set(
        `${language} ${site}`,
        texts.map((text) => comparedTokens(tokenise(text, language))),
      );
    });
  }
  return printed;
}

function group(texts: readonly Printing[], printed: Map<string, string[][]> | undefined): number[] {
  const filed = createBandIndex();
  const origins: TextOrigin[] = [];
  const groups: number[] = [];
  texts.forEach((one, at) => {
    const tokens = comparedTokens(tokenise(one.text, one.language));
    const siteKey = `${one.language} ${one.site}`;
    const earlier = printed?.get(siteKey) ?? [];
    const repeated = repeatedShingles(earlier);
    printed?.set(siteKey, [...earlier.slice(1 - learnedTextsMax), tokens]);
    const print = fingerprint(withoutRepeated(tokens, new Set(repeated)));
    const origin = { sourceId: stableHash(siteKey), titleKey: one.title.toLowerCase(), fingerprint: print };
    const bands = packBands(print);
    const candidates = filed.alike(bands, candidatesMax).sort((a, b) => a - b);
    const match = candidates.find((candidate) => sameArticle(origins[candidate]!, origin));
    groups.push(match === undefined ? at : groups[match]!);
    origins.push(origin);
    filed.add(at, bands, 0);
  });
  return groups;
}

const mistakesShown = 200;

function mistakesOf(texts: readonly Printing[], groups: readonly number[]): SameTextResult['mistakes'] {
  const first = new Map<string, number>();
  const found: SameTextResult['mistakes'] = [];
  texts.forEach((one, at) => {
    const sameLabel = first.get(one.label);
    if (sameLabel === undefined) first.set(one.label, at);
    else if (groups[sameLabel] !== groups[at])
      found.push({ kind: 'missed', a: one.label, b: `site ${one.site}`, edits: one.edits.join(' ') });
    const head = texts[groups[at]!]!;
    if (head.label !== one.label)
      found.push({ kind: 'joined', a: head.label, b: one.label, edits: one.edits.join(' ') });
  });
  return found.slice(0, mistakesShown);
}
