/** A story as a notice: title and the passage that matters, with the words that led to it marked. */
import { highlight, snippet } from '../../text/highlight.ts';
import type { TokenQuery } from '../../text/token-query.ts';
import type { NoticeDraft } from '../notices/notices.service.ts';
import { toPair } from '../search/search.service.ts';

const bodyLength = 160;

export interface ToldArticle {
  id: number;
  title: string;
  text: string;
  url: string;
  language: string;
  script: string;
  sourceName: string;
}

export interface Reason {
  kind: 'keyword' | 'website';
  memberId: number;
  subscriptionId: number;
  name: string;
  query: TokenQuery;
  channels?: readonly string[];
}

export function toDraft(article: ToldArticle, why: Reason, eventKey: string): NoticeDraft {
  const { id, title, url, language, script, sourceName } = article;
  const body = snippet(article.text, language, why.query, { length: bodyLength });
  return {
    memberId: why.memberId,
    kind: why.kind,
    title,
    body: body.text,
    articleId: id,
    url,
    subscriptionId: why.subscriptionId,
    reason: why.name,
    sourceName,
    language,
    script,
    highlights: {
      title: highlight(title, language, why.query).map(toPair),
      body: body.highlights.map(toPair),
    },
    ...(why.channels && { channels: why.channels }),
    eventKey,
  };
}
