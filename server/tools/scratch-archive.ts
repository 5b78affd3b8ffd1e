/** An archive of given texts for one run of a tool: prepared, stored and indexed as the crawl does it, gone afterwards. */
import { type Context, inTransaction } from '../context.ts';
import { eventTerms } from '../crawl/cluster/event-terms.ts';
import { fingerprint } from '../crawl/dedupe/fingerprint.ts';
import type { PreparedArticle } from '../crawl/prepare/prepare-article.ts';
import type { Engine } from '../db/database.ts';
import { openDatabase } from '../db/open-database.ts';
import { storeArticles } from '../domains/articles/articles.service.ts';
import { createSameTextBook } from '../domains/articles/same-texts.service.ts';
import { addSources, describeSource } from '../domains/sources/sources.service.ts';
import { toTokenDocument } from '../text/document.ts';
import { detectLanguage } from '../text/language.ts';
import { createBenchContext } from './bench/bench-context.ts';
import { analyseTables } from './scratch-archive.queries.ts';
import { makeScratchDatabase } from './scratch-database.ts';

export interface ScratchArticle {
  /** Names the article; unique. */
  key: string;
  title: string;
  text: string;
  /** What its source usually writes, BCP 47. */
  language: string;
}

export interface ScratchArchive {
  ctx: Context;
  engine: Engine;
  keyOf(id: number): string;
  /** By key: the language each article was taken to be in. */
  languages: ReadonlyMap<string, string>;
  close(): Promise<void>;
}

const batchSize = 200;
const firstDay = Date.UTC(2026, 0, 1);
const languageSampleLength = 300;

/** `serverUrl`: a PostgreSQL server on which a database may be created; empty for SQLite. Articles are a second apart. */
export async function makeScratchArchive(
  articles: readonly ScratchArticle[],
  serverUrl: string,
  onProgress: (done: number) => void = () => {},
): Promise<ScratchArchive> {
  const scratch = await makeScratchDatabase(serverUrl);
  const database = await openDatabase(scratch);
  const close = async () => {
    await database.close();
    await scratch.drop();
  };
  try {
    const ctx = createBenchContext(database, () => firstDay + articles.length * 1_000);
    await addSources(ctx, [scratchSource]);
    const keys = new Map<number, string>();
    const languages = new Map<string, string>();
    const texts = createSameTextBook();
    for (let start = 0; start < articles.length; start += batchSize) {
      const prepared = articles
        .slice(start, start + batchSize)
        .map((article, at) => prepareText(article, firstDay + (start + at) * 1_000, scratchSourceId));
      const stored = await inTransaction(ctx, (ctx) => storeArticles(ctx, scratchSourceId, prepared, undefined, texts));
      for (const { id, article } of stored) {
        keys.set(id, article.entryKey);
        languages.set(article.entryKey, article.language);
      }
      onProgress(Math.min(articles.length, start + batchSize));
    }
    if (database.engine === 'postgres') await analyseTables(ctx.db);
    return { ctx, engine: database.engine, keyOf: (id) => keys.get(id)!, languages, close };
  } catch (error) {
    await close();
    throw error;
  }
}

const scratchSourceId = 1;
const scratchSource = describeSource({
  kind: 'feed',
  type: 'rss',
  url: 'https://scratch.example/feed.xml',
  homeUrl: 'https://scratch.example/',
  title: 'scratch',
  language: 'en',
  country: '',
  category: 'general',
  origin: 'catalogue',
  selector: null,
  now: firstDay,
});

/** What the crawl would make of a text that needs neither decoding nor extraction. */
export function prepareText(
  { key, title, text, language: usual }: ScratchArticle,
  publishedAt: number,
  sourceId: number,
): PreparedArticle {
  const sample = `${title}\n${text.slice(0, languageSampleLength)}`;
  const { language, script = '' } = detectLanguage(sample, { language: usual });
  const url = `https://scratch.example/${encodeURIComponent(key)}`;
  const described = { title, text, author: '', tags: [], language, script, country: '', url };
  const { id: _, ...document } = toTokenDocument({ ...described, id: 0, publishedAt, sourceId });
  const print = fingerprint(document.body.map((token) => token.text));
  return {
    ...described,
    entryKey: key,
    urlKey: url,
    html: '',
    image: '',
    category: 'general',
    words: document.words,
    publishedAt,
    fingerprint: print,
    eventTerms: eventTerms(described),
    document,
  };
}
