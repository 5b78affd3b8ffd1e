/** Reads the dates that people write on pages. Pure: the present and the time zone are handed in. */
import { monthNumber } from './month-names.ts';
import { type CalendarTime, calendarTime, instantOf } from './zoned-time.ts';

export interface DateTextOptions {
  /** Epoch milliseconds; gives relative forms and missing years their meaning. */
  now: number;
  /** IANA name of the site's zone; a written offset goes before it. Default UTC. */
  timeZone?: string | undefined;
  /** BCP 47; `en-US` (and `en` on its own) reads 3/4/2026 as March, the others as April. */
  language?: string | undefined;
  /** Leave out forms that take their year or day from `now`. */
  needsYear?: boolean;
}

export interface ParsedDate {
  /** Epoch milliseconds. */
  time: number;
  /** `day`: only a day was written and `time` is its midnight. */
  precision: 'time' | 'day';
}

const TEXT_CHARS_MAX = 400;
const DAY_MS = 86_400_000;
const UNIT_MS = {
  second: 1000,
  minute: 60_000,
  hour: 3_600_000,
  day: DAY_MS,
  week: 7 * DAY_MS,
  month: 30 * DAY_MS,
  year: 365 * DAY_MS,
};
type Unit = keyof typeof UNIT_MS;

const HAN_DIGITS: Record<string, number> = {
  〇: 0,
  零: 0,
  一: 1,
  二: 2,
  三: 3,
  四: 4,
  五: 5,
  六: 6,
  七: 7,
  八: 8,
  九: 9,
};
const ERAS: Record<string, number> = {
  令和: 2018,
  平成: 1988,
  昭和: 1925,
  大正: 1911,
  民國: 1911,
  民国: 1911,
  中華民國: 1911,
};

/** 二〇二六 → 2026, 十一 → 11, 二十三 → 23; digits pass through. */
function hanNumber(text: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  if (text === '元') return 1;
  const [tens, ones] = text.split('十');
  if (ones !== undefined)
    return (tens ? (HAN_DIGITS[tens] ?? Number.NaN) : 1) * 10 + (ones ? (HAN_DIGITS[ones] ?? Number.NaN) : 0);
  return Number([...text].map((char) => HAN_DIGITS[char] ?? 'x').join(''));
}

const HALF_DAY = '(上午|下午|午前|午後|凌晨|早上|中午|晚上|오전|오후)?';
const CLOCK = String.raw`(\d{1,2})\s?(?:[:：.h時时点點시]|Uhr)\s?(\d{2})?(?:[:：분分](\d{2})?)?(?:[.,]\d{1,6})?`;
const CLOCK_AFTER = new RegExp(
  String.raw`^[\s,，T(（·•|@–—-]{0,6}(?:[^\d\s]{1,4}[)）]\s{0,3}|(?:um|at|à|às|a las|alle|kl\.?|в|o|klo|ore|saat|pukul|lúc|عند)\s)?${HALF_DAY}\s?${CLOCK}\s?(am|pm|a\.m\.|p\.m\.)?\s?(?:uhr\s?)?[(]?(z|utc|gmt|[a-z]{2,4}(?![a-z]))?\s?([+-]\d{2}:?\d{2})?`,
  'i',
);
/** Abbreviations that mean one offset only; CST, IST and the like do not. */
const ZONE_MINUTES: Record<string, number> = {
  ...{
    z: 0,
    utc: 0,
    gmt: 0,
    wet: 0,
    bst: 60,
    west: 60,
    cet: 60,
    mez: 60,
    cest: 120,
    mesz: 120,
    eet: 120,
    eest: 180,
    msk: 180,
  },
  ...{
    est: -300,
    edt: -240,
    cdt: -300,
    mst: -420,
    mdt: -360,
    pst: -480,
    pdt: -420,
    jst: 540,
    kst: 540,
    hkt: 480,
    sgt: 480,
    aest: 600,
    aedt: 660,
  },
};

interface Clock {
  hour: number;
  minute: number;
  second: number;
  offsetMinutes?: number;
}

function offsetOf(zone: string | undefined, offset: string | undefined): number | undefined {
  const match = offset && /^([+-])(\d{2}):?(\d{2})$/.exec(offset);
  if (match) return (match[1] === '-' ? -1 : 1) * (Number(match[2]) * 60 + Number(match[3]));
  return zone === undefined ? undefined : ZONE_MINUTES[zone.toLowerCase()];
}

function clockAfter(rest: string): Clock | undefined {
  const match = CLOCK_AFTER.exec(rest);
  if (!match) return undefined;
  const [, half, hourText, minuteText, secondText, ampm, zone, offset] = match;
  let hour = Number(hourText);
  const isAfternoon = /下午|午後|晚上|오후/.test(half ?? '') || /^p/i.test(ampm ?? '');
  const isMorning = /上午|午前|凌晨|早上|오전/.test(half ?? '') || /^a/i.test(ampm ?? '');
  if (isAfternoon && hour < 12) hour += 12;
  if (isMorning && hour === 12) hour = 0;
  const minute = Number(minuteText ?? 0);
  const second = Number(secondText ?? 0);
  if (hour > 24 || minute > 59 || second > 60) return undefined;
  const offsetMinutes = offsetOf(zone, offset);
  return { hour, minute, second, ...(offsetMinutes !== undefined && { offsetMinutes }) };
}

/** The clock that follows a written day joins it. */
function at(day: CalendarTime, rest: string, timeZone: string): ParsedDate | undefined {
  const clock = clockAfter(rest);
  const zone = clock?.offsetMinutes === undefined ? timeZone : 'UTC';
  const time = instantOf(
    { ...day, ...(clock && { hour: clock.hour, minute: clock.minute, second: clock.second }) },
    zone,
  );
  if (time === undefined) return undefined;
  return { time: time - (clock?.offsetMinutes ?? 0) * 60_000, precision: clock ? 'time' : 'day' };
}

interface ReaderOptions {
  now: number;
  timeZone: string;
  monthFirst: boolean;
  needsYear: boolean;
}

type Reader = (text: string, options: ReaderOptions) => ParsedDate | undefined;

const fullYear = (year: number): number => (year >= 100 ? year : year + (year < 70 ? 2000 : 1900));

/** Thai pages count from 543 BC. */
const commonYear = (year: number): number => (year >= 2400 && year < 2700 ? year - 543 : year);

/** The year that puts a day without a year last in the past (up to two days ahead count as past: zones, early print). */
function latestYear(month: number, day: number, now: number, timeZone: string): number {
  const year = calendarTime(now, timeZone).year;
  const thisYear = instantOf({ year, month, day }, timeZone);
  return thisYear !== undefined && thisYear > now + 2 * DAY_MS ? year - 1 : year;
}

const readYearFirst: Reader = (text, { timeZone }) => {
  const match = /(?<!\d)((?:19|20)\d{2})\s?([-/.])\s?(\d{1,2})\s?\2\s?(\d{1,2})(?!\d)/.exec(text);
  if (!match) return undefined;
  const day = { year: Number(match[1]), month: Number(match[3]), day: Number(match[4]) };
  return at(day, text.slice(match.index + match[0].length), timeZone);
};

const readCompact: Reader = (text, { timeZone }) => {
  const match =
    /(?<!\d)((?:19|20)\d{2})(0[1-9]|1[0-2])([0-2]\d|3[01])(?:T?([01]\d|2[0-3])([0-5]\d)([0-5]\d)?)?(?!\d)/.exec(text);
  if (!match) return undefined;
  const day = { year: Number(match[1]), month: Number(match[2]), day: Number(match[3]) };
  const clock = match[4] ? { hour: Number(match[4]), minute: Number(match[5]), second: Number(match[6] ?? 0) } : {};
  const time = instantOf({ ...day, ...clock }, timeZone);
  return time === undefined ? undefined : { time, precision: match[4] ? 'time' : 'day' };
};

const HAN_DAY =
  /(?:(中華民國|民國|民国|令和|平成|昭和|大正)?\s?([\d〇零一二三四五六七八九元]{1,4})\s?[年년]\s?)?(\d{1,2}|[一二三四五六七八九]?十?[一二三四五六七八九]?)\s?[月월]\s?(\d{1,2}|[一二三]?十?[一二三四五六七八九]?)\s?[日일號号]/;

const readHan: Reader = (text, { now, timeZone, needsYear }) => {
  const match = HAN_DAY.exec(text);
  if (!match?.[3] || !match[4] || (needsYear && !match[2])) return undefined;
  const [whole, era, yearText, monthText, dayText] = match;
  const month = hanNumber(monthText);
  const day = hanNumber(dayText);
  const written = yearText === undefined ? undefined : hanNumber(yearText);
  const year =
    written === undefined
      ? latestYear(month, day, now, timeZone)
      : era
        ? (ERAS[era] ?? 0) + written
        : fullYear(written);
  return at({ year, month, day }, text.slice(match.index + whole.length), timeZone);
};

const WORD = String.raw`[\p{L}][\p{L}\p{M}]{1,14}`;
const DAY_MONTH = new RegExp(
  String.raw`(?<![\d:])(\d{1,2})(?:st|nd|rd|th|er|º|°|\.)?[\s-]{0,2}(?:of\s|de\s|d['’]|η\s)?(${WORD}|[ก-ฮ]{1,2}\.[ก-ฮ])\.?,?(?:[\s-]{0,2}(?:de\s|del\s|of\s|พ\.ศ\.\s)?((?:19|20|25)\d{2}|['’]?\d{2}(?!\s?[:\d.])))?(?!\d)`,
  'giu',
);
const MONTH_DAY = new RegExp(
  String.raw`(${WORD})\.?\s?(\d{1,2})(?:st|nd|rd|th)?(?!\d)(?:(?:,\s?|\s|\s?-\s?)((?:19|20)\d{2})(?!\d))?`,
  'giu',
);

function readNamed(pattern: RegExp, order: 'day-month' | 'month-day'): Reader {
  return (text, { now, timeZone, needsYear }) => {
    for (const match of text.matchAll(pattern)) {
      if (needsYear && !match[3]) continue;
      const [dayText, name] = order === 'day-month' ? [match[1], match[2]] : [match[2], match[1]];
      const month = monthNumber((name ?? '').toLowerCase());
      if (month === undefined) continue;
      const day = Number(dayText);
      const written = match[3] ? commonYear(fullYear(Number(match[3].replace(/['’]/, '')))) : undefined;
      const year = written ?? latestYear(month, day, now, timeZone);
      const found = at({ year, month, day }, text.slice(match.index + match[0].length), timeZone);
      if (found) return found;
    }
    return undefined;
  };
}

/** 02.11.2026 · 02/11/2026 · 2-11-26 */
const readNumeric: Reader = (text, { timeZone, monthFirst }) => {
  const match = /(?<![\d.])(\d{1,2})\s?([./-])\s?(\d{1,2})\s?\2\s?((?:19|20)?\d{2})(?!\d)/.exec(text);
  if (!match) return undefined;
  const first = Number(match[1]);
  const second = Number(match[3]);
  const isMonthFirst = second > 12 || (monthFirst && match[2] !== '.' && first <= 12);
  const [month, day] = isMonthFirst ? [first, second] : [second, first];
  return at({ year: fullYear(Number(match[4])), month, day }, text.slice(match.index + match[0].length), timeZone);
};

/** 11-02 12:30, as Chinese lists write it. */
const readMonthDay: Reader = (text, { now, timeZone }) => {
  const match = /^[[(（【]?\s?(\d{1,2})[-/](\d{1,2})(?=$|[\s)）\]】])/.exec(text);
  if (!match) return undefined;
  const month = Number(match[1]);
  const day = Number(match[2]);
  return at({ year: latestYear(month, day, now, timeZone), month, day }, text.slice(match[0].length), timeZone);
};

const DAY_WORDS: readonly (readonly [RegExp, number])[] = [
  [/前天|一昨日|おととい|그저께|그제|\bvorgestern\b|\bavant-hier\b|\banteayer\b|позавчера/iu, 2],
  [
    /昨天|昨日|昨晚|어제|\byesterday\b|\bgestern\b|\bhier\b|(?<!\p{L})ayer\b|\bieri\b|\bontem\b|вчера|вчора|\bwczoraj\b|\bdün\b|أمس|เมื่อวาน/iu,
    1,
  ],
  [
    /今天|今日|今晚|今早|오늘|\btoday\b|\bheute\b|aujourd['’]hui|(?<!\p{L})hoy\b|\boggi\b|(?<!\p{L})hoje\b|сегодня|сьогодні|\bdzisiaj\b|\bbugün\b|اليوم|วันนี้/iu,
    0,
  ],
];

const readDayWord: Reader = (text, { now, timeZone }) => {
  for (const [pattern, daysAgo] of DAY_WORDS) {
    const match = pattern.exec(text);
    if (!match) continue;
    const { year, month, day } = calendarTime(now, timeZone);
    const shifted = new Date(Date.UTC(year, month - 1, day - daysAgo));
    const date = { year: shifted.getUTCFullYear(), month: shifted.getUTCMonth() + 1, day: shifted.getUTCDate() };
    return at(date, text.slice(match.index + match[0].length), timeZone);
  }
  return undefined;
};

const UNITS: readonly (readonly [RegExp, Unit])[] = [
  [/^(秒|초|s$|secs?$|seconds?|sekunden?|secondes?|segundos?|secondi|секунд|วินาที)/u, 'second'],
  [/^(分|분|m$|mins?$|minutes?|minuten?|minutos?|minut[oi]|минут|хвилин|นาที|dakika)/u, 'minute'],
  [
    /^(个小时|個小時|小时|小時|時間|个钟|시간|h$|hrs?$|hours?|stunden?|std|heures?|horas?|or[ae]$|час|годин|ชั่วโมง|saat)/u,
    'hour',
  ],
  [/^(天|日|일|d$|days?|tag(en?)?$|jours?|d[ií]as?|giorn[oi]|дн|день|วัน|gün)/u, 'day'],
  [/^(周|週|星期|个星期|주|w$|wks?$|weeks?|wochen?|semaines?|semanas?|settiman|недел|тиж|สัปดาห์|hafta)/u, 'week'],
  [
    /^(个月|個月|か月|ヶ月|カ月|月|개월|달|mo$|months?|monate?n?|mois|mes(es)?$|mes[ei]|mês|месяц|місяц|เดือน)/u,
    'month',
  ],
  [/^(年|년|y$|yrs?$|years?|jahre?n?|ans?$|años?|anni?|anos?|год|лет|рок|ปี)/u, 'year'],
];
const COUNT = String.raw`(\d{1,4}|an?|one|einer?|einem|une?|una?|um|uma|un'|半)`;
const UNIT_WORD = String.raw`([\p{L}][\p{L}\p{M}.]{0,12})`;
const AGO: readonly RegExp[] = [
  new RegExp(String.raw`(?<![\p{L}\d])${COUNT}\s?${UNIT_WORD}\s?(?:ago|fa|atrás|назад|тому|ที่แล้ว|önce)(?!\p{L})`, 'iu'),
  new RegExp(
    String.raw`(?<!\p{L})(?:vor|il y a|hace|há|منذ|قبل)\s(?:environ\s|etwa\s|cerca de\s)?${COUNT}\s?${UNIT_WORD}`,
    'iu',
  ),
  /(\d{1,4}|半)\s?(秒|秒鐘|秒钟|分|分钟|分鐘|小时|小時|个小时|個小時|時間|天|日|周|週|星期|个月|個月|か月|ヶ月|カ月|年|초|분|시간|일|주|개월|달|년)\s?(?:钟|鐘|間|间)?(?:之|以)?[前전]/u,
  /^(\d{1,3})\s?(m|h|d|w|min|mins|hr|hrs)$/iu,
];

const readAgo: Reader = (text, { now }) => {
  if (/^(刚刚|剛剛|刚才|たった今|방금|just now|gerade eben|à l['’]instant|ahora|только что)/iu.test(text))
    return { time: now, precision: 'time' };
  for (const pattern of AGO) {
    const match = pattern.exec(text);
    const word = match?.[2]?.toLowerCase().replace(/\.$/, '');
    const unit = word && UNITS.find(([names]) => names.test(word))?.[1];
    if (!match?.[1] || !unit) continue;
    const count = /^\d/.test(match[1]) ? Number(match[1]) : match[1] === '半' ? 0.5 : 1;
    return { time: now - count * UNIT_MS[unit], precision: UNIT_MS[unit] >= DAY_MS ? 'day' : 'time' };
  }
  return undefined;
};

/** Only a clock, as lists of today's items have it. */
const readClockOnly: Reader = (text, { now, timeZone }) => {
  if (!/^\d{1,2}:\d{2}(:\d{2})?$/.test(text)) return undefined;
  const { year, month, day } = calendarTime(now, timeZone);
  const today = at({ year, month, day }, text, timeZone);
  return today && today.time > now + 300_000 ? { ...today, time: today.time - DAY_MS } : today;
};

const DATED_READERS: readonly Reader[] = [
  readYearFirst,
  readHan,
  readNamed(DAY_MONTH, 'day-month'),
  readNamed(MONTH_DAY, 'month-day'),
  readNumeric,
];
const READERS: readonly Reader[] = [...DATED_READERS, readAgo, readDayWord, readMonthDay, readClockOnly, readCompact];

/** The date that a short text states, in any of the forms that news lists use; `undefined` if it states none. */
export function parseDateText(
  text: string,
  { now, timeZone = 'UTC', language = '', needsYear = false }: DateTextOptions,
): ParsedDate | undefined {
  const plain = text.slice(0, TEXT_CHARS_MAX).normalize('NFKC').replace(/\s+/g, ' ').trim();
  if (plain === '') return undefined;
  const monthFirst = /^en(-us|-ph)?$/i.test(language.replace('_', '-'));
  for (const read of needsYear ? [...DATED_READERS, readCompact] : READERS) {
    const found = read(plain, { now, timeZone, monthFirst, needsYear });
    if (found) return found;
  }
  return undefined;
}
