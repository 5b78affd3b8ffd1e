/**
 * Which finds of a rule that tells at once are told together. When something happens, many publishers report it within minutes:
 * the first report is told at once, what others add is one digest a little later. Nothing is left out, so a find that was
 * taken for the wrong event is late and not lost.
 */

export interface Find {
  sourceId: number;
  /** Its event; undefined where nothing is clustered. */
  clusterId: number | undefined;
  /** Epoch milliseconds. */
  foundAt: number;
}

const minuteMs = 60_000;
/** Finds of other sources within this time may be reports of one event, in whatever words. */
export const burstMs = 2 * minuteMs;
/** A further report of an event that the rule has told of may wait for others. */
const eventWaitMs = 10 * minuteMs;
/** So long an event is remembered as told. */
export const eventMemoryMs = 24 * 60 * minuteMs;

/**
 * How long, in milliseconds, a find waits for others; 0 to tell it at once. What one source publishes is never put off because of
 * the source's own items: it does not report an event twice in a row.
 *
 * @param earlier what the rule found before, in any order
 */
export function bundleWaitMs(find: Find, earlier: readonly Find[]): number {
  const others = earlier.filter(({ sourceId }) => sourceId !== find.sourceId);
  const isOfToldEvent = others.some(
    ({ clusterId, foundAt }) =>
      clusterId !== undefined && clusterId === find.clusterId && foundAt > find.foundAt - eventMemoryMs,
  );
  if (isOfToldEvent) return eventWaitMs;
  return others.some(({ foundAt }) => foundAt > find.foundAt - burstMs) ? burstMs : 0;
}
