// Reads XML as it is found, not as it should be, into a plain tree: never throws, never fetches, never expands bombs.
import { decodeHTMLStrict, escapeAttribute, escapeText } from 'entities';
import { Parser } from 'htmlparser2';
import { prefixOfNamespace, prefixUndeclared } from './xml-names.ts';

export interface XmlElement {
  /** Lower case, with the folded prefix ("dc:creator"), without one in the feed's own language; "?:x" in an unknown one. */
  name: string;
  /** Lower-case names; xmlns declarations are gone, xml: ones stay. */
  attributes: Record<string, string>;
  children: XmlNode[];
}

export interface XmlText {
  text: string;
  isCdata: boolean;
}

export type XmlNode = XmlElement | XmlText;

export const isElement = (node: XmlNode): node is XmlElement => 'name' in node;

export interface XmlTreeOptions {
  /**
   * Does a start tag end open elements whose end tags are missing? Asked with its name and the open elements,
   * outermost first; answers how many of them to close (0: none).
   */
  closesBefore?: (opening: string, open: () => readonly string[]) => number;
}

// Deeper elements are left out; far deeper ones end the reading, because the reader pays for every open element.
const DEPTH_MAX = 200;
const DEPTH_STOP = 2_000;
const NODES_MAX = 1_000_000;
const NAMESPACES_MAX = 100;
const ENTITY_CHARS_MAX = 2_000;
const ENTITY_EXPANSION_MAX = 200_000;

interface Frame {
  element: XmlElement;
  rawName: string;
  /** Declared prefixes in force; undefined value: an unknown namespace. */
  namespaces: ReadonlyMap<string, string | undefined>;
}

/** The document as a tree under a nameless root. Text before and after the document element stays in it. */
export function readXml(source: string, options: XmlTreeOptions = {}): XmlElement {
  const { body, entities } = cutDoctype(source);
  const decode = createDecoder(entities);
  const root: XmlElement = { name: '', attributes: {}, children: [] };
  const stack: Frame[] = [{ element: root, rawName: '', namespaces: new Map() }];
  const openNames = () => stack.slice(1).map((frame) => frame.element.name);
  let ignoredDepth = 0;
  let readerDepth = 0;
  let nodes = 0;
  let isCdata = false;
  // The reader reports <x/> as a start tag followed at once by an implied end tag.
  let isJustOpened = false;

  const parser = new Parser(
    {
      onopentag(rawName, rawAttributes) {
        readerDepth += 1;
        if (readerDepth > DEPTH_STOP) parser.pause();
        if (stack.length > DEPTH_MAX || nodes >= NODES_MAX) {
          ignoredDepth += 1;
          return;
        }
        let parent = stack.at(-1)!;
        const { namespaces, attributes } = readAttributes(rawAttributes, parent.namespaces, decode);
        const element: XmlElement = { name: foldName(rawName, namespaces), attributes, children: [] };
        const closed = options.closesBefore?.(element.name, openNames) ?? 0;
        for (let i = 0; i < closed && stack.length > 1; i++) stack.pop();
        parent = stack.at(-1)!;
        nodes += 1;
        parent.element.children.push(element);
        stack.push({ element, rawName, namespaces });
        isJustOpened = true;
      },
      onclosetag(rawName, isImplied) {
        readerDepth -= 1;
        const isSelfClosed = isImplied && isJustOpened;
        isJustOpened = false;
        if (ignoredDepth > 0) {
          ignoredDepth -= 1;
          return;
        }
        if (isImplied && !isSelfClosed) return;
        const at = stack.findLastIndex((frame) => frame.rawName === rawName);
        if (at > 0) stack.length = at;
      },
      ontext(chunk) {
        isJustOpened = false;
        if (ignoredDepth > 0 || nodes >= NODES_MAX) return;
        nodes += 1;
        stack.at(-1)!.element.children.push({ text: isCdata ? chunk : decode(chunk), isCdata });
      },
      oncdatastart() {
        isJustOpened = false;
        isCdata = true;
      },
      oncdataend() {
        isCdata = false;
      },
    },
    { xmlMode: true, decodeEntities: false, lowerCaseTags: true, lowerCaseAttributeNames: true },
  );
  parser.write(body);
  parser.end();
  return root;
}

// Control characters that XML forbids; form feed and the like would otherwise end up in titles.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is removed.
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

// Windows characters that went through ISO 8859-1 on their way: curly quotes and dashes, never meant as controls.
const MISREAD = /[\u0080-\u009f]/g;
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';
const fromWindows1252 = (char: string) => WINDOWS_1252[char.charCodeAt(0) - 0x80] ?? '';

/**
 * Takes the document type declaration out and reads its literal general entities, one level deep:
 * external ones are never fetched and nested ones never grow.
 */
function cutDoctype(source: string): { body: string; entities: Map<string, string> } {
  const entities = new Map<string, string>();
  const clean = source.replace(FORBIDDEN, '').replace(MISREAD, fromWindows1252);
  const start = clean.slice(0, 20_000).search(/<!doctype/i);
  if (start === -1) return { body: clean, entities };
  const bracket = clean.indexOf('[', start);
  const angle = clean.indexOf('>', start);
  if (angle === -1) return { body: clean, entities };
  if (bracket === -1 || bracket > angle) return { body: clean.slice(0, start) + clean.slice(angle + 1), entities };
  const close = /\]\s*>/g;
  close.lastIndex = bracket;
  const end = close.exec(clean);
  if (!end) return { body: clean, entities };
  const subset = clean.slice(bracket + 1, Math.min(end.index, bracket + 50_000));
  for (const match of subset.matchAll(/<!ENTITY\s+([\w.:-]{1,60})\s+(?:"([^"]*)"|'([^']*)')/g)) {
    const [, name = '', double, single] = match;
    const value = decodeHTMLStrict(double ?? single ?? '');
    if (value.length <= ENTITY_CHARS_MAX && !entities.has(name)) entities.set(name, value);
  }
  return { body: clean.slice(0, start) + clean.slice(end.index + end[0].length), entities };
}

function createDecoder(entities: ReadonlyMap<string, string>): (text: string) => string {
  if (entities.size === 0) return (text) => (text.includes('&') ? decodeHTMLStrict(text) : text);
  let budget = ENTITY_EXPANSION_MAX;
  return (text) => {
    if (!text.includes('&')) return text;
    return text.replace(/&([\w.:-]{1,60}|#\w{1,8});/g, (reference, name: string) => {
      const own = entities.get(name);
      if (own === undefined) return decodeHTMLStrict(reference);
      budget -= own.length;
      return budget >= 0 ? own : '';
    });
  };
}

function readAttributes(
  raw: Record<string, string>,
  inherited: ReadonlyMap<string, string | undefined>,
  decode: (text: string) => string,
): { namespaces: ReadonlyMap<string, string | undefined>; attributes: Record<string, string> } {
  let own: Map<string, string | undefined> | undefined;
  const attributes: Record<string, string> = {};
  for (const [name, rawValue] of Object.entries(raw)) {
    const value = decode(rawValue);
    const declared = name === 'xmlns' ? '' : name.startsWith('xmlns:') ? name.slice(6) : undefined;
    if (declared === undefined) attributes[name] = value;
    else {
      own ??= new Map(inherited);
      if (own.size < NAMESPACES_MAX) own.set(declared, prefixOfNamespace(value));
    }
  }
  return { namespaces: own ?? inherited, attributes };
}

function foldName(rawName: string, namespaces: ReadonlyMap<string, string | undefined>): string {
  const colon = rawName.indexOf(':');
  const prefix = colon === -1 ? '' : rawName.slice(0, colon);
  const local = rawName.slice(colon + 1);
  const folded = namespaces.has(prefix) ? namespaces.get(prefix) : prefix === '' ? '' : prefixUndeclared(prefix);
  // An unknown default namespace is most often a slip of the author: its elements are read as the feed's own.
  if (folded === undefined) return prefix === '' ? local : `?:${local}`;
  return folded === '' ? local : `${folded}:${local}`;
}

/** All text below an element, as is. */
export function textOf(element: XmlElement): string {
  let text = '';
  const walk = (nodes: readonly XmlNode[]) => {
    for (const node of nodes) {
      if (isElement(node)) walk(node.children);
      else text += node.text;
    }
  };
  walk(element.children);
  return text;
}

export const hasElements = (element: XmlElement) => element.children.some(isElement);

const VOID_TAGS = new Set(['br', 'hr', 'img', 'input', 'wbr', 'col', 'area', 'source', 'track', 'embed', 'param']);

/** The content of an element as HTML: child elements as tags without prefixes, text escaped, CDATA as the markup it holds. */
export function markupOf(element: XmlElement): string {
  let html = '';
  const walk = (nodes: readonly XmlNode[]) => {
    for (const node of nodes) {
      if (!isElement(node)) {
        html += node.isCdata ? node.text : escapeText(node.text);
        continue;
      }
      const tag = node.name.slice(node.name.lastIndexOf(':') + 1);
      html += `<${tag}`;
      for (const [name, value] of Object.entries(node.attributes)) html += ` ${name}="${escapeAttribute(value)}"`;
      html += '>';
      walk(node.children);
      if (!VOID_TAGS.has(tag)) html += `</${tag}>`;
    }
  };
  walk(element.children);
  return html;
}
