import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Query } from '#shared/query/ast.ts';
import { parseQuery } from '#shared/query/parse.ts';
import { articleIdAt } from '#shared/rules/article-id.ts';
import { openTestDatabase } from '../../../tests/support/test-engine.ts';
import type { Database } from '../../db/database.ts';
import { seededRandom } from '../../demo/seeded-random.ts';
import { compileQuery } from '../../text/compile-query.ts';
import { type ArticleText, toTokenDocument } from '../../text/document.ts';
import { indexDocument, matches } from '../../text/evaluate.ts';
import { type RankedQuery, rankQuery, rankText, withCondition } from '../../text/ranked-query.ts';
import type { TokenDocument, TokenQuery } from '../../text/token-query.ts';
import type { ArticleReader, SearchIndex } from './port.ts';
import { createPostgresIndex } from './postgres-tsvector.ts';
import { createSqliteIndex } from './sqlite-fts5.ts';

const now = Date.UTC(2026, 10, 21, 12);
const hour = 3_600_000;

const texts: [language: string, script: string, title: string, text: string][] = [
  [
    'zh',
    'Hans',
    '海港市发布新能源汽车补贴政策',
    '市民可以申请新能源汽车补贴。第一批补贴将在十一月发放，苹果iPhone17用户也可在线申请。',
  ],
  ['zh', 'Hant', '海港市發布新能源汽車補貼政策', '市民可以申請新能源汽車補貼，總統府表示歡迎。'],
  ['zh', 'Hans', '北京，大学城开放日', '大学城周末开放，北京市民可以参观。'],
  ['ja', 'Jpan', '新しい博物館が開館', '市民は経済の歴史を学ぶことができる。東京都の職員が説明した。'],
  ['ko', 'Kore', '새로운 지하철 노선 개통', '서울의 새로운 지하철 노선이 개통되었다. 정부는 환영했다.'],
  [
    'en',
    'Latn',
    'Harbour expansion approved',
    'The council approved the harbour expansion. Subsidies for ships running on new fuel are planned, it said.',
  ],
  ['en', 'Latn', 'Subsidy talks run late', "Talks about the harbour subsidy ran late; C++ developers weren't invited."],
  ['fr', 'Latn', 'Élection à Port-Clair', 'Les électeurs ont voté à Port-Clair. Le maire élu remercie la presse.'],
  [
    'de',
    'Latn',
    'Straßenbahn fährt wieder',
    'Die Straßenbahn fährt wieder durch die Altstadt, sagte der Bürgermeister.',
  ],
  ['ru', 'Cyrl', 'Порт расширяют', 'Город расширяет порт. Ещё одна очередь будет построена весной.'],
  ['ar', 'Arab', 'توسعة الميناء', 'وافق المجلس على توسعة الميناء في المدينة الجديدة.'],
  ['th', 'Thai', 'เปิดพิพิธภัณฑ์ใหม่', 'ประชาชนสามารถเข้าชมพิพิธภัณฑ์ใหม่ได้'],
];

const articles = texts.map(
  ([language, script, title, text], at): ArticleText => ({
    id: articleIdAt(now - at * 30 * hour, at),
    publishedAt: now - at * 30 * hour,
    title,
    text,
    author: at % 2 === 0 ? 'Ada Lind' : '王小明',
    tags: at % 3 === 0 ? ['政策', 'harbour'] : [],
    language,
    script,
    sourceId: (at % 4) + 1,
    url: `https://news${at % 4}.my-site.example.com/a/${at}`,
    country: 'cn',
  }),
);
const documents: TokenDocument[] = articles.map(toTokenDocument);
let database: Awaited<ReturnType<typeof openTestDatabase>>;
let index: SearchIndex;
let db: Database['kysely'];
beforeAll(async () => {
  database = await openTestDatabase();
  db = database.kysely;
  const find = (ids: readonly number[]) => articles.filter(({ id }) => ids.includes(id));
  const reader: ArticleReader = {
    loadDocuments: async (_, ids) => find(ids).map(toTokenDocument),
    loadTexts: async (_, ids) => find(ids),
  };
  index = database.engine === 'postgres' ? createPostgresIndex(reader, () => now) : createSqliteIndex(reader);
  await db.transaction().execute((tx) => index.add(tx, documents));
});
afterAll(() => database.drop());

function compile(query: Query): TokenQuery | undefined {
  const compiled = compileQuery(query, { now, timeZone: 'UTC' });
  return compiled.ok ? compiled.query : undefined;
}

function parse(text: string): TokenQuery {
  const parsed = parseQuery(text);
  if (!parsed.ok) throw new Error(`${text}: ${JSON.stringify(parsed.problems)}`);
  return compile(parsed.query)!;
}

function ranked(text: string): RankedQuery {
  const parsed = parseQuery(text);
  const result = parsed.ok ? rankQuery(parsed.query, { now, timeZone: 'UTC' }) : undefined;
  if (!result?.ok) throw new Error(text);
  return result.query;
}

const expected = (query: TokenQuery) =>
  documents
    .filter((document) => matches(query, indexDocument(document)))
    .map((document) => document.id)
    .sort((a, b) => b - a);

const search = (query: TokenQuery) => index.byTime(db, query, { order: 'new', limit: 100 });
const numbersOf = (ids: number[]) => ids.map((id) => documents.findIndex((document) => document.id === id));

/** Everything stored of the articles above, in an order of its own. */
async function storedEntries(): Promise<unknown[]> {
  if (database.engine === 'postgres') {
    return (await sql`select id::text, tokens::text from article_fts order by id`.execute(db)).rows;
  }
  await sql`create virtual table stored_word using fts5vocab('article_fts', 'instance')`.execute(db);
  const { rows } = await sql`select * from stored_word order by doc, col, "offset", term`.execute(db);
  await sql`drop table stored_word`.execute(db);
  return rows;
}

test('a format that stores something else has another name, or earlier archives would stay as they are', async () => {
  const hash = createHash('sha256').update(JSON.stringify(await storedEntries()));
  const known: Record<string, string> = { 'fts5-2': '6c99bf6fda0aaf89', 'tsvector-2': '8d744c2bbdf5040c' };
  expect(hash.digest('hex').slice(0, 16)).toBe(known[index.format]);
});

describe('an index finds what the query means', () => {
  test.each([
    ['新能源', [0, 1]],
    ['補貼', [0, 1]],
    ['补贴', [0, 1]],
    ['总统', [1]],
    ['北京大学', []],
    ['大学', [2]],
    ['苹果iPhone17', [0]],
    ['iphone17', [0]],
    ['経済', [3]],
    ['政府', []],
    ['지하철', [4]],
    ['서울', [4]],
    ['harbour', [5, 6]],
    ['subsidy', [5, 6]],
    ['"harbour expansion"', [5]],
    ['"expansion harbour"', []],
    ['subsid*', [5, 6]],
    ['C++', [6]],
    ['election OR élection', [7]],
    ['harbour -talks', [5]],
    ['site:example.com harbour', [5, 6]],
    ['site:news1.my-site.example.com', [1, 5, 9]],
    ['lang:zh', [0, 1, 2]],
    ['lang:zh script:Hant', [1]],
    ['title:补贴 text:iphone17', [0]],
    ['title:iphone17', []],
    ['author:王小明 harbour', [5]],
    ['порт', [9]],
    ['الميناء', [10]],
    ['พิพิธภัณฑ์', [11]],
    ['(补贴 OR harbour) NOT subsidy', [0, 1]],
    ['harbour NEAR/3 approved', [5]],
    ['subsidy ONEAR/1 harbour', []],
    ['atleast:2(补贴)', [0, 1]],
    ['first:5(harbour)', [5, 6]],
    ['date:last-7-days harbour', [5, 6]],
    ['before:2026-11-15 harbour', [5, 6]],
    ['after:2026-11-16', [0, 1, 2, 3]],
    ['-harbour lang:en', []],
  ] as [string, number[]][])('%s', async (text, numbers) => {
    const query = parse(text);
    const found = numbersOf(await search(query));
    expect(found).toEqual(numbersOf(expected(query)));
    if (!text.includes('date:') && !text.includes('before:') && !text.includes('after:'))
      expect(found).toEqual(numbers);
  });

  test('whatever the query, matching in memory and searching the index agree', async () => {
    const word = fc.constantFrom(
      '补贴',
      '補貼',
      '新能源汽车',
      '京',
      '市民',
      '大学',
      'harbour',
      'subsidies',
      'running',
      'the',
      '経済',
      '새로운',
      'порт',
      'élu',
      'C++',
      'iphone17',
      'ميناء',
    );
    const { node } = fc.letrec((tie) => ({
      node: fc.oneof(
        { maxDepth: 4 },
        word.map((text) => ({ type: 'word', text })),
        fc
          .tuple(word, word, fc.integer({ min: 0, max: 3 }))
          .map(([a, b, slop]) => ({ type: 'phrase', text: `${a} ${b}`, slop })),
        fc.record({ type: fc.constantFrom('and', 'or'), items: fc.array(tie('node'), { minLength: 2, maxLength: 3 }) }),
        fc.record({ type: fc.constant('not'), item: tie('node') }),
        fc.record({ type: fc.constant('filter'), name: fc.constant('lang'), value: fc.constantFrom('zh', 'en', 'ja') }),
        fc.record({
          type: fc.constant('field'),
          field: fc.constantFrom('title', 'text'),
          item: word.map((text) => ({ type: 'word', text })),
        }),
        fc.constantFrom('2026-11-10', '2026-11-15').map((from) => ({ type: 'date', span: { kind: 'between', from } })),
      ),
    }));
    await fc.assert(
      fc.asyncProperty(node, async (root) => {
        const query = compile({ root } as Query);
        if (query) expect(await search(query)).toEqual(expected(query));
      }),
      { numRuns: 400 },
    );
  });
});

test('a word is found in the forms of each article’s own language, accents or not', async () => {
  const languages = ['ca', 'de', 'en', 'es', 'fr', 'hu', 'it', 'nl', 'pt', 'sv', 'tr', 'zh'];
  const words =
    'résumé resume résumer resumes études etude étudiant größe grosse größen caffè caffe news new finding findings find found ares ar naïve naive walking walked busy business busi étés ete ünlü unlu haber haberler país pais pãis paises avós avos'.split(
      ' ',
    );
  const random = seededRandom('forms');
  const forms = words.flatMap((word, at) =>
    languages.map((language, of) =>
      toTokenDocument({
        id: articleIdAt(now - (at + 1) * 60_000, languages.length - of),
        title: '',
        text: word,
        language,
        script: 'Latn',
        publishedAt: now - (at + 1) * 60_000,
        sourceId: 1,
        url: `https://forms.example/${language}/${at}`,
      }),
    ),
  );
  const matching = (query: TokenQuery) =>
    forms.filter((document) => matches(query, indexDocument(document))).map(({ id }) => id);
  await db.transaction().execute((tx) => index.add(tx, forms));
  const own = new Set(forms.map(({ id }) => id));
  for (const word of words) {
    const inOneLanguage = languages.map((language) => `${word} lang:${language}`);
    const other = random.pick(words);
    for (const text of [word, `${word} -${other}`, `${word} OR "${other}"`, ...inOneLanguage]) {
      const query = parse(text);
      const found = (await index.byTime(db, query, { order: 'new', limit: 1_000 })).filter((id) => own.has(id));
      expect({ text, found }).toEqual({ text, found: matching(query) });
    }
  }
  await index.remove(db, [...own]);
});

test('pages follow each other in both orders without gap or repeat', async () => {
  const query = parse('lang:zh OR lang:en');
  const all = expected(query);
  const first = await index.byTime(db, query, { order: 'new', limit: 2 });
  const rest = await index.byTime(db, query, { order: 'new', limit: 10, after: first.at(-1) });
  expect([...first, ...rest]).toEqual(all);
  expect(await index.byTime(db, query, { order: 'new', limit: 2, offset: 2 })).toEqual(all.slice(2, 4));
  expect(await index.byTime(db, query, { order: 'old', limit: 10 })).toEqual(all.toReversed());
  const old = await index.byTime(db, query, { order: 'old', limit: 2 });
  expect(await index.byTime(db, query, { order: 'old', limit: 1, after: old[1] })).toEqual([all.toReversed()[2]]);
});

test('counts stop at the cap and say so', async () => {
  expect(await index.count(db, parse('lang:zh'), 100)).toEqual({ count: 3, capped: false });
  expect(await index.count(db, parse('lang:zh'), 2)).toEqual({ count: 2, capped: true });
  expect(await index.count(db, parse('harbour NEAR/3 approved'), 100)).toEqual({ count: 1, capped: false });
});

test('a title match ranks before a mention in the text', async () => {
  const hits = await index.byRelevance(db, ranked('subsidy'), { limit: 10, now });
  expect(numbersOf(hits.map((hit) => hit.id))[0]).toBe(6);
});

const rankedNumbers = async (query: RankedQuery, page: { limit: number; offset?: number } = { limit: 20 }) =>
  numbersOf((await index.byRelevance(db, query, page)).map((hit) => hit.id));

test('articles with every word come first, then those with the rarer of the words', async () => {
  const numbers = await rankedNumbers(ranked('harbour subsidies developers'));
  expect(numbers[0]).toBe(6);
  expect(numbers).toContain(5);
  expect(numbers).not.toContain(7);
});

test('a question finds its article although no article has all its words', async () => {
  expect((await rankedNumbers(ranked('which ships does the council want to subsidise with new fuel today')))[0]).toBe(
    5,
  );
  expect((await rankedNumbers(ranked('第一批新能源汽车补贴什么时候发放？')))[0]).toBe(0);
  expect((await rankedNumbers(ranked('الميناء في أي مدينة توسعة')))[0]).toBe(10);
  expect((await rankedNumbers(rankText('市民が歴史を学ぶ博物館はどこですか？ -"x')))[0]).toBe(3);
});

test('what must hold holds for partial matches too', async () => {
  expect(await rankedNumbers(ranked('harbour developers nowhere -talks'))).toEqual([5]);
  expect(await rankedNumbers(ranked('harbour developers nowhere lang:fr'))).toEqual([]);
  expect(await rankedNumbers(ranked('subsidy nowhere harbour NEAR/3 approved'))).toEqual([5]);
  expect(await rankedNumbers(ranked('harbour nowhere anywhere "ran late"'))).toEqual([6]);
  const old: TokenQuery = { type: 'published', to: documents[6]!.publishedAt };
  expect(await rankedNumbers(withCondition(ranked('harbour nowhere'), old))).toEqual([]);
});

test('a word that stands nowhere and an empty query do no harm', async () => {
  expect(await rankedNumbers(ranked('nowhere'))).toEqual([]);
  expect((await rankedNumbers(ranked('lang:zh'))).toSorted()).toEqual([0, 1, 2]);
  expect(await rankedNumbers(ranked('猫'))).toEqual([]);
  expect(await rankedNumbers(ranked('贴'))).toEqual(expect.arrayContaining([0, 1]));
});

test('pages of relevance follow each other', async () => {
  const query = ranked('harbour subsidy 补贴 大学 maire порт nowhere');
  const all = await rankedNumbers(query);
  expect(all.length).toBeGreaterThan(5);
  expect([
    ...(await rankedNumbers(query, { limit: 3 })),
    ...(await rankedNumbers(query, { limit: 20, offset: 3 })),
  ]).toEqual(all);
});

test('of two that say the same, the newer comes first where age matters', async () => {
  const [older, newer] = [4_000, 2_000].map((hours, at) => ({
    id: articleIdAt(now - hours * hour, at),
    publishedAt: now - hours * hour,
    title: 'Zeppelin',
    text: at === 0 ? 'Zeppelin over the lake.' : 'Zeppelin over the lake. Again.',
    language: 'en',
    sourceId: 1,
    url: 'https://z.example/',
  })) as [ArticleText, ArticleText];
  await index.add(db, [older, newer].map(toTokenDocument));
  articles.push(older, newer);
  const best = async (now?: number) => (await index.byRelevance(db, ranked('zeppelin'), { limit: 1, now }))[0]?.id;
  expect(await best()).toBe(older.id);
  expect(await best(newer.publishedAt)).toBe(newer.id);
  await index.remove(db, [older.id, newer.id]);
  articles.splice(-2);
});

test('a word that stood nowhere is found as soon as an article has it', async () => {
  const query = ranked('gryphons harboured nowhere yesterday evening');
  const article: ArticleText = {
    id: articleIdAt(now - 5_000 * hour, 0),
    publishedAt: now - 5_000 * hour,
    title: 'Gryphons',
    text: 'Gryphons were seen.',
    language: 'en',
    sourceId: 1,
    url: 'https://g.example/',
  };
  const found = async () => (await index.byRelevance(db, query, { limit: 20 })).map(({ id }) => id);
  expect(await found()).not.toContain(article.id);
  articles.push(article);
  await index.add(db, [toTokenDocument(article)]);
  expect(await found()).toContain(article.id);
  await index.remove(db, [article.id]);
  articles.pop();
});

test('a removed document is found no more, a replaced one by its new words', async () => {
  const document = documents[8]!;
  await index.remove(db, [document.id]);
  expect(await search(parse('Straßenbahn'))).toEqual([]);
  await index.add(db, [document]);
  await index.add(db, [document]);
  expect(await search(parse('Straßenbahn'))).toEqual([document.id]);
});
