/** When a keyword subscription may tell: its rhythm, the member's quiet hours, and what counts as news about a known story. */
import { jumpWithin, localTime, nextFullHour, nextLocal, untilLocal } from './local-time.ts';

export interface QuietHours {
  /** Minutes of the local day; from 22:00 to 7:00 goes over midnight. Equal bounds mean none. */
  from: number;
  to: number;
}

/** The member's clock. */
export interface MemberClock {
  /** IANA name. */
  timeZone: string;
  quietHours: QuietHours | null;
}

export interface TellingPlan {
  rhythm: 'at-once' | 'hourly' | 'daily' | 'weekly';
  /** Minute of the local day at which a daily or weekly digest, or what was too much for a day, is told. */
  tellAt: number;
  /** 1 Monday – 7 Sunday, for weekly. */
  tellOn: number;
}

export function isQuiet(at: number, { timeZone, quietHours }: MemberClock): boolean {
  if (!quietHours || quietHours.from === quietHours.to) return false;
  const { from, to } = quietHours;
  const { minute } = localTime(at, timeZone);
  return from < to ? minute >= from && minute < to : minute >= from || minute < to;
}

/** The instant itself, or the end of the quiet hours it falls into. */
export function outOfQuiet(at: number, clock: MemberClock): number {
  const { timeZone, quietHours } = clock;
  if (!quietHours || !isQuiet(at, clock)) return at;
  for (let from = at; ; ) {
    // Where the clock is set back, an hour comes twice: then the plain count of minutes is right, elsewhere the calendar is.
    // A clock that is set back to before they begin ends them, too.
    const ends = [from + untilLocal(quietHours.to, timeZone, from), nextLocal(quietHours.to, timeZone, from)];
    const latest = Math.max(...ends);
    const jump = jumpWithin(from, latest, timeZone);
    if (jump !== undefined) ends.push(jump);
    const open = ends.filter((end) => end > at && !isQuiet(end, clock));
    if (open.length > 0) return Math.min(...open);
    // The clock jumped over the end into the next quiet hours.
    from = latest;
  }
}

/** When what was found at `after` and could not be told at once is told as a digest; never within quiet hours. */
export function nextDigestAt(plan: TellingPlan, clock: MemberClock, after: number): number {
  const { timeZone } = clock;
  switch (plan.rhythm) {
    case 'hourly':
      return outOfQuiet(nextFullHour(timeZone, after), clock);
    case 'weekly':
      return outOfQuiet(nextLocal(plan.tellAt, timeZone, after, plan.tellOn), clock);
    default:
      return outOfQuiet(nextLocal(plan.tellAt, timeZone, after), clock);
  }
}

/** A story is news again when it has grown by this share since it was told, and by so many reports. */
const growthShare = 0.3;
const growthMin = 5;

/** @param toldSize reports of the story when it was last told; undefined if it never was */
export function isNewsAgain(toldSize: number | undefined, size: number): boolean {
  if (toldSize === undefined) return true;
  return size >= toldSize + growthMin && size >= toldSize * (1 + growthShare);
}
