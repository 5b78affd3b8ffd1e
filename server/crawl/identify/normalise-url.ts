/** Decides when two addresses mean the same page. Works on strings only and never throws. */
import { Parser } from 'htmlparser2';
import { registrableDomain } from './public-suffix.ts';

const URL_CHARS_MAX = 8192;
const HEAD_CHARS_MAX = 300_000;

/** Query names that say where a reader came from, not what he reads. */
const TRACKERS = new Set(
  (
    'fbclid gclid gclsrc dclid gbraid wbraid msclkid yclid twclid ttclid igshid igsh mkt_tok spm scm from ' +
    'isappinstalled share_token share_source share_medium sharer_shareid sharefrom shareuid ref ref_src ' +
    'ref_url referrer referer rss feature fromrss soc_src soc_trk sr_share social cmp cmpid cmpi campaign ' +
    'campaign_id cid_source ncid ocid icid itid smid smtyp partner xtor xtref mc_cid mc_eid mbid tag_id ' +
    'taid traffic_source trk trkcampaign tpcc cvid ito wt.mc_id wtmc phpsessid jsessionid sessionid session_id ' +
    'aspsessionid sfnsn amp outputtype at_medium at_campaign vd_source spm_id_from chksm clicktime ' +
    'enterid nsukey pvid bd_vid hss_channel guccounter ftag'
  ).split(' '),
);
const TRACKER_PREFIXES = ['utm_', 'ga_', 'pk_', 'mtm_', 'piwik_', 'hsa_', 'at_custom', 'wt_', '_'];
/** Names that are trackers only with such a value. */
const CHANNEL_NAMES = new Set(['source', 'src', 'via', 'medium']);
const CHANNEL_VALUE =
  /^(rss|feed|atom|twitter|facebook|weibo|weixin|wechat|line|email|newsletter|share|app|amp|google|telegram)/i;

const MIRROR_LABEL = /^(?:www\d?|m|amp|mobile|wap)\./;

function isTracker(name: string, value: string): boolean {
  const lower = name.toLowerCase();
  if (TRACKERS.has(lower)) return true;
  if (TRACKER_PREFIXES.some((prefix) => lower.startsWith(prefix))) return true;
  return CHANNEL_NAMES.has(lower) && CHANNEL_VALUE.test(value);
}

function parseHttpUrl(url: string): URL | undefined {
  if (url.length > URL_CHARS_MAX) return undefined;
  const parsed = URL.parse(url.trim());
  return parsed && (parsed.protocol === 'http:' || parsed.protocol === 'https:') ? parsed : undefined;
}

/** `www.`, `m.`, `amp.` are doors to one house, unless the label is itself the registered name (`m.com`). */
function mainHost(hostname: string): string {
  let host = hostname.replace(/\.$/, '');
  const domain = registrableDomain(host);
  while (host !== domain && MIRROR_LABEL.test(host)) host = host.replace(MIRROR_LABEL, '');
  return host;
}

/** One spelling for each path: escapes that are not needed are undone, the others are in upper case. */
function normalPath(pathname: string): string {
  const path = pathname
    .replace(/%([0-9a-f]{2})/gi, (written, hex: string) => {
      const char = String.fromCharCode(Number.parseInt(hex, 16));
      return /[A-Za-z0-9\-._~]/.test(char) ? char : written.toUpperCase();
    })
    .replace(/\/{2,}/g, '/');
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}

function normalQuery(params: URLSearchParams): string {
  const kept = [...params].filter(([name, value]) => !isTracker(name, value));
  const pairs = kept.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
  return pairs.length > 0 ? `?${pairs.sort().join('&')}` : '';
}

/**
 * The key under which an address is the same page: no scheme, no `www.`/`m.`/`amp.`, no trackers, query sorted, no fragment
 * except `#!`. `undefined` for anything but http(s).
 */
export function urlKey(url: string): string | undefined {
  const parsed = parseHttpUrl(url);
  if (!parsed) return undefined;
  const port = parsed.port ? `:${parsed.port}` : '';
  const fragment = parsed.hash.startsWith('#!') ? parsed.hash : '';
  return mainHost(parsed.hostname) + port + normalPath(parsed.pathname) + normalQuery(parsed.searchParams) + fragment;
}

/** The registrable domain of an address, the name a site goes by: `news.example.co.uk` → `example.co.uk`. */
export function siteKey(url: string): string | undefined {
  const parsed = parseHttpUrl(url);
  return parsed && registrableDomain(parsed.hostname);
}

/** A canonical address counts only on the same site, and never as a jump from an article to the home page (a common fault). */
export function usableCanonical(canonical: string | undefined, url: string): string | undefined {
  const target = canonical ? URL.parse(canonical, url) : null;
  if (!target || siteKey(target.href) === undefined || siteKey(target.href) !== siteKey(url)) return undefined;
  const isHome = target.pathname === '/' && target.search === '';
  const page = URL.parse(url);
  const startsAtHome = page?.pathname === '/' && page.search === '';
  return isHome && !startsAtHome ? undefined : target.href;
}

/** The canonical address that a page names for itself, if it can be believed (see {@link usableCanonical}). */
export function canonicalOf(html: string, url: string): string | undefined {
  let href: string | undefined;
  const parser = new Parser({
    onopentag(name, attributes) {
      if (href !== undefined || name !== 'link') return;
      if (attributes['rel']?.toLowerCase().split(/\s+/).includes('canonical')) href = attributes['href']?.trim();
    },
  });
  parser.write(html.slice(0, HEAD_CHARS_MAX));
  return usableCanonical(href || undefined, url);
}
