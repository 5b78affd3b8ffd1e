/** What the popup wants to know of the page in front of the reader. Runs in the page, on a gesture only. */
import { type FeedCandidate, readFeedCandidates } from './feed-candidates.ts';
import { addressOfPassage, readSelection } from './page-selection.ts';

export interface PageSummary {
  url: string;
  title: string;
  language: string;
  selection: string;
  /** The address with a text fragment on the selection. */
  selectionUrl: string;
  candidates: FeedCandidate[];
}

export function readPageSummary(page: Document): PageSummary {
  const selection = readSelection(page);
  return {
    url: page.URL,
    title: page.title.slice(0, 500),
    language: readLanguage(page),
    selection,
    selectionUrl: selection ? addressOfPassage(page.URL, selection) : '',
    candidates: readFeedCandidates(page),
  };
}

/** As the page declares it; empty when it does not. */
export function readLanguage(page: Document): string {
  const declared =
    page.documentElement?.getAttribute('lang') ??
    page.querySelector('meta[http-equiv="content-language" i]')?.getAttribute('content') ??
    '';
  return /^[a-z]{2,3}(?:-[a-z0-9]{1,8}){0,4}$/i.test(declared.trim()) ? declared.trim() : '';
}
