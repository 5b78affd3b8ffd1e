import { expect, test } from 'vitest';
import type { Db } from '../../db/database.ts';
import { toTokenDocument } from '../../text/document.ts';
import type { TokenQuery } from '../../text/token-query.ts';
import type { ArticleReader } from './port.ts';
import { pageOfMatches } from './verify.ts';

const db = {} as Db;
const gpt: TokenQuery = { type: 'pattern', source: 'gpt-?[0-9]', literals: ['gpt'], field: 'any' };

/** An archive in which every hundredth title has the words; it counts what is read of it. */
function archive(size: number, title: string) {
  const read = { texts: 0, documents: 0 };
  const article = (id: number) => ({
    ...{ id, publishedAt: id, title: id % 100 === 0 ? title : 'Harbour', text: 'A long story.', language: 'en' },
    ...{ sourceId: 1, url: 'https://a.org/1' },
  });
  const articles: ArticleReader = {
    async loadTexts(_, ids) {
      read.texts += ids.length;
      return ids.map(article);
    },
    async loadDocuments(_, ids) {
      read.documents += ids.length;
      return ids.map((id) => toTokenDocument(article(id)));
    },
  };
  const next = async (limit: number, after = size + 1) => {
    const ids = Array.from({ length: limit }, (_, at) => after - 1 - at);
    return ids.filter((id) => id > 0);
  };
  return { articles, next, read };
}

const search = async (size: number, title: string, limit: number) => {
  const { articles, next, read } = archive(size, title);
  let isCutShort = false;
  const onCutShort = () => {
    isCutShort = true;
  };
  const found = await pageOfMatches({ db, articles, query: gpt, isExact: false, page: { limit, onCutShort }, next });
  return { found, isCutShort, read };
};

test('only articles with the fixed text of a regular expression are made into tokens', async () => {
  const { found, isCutShort, read } = await search(950, 'ChatGPT-5', 20);
  expect(found).toEqual([900, 800, 700, 600, 500, 400, 300, 200, 100]);
  expect(isCutShort).toBe(false);
  expect(read).toEqual({ texts: 950, documents: 9 });
});

test('a walk ends when the page is full, and says so when it ends for the number of articles', async () => {
  expect(await search(10_000, 'GPT-5', 3)).toMatchObject({ found: [10_000, 9_900, 9_800], isCutShort: false });
  const { found, isCutShort, read } = await search(10_000, 'GPT-5', 1_000);
  expect(found).toHaveLength(30);
  expect(isCutShort).toBe(true);
  expect(read.texts).toBe(3_000);
});
