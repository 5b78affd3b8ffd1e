// F5: which of 100,000 and of a million keyword rules one article matches.
import { runChild } from './child-figure.ts';
import type { BenchOptions } from './figures.ts';
import type { MatchResult } from './match-worker.ts';
import { atMost, type FigureResult, figureResult, type Measure } from './measure.ts';

const sizes = [
  { rules: 100_000, bar: 0.2 },
  { rules: 1_000_000, bar: 1 },
];

export async function measureMatching({ articles }: BenchOptions): Promise<FigureResult> {
  const measures: Measure[] = [];
  const conditions: Record<string, string | number> = {};
  for (const { rules, bar } of sizes) {
    const name = rules.toLocaleString('en');
    const result = await runChild<MatchResult>(new URL('./match-worker.ts', import.meta.url), [rules, articles]);
    measures.push(
      { name: `${name} rules, mean`, value: result.meanMs, unit: 'ms', bar: atMost(bar) },
      { name: `${name} rules, p95`, value: result.p95Ms, unit: 'ms' },
      { name: `${name} rules, memory`, value: result.memoryMb, unit: 'MB' },
      { name: `${name} rules, hits an article`, value: result.hits, unit: '' },
    );
    conditions['articles matched'] = result.articles;
  }
  return figureResult('F5', 'Match one article against all rules', measures, conditions);
}
