/** How late articles arrive and how many requests they cost: our polling against that of other aggregators. */
import { parseArgs } from 'node:util';
import { type Outcome, ourPoller, type Poller, replay, ruleAsPoller } from './poll/replay.ts';
import { otherRules } from './poll/rules.ts';
import { recordedStreams, type Stream, simulatedStreams } from './poll/streams.ts';
import { createProgressBar } from './progress-bar.ts';

const USAGE = `Replays recorded and simulated feeds against the polling rules of Tidings and of other aggregators.

usage: node server/tools/poll-simulate.ts [--corpora DIR] [--seed N]

Prints one JSON object a line: {rule, streams, feeds, medianMinutes, p90Minutes, requestsPerItem, lost}, where streams is
"all", "recorded", "simulated" or a kind of feed; and for each other rule {against, …}: the same with our price of a request set
so that we ask no more often than that rule does.

--corpora DIR  folder with feeds/ (default ../shared/corpora; without it only simulated feeds are replayed)
--seed N       of the simulated feeds (default 1)
--json         one JSON object a line, which is what this always prints
`;

/** Prices tried: from a 64th of ours to 64 times ours, to the nearest fiftieth. */
const paceMax = 64;
const paceSteps = 9;

interface Figures {
  feeds: number;
  medianMinutes: number;
  p90Minutes: number;
  requestsPerItem: number;
  lost: number;
}

const { values } = parseArgs({
  options: {
    corpora: { type: 'string', default: '../shared/corpora' },
    seed: { type: 'string', default: '1' },
    json: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  },
});
if (values.help) process.stdout.write(USAGE);
else simulate(allStreams(values.corpora, Number(values.seed)));

function allStreams(corpora: string, seed: number): Stream[] {
  try {
    return [...recordedStreams(corpora), ...simulatedStreams(seed)];
  } catch (error) {
    process.stderr.write(`recorded feeds are not available: ${(error as Error).message}\n`);
    return simulatedStreams(seed);
  }
}

function simulate(streams: readonly Stream[]): void {
  const groups = ['all', ...new Set(streams.map(({ group }) => group))];
  const kinds = [...new Set(streams.map(({ kind }) => kind))];
  const pollers = [ourPoller(), ...otherRules.map(ruleAsPoller)];
  const bar = createProgressBar('replaying');
  const outcomes = pollers.map((poller, i) => {
    bar.show(i, pollers.length, poller.name);
    return run(streams, poller);
  });
  bar.end();
  for (const part of [...groups, ...kinds]) {
    for (const [i, poller] of pollers.entries())
      print({ rule: poller.name, streams: part, ...figuresOf(outcomes[i]!, part) });
  }
  const ourOutcomes = rememberedOutcomes(streams);
  for (const group of groups) {
    for (const [i, rule] of otherRules.entries()) {
      const theirs = figuresOf(outcomes[i + 1]!, group);
      const { pace, ours } = atTheirBudget(ourOutcomes, group, theirs.requestsPerItem);
      print({
        against: rule.name,
        streams: group,
        pace,
        ours,
        theirs,
        isBetter: ours.medianMinutes < theirs.medianMinutes && ours.requestsPerItem <= theirs.requestsPerItem,
      });
    }
  }
}

function run(streams: readonly Stream[], poller: Poller): Outcome[] {
  return streams.map((stream) => replay(stream, poller));
}

/** Ours at a pace, replayed once for each. */
function rememberedOutcomes(streams: readonly Stream[]): (pace: number) => Outcome[] {
  const known = new Map<number, Outcome[]>();
  return (pace) => {
    const outcomes = known.get(pace) ?? run(streams, ourPoller(pace));
    known.set(pace, outcomes);
    return outcomes;
  };
}

/** The quickest pace that asks no more often an item than they do. */
function atTheirBudget(outcomesAt: (pace: number) => Outcome[], group: string, requestsPerItem: number) {
  let [low, high] = [1 / paceMax, paceMax];
  const quickest = figuresOf(outcomesAt(low), group);
  if (quickest.requestsPerItem <= requestsPerItem) return { pace: round(low), ours: quickest };
  for (let step = 0; step < paceSteps; step++) {
    const middle = Math.sqrt(low * high);
    const isWithin = figuresOf(outcomesAt(middle), group).requestsPerItem <= requestsPerItem;
    if (isWithin) high = middle;
    else low = middle;
  }
  return { pace: round(high), ours: figuresOf(outcomesAt(high), group) };
}

function figuresOf(outcomes: readonly Outcome[], part: string): Figures {
  const own = outcomes.filter(({ stream }) => part === 'all' || stream.group === part || stream.kind === part);
  const delays = own.flatMap((outcome) => outcome.delays).sort((a, b) => a - b);
  const requests = own.reduce((sum, outcome) => sum + outcome.requests, 0);
  return {
    feeds: own.length,
    medianMinutes: minutes(delays, 0.5),
    p90Minutes: minutes(delays, 0.9),
    requestsPerItem: round(requests / Math.max(1, delays.length)),
    lost: own.reduce((sum, outcome) => sum + outcome.lost, 0),
  };
}

function minutes(sorted: readonly number[], share: number): number {
  return round((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0) / 60_000);
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}

function print(line: object): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
