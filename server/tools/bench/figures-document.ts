/** Keeps measured figures in a document: a section a figure, with the machine it was measured on. */
import type { FigureResult, Machine, Measure } from './measure.ts';

const heading = '# Figures';
const introduction = `What the product promises in speed, memory and safety, and what was measured last. Each section is
written by \`npm run bench -- --write docs/figures.md\`; \`--only F1,F4\` measures some of them. Other machines give other
numbers; compare within one run.`;

/** The document with these sections in place of their predecessors; sections of other figures stay. */
export function writeFigures(before: string, results: readonly FigureResult[], machine: Machine, day: string): string {
  const sections = new Map<string, string>();
  for (const part of before.split(/^(?=## )/m).filter((part) => part.startsWith('## '))) {
    sections.set(part.slice(3, part.indexOf('\n')), part.trim());
  }
  for (const result of results) sections.set(titleOf(result), section(result, machine, day));
  const ordered = [...sections].sort(([a], [b]) => numberOf(a) - numberOf(b) || a.localeCompare(b));
  return `${[heading, introduction, ...ordered.map(([, text]) => text)].join('\n\n')}\n`;
}

const titleOf = ({ figure, title }: FigureResult) => `${figure} ${title}`;
const numberOf = (title: string) => Number(/^F(\d+)/.exec(title)?.[1] ?? 0);

function section(result: FigureResult, machine: Machine, day: string): string {
  const conditions = Object.entries(result.with).map(([name, value]) => `${name} ${show(value)}`);
  const { platform, processor, cores, memoryGb, node } = machine;
  return [
    `## ${titleOf(result)}`,
    `${day} · ${processor}, ${cores} cores, ${memoryGb} GB, ${platform}, Node ${node} · ${conditions.join(' · ')}`,
    ['| measure | value | bar | met |', '|---|---|---|---|', ...result.measures.map(row)].join('\n'),
  ].join('\n\n');
}

function row({ name, value, unit, bar, met }: Measure): string {
  const limit = bar ? `${bar.op === '<=' ? '≤' : '≥'} ${show(bar.value)}` : '';
  return `| ${name} | ${show(value)} ${unit} | ${limit} | ${met === undefined ? '' : met ? 'yes' : '**no**'} |`;
}

const show = (value: string | number) => (typeof value === 'number' ? value.toLocaleString('en') : value);
