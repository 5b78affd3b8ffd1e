/** Replays a stream of publication times against a rule: which items each fetch finds, and how late. */
import { learnRhythm, newRhythm, type Rhythm } from '../../crawl/schedule/arrivals.ts';
import { nextFetchDelay, requestWorth } from '../../crawl/schedule/poll-interval.ts';
import type { Rule, Seen } from './rules.ts';
import type { Stream } from './streams.ts';

export interface Outcome {
  stream: Stream;
  requests: number;
  /** Milliseconds from publication to the fetch that found it; items that fell off the list unseen are not here. */
  delays: number[];
  lost: number;
}

const subscriberCount = 12;
/** Rules that learn from feedback need fetches before they are judged; simulated feeds give them four weeks. */
const learnMs = 28 * 86_400_000;
const resultsKept = 4;

export interface Poller {
  name: string;
  /** A fresh state for one stream; called after each fetch. */
  start(stream: Stream): (fetch: Fetch) => number;
}

interface Fetch {
  at: number;
  previousAt: number | undefined;
  newTimes: number[];
  itemCount: number;
}

export function replay(stream: Stream, poller: Poller): Outcome {
  const { times, startAt, endAt, listed } = stream;
  const plan = poller.start(stream);
  const outcome: Outcome = { stream, requests: 0, delays: [], lost: 0 };
  let published = 0;
  let previousAt: number | undefined;
  for (let at = stream.group === 'simulated' ? startAt - learnMs : startAt; ; ) {
    const before = published;
    while (published < times.length && times[published]! <= at) published += 1;
    const oldestListed = Math.max(0, published - listed);
    const isJudged = at > startAt;
    const fresh = times.slice(Math.max(before, oldestListed), published);
    if (isJudged) {
      outcome.requests += 1;
      outcome.lost += Math.max(0, oldestListed - before);
      for (const time of fresh) if (time > startAt && time <= endAt) outcome.delays.push(at - time);
    }
    if (at >= endAt) return outcome;
    const itemCount = published - oldestListed;
    const delay = plan({ at, previousAt, newTimes: fresh, itemCount });
    previousAt = at;
    at += delay;
  }
}

export function ruleAsPoller(rule: Rule): Poller {
  return {
    name: rule.name,
    start() {
      let seen: Seen = { now: 0, times: [], results: [], delayMs: 0, subscriberCount };
      return ({ at, newTimes, itemCount }) => {
        const result = { itemCount, knownCount: itemCount - newTimes.length };
        seen = {
          ...seen,
          now: at,
          times: [...newTimes.toReversed(), ...seen.times],
          results: [result, ...seen.results].slice(0, resultsKept),
        };
        const delayMs = rule.delay(seen);
        seen = { ...seen, delayMs };
        return delayMs;
      };
    },
  };
}

const demand = { subscriberCount, isCatalogue: false, hasAtOnceRule: true };

/** Ours, as the crawl runs it; with `pace` other than 1 at a higher or lower price of a request. */
export function ourPoller(pace = 1): Poller {
  return {
    name: 'Tidings',
    start(stream) {
      let rhythm: Rhythm = newRhythm();
      let slot = 0;
      let results: { itemCount: number; knownCount: number }[] = [];
      return ({ at, previousAt, newTimes, itemCount }) => {
        rhythm = learnRhythm(rhythm, { at, previousAt, newTimes });
        results = [{ itemCount, knownCount: itemCount - newTimes.length }, ...results].slice(0, resultsKept);
        slot += 1;
        const history = {
          sourceKey: stream.name,
          slot,
          decidedAt: at,
          rhythm,
          results,
          demand,
          hints: {},
          failures: [],
        };
        return nextFetchDelay(history, requestWorth(history) * pace);
      };
    },
  };
}
