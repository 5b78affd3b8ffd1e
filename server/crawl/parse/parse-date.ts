// Reads a moment from the ways in which feeds, sitemaps and pages write it; pure.

export interface DateOptions {
  /** Minutes east of UTC for times written without a zone; default 0. */
  zoneMinutes?: number;
}

const TEXT_CHARS_MAX = 100;
const YEAR_MIN = 1900;
const YEAR_MAX = 2100;

/** Minutes east of UTC. CST and IST mean what they mean in RFC 822 feeds: America and India. */
const ZONE_NAMES: Record<string, number> = {
  ...{
    z: 0,
    ut: 0,
    utc: 0,
    gmt: 0,
    wet: 0,
    west: 60,
    bst: 60,
    ist: 330,
    cet: 60,
    cest: 120,
    mez: 60,
    mesz: 120,
    met: 60,
    mest: 120,
  },
  ...{
    eet: 120,
    eest: 180,
    msk: 180,
    msd: 240,
    trt: 180,
    sast: 120,
    cat: 120,
    eat: 180,
    wat: 60,
    gst: 240,
    pkt: 300,
    npt: 345,
  },
  ...{
    ict: 420,
    wib: 420,
    hkt: 480,
    sgt: 480,
    pht: 480,
    awst: 480,
    jst: 540,
    kst: 540,
    acst: 570,
    acdt: 630,
    aest: 600,
    aedt: 660,
  },
  ...{ nzst: 720, nzdt: 780, est: -300, edt: -240, cst: -360, cdt: -300, mst: -420, mdt: -360, pst: -480, pdt: -420 },
  ...{ akst: -540, akdt: -480, hst: -600, ast: -240, adt: -180, nst: -210, ndt: -150, brt: -180, art: -180, clt: -240 },
  ...{ et: -300, ct: -360, mt: -420, pt: -480 },
};

const MONTHS: readonly string[][] = [
  ['jan', 'ene', 'gen', 'янв', 'ιαν', 'styc', 'sij', 'led', 'tam', 'oca'],
  ['feb', 'fév', 'fev', 'fév', 'фев', 'φεβ', 'lut', 'úno', 'şub', 'febr'],
  ['mar', 'mär', 'mär', 'мар', 'μαρ', 'μάρ', 'márc', 'mrz', 'maa', 'bře', 'mrt'],
  ['apr', 'avr', 'abr', 'апр', 'απρ', 'ápr', 'kwi', 'dub', 'nis'],
  ['may', 'mai', 'mag', 'мая', 'май', 'μαϊ', 'μαι', 'máj', 'maj', 'mei', 'kvě', 'mayo'],
  ['jun', 'juin', 'giu', 'июн', 'ιουν', 'jún', 'cze', 'čvn', 'haz'],
  ['jul', 'juil', 'lug', 'июл', 'ιουλ', 'júl', 'lip', 'čvc', 'tem'],
  ['aug', 'aoû', 'aou', 'ago', 'авг', 'αυγ', 'αύγ', 'sie', 'srp', 'ağu'],
  ['sep', 'set', 'сен', 'σεπ', 'szept', 'wrz', 'zář', 'eyl'],
  ['oct', 'okt', 'ott', 'out', 'окт', 'οκτ', 'paź', 'říj', 'eki'],
  ['nov', 'ноя', 'νοε', 'νοέ', 'lis', 'kas'],
  ['dec', 'dez', 'dic', 'déc', 'дек', 'δεκ', 'gru', 'pro', 'ara'],
];

interface Moment {
  year: number;
  month?: number;
  day?: number;
  hour?: number;
  minute?: number;
  second?: number;
  /** Minutes east of UTC; undefined: not written. */
  zone?: number;
}

/**
 * Epoch milliseconds of a written date, or undefined. Reads ISO 8601 and W3C-DTF in all their lengths, RFC 822/2822 with
 * its usual faults, asctime, US and European orders, named months in a dozen languages, Chinese, Japanese and Korean forms,
 * and bare epoch seconds or milliseconds.
 */
export function parseDate(text: string | undefined, options: DateOptions = {}): number | undefined {
  const written = text?.normalize('NFC').replace(/\s+/g, ' ').trim();
  if (!written || written.length > TEXT_CHARS_MAX || !/\d/.test(written)) return undefined;
  const epoch = readEpoch(written);
  if (epoch !== undefined) return epoch;
  const zoneMinutes = options.zoneMinutes ?? 0;
  // In a feed from China CST is China Standard Time.
  const unambiguous = zoneMinutes === 480 ? written.replace(/\bCST\b/, '+0800') : written;
  const moment =
    readIso(unambiguous) ?? readEastAsian(unambiguous) ?? readNamedMonth(unambiguous) ?? readNumeric(unambiguous);
  return moment && toEpochMs(moment, zoneMinutes);
}

function readEpoch(text: string): number | undefined {
  if (/^\d{9,10}(?:\.\d+)?$/.test(text)) return Math.round(Number(text) * 1000);
  return /^\d{12,13}$/.test(text) ? Number(text) : undefined;
}

const ISO =
  /^([+-]?\d{4})(?:-?(\d{2})(?:-?(\d{2}))?|-(\d{3}))?(?:(?:T| |, ?)\s?(\d{1,2})(?::?(\d{2}))?(?::?(\d{2})(?:[.,]\d+)?)?\s?(.*))?$/i;

function readIso(text: string): Moment | undefined {
  const match = ISO.exec(text);
  if (!match) return readTwoDigitIso(text);
  const [, year, month, day, dayOfYear, hour, minute, second, zone] = match;
  // A bare "2003 12" or "200312" would otherwise read the month as an hour.
  if (hour !== undefined && day === undefined && dayOfYear === undefined) return undefined;
  const offset = zone ? readZone(zone) : undefined;
  if (zone && offset === undefined) return undefined;
  const base = dayOfYear ? { month: 1, day: Number(dayOfYear) } : { month: number(month), day: number(day) };
  return {
    year: Number(year),
    ...base,
    hour: number(hour),
    minute: number(minute),
    second: number(second),
    zone: offset,
  };
}

/** "03-12-31" and "-03-12": two-digit years of old feeds. */
function readTwoDigitIso(text: string): Moment | undefined {
  const match = /^-?(\d{2})-(\d{2})(?:-(\d{2}))?(?:T(\d{2}):(\d{2})(?::(\d{2}))?(.*))?$/.exec(text);
  if (!match) return undefined;
  const [, year, month, day, hour, minute, second, zone] = match;
  if (Number(month) > 12) return undefined;
  return {
    year: fullYear(Number(year)),
    month: number(month),
    day: number(day),
    hour: number(hour),
    minute: number(minute),
    second: number(second),
    zone: zone ? readZone(zone) : undefined,
  };
}

const EAST_ASIAN_DATE = /(\d{2,4})\s?[年년./-]\s?(\d{1,2})\s?[月월./-]\s?(\d{1,2})\s?[日일]?/;
const EAST_ASIAN_TIME = /(\d{1,2})\s?[:：時时시]\s?(\d{1,2})?\s?[:：分분]?\s?(\d{1,2})?/;

function readEastAsian(text: string): Moment | undefined {
  if (!/[年년月월日일午오전후時时]/.test(text)) return undefined;
  const date = EAST_ASIAN_DATE.exec(text);
  if (!date) return undefined;
  const rest = text.slice(date.index + date[0].length);
  const time = EAST_ASIAN_TIME.exec(rest);
  const isAfternoon = /下午|晚上|午後|오후|pm/i.test(rest);
  const isMorning = /上午|凌晨|早上|午前|오전|am/i.test(rest);
  const defaultZone = /[년월일오]/.test(text) ? 540 : /午前|午後|時/.test(text) ? 540 : 480;
  const zone = time ? readZone(rest.slice(time.index + time[0].length).trim()) : undefined;
  const isTraditional = /時/.test(text) && !/午前|午後/.test(text);
  return {
    year: fullYear(Number(date[1])),
    month: Number(date[2]),
    day: Number(date[3]),
    hour: time ? toHour24(Number(time[1]), isAfternoon, isMorning) : undefined,
    minute: number(time?.[2]),
    second: number(time?.[3]),
    zone: zone ?? (isTraditional ? undefined : defaultZone),
  };
}

const CLOCK = /(\d{1,2}):(\d{1,2})(?::(\d{1,2})(?:[.,]\d+)?)?\s*([ap]\.?m\.?)?/i;

/** RFC 822 and everything else with a month in letters: the parts are found wherever they stand. */
function readNamedMonth(text: string): Moment | undefined {
  const clock = CLOCK.exec(text);
  const beforeClock = clock ? text.slice(0, clock.index) : text;
  const afterClock = clock ? text.slice(clock.index + clock[0].length) : '';
  const letters = [...text.matchAll(/\p{L}+/gu)].map((match) => match[0]);
  // The last one: French Tuesday, "mar.", looks like a month and comes first.
  const month = letters.map(monthOf).findLast((found) => found !== undefined);
  if (month === undefined) return undefined;
  // "Sun Jan 4 16:29:06 PST 2004" has its year behind the clock.
  const yearBehind = /(?:^|\s)((?:19|20)\d{2})(?!\d|:)/.exec(afterClock)?.[1];
  const digits = [...beforeClock.matchAll(/\d+/g)].map((match) => match[0]);
  const year = yearBehind ?? digits.find((part) => part.length === 4) ?? digits[1];
  const day = digits.find((part) => part !== year || part.length < 3);
  if (!day || !year || day.length > 2) return undefined;
  return {
    year: fullYear(Number(year)),
    month,
    day: Number(day),
    ...readClock(clock),
    zone: readZone(yearBehind ? afterClock.replace(yearBehind, ' ') : afterClock),
  };
}

/** "12/31/2003 11:59 PM", "31.12.2003", "2004/1/31". Where day and month are unclear, dots mean day first. */
function readNumeric(text: string): Moment | undefined {
  const match = /^(?:\p{L}{2,12},?\s)?(\d{1,4})([./-])(\d{1,2})\2(\d{1,4})(?:[,T ]|$)(.*)$/u.exec(text);
  if (!match) return undefined;
  const [, a = '', separator, b = '', c = '', rest = ''] = match;
  const clock = CLOCK.exec(rest);
  const zone = clock ? readZone(rest.slice(clock.index + clock[0].length)) : undefined;
  const time = { ...readClock(clock), zone };
  if (a.length === 4) return { year: Number(a), month: Number(b), day: Number(c), ...time };
  const isDayFirst = Number(a) > 12 || (separator === '.' && Number(b) <= 12);
  const [day, month] = isDayFirst ? [Number(a), Number(b)] : [Number(b), Number(a)];
  return { year: fullYear(Number(c)), month, day, ...time };
}

function readClock(clock: RegExpExecArray | null): Pick<Moment, 'hour' | 'minute' | 'second'> {
  if (!clock) return {};
  const half = clock[4]?.toLowerCase();
  return {
    hour: toHour24(Number(clock[1]), half?.startsWith('p') ?? false, half?.startsWith('a') ?? false),
    minute: number(clock[2]),
    second: number(clock[3]),
  };
}

function toHour24(hour: number, isAfternoon: boolean, isMorning: boolean): number {
  if (isAfternoon && hour < 12) return hour + 12;
  return isMorning && hour === 12 ? 0 : hour;
}

/** Minutes east of UTC from "+0800", "GMT+8", "+08:00 (CST)", "EST", "J"; undefined when nothing is recognised. */
function readZone(text: string): number | undefined {
  const offset = /([+\u2212-])(\d{1,2}):?(\d{2})?/.exec(text);
  if (offset) {
    const minutes = Number(offset[2]) * 60 + Number(offset[3] ?? 0);
    if (minutes > 15 * 60) return 0;
    return offset[1] === '+' ? minutes : -minutes;
  }
  for (const word of text.toLowerCase().match(/[a-z]+/g) ?? []) {
    const known = ZONE_NAMES[word];
    if (known !== undefined) return known;
    // Military letters were defined with the wrong sign; RFC 2822 §4.3 asks to read them as unknown, that is UTC.
    if (word.length === 1 && word !== 't') return 0;
  }
  return undefined;
}

function monthOf(word: string): number | undefined {
  const lower = word.toLowerCase();
  if (lower.length < 3) return undefined;
  for (const [index, prefixes] of MONTHS.entries()) {
    if (prefixes.some((prefix) => lower.startsWith(prefix) && lower.length <= 12)) return index + 1;
  }
  return undefined;
}

const fullYear = (year: number) => (year >= 100 ? year : year < 70 ? 2000 + year : 1900 + year);
const number = (text: string | undefined) => (text === undefined ? undefined : Number(text));

function toEpochMs(moment: Moment, defaultZone: number): number | undefined {
  const { year, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = moment;
  if (year < YEAR_MIN || year > YEAR_MAX || month < 1 || month > 12 || day < 1 || day > 366) return undefined;
  if (hour > 24 || minute > 59 || second > 60) return undefined;
  // Date.UTC carries over-long days and 24:00 on, as readers expect of "31 Jun".
  const zone = moment.zone ?? (moment.hour === undefined ? 0 : defaultZone);
  return Date.UTC(year, month - 1, day, hour, minute, second) - zone * 60_000;
}
