/** Turns a page of unknown make into a document that is safe to walk: limited in size, number of elements and depth. */
import { parseHTML } from 'linkedom';
import { textWeight } from './text-weight.ts';

const HTML_CHARS_MAX = 2_000_000;
const TAGS_MAX = 30_000;
// Each makes a text node of its own.
const REFERENCES_MAX = 100_000;
const DEPTH_MAX = 250;

const TEXT_NODE = 3;
const ELEMENT_NODE = 1;

export const isElement = (node: Node): node is Element => node.nodeType === ELEMENT_NODE;
export const isText = (node: Node): node is Text => node.nodeType === TEXT_NODE;

/** Elements that start a line of their own. */
export const BLOCK_TAGS = new Set(
  'ADDRESS ARTICLE ASIDE BLOCKQUOTE BODY CENTER DD DETAILS DIV DL DT FIELDSET FIGCAPTION FIGURE FOOTER FORM H1 H2 H3 H4 H5 H6 HEADER HGROUP HR HTML LI MAIN NAV OL P PRE SECTION SUMMARY TABLE TBODY TD TFOOT TH THEAD TR UL'.split(
    ' ',
  ),
);
/** Elements whose text nobody reads. */
export const SILENT_TAGS = new Set(
  'SCRIPT STYLE NOSCRIPT TEMPLATE HEAD TITLE META LINK SVG MATH IFRAME OBJECT EMBED CANVAS SELECT TEXTAREA BUTTON INPUT'.split(
    ' ',
  ),
);

export const tagOf = (element: Element): string => element.nodeName.toUpperCase();

/** The text before one occurrence of a sign too many. */
function cutAtLimit(html: string, sign: string, countMax: number): string {
  let at = -1;
  for (let count = 0; count < countMax; count++) {
    at = html.indexOf(sign, at + 1);
    if (at < 0) return html;
  }
  return html.slice(0, at);
}

/** Replaces what lies too deep by its text, so that recursive code over the document cannot overflow. */
function limitDepth(root: Element): void {
  const open: { element: Element; depth: number }[] = [{ element: root, depth: 0 }];
  for (let item = open.pop(); item; item = open.pop()) {
    if (item.depth === DEPTH_MAX) {
      const text = item.element.textContent;
      item.element.textContent = text;
      continue;
    }
    for (let child = item.element.firstElementChild; child; child = child.nextElementSibling) {
      open.push({ element: child, depth: item.depth + 1 });
    }
  }
}

/** A document of at most 2 M characters, 30,000 tags, 100,000 references and 250 levels; what is beyond is cut off. */
export function parsePage(html: string): Document {
  const cut = cutAtLimit(cutAtLimit(html.slice(0, HTML_CHARS_MAX), '<', TAGS_MAX), '&', REFERENCES_MAX);
  const hasRoot = /<html[\s>]/i.test(cut.slice(0, 20_000));
  const { document } = parseHTML(hasRoot ? cut : `<!doctype html><html><body>${cut}</body></html>`);
  if (document.documentElement) limitDepth(document.documentElement);
  return document as unknown as Document;
}

export function bodyOf(document: Document): Element | undefined {
  return document.querySelector('body') ?? document.documentElement ?? undefined;
}

/** The children of a node; linkedom's own `childNodes` builds an array at each call. */
export function* childrenOf(node: Node): Generator<Node> {
  for (let child = node.firstChild; child; child = child.nextSibling) yield child;
}

/** Blocks without blocks inside, in reading order. */
export function leafBlocks(root: Element): Element[] {
  const leaves: Element[] = [];
  const visit = (element: Element): boolean => {
    let hasBlock = false;
    for (const child of childrenOf(element)) {
      if (isElement(child) && (visit(child) || BLOCK_TAGS.has(tagOf(child)))) hasBlock = true;
    }
    if (!hasBlock && BLOCK_TAGS.has(tagOf(element))) leaves.push(element);
    return hasBlock;
  };
  visit(root);
  return leaves;
}

/** The running text as a reader sees it: a line for each block, white space collapsed, captions left out. */
export function blockText(root: Node): string {
  let out = '';
  const walk = (node: Node): void => {
    if (isText(node)) {
      out += node.data.replace(/\s+/g, ' ');
      return;
    }
    if (!isElement(node)) return;
    const tag = tagOf(node);
    if (SILENT_TAGS.has(tag) || tag === 'FIGCAPTION') return;
    const isBlock = BLOCK_TAGS.has(tag);
    if (isBlock || tag === 'BR') out += '\n';
    for (const child of childrenOf(node)) walk(child);
    if (tag === 'TD' || tag === 'TH') out += ' ';
    if (isBlock) out += '\n';
  };
  if (isElement(root)) for (const child of childrenOf(root)) walk(child);
  else walk(root);
  return out
    .replace(/[ \t\u00a0]+/g, ' ')
    .replace(/ ?\n[ \n]*/g, '\n')
    .trim();
}

/** The weight of the visible text under each element, in one pass. */
export function visibleWeights(root: Element): Map<Element, number> {
  const weights = new Map<Element, number>();
  const visit = (element: Element): number => {
    let sum = 0;
    for (const child of childrenOf(element)) {
      if (isText(child)) sum += textWeight(child.data);
      else if (isElement(child) && !SILENT_TAGS.has(tagOf(child))) sum += visit(child);
    }
    weights.set(element, sum);
    return sum;
  };
  visit(root);
  return weights;
}

/** Text on one line. */
export function lineText(node: Node | null | undefined): string {
  return (node?.textContent ?? '').replace(/\s+/g, ' ').trim();
}
