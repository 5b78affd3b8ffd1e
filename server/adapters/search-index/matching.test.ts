/** Rules over the stream and searches over the archive mean the same: what a rule is told of is what a search would find. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Node } from '#shared/query/ast.ts';
import { articleIdAt } from '#shared/rules/article-id.ts';
import { openTestDatabase } from '../../../tests/support/test-engine.ts';
import { createMatcher } from '../../crawl/match/matcher.ts';
import { compileQuery } from '../../text/compile-query.ts';
import { type ArticleText, toTokenDocument } from '../../text/document.ts';
import type { TokenDocument, TokenQuery } from '../../text/token-query.ts';
import type { ArticleReader, SearchIndex } from './port.ts';
import { createPostgresIndex } from './postgres-tsvector.ts';
import { createSqliteIndex } from './sqlite-fts5.ts';

const now = Date.UTC(2026, 10, 21, 12);
const hour = 3_600_000;
const seed = 20_261_121;
const articleCount = 120;
const ruleCount = 800;
/** Fewer than that would mean that the rules are too strict to prove anything. */
const pairsMin = 10_000;
const hitsMin = 1_000;
const patternHitsMin = 500;

/** Few words, so that articles and rules meet often; inflections, parts of longer words, both Chinese scripts. */
const words = {
  zh: '补贴 新能源 汽车 市民 大学 北京 北京大学 总统 政府 经济 港口 iPhone17',
  'zh-Hant': '補貼 新能源 汽車 市民 大學 北京 總統 政府 經濟 港口',
  ja: '経済 市民 大学 東京 の 博物館 政府 ラーメン',
  ko: '정부 정부는 지하철 새로운 서울 서울의 경제',
  en: "harbour harbours subsidy subsidies run running ran the council C++ weren't AI training",
  fr: 'élection élu élus maire port presse',
  ru: 'порт порта город города ещё еще',
  ar: 'ميناء الميناء مدينة المدينة',
} as const;
type Script = keyof typeof words;
const spaced = new Set<Script>(['ko', 'en', 'fr', 'ru', 'ar']);
const languages = Object.keys(words) as Script[];
const wordOf = (language: Script) => fc.constantFrom(...words[language].split(' '));
const anyWord = fc.constantFrom(...languages.flatMap((language) => words[language].split(' ')));

const article = fc.constantFrom(...languages).chain((language) => {
  const sentence = fc
    .array(wordOf(language), { minLength: 1, maxLength: 7 })
    .map((parts) => parts.join(spaced.has(language) ? ' ' : ''));
  const end = spaced.has(language) ? '. ' : '。';
  return fc.record({
    language: fc.constant(language),
    title: sentence,
    text: fc
      .array(fc.array(sentence, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 3 })
      .map((parts) => parts.map((sentences) => sentences.join(end) + end).join('\n\n')),
    author: wordOf(language),
    tags: fc.array(wordOf(language), { maxLength: 2 }),
    sourceId: fc.integer({ min: 1, max: 3 }),
  });
});

const count = (max: number) => fc.integer({ min: 1, max });
const leaf: fc.Arbitrary<Node> = fc.oneof(
  { weight: 4, arbitrary: anyWord.map((text): Node => ({ type: 'word', text })) },
  fc.tuple(anyWord, anyWord, fc.integer({ min: 0, max: 3 })).map(
    ([a, b, slop]): Node => ({
      type: 'phrase',
      text: `${a} ${b}`,
      slop,
    }),
  ),
  fc.constantFrom('subsid', 'harb', 'éle', 'гор', 'run').map((text): Node => ({ type: 'prefix', text })),
);
/** Fixed texts with something changeable between and around them; in the middle of words, over several, in either script. */
const pattern = fc.constantFrom(
  ...[
    ...[
      '补贴',
      '補貼',
      '北京.{0,4}(大学|总统)',
      '[大北](学|京).*政府',
      '経済|经济',
      'iphone\\d+',
      '新能源\\w*港口',
      '正?政府.$',
    ],
    ...[
      'arbou?rs?',
      'subsid(y|ies) (run|the)',
      '\\bthe council',
      '(run|ran).*(AI|C\\+\\+)',
      'train(ing)?',
      'weren.t',
      '[éa]lec',
      'presse?',
    ],
    ...['город\\w', 'миниa|порт', 'ميناء', '정부는?', '^새로운', 'ラーメン|博物館'],
  ].map((text): Node => ({ type: 'pattern', text })),
);
const rule: fc.Arbitrary<Node> = fc.letrec<{ node: Node }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 3 },
    { weight: 3, arbitrary: leaf },
    pattern,
    fc.array(tie('node'), { minLength: 2, maxLength: 3 }).map((items): Node => ({ type: 'or', items })),
    fc.array(tie('node'), { minLength: 2, maxLength: 2 }).map((items): Node => ({ type: 'and', items })),
    tie('node').map((item): Node => ({ type: 'not', item })),
    fc
      .tuple(fc.constantFrom('title', 'text', 'author', 'tag'), fc.oneof(leaf, pattern))
      .map(([field, item]): Node => ({ type: 'field', field: field as 'title', item })),
    fc.constantFrom('zh', 'en', 'ja', 'fr').map((value): Node => ({ type: 'filter', name: 'lang', value })),
    fc
      .tuple(fc.boolean(), count(6), leaf, leaf)
      .map(([ordered, distance, left, right]): Node => ({ type: 'near', ordered, distance, left, right })),
    fc.tuple(count(8), leaf).map(([count, item]): Node => ({ type: 'first', count, item })),
    fc.tuple(count(3), leaf).map(([count, item]): Node => ({ type: 'atleast', count, item })),
    fc
      .tuple(fc.constantFrom('sentence', 'paragraph'), leaf, leaf)
      .map(([unit, a, b]): Node => ({ type: 'same', unit: unit as 'sentence', item: { type: 'and', items: [a, b] } })),
  ),
})).node;

const articles = fc.sample(article, { numRuns: articleCount, seed }).map(
  (one, at): ArticleText => ({
    id: articleIdAt(now - at * hour, at),
    publishedAt: now - at * hour,
    title: one.title,
    text: one.text,
    author: one.author,
    tags: one.tags,
    language: one.language.slice(0, 2),
    script: { zh: 'Hans', 'zh-Hant': 'Hant' }[one.language as string] ?? 'Latn',
    sourceId: one.sourceId,
    url: `https://news${one.sourceId}.example.com/a/${at}`,
    country: 'cn',
  }),
);
const documents: TokenDocument[] = articles.map(toTokenDocument);

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let index: SearchIndex;
beforeAll(async () => {
  database = await openTestDatabase();
  const byId = new Map(documents.map((document) => [document.id, document]));
  const reader: ArticleReader = {
    loadDocuments: async (_, ids) => ids.flatMap((id) => byId.get(id) ?? []),
    loadTexts: async (_, ids) => articles.filter(({ id }) => ids.includes(id)),
  };
  index = database.engine === 'postgres' ? createPostgresIndex(reader, () => now) : createSqliteIndex(reader);
  await database.kysely.transaction().execute((tx) => index.add(tx, documents));
});
afterAll(() => database.drop());

test(`of ${articleCount * ruleCount} pairs of a rule and an article, those that match are those a search finds`, async () => {
  const rules = fc.sample(rule, { numRuns: ruleCount, seed }).flatMap((root): { root: Node; query: TokenQuery }[] => {
    const compiled = compileQuery({ root }, { now, timeZone: 'UTC', isRule: true });
    return compiled.ok ? [{ root, query: compiled.query }] : [];
  });
  expect(rules.length * documents.length).toBeGreaterThanOrEqual(pairsMin);

  const matcher = createMatcher();
  for (const [at, { query }] of rules.entries()) matcher.setRule(at, query);
  const matched = rules.map((): number[] => []);
  for (const document of documents) for (const at of matcher.match(document)) matched[at]!.push(document.id);
  expect(matched.flat().length).toBeGreaterThan(hitsMin);
  const byPattern = matched.filter((_, at) => JSON.stringify(rules[at]!.root).includes('"pattern"'));
  expect(byPattern.flat().length).toBeGreaterThan(patternHitsMin);

  for (const [at, { root, query }] of rules.entries()) {
    const found = await index.byTime(database.kysely, query, { order: 'new', limit: articleCount });
    expect(found, JSON.stringify(root)).toEqual(matched[at]!.toSorted((a, b) => b - a));
  }
}, 40_000);
