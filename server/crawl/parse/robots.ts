// What a robots.txt allows (RFC 9309); the file is repaired and narrowed to one crawler's rules before robots-parser matches paths; pure.
import robotsParser from 'robots-parser';

export interface RobotsAnswer {
  isAllowed: boolean;
  /** Addresses of the Sitemap lines, whoever they stand beside. */
  sitemaps: string[];
  crawlDelayMs?: number;
}

const CHARS_MAX = 500 * 1024;
const CRAWL_DELAY_MAX_SECONDS = 86_400;

type Key = 'user-agent' | 'allow' | 'disallow' | 'sitemap' | 'crawl-delay';

interface Line {
  key: Key;
  value: string;
}

interface Group {
  agents: string[];
  rules: Line[];
}

/**
 * May `agent` fetch `url`, by the robots.txt of its host? Only the first 500 KiB of the file count; an address that is
 * none is judged like the root. What to do without a readable file is the caller's: 4xx means allowed, 5xx means not.
 */
export function checkRobots(text: string, agent: string, url: string): RobotsAnswer {
  const lines = readLines(text);
  const target = URL.parse(url)?.href ?? 'http://invalid/';
  const robotsUrl = new URL('/robots.txt', target).href;
  const rules = rulesFor(groupsOf(lines), agent);
  const narrowed = ['User-agent: *', ...rules.flatMap(writeRule)].join('\n');
  const delay = Number.parseFloat(rules.find(({ key }) => key === 'crawl-delay')?.value ?? '');
  return {
    isAllowed: robotsParser(robotsUrl, narrowed).isAllowed(target, '*') ?? true,
    sitemaps: sitemapsOf(lines, robotsUrl),
    ...(delay > 0 && { crawlDelayMs: Math.min(delay, CRAWL_DELAY_MAX_SECONDS) * 1000 }),
  };
}

/** The Sitemap lines of a robots.txt; relative ones are resolved against its address, where that is given. */
export function listSitemaps(text: string, robotsUrl?: string): string[] {
  return sitemapsOf(readLines(text), robotsUrl);
}

function sitemapsOf(lines: readonly Line[], robotsUrl: string | undefined): string[] {
  const addresses = lines.filter(({ key }) => key === 'sitemap').map(({ value }) => value.split(/\s/, 1)[0] ?? '');
  const resolved = addresses.map((address) => URL.parse(address) ?? URL.parse(address, robotsUrl) ?? address);
  return [...new Set(resolved.map(String))].filter((address) => /^(?:https?:\/\/|\/)/i.test(address));
}

// With the slips that search engines forgive as well.
const KEYS: [RegExp, Key][] = [
  [/^user[- ]?agent$/i, 'user-agent'],
  [/^(?:dissallow|dissalow|disalow|diasllow|disallaw|disallow)$/i, 'disallow'],
  [/^allow$/i, 'allow'],
  [/^site-?map$/i, 'sitemap'],
  [/^crawl-?delay$/i, 'crawl-delay'],
];

function readLines(text: string): Line[] {
  return text
    .slice(0, CHARS_MAX)
    .replace(/^[^\p{ASCII}]{1,3}/u, '')
    .split(/\r\n?|\n/)
    .flatMap((raw) => {
      const line = raw.split('#', 1)[0]!.trim();
      // A lost colon is forgiven where two words stand on the line.
      const parts = /^([^:]{1,40}?)\s*:\s*(.*)$/.exec(line) ?? /^(\S{1,40})\s+(\S+)$/.exec(line);
      const key = parts && KEYS.find(([pattern]) => pattern.test(parts[1]!))?.[1];
      return key ? [{ key, value: parts[2]!.trim() }] : [];
    });
}

function groupsOf(lines: readonly Line[]): Group[] {
  const groups: Group[] = [];
  let isNaming = false;
  for (const line of lines) {
    if (line.key === 'user-agent') {
      if (!isNaming) groups.push({ agents: [], rules: [] });
      groups.at(-1)!.agents.push(line.value);
      isNaming = true;
    } else if (line.key !== 'sitemap') {
      groups.at(-1)?.rules.push(line);
      if (line.key !== 'crawl-delay') isNaming = false;
    }
  }
  return groups;
}

/** All groups that name the crawler, together; else those for everybody (RFC 9309 §2.2.1). */
function rulesFor(groups: readonly Group[], agent: string): Line[] {
  const token = agent.split('/', 1)[0]!.trim().toLowerCase();
  const own = token === '' ? [] : groups.filter(({ agents }) => agents.some((name) => productToken(name) === token));
  const chosen = own.length > 0 ? own : groups.filter(({ agents }) => agents.some((name) => /^\*(?:\s|$)/.test(name)));
  return chosen.flatMap(({ rules }) => rules);
}

/** The name in a User-agent line: only letters, "_" and "-" count (RFC 9309 §2.2.1). */
const productToken = (name: string) => /^[a-z_-]*/i.exec(name)![0].toLowerCase();

function writeRule({ key, value }: Line): string[] {
  if ((key !== 'allow' && key !== 'disallow') || value === '') return [];
  const rule = `${key}: ${value}`;
  // "/index.html" stands for its folder, as search engines read it.
  const folder = key === 'allow' ? /^(.*\/)index\.html?$/.exec(value)?.[1] : undefined;
  return folder ? [rule, `${key}: ${folder}$`] : [rule];
}
