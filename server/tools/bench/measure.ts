/** What the figures share: percentiles, the shape of a result, the machine it was measured on. */
import { cpus, loadavg, totalmem } from 'node:os';

/** One measured number with its bar. */
export interface Measure {
  name: string;
  value: number;
  unit: string;
  /** How it is judged; measures without a bar only inform. */
  bar?: { op: '<=' | '>='; value: number };
  met?: boolean;
}

export interface FigureResult {
  figure: string;
  title: string;
  measures: Measure[];
  /** What it was measured with: sizes, counts, ways. */
  with: Record<string, string | number>;
  /** True when every measure with a bar meets it. */
  met: boolean;
}

export function figureResult(
  figure: string,
  title: string,
  measures: Measure[],
  conditions: Record<string, string | number>,
): FigureResult {
  const judged = measures.map((measure) =>
    measure.bar ? { ...measure, met: isMet(measure.value, measure.bar) } : measure,
  );
  // Above the number of cores, somebody else was at work and times are longer than they are.
  const load = { 'load of the machine': rounded(loadavg()[0]!) };
  return {
    figure,
    title,
    measures: judged,
    with: { ...conditions, ...load },
    met: judged.every(({ met }) => met !== false),
  };
}

const isMet = (value: number, { op, value: limit }: NonNullable<Measure['bar']>) =>
  op === '<=' ? value <= limit : value >= limit;

export const atMost = (value: number) => ({ op: '<=' as const, value });
export const atLeast = (value: number) => ({ op: '>=' as const, value });

/** The value below which this share of the numbers lies. */
export function percentile(numbers: readonly number[], share: number): number {
  if (numbers.length === 0) return Number.NaN;
  const sorted = Float64Array.from(numbers).sort();
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1))]!;
}

export const mean = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;

/** Three significant digits: more would be noise. */
export const rounded = (value: number) => Number(value.toPrecision(3));

export interface Machine {
  platform: string;
  processor: string;
  cores: number;
  memoryGb: number;
  node: string;
}

/** Says what a figure depends on, and nothing that names the machine. */
export function describeMachine(): Machine {
  const processors = cpus();
  return {
    platform: `${process.platform} ${process.arch}`,
    processor: processors[0]?.model.trim() || 'unknown',
    cores: processors.length,
    memoryGb: Math.round(totalmem() / 2 ** 30),
    node: process.version,
  };
}
