/** Reads what stands in the address. Anybody can type anything there: what does not fit counts as absent. */

export function textParam(value: unknown, lengthMax: number): string | undefined {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return typeof value === 'string' && value !== '' ? value.slice(0, lengthMax) : undefined;
}

export function choiceParam<T extends string>(value: unknown, choices: readonly T[]): T | undefined {
  return choices.find((choice) => choice === value);
}

/** A list is written with commas, which none of our codes contains. */
export function listParam(value: unknown, pattern: RegExp): string | undefined {
  const text = textParam(value, 2000);
  const parts = text?.split(',').filter((part) => pattern.test(part)) ?? [];
  return parts.length > 0 ? parts.slice(0, 50).join(',') : undefined;
}

export function splitList(list: string | undefined): string[] {
  return list ? list.split(',') : [];
}

/** Adds the value to the list or takes it out. Undefined when nothing is left. */
export function toggleInList(list: string | undefined, value: string): string | undefined {
  const parts = splitList(list);
  const next = parts.includes(value) ? parts.filter((part) => part !== value) : [...parts, value];
  return next.length > 0 ? next.join(',') : undefined;
}
