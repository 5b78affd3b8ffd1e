/** What was counted of a language over the window that ended with that hour; says which hours are known. */
export interface HotHourTable {
  language: string;
  /** Epoch hours. */
  hour: number;
  sources: number;
  articles: number;
}

/** How many sources said a term, by hour of one day; old days are deleted. */
export interface HotTermTable {
  language: string;
  /** Epoch days. */
  day: number;
  term: string;
  /** JSON: 24 numbers. */
  counts: string;
}

/** The board of a language as it was made last. */
export interface HotBoardTable {
  language: string;
  made_at: number;
  /** JSON. */
  board: string;
}
