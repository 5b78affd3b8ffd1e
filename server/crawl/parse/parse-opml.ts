// Reads subscription lists; pure, never throws.
import { absoluteUrl } from '../sanitise/absolute-url.ts';
import { parseDate } from './parse-date.ts';
import { plainTitle } from './plain-title.ts';
import { isElement, readXml, textOf, type XmlElement } from './xml-tree.ts';

export interface OpmlFeed {
  title?: string;
  xmlUrl: string;
  htmlUrl?: string;
  /** Folders from the outside in. */
  path: string[];
  type?: string;
  category?: string;
  description?: string;
  language?: string;
}

export interface OpmlHead {
  title?: string;
  /** Epoch milliseconds. */
  dateCreated?: number;
  dateModified?: number;
  ownerName?: string;
  ownerEmail?: string;
}

export type ParsedOpml =
  | {
      ok: true;
      version?: string;
      head: OpmlHead;
      feeds: OpmlFeed[];
      /** Outlines that mean a feed, but whose address is none. */
      unusable: { title?: string; address: string }[];
      /** More feeds than are read. */
      isCut: boolean;
    }
  | { ok: false; error: 'not-opml' | 'empty'; detail: string };

const CHARS_MAX = 20 * 1024 * 1024;
const FEEDS_MAX = 20_000;
const FOLDER_DEPTH_MAX = 32;
const NAME_CHARS_MAX = 500;

/** Parses OPML 1 and 2; damaged lists give the feeds that can be saved, in document order. */
export function parseOpml(text: string): ParsedOpml {
  const source = text.replace(/^\ufeff/, '').trim();
  if (source === '') return { ok: false, error: 'empty', detail: 'no text' };
  if (source.length > CHARS_MAX) return { ok: false, error: 'not-opml', detail: 'too long' };
  const tree = readXml(source);
  const named = findElement(tree, 'opml', 3) ?? findElement(tree, 'outlinedocument', 3);
  // A list whose outer element was lost is still a list.
  const opml = named ?? (findElement(tree, 'outline', 4) ? tree : undefined);
  if (!opml) return { ok: false, error: 'not-opml', detail: 'no <opml> element' };
  const head = findElement(opml, 'head', 2);
  const body = findElement(opml, 'body', 2) ?? opml;
  const feeds: OpmlFeed[] = [];
  const unusable: { title?: string; address: string }[] = [];
  collectFeeds(body, [], feeds, unusable);
  const version = opml.attributes['version']?.trim();
  return {
    ok: true,
    ...(version && { version }),
    head: head ? readHead(head) : {},
    feeds: feeds.slice(0, FEEDS_MAX),
    unusable: unusable.slice(0, FEEDS_MAX - Math.min(feeds.length, FEEDS_MAX)),
    isCut: feeds.length > FEEDS_MAX,
  };
}

function findElement(parent: XmlElement, name: string, depth: number): XmlElement | undefined {
  for (const child of parent.children) {
    if (!isElement(child)) continue;
    if (localName(child) === name) return child;
    const found = depth > 1 ? findElement(child, name, depth - 1) : undefined;
    if (found) return found;
  }
  return undefined;
}

const localName = (element: XmlElement) => element.name.slice(element.name.lastIndexOf(':') + 1);

function collectFeeds(
  parent: XmlElement,
  path: readonly string[],
  feeds: OpmlFeed[],
  unusable: { title?: string; address: string }[],
): void {
  for (const child of parent.children) {
    if (feeds.length + unusable.length > FEEDS_MAX) return;
    if (!isElement(child) || localName(child) !== 'outline') continue;
    const feed = readFeed(child, path);
    if (feed) feeds.push(feed);
    const address = child.attributes['xmlurl']?.trim();
    const title = nameOf(child);
    if (!feed && address) unusable.push({ address, ...(title && { title }) });
    const folder = feed ? undefined : nameOf(child);
    // A feed that holds outlines is no folder: what it holds stays where it is.
    const inner = folder === undefined || path.length >= FOLDER_DEPTH_MAX ? path : [...path, folder];
    collectFeeds(child, inner, feeds, unusable);
  }
}

function readFeed(outline: XmlElement, path: readonly string[]): OpmlFeed | undefined {
  const { attributes } = outline;
  const address =
    attributes['xmlurl'] || (/^(?:rss|atom|feed|pie)$/i.test(attributes['type'] ?? '') ? attributes['url'] : undefined);
  const xmlUrl =
    address &&
    absoluteUrl(address.replace(/^feed:(?:\/\/)?(?=https?:)/i, '').replace(/^feed:\/\//i, 'http://'), undefined);
  if (!xmlUrl) return undefined;
  const htmlUrl = attributes['htmlurl'] && absoluteUrl(attributes['htmlurl'], undefined);
  const optional = {
    title: nameOf(outline),
    htmlUrl,
    type: attributes['type']?.trim(),
    category: attributes['category']?.trim(),
    description: plainTitle(attributes['description']),
    language: attributes['language']?.trim(),
  };
  const given = Object.fromEntries(Object.entries(optional).filter(([, value]) => value));
  return { xmlUrl, path: [...path], ...given };
}

function nameOf(outline: XmlElement): string | undefined {
  const name = plainTitle(outline.attributes['title']) || plainTitle(outline.attributes['text']);
  return name.slice(0, NAME_CHARS_MAX) || undefined;
}

function readHead(head: XmlElement): OpmlHead {
  const field = (name: string) => {
    const element = findElement(head, name, 1);
    return element && textOf(element).trim();
  };
  const read = {
    title: plainTitle(field('title')) || undefined,
    dateCreated: parseDate(field('datecreated')),
    dateModified: parseDate(field('datemodified')),
    ownerName: field('ownername') || undefined,
    ownerEmail: field('owneremail') || undefined,
  };
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined));
}
