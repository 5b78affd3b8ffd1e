/**
 * What the newsroom publishes and when: a pure function of time. Live items hang on minutes of the clock and the
 * backlog on longer slots, not on the start, so that a restarted newsroom keeps the addresses it gave out.
 */
import { subjects } from './language-texts.ts';
import { newsroomSources } from './newsroom-sources.ts';
import { type SeededRandom, seededRandom } from './seeded-random.ts';
import { makeFacts, type StoryOrder } from './stories.ts';

export const minuteMs = 60_000;
/** 72 hours hold 25 slots; each source has one item in each. */
const slotMs = 172 * minuteMs;
const backlogMs = 72 * 60 * minuteMs;
const burstMinutes = 10;
const burstSpreadMinutes = 5;

export interface PlannedItem extends StoryOrder {
  id: string;
  slug: string;
  at: number;
}
type Draft = Omit<PlannedItem, 'id'>;

const slugs = newsroomSources.map((source) => source.slug);
/** Sources that may print the same agency's text. */
const colleagues = [...Map.groupBy(newsroomSources, (source) => source.language).values()].filter(
  (group) => group.length > 1,
);
/** Languages with enough sources for an event to be told all over the country: Chinese in both scripts, English. */
const presses = ['zh', 'en'].map((language) =>
  newsroomSources.filter((source) => source.language.startsWith(language)).map((source) => source.slug),
);

/** Sources on one invented event, all of one country's press and some abroad; shared names, so that the languages agree. */
function eventDrafts(seed: string, startsAt: number, spreadMinutes: number): Draft[] {
  const random = seededRandom(seed);
  const subject = random.pick(subjects);
  const facts = makeFacts(random, 'shared', startsAt);
  const press = random.pick(presses);
  const abroad = random.shuffle(slugs.filter((slug) => !press.includes(slug))).slice(0, random.int(3, 5));
  return random.shuffle([...press, ...abroad]).map((slug, i) => {
    const at = startsAt + (i === 0 ? 0 : random.int(0, spreadMinutes)) * minuteMs + random.int(1, 50) * 1000;
    return { slug, at, subject, facts, variantSeed: `${seed} ${slug}` };
  });
}

/** One agency text in both sources of a language, the second some seconds or minutes later. */
function wireDrafts(seed: string, startsAt: number, spreadMs: number): Draft[] {
  const random = seededRandom(seed);
  const [first, second] = random.shuffle(random.pick(colleagues));
  const subject = random.pick(subjects);
  const facts = makeFacts(random, 'local', startsAt);
  const common = { subject, facts, variantSeed: seed };
  return [
    { ...common, slug: first!.slug, at: startsAt, wire: 'origin' },
    { ...common, slug: second!.slug, at: startsAt + random.int(10, Math.floor(spreadMs / 1000)) * 1000, wire: 'copy' },
  ];
}

function ownDraft(random: SeededRandom, seed: string, slug: string, at: number): Draft {
  const facts = makeFacts(random, random.chance(0.6) ? 'local' : 'shared', at);
  return { slug, at, subject: random.pick(subjects), facts, variantSeed: seed };
}

function numbered(prefix: string, drafts: Draft[]): PlannedItem[] {
  return drafts.map((draft, i) => ({ ...draft, id: `${prefix}-${i}` }));
}

/** The items of one minute of the clock (epoch minutes): one at its very start, and what else comes in it. */
export function planMinute(minute: number): PlannedItem[] {
  const seed = `minute ${minute}`;
  const random = seededRandom(seed);
  const startsAt = minute * minuteMs;

  // Each round of minutes visits every source once, in an order of its own.
  const round = seededRandom(`round ${Math.floor(minute / slugs.length)}`).shuffle(slugs);
  const drafts = [ownDraft(random, seed, round[minute % slugs.length]!, startsAt)];
  if (random.chance(0.5)) {
    drafts.push(ownDraft(random, `${seed} second`, random.pick(slugs), startsAt + random.int(5, 55) * 1000));
  }
  if (random.chance(0.15)) drafts.push(...wireDrafts(`${seed} wire`, startsAt + random.int(1, 10) * 1000, 45_000));

  const burst = Math.floor(minute / burstMinutes);
  const burstStart =
    burst * burstMinutes + seededRandom(`burst start ${burst}`).int(0, burstMinutes - burstSpreadMinutes - 1);
  const reports = eventDrafts(`burst ${burst}`, burstStart * minuteMs, burstSpreadMinutes);
  drafts.push(...reports.filter((draft) => Math.floor(draft.at / minuteMs) === minute));
  return numbered(String(minute), drafts);
}

/** The items of one slot of the time before the start. */
function planSlot(slot: number): PlannedItem[] {
  const startsAt = slot * slotMs;
  const slotMinutes = slotMs / minuteMs;
  const drafts = slugs.map((slug) => {
    const seed = `slot ${slot} ${slug}`;
    const random = seededRandom(seed);
    return ownDraft(random, seed, slug, startsAt + random.int(0, slotMinutes * 60 - 1) * 1000);
  });
  if (slot % 4 === 1) drafts.push(...eventDrafts(`event ${slot}`, startsAt + 60 * minuteMs, 30));
  if (slot % 3 === 2) drafts.push(...wireDrafts(`slot ${slot} wire`, startsAt + 20 * minuteMs, 40 * minuteMs));
  return numbered(`b${slot}`, drafts);
}

/** The newest items of a source at `now`, newest first: the live ones since the start, then the backlog before it. */
export function itemsOf(slug: string, startedAt: number, now: number, max: number): PlannedItem[] {
  const found: PlannedItem[] = [];
  const take = (items: PlannedItem[], isShown: (at: number) => boolean): void => {
    const own = items.filter((item) => item.slug === slug && isShown(item.at));
    found.push(...own.sort((a, b) => b.at - a.at));
  };

  for (
    let minute = Math.floor(now / minuteMs);
    minute * minuteMs + minuteMs > startedAt && found.length < max;
    minute--
  ) {
    take(planMinute(minute), (at) => at > startedAt && at <= now);
  }
  const oldest = startedAt - backlogMs;
  for (let slot = Math.floor(startedAt / slotMs); (slot + 1) * slotMs > oldest && found.length < max; slot--) {
    take(planSlot(slot), (at) => at > oldest && at <= Math.min(startedAt, now));
  }
  // Items of one slot spread wider than the slot's order.
  return found.sort((a, b) => b.at - a.at).slice(0, max);
}

/** The item of that id, whenever it was published; ids of the future and of nonsense give nothing. */
export function findItem(slug: string, id: string, now: number): PlannedItem | undefined {
  const parts = /^(b?)(\d{1,9})-\d{1,3}$/.exec(id);
  if (!parts) return undefined;
  const ordinal = Number(parts[2]);
  const items = parts[1] === 'b' ? planSlot(ordinal) : planMinute(ordinal);
  return items.find((item) => item.id === id && item.slug === slug && item.at <= now);
}
