import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { matches } from '../../text/evaluate.ts';
import { progressLine } from '../progress-bar.ts';
import { corpusArticle, corpusEnd, prepareCorpusArticle } from './corpus.ts';
import { writeFigures } from './figures-document.ts';
import { atLeast, atMost, figureResult, percentile } from './measure.ts';
import { compileBenchQuery, makeQuerySet } from './query-set.ts';
import { makeRuleTexts } from './rule-set.ts';

const total = 3_000;

test('the same article of the same corpus is always the same, and times only grow', () => {
  expect(corpusArticle(17, total)).toEqual(corpusArticle(17, total));
  const times = Array.from({ length: 50 }, (_, n) => corpusArticle(n * 60, total).publishedAt);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  expect(times.at(-1)).toBeLessThanOrEqual(corpusEnd);
});

test('the corpus has the languages and the length it is described with', () => {
  const articles = Array.from({ length: total }, (_, n) => corpusArticle(n, total));
  const share = (language: string) => articles.filter(({ source }) => source.language === language).length / total;
  expect(share('zh')).toBeCloseTo(0.45, 1);
  expect(share('en')).toBeCloseTo(0.35, 1);
  expect(share('ar')).toBeGreaterThan(0.005);
  const traditional = articles.filter(({ source }) => source.script === 'Hant').length;
  expect(traditional / (share('zh') * total)).toBeGreaterThan(0.2);
  const bytes = articles.reduce((sum, { paragraphs }) => sum + Buffer.byteLength(paragraphs.join('')), 0) / total;
  expect(bytes).toBeGreaterThan(1_100);
  expect(bytes).toBeLessThan(1_800);
});

test('there are about 300 queries of four kinds, and single words are found in what they were drawn from', () => {
  const queries = makeQuerySet(total);
  expect(queries.length).toBe(312);
  expect(new Set(queries.map(({ kind }) => kind)).size).toBe(4);
  const articles = Array.from({ length: total }, (_, n) => ({
    ...prepareCorpusArticle(corpusArticle(n, total)).document,
    id: n,
  }));
  const common = queries.filter(({ kind, rarity }) => kind === 'term' && rarity === 'common').slice(0, 4);
  for (const query of common) {
    const compiled = compileBenchQuery(query);
    expect(articles.filter((article) => matches(compiled, article)).length).toBeGreaterThan(total * 0.01);
  }
});

test('rules are usable keywords, and no word is in more articles than allowed', () => {
  const rules = makeRuleTexts(500, total, 0.02);
  expect(rules.length).toBe(500);
  for (const text of rules) expect(() => compileBenchQuery({ text })).not.toThrow();
  expect(rules).not.toContain('the');
});

test('a percentile is one of the numbers, and a missed bar is said', () => {
  const numbers = Array.from({ length: 100 }, (_, n) => 100 - n);
  expect([percentile(numbers, 0.5), percentile(numbers, 0.95), percentile(numbers, 1)]).toEqual([50, 95, 100]);
  const result = figureResult(
    'F0',
    'x',
    [
      { name: 'a', value: 4, unit: 'ms', bar: atMost(3) },
      { name: 'b', value: 4, unit: '/s', bar: atLeast(3) },
      { name: 'c', value: 4, unit: '' },
    ],
    {},
  );
  expect(result.measures.map(({ met }) => met)).toEqual([false, true, undefined]);
  expect(result.met).toBe(false);
});

test('a figure replaces its own section of the document and no other', () => {
  const machine = { platform: 'linux x64', processor: 'p', cores: 2, memoryGb: 4, node: 'v24' };
  const of = (figure: string, value: number) =>
    figureResult(figure, 'title', [{ name: 'm', value, unit: 'ms', bar: atMost(3) }], { articles: 1_000 });
  const first = writeFigures('', [of('F1', 1), of('F12', 1)], machine, '2026-11-21');
  const second = writeFigures(first, [of('F2', 2), of('F1', 5)], machine, '2026-11-22');
  expect([...second.matchAll(/^## (F\d+)/gm)].map((match) => match[1])).toEqual(['F1', 'F2', 'F12']);
  expect(second).toContain('| m | 5 ms | ≤ 3 | **no** |');
  expect(second.match(/2026-11-21/g)?.length).toBe(1);
  expect(second).toContain('articles 1,000');
});

test('a progress line says the share and the time left', () => {
  expect(progressLine('moving', 50, 100, 2_000, 'article')).toMatch(/^moving █{15}░{15} 50 %, 2 s left {2}article$/);
});

test('the bench prints one JSON object a figure and keeps it in a document', { timeout: 240_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'tidings-bench-test-'));
  const run = (...args: string[]) =>
    spawnSync(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, '../bench.ts'), ...args],
      { encoding: 'utf8', env: { ...process.env, TMPDIR: folder } },
    );
  try {
    const file = join(folder, 'figures.md');
    const { status, stdout } = run('--only', 'F1,F2,F14,F15', '--articles', '300', '--notices', '300', '--write', file);
    expect(status).toBe(0);
    const results = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { figure: string; measures: { name: string; value: number; unit: string }[] });
    expect(results.map(({ figure }) => figure)).toEqual(['F1', 'F2', 'F14', 'F15']);
    const measures = results.flatMap((result) => result.measures);
    for (const { value } of measures.filter(({ unit }) => unit !== '')) expect(value).toBeGreaterThan(0);
    const right = measures.filter(({ name }) => /^ours, .* right$/.test(name));
    expect(right.map(({ value }) => value)).toEqual([1]);
    expect(results[0]!.measures.map(({ name }) => name)).toContain('HTTP p95');
    expect(readFileSync(file, 'utf8')).toMatch(/^## F1 [\s\S]+^## F2 [\s\S]+^## F14 [\s\S]+^## F15 /m);
    expect(run('--only', 'F99').status).toBe(2);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
