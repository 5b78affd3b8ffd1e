// Rewrites any XML feed, however broken, into the plain well-formed RSS or Atom that feedsmith reads; pure.
import { escapeAttribute, escapeText } from 'entities';
import { absoluteUrl } from '../sanitise/absolute-url.ts';
import { sanitiseHtml } from '../sanitise/sanitise-html.ts';
import { hasElements, isElement, markupOf, readXml, textOf, type XmlElement } from './xml-tree.ts';

export interface RepairedFeed {
  kind: 'rss' | 'atom' | 'rdf';
  version?: string;
  /** RSS 2.0 (for rss and rdf) or Atom 1.0; rich text is HTML, links are absolute where a base is known. */
  xml: string;
}

export type RepairFailure = { failure: 'not-a-feed' | 'html-instead' | 'broken-xml'; detail: string };

const ITEMS_MAX = 5_000;
const ROOT_DEPTH_MAX = 6;
// Names and addresses of people: longer ones are rubbish that slow patterns would be run over.
const PERSON_CHARS_MAX = 500;

const NAMESPACES =
  'xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/" ' +
  'xmlns:dcterms="http://purl.org/dc/terms/" xmlns:content="http://purl.org/rss/1.0/modules/content/" ' +
  'xmlns:sy="http://purl.org/rss/1.0/modules/syndication/" xmlns:media="http://search.yahoo.com/mrss/" ' +
  'xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"';

// feedsmith drops what it finds empty; these fields are never read and keep bare entries counted.
const PLACEHOLDER = { channel: '<docs>-</docs>', item: '<comments>-</comments>', atom: '<rights>-</rights>' };

/** What holds for everything below an element. */
interface Scope {
  base: string | undefined;
  documentBase: string | undefined;
  language: string | undefined;
}

export function repairFeed(source: string, documentUrl: string | undefined): RepairedFeed | RepairFailure {
  const tree = readXml(source, { closesBefore: countUnclosed });
  const root = findRoot(tree, 0);
  if (!root) return explainMissingRoot(tree, source);
  const scope = enter({ base: documentUrl, documentBase: documentUrl, language: undefined }, root);
  const name = bareName(root);
  if (name === 'feed' || name === 'entry') return repairAtom(root, scope, source);
  return repairRss(root, scope, source);
}

// --- finding the feed -----------------------------------------------------------------------------------------------

const ROOT_NAMES = new Set(['rss', 'atom:feed', 'feed', 'rdf:rdf', 'rdf', 'channel', 'atom:entry']);

function findRoot(element: XmlElement, depth: number): XmlElement | undefined {
  if (depth > ROOT_DEPTH_MAX) return undefined;
  for (const child of element.children) {
    if (!isElement(child)) continue;
    if (ROOT_NAMES.has(child.name)) return child;
    if (bareName(child) === 'html') continue;
    const found = findRoot(child, depth + 1);
    if (found) return found;
  }
  return undefined;
}

function explainMissingRoot(tree: XmlElement, source: string): RepairFailure {
  const first = tree.children.find(isElement);
  if (/<!doctype\s+html|<html[\s>]|<body[\s>]/i.test(source.slice(0, 10_000))) {
    return { failure: 'html-instead', detail: 'a web page, not a feed' };
  }
  if (!first) return { failure: source.includes('<') ? 'broken-xml' : 'not-a-feed', detail: 'no element found' };
  return { failure: 'not-a-feed', detail: `the document element is <${first.name.slice(0, 40)}>` };
}

const ENTRY_NAMES = new Set(['item', 'entry', 'atom:entry']);
// Elements that never stand inside another text field, so their start tag ends one that was left open.
const FIELD_STARTS = new Set(
  'pubdate guid content:encoded dc:creator dc:date dc:subject enclosure comments lastbuilddate'.split(' '),
);
const TEXT_FIELDS = new Set(
  'title link guid pubdate description dc:creator dc:date author category comments'.split(' '),
);
const BRIEF_FIELDS = new Set(['title', 'link', 'guid', 'pubdate', 'dc:date', 'comments']);
const BRIEF_FIELD_STARTS = new Set(['link', 'description', 'author', 'category', ...FIELD_STARTS]);

/** An element in which another entry may stand that is a part of this one, such as an earlier state of it. */
const isExtension = (name: string) =>
  name.includes(':') && !name.startsWith('atom:') && !TEXT_FIELDS.has(name) && !FIELD_STARTS.has(name);

/** How many elements were left open before this start tag. */
function countUnclosed(opening: string, open: () => readonly string[]): number {
  const isEntry = ENTRY_NAMES.has(opening);
  if (!isEntry && !BRIEF_FIELD_STARTS.has(opening)) return 0;
  const names = open();
  if (isEntry) {
    const at = names.findLastIndex((name) => ENTRY_NAMES.has(name));
    return at === -1 || names.slice(at).some(isExtension) ? 0 : names.length - at;
  }
  const innermost = names.at(-1) ?? '';
  if (BRIEF_FIELDS.has(innermost)) return 1;
  return FIELD_STARTS.has(opening) && TEXT_FIELDS.has(innermost) ? 1 : 0;
}

// --- shared parts ---------------------------------------------------------------------------------------------------

const bareName = (element: XmlElement) => (element.name.startsWith('atom:') ? element.name.slice(5) : element.name);
const elementsOf = (element: XmlElement) => element.children.filter(isElement);

function enter(scope: Scope, element: XmlElement): Scope {
  const base = element.attributes['xml:base'];
  const language = element.attributes['xml:lang'];
  if (base === undefined && language === undefined) return scope;
  return {
    ...scope,
    base: base === undefined ? scope.base : (URL.parse(base.trim(), scope.base)?.href ?? scope.base),
    // An empty xml:lang takes the language back.
    language: language ?? scope.language,
  };
}

function open(name: string, attributes: Record<string, string | undefined> = {}): string {
  let tag = `<${name}`;
  for (const [key, value] of Object.entries(attributes)) if (value) tag += ` ${key}="${escapeAttribute(value)}"`;
  return `${tag}>`;
}

function write(name: string, text: string | undefined, attributes?: Record<string, string | undefined>): string {
  return text || attributes ? `${open(name, attributes)}${escapeText(text ?? '')}</${name}>` : '';
}

const resolve = (link: string | undefined, scope: Scope) => link && (absoluteUrl(link, scope.base) ?? '');

/** Links inside rich text are resolved here only where xml:base differs from the document's own address. */
const withBase = (html: string, scope: Scope) =>
  scope.base && scope.base !== scope.documentBase && html.includes('<')
    ? sanitiseHtml(html, { baseUrl: scope.base })
    : html;

const textValue = (element: XmlElement) => textOf(element).trim();
const personText = (element: XmlElement) => textValue(element).slice(0, PERSON_CHARS_MAX);

/** Text in feeds' own fields: what it holds is HTML, whether escaped, in CDATA or as child elements. */
const htmlValue = (element: XmlElement) => (hasElements(element) ? markupOf(element) : textOf(element)).trim();

// --- text constructs of Atom ----------------------------------------------------------------------------------------

const ESCAPED_MARKUP = /<\/?[a-z][^<>]*>|&(?:#\d+|#x[\da-f]+|[a-z][a-z\d]+);/i;
const KNOWN_TAG = /<(?:p|br|a|b|i|em|strong|div|span|img|ul|ol|li|table|h[1-6]|blockquote|code|pre|sub|sup)\b[^<>]*>/i;

/** An Atom text or content construct as HTML, whatever its type, mode (0.3) or packing says. */
function constructHtml(element: XmlElement): string {
  const type = element.attributes['type']?.trim().toLowerCase() ?? '';
  const mode = element.attributes['mode']?.trim().toLowerCase() ?? '';
  const unpacked = mode === 'base64' || isBinaryType(type, mode) ? decodeBase64(textOf(element)) : undefined;
  if (unpacked !== undefined) return isPlainType(type) ? plainAsHtml(unpacked) : unpacked;
  if (hasElements(element)) return unwrapDiv(element, type);
  const text = textOf(element).trim();
  if (/html/.test(type) && mode !== 'xml') return text;
  if (type === 'xhtml' || (mode === 'xml' && /html/.test(type))) return escapeText(text);
  return plainAsHtml(text);
}

const isPlainType = (type: string) => type === '' || type === 'text' || type === 'text/plain';
const isBinaryType = (type: string, mode: string) =>
  mode === '' && type.includes('/') && !type.startsWith('text/') && !/\+xml$|\/xml$/.test(type);

function decodeBase64(text: string): string | undefined {
  const packed = text.replace(/\s+/g, '');
  if (packed === '' || packed.length % 4 !== 0 || !/^[\w+/]+={0,2}$/.test(packed)) return undefined;
  const decoded = Buffer.from(packed, 'base64').toString('utf8');
  return decoded.includes('\ufffd') ? undefined : decoded;
}

/** Many feeds put HTML into constructs that they call text; plain words stay plain. */
function plainAsHtml(text: string): string {
  return ESCAPED_MARKUP.test(text) && (KNOWN_TAG.test(text) || !text.includes('<')) ? text : escapeText(text);
}

/** XHTML stands in one div that is no part of the text. */
function unwrapDiv(element: XmlElement, type: string): string {
  const children = elementsOf(element);
  const only = children[0];
  const isWrapped = type.includes('xhtml') && children.length === 1 && only && /^(?:xhtml:)?div$/.test(only.name);
  return markupOf(isWrapped ? only : element).trim();
}

function constructScope(element: XmlElement, scope: Scope): Scope {
  const own = enter(scope, element);
  const only = elementsOf(element)[0];
  return only && /^(?:xhtml:)?div$/.test(only.name) ? enter(own, only) : own;
}

function writeConstruct(name: string, element: XmlElement, scope: Scope): string {
  const html = withBase(constructHtml(element), constructScope(element, scope));
  const src = resolve(element.attributes['src'], enter(scope, element));
  return html || src ? write(name, html, { type: 'html', src }) : '';
}

// --- elements that RSS and Atom share -------------------------------------------------------------------------------

function writeLink(name: string, element: XmlElement, scope: Scope): string {
  const inner = enter(scope, element);
  const { type, hreflang, title, length } = element.attributes;
  const rel = element.attributes['rel']?.trim().toLowerCase();
  const written = element.attributes['href'] ?? textValue(element);
  // A hub knows the feed by this very text.
  const isTopic = rel === 'self' && /^https?:/i.test(written.trim());
  const href = isTopic ? written.trim() : resolve(written, inner);
  return href ? `${open(name, { href, rel, type, hreflang, title, length })}</${name}>` : '';
}

function writePerson(name: string, element: XmlElement, scope: Scope, prefix: string): string {
  if (!hasElements(element)) {
    const { name: person, email } = splitPerson(personText(element));
    const inner = write(`${prefix}name`, person) + write(`${prefix}email`, email);
    return inner && `<${name}>${inner}</${name}>`;
  }
  let inner = '';
  for (const child of elementsOf(element)) {
    const bare = bareName(child).replace(/^(?:foaf|\?|itunes|dc):/, '');
    if (bare === 'name' || bare === 'email') inner += write(`${prefix}${bare}`, personText(child));
    if (bare === 'uri' || bare === 'url' || bare === 'homepage') {
      inner += write(`${prefix}uri`, resolve(textValue(child), enter(enter(scope, element), child)));
    }
  }
  return inner && `<${name}>${inner}</${name}>`;
}

/** "me@example.com (Me)", "Me <me@example.com>". */
function splitPerson(text: string): { name?: string; email?: string } {
  const email = /[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,64}){1,8}/.exec(text)?.[0];
  if (!email) return { name: text };
  const name = text
    .replace(email, ' ')
    .replace(/mailto:/i, ' ')
    .replace(/[()<>[\]]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return { ...(name && { name }), email };
}

/** Media and podcast elements carry their facts in attributes and children of the same vocabulary. */
function copyForeign(element: XmlElement, scope: Scope, depth: number): string {
  const attributes = { ...element.attributes };
  for (const key of ['url', 'href']) if (attributes[key]) attributes[key] = resolve(attributes[key], scope) ?? '';
  for (const key of Object.keys(attributes)) if (!/^[a-z][a-z-]*$/.test(key)) delete attributes[key];
  const prefix = element.name.slice(0, element.name.indexOf(':') + 1);
  const children = depth < 4 ? elementsOf(element).filter((child) => child.name.startsWith(prefix)) : [];
  const inner =
    children.length > 0
      ? children.map((child) => copyForeign(child, scope, depth + 1)).join('')
      : escapeText(textValue(element));
  return `${open(element.name, attributes)}${inner}</${element.name}>`;
}

const isForeign = (name: string) => /^(?:media|itunes):[a-z][a-z-]*$/.test(name);
const isSimpleForeign = (name: string) => /^(?:dc|dcterms|sy):[a-z]+$/i.test(name);

// --- RSS, RDF, CDF --------------------------------------------------------------------------------------------------

function repairRss(root: XmlElement, scope: Scope, source: string): RepairedFeed {
  const channel = root.name === 'channel' ? root : (elementsOf(root).find((child) => child.name === 'channel') ?? root);
  const inner = channel === root ? scope : enter(scope, channel);
  const isRdf =
    root.name === 'rdf:rdf' || root.name === 'rdf' || /purl\.org\/net\/rss1\.1/.test(source.slice(0, 2_000));
  const items = [...new Set([root, channel, ...elementsOf(channel).filter((child) => child.name === 'items')])]
    .flatMap((holder) => elementsOf(holder).filter((child) => ENTRY_NAMES.has(child.name)))
    .slice(0, ITEMS_MAX);
  const fields = withOneLink(
    elementsOf(channel).filter((child) => !ENTRY_NAMES.has(child.name)),
    inner,
  );
  const images = channel === root ? [] : elementsOf(root).filter((child) => child.name === 'image');
  const about = channel.attributes['rdf:about'] ?? channel.attributes['about'];
  let written = fields.map((field) => writeChannelField(field, inner)).join('');
  if (!written.includes('<link>')) written += write('link', resolve(channel.attributes['href'], inner));
  const language = /<(?:language|dc:language)>/.test(written) ? '' : write('language', inner.language);
  const xml =
    `<rss version="2.0" ${NAMESPACES}><channel>${written}${language}` +
    `${fields.some((field) => field.name === 'atom:id') ? '' : write('atom:id', about)}` +
    `${images.map((image) => writeImage(image, inner)).join('')}` +
    `${PLACEHOLDER.channel}${items.map((item) => writeItem(item, inner)).join('')}</channel></rss>`;
  const version = isRdf ? rdfVersion(source) : root.attributes['version']?.trim();
  return { kind: isRdf ? 'rdf' : 'rss', ...(version && { version }), xml };
}

const rdfVersion = (source: string) =>
  /netscape\.com\/rdf\/simple\/0\.9/.test(source.slice(0, 2_000))
    ? '0.90'
    : /rss1\.1/.test(source.slice(0, 2_000))
      ? '1.1'
      : '1.0';

// Fields of Atom, of CDF and of lost namespaces, under the names that say the same in RSS.
const RSS_SYNONYMS: Record<string, string> = {
  abstract: 'description',
  tagline: 'atom:subtitle',
  subtitle: 'atom:subtitle',
  'atom:tagline': 'atom:subtitle',
  summary: 'atom:summary',
  content: 'atom:content',
  body: 'content:encoded',
  fullitem: 'content:encoded',
  'xhtml:body': 'content:encoded',
  'xhtml:div': 'content:encoded',
  fulltext: 'content:encoded',
  date: 'pubdate',
  pubDate: 'pubdate',
  published: 'atom:published',
  updated: 'atom:updated',
  issued: 'atom:published',
  created: 'atom:created',
  modified: 'atom:updated',
  'atom:issued': 'atom:published',
  'atom:modified': 'atom:updated',
  id: 'atom:id',
  name: 'author',
  creator: 'dc:creator',
  subject: 'dc:subject',
  keyword: 'dc:subject',
  'dc:author': 'dc:creator',
  'atom:category': 'category',
  'media:category': 'category',
  'itunes:category': 'category',
};

const ATOM_TEXTS = new Set(['atom:title', 'atom:summary', 'atom:content', 'atom:subtitle', 'atom:rights']);
const CHANNEL_TEXTS = new Set(
  'language pubdate lastbuilddate ttl copyright generator category atom:id atom:updated atom:published'.split(' '),
);
const ITEM_TEXTS = new Set(['pubdate', 'atom:id', 'atom:updated', 'atom:published', 'atom:created']);

function rssName(element: XmlElement): string {
  return RSS_SYNONYMS[element.name] ?? element.name;
}

function writeCommonRssField(name: string, element: XmlElement, scope: Scope): string | undefined {
  if (name === 'title') return write('title', htmlValue(element));
  if (name === 'link') return writeRssLink(element, scope);
  if (name === 'atom:link') return writeLink('atom:link', element, scope);
  if (name === 'atom:author') return writePerson('atom:author', element, scope, 'atom:');
  if (name === 'description' || name === 'content:encoded')
    return write(name, withBase(rssHtml(element), enter(scope, element)));
  if (name === 'itunes:summary' || name === 'dc:description')
    return write(name, withBase(htmlValue(element), enter(scope, element)));
  if (ATOM_TEXTS.has(name)) return writeConstruct(name, element, scope);
  if (name === 'category') return writeCategory(element);
  if (name === 'tags')
    return textValue(element)
      .split(',')
      .map((tag) => write('category', tag.trim()))
      .join('');
  if (isSimpleForeign(name)) return write(name, htmlValue(element) || element.attributes['rdf:resource']);
  if (isForeign(name)) return copyForeign(element, enter(scope, element), 0);
  return undefined;
}

/** Podcast categories stand inside each other. */
function writeCategory(element: XmlElement): string {
  const { text, term, label } = element.attributes;
  const inner = elementsOf(element).filter((child) => rssName(child) === 'category');
  const own = write('category', inner.length > 0 ? text : textValue(element) || text || term || label);
  return own + inner.map(writeCategory).join('');
}

/** Some feeds put Atom's packings into RSS fields. */
const rssHtml = (element: XmlElement) =>
  element.attributes['mode'] ||
  element.attributes['type'] === 'xhtml' ||
  isBinaryType(element.attributes['type']?.toLowerCase() ?? '', '')
    ? constructHtml(element)
    : htmlValue(element);

/** The address that a `link` of RSS gives; undefined for one that is Atom's, with a relation, in the wrong namespace. */
function rssAddress(element: XmlElement, scope: Scope): string | undefined {
  const { href, rel, 'rdf:resource': rdfResource, resource } = element.attributes;
  const text = textValue(element);
  if (href && rel && !text) return undefined;
  return resolve(text || href || rdfResource || resource, enter(scope, element));
}

function writeRssLink(element: XmlElement, scope: Scope): string {
  const { href, rel } = element.attributes;
  return href && rel && !textValue(element)
    ? writeLink('atom:link', element, scope)
    : write('link', rssAddress(element, scope));
}

/** Fields in order; an address in Atom's form, `<link href>`, stands for the one that RSS writes as text. */
function withOneLink(fields: XmlElement[], scope: Scope): XmlElement[] {
  const links = fields.filter((field) => field.name === 'link' && rssAddress(field, scope));
  const chosen = links.find((field) => field.attributes['href'] && !textValue(field)) ?? links[0];
  return links.length > 1 ? fields.filter((field) => !links.includes(field) || field === chosen) : fields;
}

function writeChannelField(element: XmlElement, scope: Scope): string {
  const name = rssName(element);
  if (name === 'image') return writeImage(element, scope);
  if (name === 'author')
    return hasElements(element)
      ? writePerson('atom:author', element, scope, 'atom:')
      : write('managingeditor', personText(element));
  if (name === 'managingeditor' || name === 'webmaster') return write(name, personText(element));
  return writeCommonRssField(name, element, scope) ?? (CHANNEL_TEXTS.has(name) ? write(name, textValue(element)) : '');
}

function writeImage(element: XmlElement, scope: Scope): string {
  const url = elementsOf(element).find((child) => child.name === 'url');
  return url ? `<image>${write('url', resolve(textValue(url), enter(scope, url)))}</image>` : '';
}

function writeItem(item: XmlElement, outer: Scope): string {
  const scope = enter(outer, item);
  const about = item.attributes['rdf:about'] ?? item.attributes['about'];
  const href = item.attributes['href'];
  let inner = '';
  let language = scope.language === outer.language ? undefined : scope.language;
  for (const field of withOneLink(elementsOf(item), scope)) {
    const name = rssName(field);
    language ??= field.attributes['xml:lang'];
    inner += writeCommonRssField(name, field, scope) ?? writeItemField(name, field, scope);
  }
  if (about && !inner.includes('<guid')) inner += write('guid', about.trim(), { isPermaLink: 'false' });
  if (href && !inner.includes('<link>')) inner += write('link', resolve(href, scope));
  if (language && !inner.includes('<dc:language>')) inner += write('dc:language', language);
  return `<item>${inner}${PLACEHOLDER.item}</item>`;
}

function writeItemField(name: string, element: XmlElement, scope: Scope): string {
  if (name === 'guid') {
    const isPermaLink = element.attributes['ispermalink']?.trim().toLowerCase();
    return write('guid', textValue(element), isPermaLink ? { isPermaLink } : undefined);
  }
  if (name === 'author' && elementsOf(element).some((child) => /(?:^|:)name$/.test(child.name)))
    return writePerson('atom:author', element, scope, 'atom:');
  if (name === 'enclosure') {
    const { type, length } = element.attributes;
    const url = resolve(
      element.attributes['url'] ?? element.attributes['href'] ?? textValue(element),
      enter(scope, element),
    );
    return url ? `${open('enclosure', { url, type, length })}</enclosure>` : '';
  }
  if (name === 'author') return write(name, personText(element));
  return ITEM_TEXTS.has(name) ? write(name, textValue(element)) : '';
}

// --- Atom -----------------------------------------------------------------------------------------------------------

const ATOM_SYNONYMS: Record<string, string> = {
  tagline: 'subtitle',
  description: 'summary',
  issued: 'published',
  pubdate: 'published',
  created: 'created',
  modified: 'updated',
  lastbuilddate: 'updated',
  guid: 'id',
  copyright: 'rights',
  body: 'content',
  'xhtml:body': 'content',
  'content:encoded': 'content',
};

const ATOM_CONSTRUCTS = new Set(['title', 'subtitle', 'summary', 'content', 'rights']);
const ATOM_TEXT_FIELDS = new Set(['published', 'updated', 'created', 'icon', 'logo']);

function repairAtom(root: XmlElement, scope: Scope, source: string): RepairedFeed {
  const isSingle = bareName(root) === 'entry';
  const entries = isSingle ? [root] : elementsOf(root).filter((child) => ENTRY_NAMES.has(child.name));
  const fields = isSingle ? [] : elementsOf(root).filter((child) => !ENTRY_NAMES.has(child.name));
  const xml =
    `<feed xmlns="http://www.w3.org/2005/Atom" ${NAMESPACES}>` +
    PLACEHOLDER.atom +
    write('dc:language', scope.language) +
    fields.map((field) => writeAtomField(field, scope, true)).join('') +
    entries
      .slice(0, ITEMS_MAX)
      .map((entry) => writeEntry(entry, scope))
      .join('') +
    '</feed>';
  const isOld = /purl\.org\/atom\/ns/.test(source.slice(0, 4_000));
  return { kind: 'atom', version: root.attributes['version']?.trim() || (isOld ? '0.3' : '1.0'), xml };
}

function writeEntry(entry: XmlElement, outer: Scope): string {
  const scope = enter(outer, entry);
  let inner = '';
  let language = scope.language === outer.language ? undefined : scope.language;
  for (const field of elementsOf(entry)) {
    language ??= constructScope(field, { ...scope, language: undefined }).language;
    inner += writeAtomField(field, scope, false);
  }
  return `<entry>${PLACEHOLDER.atom}${write('dc:language', language)}${inner}</entry>`;
}

function writeAtomField(element: XmlElement, scope: Scope, isFeed: boolean): string {
  const bare = bareName(element);
  const name = isFeed && bare === 'description' ? 'subtitle' : (ATOM_SYNONYMS[bare] ?? bare);
  if (ATOM_CONSTRUCTS.has(name)) return writeConstruct(name, element, scope);
  if (name === 'link') return writeLink('link', element, scope);
  if (name === 'author') return writePerson('author', element, scope, '');
  if (name === 'category') {
    const { term, label, scheme } = element.attributes;
    const fallback = term || textValue(element) || label;
    return fallback ? `${open('category', { term: fallback, label, scheme })}</category>` : '';
  }
  if (name === 'source') return isFeed ? '' : writeSource(element, scope);
  if (name === 'id') return write('id', absoluteId(textValue(element), enter(scope, element)));
  if (ATOM_TEXT_FIELDS.has(name)) return write(name, textValue(element));
  if (isSimpleForeign(name)) return write(name, htmlValue(element));
  return isForeign(name) ? copyForeign(element, enter(scope, element), 0) : '';
}

/** An Atom id is absolute (RFC 4287 §4.2.6); a path is one relative to its base, any other text is a name of its own. */
const absoluteId = (id: string, scope: Scope) => (/^\.{0,2}\//.test(id) ? (URL.parse(id, scope.base)?.href ?? id) : id);

/** Of an entry taken from another feed only the authors and the title of that feed are kept. */
function writeSource(element: XmlElement, outer: Scope): string {
  const scope = enter(outer, element);
  const inner = elementsOf(element)
    .filter((child) => ['author', 'title', 'id'].includes(bareName(child)))
    .map((child) => writeAtomField(child, scope, true))
    .join('');
  return inner && `<source>${inner}</source>`;
}
