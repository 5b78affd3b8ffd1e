import type { FigureResult } from './measure.ts';

export interface BenchOptions {
  /** Size of the archive. */
  articles: number;
  /** Empty: SQLite in a folder of its own. */
  databaseUrl: string;
  /** Unread ones of the large inbox. */
  notices: number;
}

export type Figure = (options: BenchOptions) => Promise<FigureResult>;
