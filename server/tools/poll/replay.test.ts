import { expect, test } from 'vitest';
import { ourPoller, replay, ruleAsPoller } from './replay.ts';
import { otherRules } from './rules.ts';
import { type Stream, simulatedStreams } from './streams.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;

test('a replay counts every item once, as late as the fetch that found it, and says what fell off the list', () => {
  const stream: Stream = {
    name: 'three at once',
    group: 'recorded',
    kind: 'test',
    times: [0, 10, 11, 12, 25].map((minute) => minute * MINUTE),
    listed: 2,
    startAt: 0,
    endAt: 40 * MINUTE,
  };
  const everyTwenty = { name: 'test', start: () => () => 20 * MINUTE };
  expect(replay(stream, everyTwenty)).toMatchObject({
    requests: 2,
    delays: [9, 8, 15].map((minutes) => minutes * MINUTE),
    lost: 1,
  });
});

test('asking no more often than each cheap rule, articles arrive sooner', () => {
  const streams = simulatedStreams(7).filter(({ name }) => name.endsWith(' 3 a day'));
  const figures = (poller: Parameters<typeof replay>[1]) => {
    const outcomes = streams.map((stream) => replay(stream, poller));
    const delays = outcomes.flatMap((outcome) => outcome.delays).sort((a, b) => a - b);
    return { median: delays[delays.length >> 1]!, requests: outcomes.reduce((sum, one) => sum + one.requests, 0) };
  };
  const miniflux = figures(ruleAsPoller(otherRules.find(({ name }) => name === 'Miniflux')!));
  const commaFeed = figures(ruleAsPoller(otherRules.find(({ name }) => name === 'CommaFeed')!));
  const atLeisure = figures(ourPoller(8));
  const quick = figures(ourPoller(0.7));
  expect(atLeisure.requests).toBeLessThanOrEqual(miniflux.requests);
  expect(atLeisure.median).toBeLessThan(miniflux.median);
  expect(quick.requests).toBeLessThanOrEqual(commaFeed.requests);
  expect(quick.median).toBeLessThan(commaFeed.median);
});

test('simulated feeds are the same for the same seed and lie within their time', () => {
  expect(simulatedStreams(3)).toEqual(simulatedStreams(3));
  for (const { times, startAt, endAt } of simulatedStreams(3)) {
    expect(endAt - startAt).toBe(28 * DAY);
    expect(times.every((time, i) => i === 0 || time >= times[i - 1]!)).toBe(true);
  }
});
