/** A page a member sent: its article, and the language of what is kept of it. */
import { detectLanguage } from '../../text/language.ts';
import { extractArticle } from '../extract/extract-article.ts';

export interface PageInput {
  /** Rendered HTML; empty when only an address or a passage is kept. */
  html: string;
  url: string;
  /** Title and passage the member chose, for the language where there is no page. */
  title: string;
  selection: string;
  now: number;
}

export interface PageReading {
  title: string;
  siteName: string;
  /** Sanitised. */
  html: string;
  text: string;
  language: string;
  script: string;
}

const sampleLength = 400;

export function readPage({ html, url, title, selection, now }: PageInput): PageReading {
  const page = html === '' ? undefined : extractArticle(html, url, { now });
  const sample = `${title || page?.title || ''}\n${(page?.text || selection).slice(0, sampleLength)}`;
  const detected = detectLanguage(sample, { htmlLang: page?.language });
  return {
    title: page?.title ?? '',
    siteName: page?.siteName ?? '',
    html: page?.html ?? '',
    text: page?.text ?? '',
    language: detected.language,
    script: detected.script ?? '',
  };
}
