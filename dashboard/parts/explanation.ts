/** The sentence that says how a query was understood. */
import type { TFunction } from 'i18next';
import {
  EXPLANATION_KEYS,
  type Explanation,
  type ExplanationKey,
  explanationText,
  JOIN_KEYS,
} from '#shared/query/explain.ts';
import { countryName, languageName, scriptName } from './names.ts';

const depthMax = 60;

/** Undefined when the server's explanation is none that we can word. */
export function explain(explanation: unknown, t: TFunction<'query'>, reader: string): string | undefined {
  if (!isExplanation(explanation, 0)) return undefined;
  return explanationText(explanation, (key, args) => t(`explain.${key}`, worded(key, args, reader)));
}

/** Codes become names before they stand in a sentence. */
function worded(key: ExplanationKey, args: Explanation['args'], reader: string): Explanation['args'] {
  const value = String(args['value'] ?? '');
  if (key === 'value-lang') return { ...args, value: languageName(...languageAndScript(value), reader) || value };
  if (key === 'value-script') return { ...args, value: scriptName(value, reader) };
  if (key === 'value-country') return { ...args, value: countryName(value, reader) };
  if (key === 'date-period') return { ...args, period: periodText(String(args['period'] ?? ''), reader) };
  return args;
}

function languageAndScript(tag: string): [language: string, script: string] {
  const [language = '', script = ''] = tag.split('-');
  return [
    language.toLowerCase(),
    script.length === 4 ? script.charAt(0).toUpperCase() + script.slice(1).toLowerCase() : '',
  ];
}

const periodUnits = { Y: 'year', M: 'month', W: 'week', D: 'day', H: 'hour' } as const;

/** `P7D` as "7 days". What is not one plain unit stays as it is written. */
export function periodText(period: string, reader: string): string {
  const [, count, unit] = /^PT?(\d{1,5})([YMWDH])$/i.exec(period) ?? [];
  const name = periodUnits[unit?.toUpperCase() as keyof typeof periodUnits];
  if (!count || !name) return period;
  return new Intl.NumberFormat(reader, { style: 'unit', unit: name, unitDisplay: 'long' }).format(Number(count));
}

function isExplanation(value: unknown, depth: number): value is Explanation {
  const { key, args, children } = (value ?? {}) as Partial<Explanation>;
  const isKnown = [...JOIN_KEYS, ...EXPLANATION_KEYS].some((known) => known === key);
  return (
    depth < depthMax &&
    isKnown &&
    typeof args === 'object' &&
    Array.isArray(children) &&
    children.every((child) => isExplanation(child, depth + 1))
  );
}
