import { useSyncExternalStore } from 'react';
import { exactTime, relativeTime } from '#shared/rules/relative-time.ts';
import { useUiTexts } from './ui-texts.tsx';

const tickMs = 30_000;

/** One clock for all times on the page. */
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let clockMs = Date.now();

function tick(): void {
  clockMs = Date.now();
  for (const each of listeners) each();
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    // Those that were just drawn are right as they are.
    if (Date.now() - clockMs > tickMs) clockMs = Date.now();
    timer = setInterval(tick, tickMs);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) clearInterval(timer);
  };
}

/** A time as people say it, the exact one on hover. `at` and `now` are epoch milliseconds. */
export function RelativeTime({ at, now, className }: { at: number; now?: number; className?: string }) {
  const { language, justNow } = useUiTexts();
  const ticking = useSyncExternalStore(subscribe, () => clockMs, Date.now);
  // What is a moment newer than the last tick is not in the future.
  const reference = now ?? (at > ticking && at - ticking < 2 * tickMs ? at : ticking);
  return (
    <time dateTime={new Date(at).toISOString()} title={exactTime(at, language)} className={className}>
      {relativeTime(at, reference, language, justNow)}
    </time>
  );
}
