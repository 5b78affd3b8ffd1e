/** Chooses the markup of the article among several answers: declared by the page, Readability's, the densest text. */
import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';
import { cleanBody, linkShare, markCaptions, removeFurniture, removeOtherArticles } from './clean-body.ts';
import { findDenseBlock, measureText, paragraphWorth } from './dense-block.ts';
import {
  BLOCK_TAGS,
  blockText,
  bodyOf,
  childrenOf,
  isElement,
  isText,
  leafBlocks,
  SILENT_TAGS,
  tagOf,
} from './page-document.ts';
import { SHORT_TEXT_WEIGHT, textWeight } from './text-weight.ts';
import { type Surroundings, trimBody } from './trim-body.ts';

/** Readability's work grows faster than the page; larger pages get the densest text. */
const READABILITY_ELEMENTS_MAX = 6_000;
/** It also reads the whole text of element after element; the characters under each of them, summed, bound that. */
const READABILITY_CHARS_MAX = 20_000_000;
/** It writes the page out and reads it again, and each character reference costs a node. */
const READABILITY_REFERENCES_MAX = 10_000;

export interface Body {
  /** Cleaned but not yet sanitised. */
  html: string;
  text: string;
  /** Which answer won: `markup`, `readability`, `density`, `json-ld`, or `none`. */
  by: string;
}

interface Candidate {
  by: string;
  root: Element;
  worth: number;
}

const LEAD_WEIGHT_MIN = 24;
const LEAD_BLOCKS_MAX = 12;

const NOBODY = () => false;

/** The elements, cleaned and weighed. They are moved: hand in copies of what is still needed. */
function candidate(by: string, elements: readonly Node[], title: string): Candidate | undefined {
  const document = elements[0]?.ownerDocument;
  if (!document) return undefined;
  const root = document.createElement('div');
  for (const element of elements) root.appendChild(element);
  cleanBody(root, title);
  return { by, root, worth: measureText(root, NOBODY).get(root) ?? 0 };
}

const DECLARED = '[itemprop~="articleBody"], [itemprop~="reviewBody"], [property~="articleBody"]';

/** The elements that the page itself marks as the body; nested marks count once. */
function declaredBody(document: Document): Element[] {
  const marked = [...document.querySelectorAll(DECLARED)].slice(0, 50);
  return marked.filter(
    (element) =>
      !['META', 'SCRIPT'].includes(tagOf(element)) &&
      !marked.some((other) => other !== element && other.contains(element)),
  );
}

function readability(document: Document): Node | undefined {
  // The gate and the limits of the library count Latin characters; ours are applied to the result instead.
  const body = bodyOf(document);
  if (body) removeFurniture(body);
  const article = new Readability(document, {
    charThreshold: 120,
    nbTopCandidates: 5,
    disableJSONLD: true,
    keepClasses: true,
    serializer: (content) => content,
  }).parse();
  return article?.content ?? undefined;
}

const squash = (text: string): string => text.normalize('NFKC').replace(/\s+/g, '');

/**
 * Readability drops a lead that stands apart from the rest. What the frame of the article has before the text's first
 * paragraph is put back where it reads like text.
 */
function restoreLead(root: Element, frame: Element): void {
  const first = leafBlocks(root).find((leaf) => textWeight(leaf.textContent ?? '') >= LEAD_WEIGHT_MIN);
  if (!first) return;
  const key = squash(first.textContent ?? '');
  const known = squash(root.textContent ?? '');
  const leaves = leafBlocks(frame);
  const start = leaves.findIndex((leaf) => squash(leaf.textContent ?? '') === key);
  const lead = leaves.slice(0, Math.max(0, start)).filter((leaf) => {
    const text = leaf.textContent ?? '';
    // "Here is the list:" is short, but what follows needs it.
    const isOpening = tagOf(leaf) === 'P' && /[:：]\s*$/.test(text) && textWeight(text) >= LEAD_WEIGHT_MIN;
    const isLead = isOpening || paragraphWorth(text, textWeight(text) * linkShare(leaf)) > 0;
    return isLead && !known.includes(squash(text));
  });
  for (const leaf of lead.slice(-LEAD_BLOCKS_MAX).reverse()) {
    const paragraph = root.ownerDocument.createElement('p');
    while (leaf.firstChild) paragraph.appendChild(leaf.firstChild);
    root.insertBefore(paragraph, root.firstChild);
  }
}

/** Removes blocks whose text the declared body does not have; nothing is removed unless most of the text agrees. */
function keepDeclared(root: Element, declared: string): void {
  const wanted = squash(declared);
  const strange: Element[] = [];
  let agreed = 0;
  let strangeWeight = 0;
  const visit = (element: Element): void => {
    const hasBlocks = [...childrenOf(element)].some(
      (child) => isElement(child) && (BLOCK_TAGS.has(tagOf(child)) || child.querySelector('p,div,ul,li,br')),
    );
    if (hasBlocks) {
      for (const child of [...childrenOf(element)]) if (isElement(child)) visit(child);
      return;
    }
    const text = squash(element.textContent ?? '');
    if (text === '') return;
    if (wanted.includes(text.slice(0, 60)) || (text.length > 120 && wanted.includes(text.slice(-60))))
      agreed += textWeight(text);
    else {
      strange.push(element);
      strangeWeight += textWeight(text);
    }
  };
  visit(root);
  if (agreed < textWeight(wanted) * 0.85 || strangeWeight > agreed) return;
  for (const element of strange)
    if (tagOf(element) !== 'FIGCAPTION' && tagOf(element) !== 'PRE' && !element.closest('table, figure'))
      element.remove();
}

const escapeHtml = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

function paragraphs(text: string): string {
  const plain = /<\/?(?:p|br|div)\b/i.test(text)
    ? text.replace(/<(?:\/p|br|\/div)\b[^<>]{0,100}>/gi, '\n').replace(/<[^<>]{1,300}>/g, '')
    : text;
  return plain
    .split(/\n+/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => `<p>${escapeHtml(line)}</p>`)
    .join('\n');
}

/** Whether Readability would take too long over a page. */
function isTooMuch(body: Element): boolean {
  let elements = 0;
  let chars = 0;
  let references = 0;
  const visit = (element: Element): number => {
    let own = 0;
    const isRaw = SILENT_TAGS.has(tagOf(element));
    for (const child of childrenOf(element)) {
      if (isText(child)) {
        own += child.data.length;
        if (!isRaw) references += child.data.match(/[&<>\u00a0]/g)?.length ?? 0;
      } else if (isElement(child)) own += visit(child);
    }
    elements += 1;
    chars += own;
    return own;
  };
  visit(body);
  return (
    elements > READABILITY_ELEMENTS_MAX || chars > READABILITY_CHARS_MAX || references > READABILITY_REFERENCES_MAX
  );
}

function choose(
  declared: Candidate | undefined,
  read: Candidate | undefined,
  dense: Candidate | undefined,
): Candidate | undefined {
  const best = Math.max(read?.worth ?? 0, dense?.worth ?? 0);
  if (declared && declared.worth > 0 && declared.worth >= best * 0.5) return declared;
  if (!read || read.worth === 0) return dense ?? read ?? declared;
  return dense && dense.worth > read.worth * 1.4 ? dense : read;
}

/**
 * The article of a page. `around`: headline and authors, dropped from the text; `declaredText`: JSON-LD's `articleBody`, which
 * decides what belongs to the article, and replaces what the page shows if that is under 80 % of it.
 * The document is consumed.
 */
export function findBody(document: Document, around: Surroundings, declaredText: string | undefined): Body {
  const { title } = around;
  const body = bodyOf(document);
  if (!body) return { html: '', text: '', by: 'none' };
  removeOtherArticles(document, title, around.url);
  markCaptions(body);
  const copies = (elements: readonly Element[]) => elements.map((element) => element.cloneNode(true));
  const declared = candidate('markup', copies(declaredBody(document)), title);
  const block = findDenseBlock(body);
  const dense = candidate('density', copies(block ? [block.element] : []), title);
  const frame = block && (block.frame === block.element ? dense : candidate('density', copies([block.frame]), title));
  const found = isTooMuch(body) ? undefined : readability(document);
  const read = candidate('readability', found ? [found] : [], title);
  const chosen = choose(declared, read, dense);
  if (chosen && frame && chosen !== dense) restoreLead(chosen.root, frame.root);
  if (chosen) trimBody(chosen.root, around);
  const text = chosen ? blockText(chosen.root) : '';
  const declaredWeight = textWeight(declaredText ?? '');
  if (declaredText && declaredWeight > SHORT_TEXT_WEIGHT && textWeight(text) < declaredWeight * 0.8) {
    const html = paragraphs(declaredText);
    return {
      html,
      text: blockText(parseHTML(`<html><body>${html}</body></html>`).document as unknown as Node) || declaredText,
      by: 'json-ld',
    };
  }
  if (!chosen) return { html: '', text: '', by: 'none' };
  if (declaredText && declaredWeight > SHORT_TEXT_WEIGHT) keepDeclared(chosen.root, declaredText);
  return { html: chosen.root.innerHTML, text: blockText(chosen.root), by: chosen.by };
}
