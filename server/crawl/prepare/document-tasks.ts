import type { TermsInTexts } from '../cluster/event-terms.ts';
import type { PrintedText } from '../dedupe/boilerplate-book.ts';
import type { DiscoverInput, Discovery } from '../discover/discover.ts';
import type { FetchOutcome, FetchRequest } from '../fetch/fetch-resource.ts';
import type { ParsedOpml } from '../parse/parse-opml.ts';
import type { PackedPreparation, PrepareAllInput, PreparedArticle } from './prepare-article.ts';
import type { PageInput, PageReading } from './read-page.ts';
import type { ReadSourceInput, SourceReading } from './read-source.ts';

/** What the reading thread does for the rest of the server. */
export interface DocumentReader {
  readSource(input: ReadSourceInput): Promise<SourceReading>;
  /** An entry that cannot be prepared is an error in its place. */
  prepareArticles(input: PrepareAllInput): Promise<(PreparedArticle | Error)[]>;
  /** Shingles that a source's latest texts have in common. */
  learnRepeated(texts: readonly PrintedText[]): Promise<number[]>;
  /** Terms of an event as its texts write them. */
  writtenTerms(input: TermsInTexts): Promise<string[]>;
  readPage(input: PageInput): Promise<PageReading>;
  readOpml(input: { bytes: Uint8Array }): Promise<ParsedOpml>;
  discover(input: Omit<DiscoverInput, 'fetch' | 'isAllowed'>): Promise<Discovery>;
  close(): Promise<void>;
}

export type TaskName = Exclude<keyof DocumentReader, 'close'>;

/** What the thread answers where that is not what the server gets. */
export interface PackedResults {
  prepareArticles: PackedPreparation[];
}

export type ToThread =
  | { kind: 'task'; id: number; name: TaskName; input: unknown }
  | { kind: 'fetched'; fetchId: number; outcome: FetchOutcome };

export type FromThread =
  | { kind: 'done'; id: number; result: unknown }
  | { kind: 'failed'; id: number; error: string }
  | { kind: 'fetch'; fetchId: number; request: FetchRequest };
