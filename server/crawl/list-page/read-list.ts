/** Reads a list page again by what was saved of it, and says whether the page is still the one that was saved. */
import { bodyOf, parsePage } from '../extract/page-document.ts';
import { urlKey } from '../identify/normalise-url.ts';
import { detectListsIn, itemsOf, type ListItem, type ListOptions } from './detect-list.ts';

export interface SavedList {
  selector: string;
  signature: string;
}

export interface ListReading {
  items: ListItem[];
  /** `signature`: the selector found nothing and the list was found again; save `list` in its place. */
  foundBy: 'selector' | 'signature' | 'nothing';
  list: SavedList;
}

const LIKENESS_MIN = 0.5;

/** Share of equal steps, counted from the link upwards, where classes may differ. */
function likeness(a: string, b: string): number {
  const [left, right] = [a.split('>').reverse(), b.split('>').reverse()];
  const length = Math.max(left.length, right.length);
  let points = 0;
  for (let i = 0; i < length; i++) {
    if (left[i] === right[i]) points += 1;
    else if (left[i]?.split('.')[0] === right[i]?.split('.')[0]) points += 0.5;
  }
  return points / length;
}

/** The items of a saved list. Never throws: a selector that is no CSS finds nothing. */
export function readList(html: string, url: string, saved: SavedList, options: ListOptions): ListReading {
  const body = bodyOf(parsePage(html));
  if (!body) return { items: [], foundBy: 'nothing', list: saved };
  let anchors: Element[] = [];
  try {
    anchors = [...body.querySelectorAll(saved.selector)];
  } catch {
    // Falls through to the signature.
  }
  const items = itemsOf(anchors, url, options);
  if (items.length > 0) return { items, foundBy: 'selector', list: saved };
  const [nearest] = detectListsIn(body, url, options)
    .map((list) => ({ list, alike: likeness(list.signature, saved.signature) }))
    .filter(({ alike }) => alike >= LIKENESS_MIN)
    .sort((a, b) => b.alike - a.alike);
  if (!nearest) return { items: [], foundBy: 'nothing', list: saved };
  const { selector, signature } = nearest.list;
  return { items: nearest.list.items, foundBy: 'signature', list: { selector, signature } };
}

export interface ListState {
  /** Of the last reading that had items. */
  items: readonly ListItem[];
  /** Readings without items since. */
  emptyReads: number;
}

export interface ListHealth {
  verdict: 'ok' | 'empty' | 'layout-changed';
  /** To keep for the next reading. */
  state: ListState;
}

/**
 * A list that is empty twice in a row, or of which over 90 % changed while its dates stayed the same,
 * is not the list that was saved: its owner has to look.
 */
export function listHealth(before: ListState, items: readonly ListItem[]): ListHealth {
  if (items.length === 0) {
    const emptyReads = before.emptyReads + 1;
    return { verdict: emptyReads >= 2 ? 'layout-changed' : 'empty', state: { items: before.items, emptyReads } };
  }
  const known = new Set(before.items.map((item) => urlKey(item.link)));
  const changed = items.filter((item) => !known.has(urlKey(item.link))).length / items.length;
  const newest = (list: readonly ListItem[]) => Math.max(0, ...list.map((item) => item.published ?? 0));
  const isSwapped =
    before.items.length >= 5 && changed > 0.9 && newest(items) > 0 && newest(items) === newest(before.items);
  return { verdict: isSwapped ? 'layout-changed' : 'ok', state: { items, emptyReads: 0 } };
}
