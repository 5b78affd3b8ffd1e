/**
 * When the next items of a source may be expected, learned from the items it had: a renewal process (the gaps seen, kept
 * sharp enough to know a clockwork and wide enough to doubt it) run in the time of the source's own day and week.
 * Pure; all times are epoch milliseconds.
 */
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const WEEK_MS = 7 * DAY_MS;
const HOURS_OF_WEEK = 168;
/** 1 January 1970 was a Thursday. */
const FIRST_WEEKDAY = 4;
const EVENTS_KEPT = 60;
const GAPS_USED = 30;
const RATE_GAPS = 12;
/** Items so close together came in one go. */
const BATCH_MS = 60_000;
const HALF_LIFE_MS = 28 * DAY_MS;
/** Items' worth of belief that all hours, and all days, are alike. */
const EVEN_HOURS = 12;
const EVEN_DAYS = 10;
/** Gaps' worth of belief that the past says nothing. */
const DOUBT_GAPS = 3;
/** A source of which nothing is known: one item in six hours. */
const UNKNOWN_GAP_MS = 6 * HOUR_MS;

export interface Rhythm {
  /** When the newest items appeared, newest first. */
  times: number[];
  /** Items by hour of the day (UTC) and by day of the week (from Sunday), fading with a half-life of four weeks. */
  hours: number[];
  weekdays: number[];
  /** The time the counts speak of. */
  since: number;
  learnedAt: number;
}

export const newRhythm = (): Rhythm => ({
  times: [],
  hours: Array(24).fill(0),
  weekdays: Array(7).fill(0),
  since: Number.MAX_SAFE_INTEGER,
  learnedAt: 0,
});

const weekdayOf = (time: number) => (Math.floor(time / DAY_MS) + FIRST_WEEKDAY) % 7;
const hourOf = (time: number) => Math.floor((time % DAY_MS) / HOUR_MS);
const round = (value: number) => Math.round(value * 1000) / 1000;

/**
 * The rhythm with what one fetch brought. An item that was not listed at the fetch before cannot have appeared earlier,
 * whatever its date says, and none appears in the future; without a believable date it is put half-way.
 */
export function learnRhythm(
  rhythm: Rhythm,
  fetched: { at: number; previousAt?: number | undefined; newTimes: readonly number[] },
): Rhythm {
  const { at, previousAt, newTimes } = fetched;
  // Counts fade with the next item; until then nothing is to be written anew.
  if (newTimes.length === 0) return rhythm;
  const appeared = newTimes
    .map((time) => {
      if (time > 0 && time <= at && (previousAt === undefined || time >= previousAt)) return time;
      return previousAt === undefined ? undefined : (previousAt + at) / 2;
    })
    .filter((time) => time !== undefined)
    .map(Math.round);
  const fade = 0.5 ** (Math.max(0, at - rhythm.learnedAt) / HALF_LIFE_MS);
  const hours = rhythm.hours.map((count) => count * fade);
  const weekdays = rhythm.weekdays.map((count) => count * fade);
  for (const time of appeared) {
    const weight = 0.5 ** ((at - time) / HALF_LIFE_MS);
    hours[hourOf(time)]! += weight;
    weekdays[weekdayOf(time)]! += weight;
  }
  return {
    times: [...appeared, ...rhythm.times].toSorted((a, b) => b - a).slice(0, EVENTS_KEPT),
    hours: hours.map(round),
    weekdays: weekdays.map(round),
    since: appeared.reduce((oldest, time) => Math.min(oldest, time), rhythm.since),
    learnedAt: at,
  };
}

/** Items expected within `ms` from `now`, given that the newest known one is the newest there is. */
export interface Forecast {
  expected(ms: number): number;
  /** Items a millisecond, as of late, silence included. */
  rate: number;
}

export function forecastArrivals(rhythm: Rhythm, now: number): Forecast {
  const clock = sourceClock(rhythm);
  const events = distinctEvents(rhythm.times, now);
  const recent = events.slice(0, RATE_GAPS + 1);
  const oldest = recent.at(-1);
  const sourceNow = clock(now);
  const rate =
    oldest === undefined
      ? 1 / UNKNOWN_GAP_MS
      : (recent.length + 0.5) / (sourceNow - clock(oldest) + (recent.length < 4 ? UNKNOWN_GAP_MS : BATCH_MS));
  const last = events[0];
  const silence = last === undefined ? 0 : sourceNow - clock(last);
  const marks = events.slice(0, GAPS_USED + 1).map(clock);
  const gaps = marks.slice(1).map((mark, i) => Math.max(BATCH_MS, marks[i]! - mark));
  const trust = gaps.length / (gaps.length + DOUBT_GAPS);
  /** Chance that a gap lasts longer: log-logistic (shape 8) around every gap seen, Lomax where nothing is known. */
  const survival = (elapsed: number) => {
    let seen = 0;
    for (const gap of gaps) {
      const squared = (elapsed / gap) ** 2;
      seen += 1 / (1 + squared * squared * squared * squared);
    }
    return (gaps.length > 0 ? (trust * seen) / gaps.length : 0) + (1 - trust) / (1 + rate * elapsed);
  };
  const survivedSoFar = survival(silence);
  return {
    rate,
    expected(ms) {
      const ahead = clock(now + ms) - sourceNow;
      const came = 1 - survival(silence + ahead) / survivedSoFar;
      // After the first unseen item others follow at the usual rate; it came half-way on average.
      return came + (came * ahead * rate) / 2;
    },
  };
}

function distinctEvents(times: readonly number[], now: number): number[] {
  const events: number[] = [];
  for (const time of times) {
    const before = events.at(-1);
    if (time <= now && (before === undefined || before - time > BATCH_MS)) events.push(time);
  }
  return events;
}

/** The source's own time: it runs fast in the hours and days in which it usually publishes. */
function sourceClock({ hours, weekdays, since, learnedAt }: Rhythm): (time: number) => number {
  const spanMs = learnedAt - since;
  const byHour = shares(smooth(hours), EVEN_HOURS, roundsTrust(spanMs, DAY_MS));
  const byDay = shares(weekdays, EVEN_DAYS, roundsTrust(spanMs, WEEK_MS));
  const until = new Float64Array(HOURS_OF_WEEK + 1);
  const speed = new Float64Array(HOURS_OF_WEEK);
  for (let i = 0; i < HOURS_OF_WEEK; i++) {
    const day = (Math.floor(i / 24) + FIRST_WEEKDAY) % 7;
    speed[i] = byHour[i % 24]! * byDay[day]!;
    until[i + 1] = until[i]! + speed[i]!;
  }
  const whole = until[HOURS_OF_WEEK]!;
  return (time) => {
    const weeks = Math.floor(time / WEEK_MS);
    const hoursIn = (time - weeks * WEEK_MS) / HOUR_MS;
    const hour = Math.min(Math.floor(hoursIn), HOURS_OF_WEEK - 1);
    return (weeks + (until[hour]! + (hoursIn - hour) * speed[hour]!) / whole) * WEEK_MS;
  };
}

const smooth = (counts: readonly number[]) =>
  counts.map((count, i) => count / 2 + (counts.at(i - 1)! + counts[(i + 1) % counts.length]!) / 4);

/** Nothing is said of a round that was not seen once; three rounds are believed. */
const roundsTrust = (spanMs: number, roundMs: number) => Math.min(1, Math.max(0, (spanMs / roundMs - 1) / 2));

/** How much busier than average each part is: 1 everywhere while little is known. */
function shares(counts: readonly number[], prior: number, trust: number): number[] {
  const total = counts.reduce((sum, count) => sum + count, 0);
  return counts.map((count) => 1 + trust * ((count * counts.length + prior) / (total + prior) - 1));
}
