// Keeps the crawl polite and fair between hosts, inside one process; it never fetches itself.

export interface HostGateOptions {
  now: () => number;
  inFlightMax?: number;
  /** Between two starts on one host. */
  spacingMs?: number;
  /** The same, for a host that answered 429 within the last hour. */
  throttledSpacingMs?: number;
}

export type StartAnswer =
  | { started: true }
  | { started: false /** Ask again after this; absent: after a finish. */; waitMs?: number };

export interface HostGate {
  /** Takes a place on the host if one is free now. Whoever is started must call `finish`. */
  tryStart(host: string): StartAnswer;
  finish(host: string, outcome?: { status?: number; tookMs?: number }): void;
  /** Figures for the metrics page. */
  stats(): { host: string; inFlight: number; isThrottled: boolean; meanTookMs: number }[];
}

interface HostState {
  inFlight: number;
  lastStartAt: number;
  throttledAt: number;
  meanTookMs: number;
}

const THROTTLE_MEMORY_MS = 3_600_000;
const HOSTS_KEPT_MAX = 5_000;
// Weight of the newest fetch in the moving average of a host's times.
const TOOK_WEIGHT = 0.2;

export function createHostGate(options: HostGateOptions): HostGate {
  const { now, inFlightMax = 2, spacingMs = 1_000, throttledSpacingMs = 5_000 } = options;
  const hosts = new Map<string, HostState>();

  const isThrottled = (state: HostState) => now() - state.throttledAt < THROTTLE_MEMORY_MS;

  function forgetIdleHosts(): void {
    if (hosts.size < HOSTS_KEPT_MAX) return;
    for (const [host, state] of hosts) {
      if (state.inFlight === 0 && now() - state.lastStartAt > throttledSpacingMs && !isThrottled(state))
        hosts.delete(host);
    }
  }

  function tryStart(host: string): StartAnswer {
    let state = hosts.get(host);
    if (!state) {
      forgetIdleHosts();
      state = { inFlight: 0, lastStartAt: -Infinity, throttledAt: -Infinity, meanTookMs: 0 };
      hosts.set(host, state);
    }
    if (state.inFlight >= inFlightMax) return { started: false };
    const waitMs = state.lastStartAt + (isThrottled(state) ? throttledSpacingMs : spacingMs) - now();
    if (waitMs > 0) return { started: false, waitMs };
    state.inFlight += 1;
    state.lastStartAt = now();
    return { started: true };
  }

  function finish(host: string, outcome: { status?: number; tookMs?: number } = {}): void {
    const state = hosts.get(host);
    if (!state || state.inFlight === 0) return;
    state.inFlight -= 1;
    if (outcome.status === 429) state.throttledAt = now();
    if (outcome.tookMs !== undefined) {
      state.meanTookMs += (state.meanTookMs === 0 ? 1 : TOOK_WEIGHT) * (outcome.tookMs - state.meanTookMs);
    }
  }

  function stats() {
    return [...hosts].map(([host, state]) => ({
      host,
      inFlight: state.inFlight,
      isThrottled: isThrottled(state),
      meanTookMs: Math.round(state.meanTookMs),
    }));
  }

  return { tryStart, finish, stats };
}

/** Orders due work by (row number within its host, due time), so that one big host cannot starve the others. */
export function orderFairly<T extends { host: string; dueAt: number }>(due: readonly T[]): T[] {
  const rows = new Map<string, number>();
  return [...due]
    .sort((a, b) => a.dueAt - b.dueAt)
    .map((item) => {
      const row = rows.get(item.host) ?? 0;
      rows.set(item.host, row + 1);
      return { item, row };
    })
    .sort((a, b) => a.row - b.row || a.item.dueAt - b.item.dueAt)
    .map(({ item }) => item);
}
