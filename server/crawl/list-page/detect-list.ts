/** Finds the lists of articles on a page that has no feed: groups of links that stand at the same place of the markup. */
import { isFurniture } from '../extract/clean-body.ts';
import { bodyOf, lineText, parsePage, tagOf } from '../extract/page-document.ts';
import { textWeight } from '../extract/text-weight.ts';
import { siteKey, urlKey } from '../identify/normalise-url.ts';
import { parseDateText } from './parse-date-text.ts';

const ANCHORS_MAX = 6000;
const ITEMS_MAX = 300;
const COUNT_MIN = 5;
/** Six Han characters or about as many Latin letters. */
const TITLE_WEIGHT_MIN = 18;
const PATH_LEVELS = 7;
const CANDIDATES = 3;

export interface ListOptions {
  /** Epoch milliseconds. */
  now: number;
  timeZone?: string | undefined;
  language?: string | undefined;
}

export interface ListItem {
  title: string;
  link: string;
  /** Epoch milliseconds. */
  published?: number;
}

export interface ListCandidate {
  /** CSS, finds the items' links again. */
  selector: string;
  /** The place in the markup in words; finds the list again when classes or wrappers have changed. */
  signature: string;
  score: number;
  items: ListItem[];
}

interface Group {
  signature: string;
  anchors: HTMLAnchorElement[];
}

/** Classes that say what an element is, not which one: no digits, no states, valid in CSS. */
function stableClasses(element: Element): string[] {
  return (element.getAttribute('class') ?? '')
    .split(/\s+/)
    .filter(
      (name) =>
        /^[a-z][a-z_-]{1,40}$/i.test(name) &&
        !/^(?:active|current|selected|first|last|odd|even|new|hot|hover|on|cur)$/i.test(name),
    )
    .slice(0, 2);
}

const stepOf = (element: Element): string => [tagOf(element).toLowerCase(), ...stableClasses(element)].join('.');

/** The place of an element: the steps down to it, nearest last. */
export function signatureOf(element: Element): string {
  const steps: string[] = [];
  for (
    let at: Element | null = element;
    at && steps.length < PATH_LEVELS && tagOf(at) !== 'BODY';
    at = at.parentElement
  )
    steps.unshift(stepOf(at));
  return steps.join('>');
}

function groupAnchors(body: Element): Group[] {
  const groups = new Map<string, Group>();
  for (const anchor of [...body.querySelectorAll('a[href]')].slice(0, ANCHORS_MAX) as HTMLAnchorElement[]) {
    const signature = signatureOf(anchor);
    const group = groups.get(signature) ?? { signature, anchors: [] };
    group.anchors.push(anchor);
    groups.set(signature, group);
  }
  return [...groups.values()].filter((group) => group.anchors.length >= COUNT_MIN);
}

function linkOf(anchor: Element, base: string): string | undefined {
  const href = anchor.getAttribute('href')?.trim() ?? '';
  const parsed = href === '' || href.startsWith('#') ? null : URL.parse(href, base);
  return parsed && /^https?:$/.test(parsed.protocol) ? parsed.href : undefined;
}

/** The link's text; the `title` attribute where that was cut off to fit. */
function titleOf(anchor: Element): string {
  const text = lineText(anchor.querySelector('h1, h2, h3, h4, h5') ?? anchor);
  const whole = (anchor.getAttribute('title') ?? '').replace(/\s+/g, ' ').trim();
  const isCut = text === '' || /(?:…|\.\.\.|\.\.)$/.test(text);
  return (isCut && whole !== '' ? whole : text).slice(0, 300);
}

/** The largest element around a link that holds no other link of its group. */
function itemRoot(anchor: Element, shared: ReadonlyMap<Element, number>): Element {
  let root = anchor;
  for (let parent = anchor.parentElement; parent && shared.get(parent) === 1; parent = parent.parentElement)
    root = parent;
  return root;
}

/** How many different links of the group lie under each element. */
function countShared(anchors: readonly Element[]): Map<Element, number> {
  const shared = new Map<Element, number>();
  for (const anchor of anchors)
    for (let at = anchor.parentElement; at; at = at.parentElement) shared.set(at, (shared.get(at) ?? 0) + 1);
  return shared;
}

function dateOf(root: Element, title: string, link: string, options: ListOptions): number | undefined {
  const time = root.querySelector('time');
  const marked = [
    time?.getAttribute('datetime'),
    lineText(time),
    lineText(root.querySelector('[class*="date"], [class*="time"]')),
  ];
  const around = lineText(root).replace(title, ' ');
  const inUrl = /\/((?:19|20)\d{2})[-/]?(0[1-9]|1[0-2])[-/]?([0-2]\d|3[01])(?:\/|_|-)/.exec(new URL(link).pathname);
  const texts = [
    ...marked,
    around.length <= 200 ? around : undefined,
    inUrl ? `${inUrl[1]}-${inUrl[2]}-${inUrl[3]}` : undefined,
  ];
  for (const text of texts) {
    const found = text ? parseDateText(text, options) : undefined;
    if (found && found.time <= options.now + 2 * 86_400_000) return found.time;
  }
  return undefined;
}

/** The articles behind a group of links, one for each address, in page order. */
export function itemsOf(anchors: readonly Element[], url: string, options: ListOptions): ListItem[] {
  const items = new Map<string, ListItem>();
  const first = new Map<string, Element>();
  for (const anchor of anchors) {
    const link = linkOf(anchor, url);
    const key = link && urlKey(link);
    if (!link || !key || (first.has(key) && items.get(key)?.title)) continue;
    first.set(key, anchor);
    items.set(key, { title: titleOf(anchor), link });
    if (items.size >= ITEMS_MAX) break;
  }
  const shared = countShared([...first.values()]);
  return [...items]
    .filter(([, item]) => item.title !== '')
    .map(([key, item]) => {
      const anchor = first.get(key);
      const published = anchor && dateOf(itemRoot(anchor, shared), item.title, item.link, options);
      return { ...item, ...(published !== undefined && { published }) };
    });
}

/** A date, a long number, a slug or a page name: addresses of articles, not of sections. */
function looksLikeArticle(link: string): boolean {
  const { pathname, search } = new URL(link);
  const last = pathname.split('/').filter(Boolean).at(-1) ?? '';
  return (
    /\d{5,}|\/20\d{2}[-/]?\d{2}/.test(pathname) ||
    /[?&](?:id|aid|nid|newsid|articleid)=\d+/i.test(search) ||
    last.split('-').length >= 4 ||
    /\d.*\.s?html?$/.test(last) ||
    decodeURIComponentSafely(last).length >= 30
  );
}

function decodeURIComponentSafely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const median = (values: number[]): number => values.sort((a, b) => a - b)[values.length >> 1] ?? 0;
const share = <T>(list: readonly T[], holds: (item: T) => boolean): number =>
  list.length === 0 ? 0 : list.filter(holds).length / list.length;

function isInFurniture(anchor: Element): boolean {
  for (let at: Element | null = anchor; at && tagOf(at) !== 'BODY'; at = at.parentElement) {
    if (/^(?:NAV|FOOTER|ASIDE|HEADER)$/.test(tagOf(at)) || (isFurniture(at) && tagOf(at) !== 'MAIN')) return true;
  }
  return false;
}

function scoreOf(items: readonly ListItem[], group: Group, url: string): number {
  const site = siteKey(url);
  const weight = median(items.map((item) => textWeight(item.title)));
  const same = share(items, (item) => siteKey(item.link) === site);
  const distinct = items.length / group.anchors.length;
  if (items.length < COUNT_MIN || weight < TITLE_WEIGHT_MIN || same < 0.5 || distinct < 0.5) return 0;
  const titles = new Set(items.map((item) => item.title)).size / items.length;
  if (titles < 0.7) return 0;
  const size = Math.min(items.length, 30) / 30;
  const read = Math.min(weight, 80) / 80;
  const articles = share(items, (item) => looksLikeArticle(item.link));
  const dated = share(items, (item) => item.published !== undefined);
  return size + 2.5 * read + 2 * articles + same + 1.5 * dated - (isInFurniture(group.anchors[0]!) ? 2.5 : 0);
}

/** A short selector that finds exactly the group: the fewest last steps under the nearest named ancestor. */
function selectorOf(group: Group, body: Element): string {
  const wanted = new Set<Element>(group.anchors);
  const steps = group.signature.split('>');
  const path = steps.join(' > ');
  const anchorsOf = (selector: string): Element[] => {
    try {
      return [...body.querySelectorAll(selector)];
    } catch {
      return [];
    }
  };
  for (let from = steps.length - 2; from > 0; from--) {
    const selector = steps.slice(from).join(' > ');
    // Tags alone would find strangers on the next version of the page.
    if (!selector.includes('.') && from > 1) continue;
    const found = anchorsOf(selector);
    if (found.length === wanted.size && found.every((anchor) => wanted.has(anchor))) return selector;
  }
  return path;
}

/** The page's lists of articles, the best three, best first. Nothing is offered for pages without such a list. */
export function detectLists(html: string, url: string, options: ListOptions): ListCandidate[] {
  const body = bodyOf(parsePage(html));
  return body ? detectListsIn(body, url, options) : [];
}

export function detectListsIn(body: Element, url: string, options: ListOptions): ListCandidate[] {
  const scored = groupAnchors(body)
    .map((group) => {
      const items = itemsOf(group.anchors, url, options);
      return { group, items, score: scoreOf(items, group, url) };
    })
    .filter(({ score }) => score >= 2.5)
    .sort((a, b) => b.score - a.score);
  const taken = new Set<string>();
  const best: ListCandidate[] = [];
  for (const { group, items, score } of scored) {
    // A picture's link and the headline's lead to the same articles: one list.
    if (share(items, (item) => taken.has(urlKey(item.link) ?? '')) > 0.5) continue;
    for (const item of items) taken.add(urlKey(item.link) ?? '');
    best.push({
      selector: selectorOf(group, body),
      signature: group.signature,
      score: Math.round(score * 100) / 100,
      items,
    });
    if (best.length === CANDIDATES) break;
  }
  return best;
}
