/**
 * Finds the part of a page where the running text is: paragraphs are weighed by text, punctuation and links, whatever
 * their elements are called, so that pages made of `div` and `br` only work as well as those with `p`.
 * The idea of weighing text against tags and punctuation is GeneralNewsExtractor's; the scoring here is our own.
 */
import { isFurniture } from './clean-body.ts';
import { BLOCK_TAGS, childrenOf, isElement, isText, SILENT_TAGS, tagOf, visibleWeights } from './page-document.ts';
import { punctuationCount, textWeight } from './text-weight.ts';

const SKIPPED_TAGS = new Set([...SILENT_TAGS, 'NAV', 'FOOTER', 'ASIDE', 'DIALOG']);
/** About 12 Han characters or 36 letters: below that a line is a caption, a button or a headline. */
const PARAGRAPH_WEIGHT_MIN = 36;
/** The container is left for a child only if that child holds this share of the running text. */
const DESCEND_SHARE = 0.72;
const CODE_SHARE = 0.9;

interface Run {
  text: string;
  linkWeight: number;
}

/** The worth of one line of text: its weight if it reads like a sentence, less what is linked. */
export function paragraphWorth(text: string, linkWeight: number): number {
  const weight = textWeight(text);
  if (weight < PARAGRAPH_WEIGHT_MIN) return 0;
  const marks = punctuationCount(text);
  if (marks === 0 && weight < 240) return 0;
  if (linkWeight > weight * 0.5) return 0;
  return (weight - linkWeight) * Math.min(1, 0.4 + marks * 0.3);
}

/** Worth of the running text under each element (own lines and those of all descendants). */
export function measureText(root: Element, isSkipped: (element: Element) => boolean): Map<Element, number> {
  const worth = new Map<Element, number>();
  const visit = (element: Element): number => {
    let sum = 0;
    let run: Run = { text: '', linkWeight: 0 };
    const endRun = (): void => {
      if (run.text !== '') sum += paragraphWorth(run.text, run.linkWeight);
      run = { text: '', linkWeight: 0 };
    };
    const inline = (node: Node, inLink: boolean): void => {
      if (isText(node)) {
        run.text += node.data;
        if (inLink) run.linkWeight += textWeight(node.data);
      } else if (isElement(node)) {
        const tag = tagOf(node);
        if (SKIPPED_TAGS.has(tag)) return;
        if (tag === 'BR') endRun();
        else if (BLOCK_TAGS.has(tag)) {
          endRun();
          if (!isSkipped(node)) sum += visit(node);
        } else for (const child of childrenOf(node)) inline(child, inLink || tag === 'A');
      }
    };
    for (const child of childrenOf(element)) inline(child, tagOf(element) === 'A');
    endRun();
    worth.set(element, sum);
    return sum;
  };
  visit(root);
  return worth;
}

export interface DenseBlock {
  element: Element;
  /** Its `article` or `main`, if that is little more than the block: the lead and the standfirst are often only there. */
  frame: Element;
}

/** The smallest element that holds most of the page's running text. */
export function findDenseBlock(body: Element): DenseBlock | undefined {
  const weights = visibleWeights(body);
  const total = weights.get(body) ?? 0;
  const isSkipped = (element: Element) =>
    tagOf(element) !== 'MAIN' &&
    tagOf(element) !== 'ARTICLE' &&
    isFurniture(element) &&
    (weights.get(element) ?? 0) < total * 0.4;
  const worth = measureText(body, isSkipped);
  const listed = listedWeights(body, weights);
  // Listings outweigh the few words between them, which are the article all the same.
  const isCode = (inner: Element) => (listed.get(inner) ?? 0) > (weights.get(inner) ?? 0) * CODE_SHARE;
  let element = body;
  for (;;) {
    const here = worth.get(element) ?? 0;
    if (here === 0) return undefined;
    const next = heaviestChild(element, worth);
    const frame = element.closest('article, main, [role="main"]');
    const isEnd = !next || (worth.get(next) ?? 0) < here * DESCEND_SHARE || tagOf(next) === 'P';
    if (isEnd || (frame && isCode(next))) {
      return { element, frame: frame && (worth.get(frame) ?? 0) < here * 1.6 ? frame : element };
    }
    element = next;
  }
}

/** The weight of the listings in each element that holds any. */
function listedWeights(body: Element, weights: ReadonlyMap<Element, number>): Map<Element, number> {
  const listed = new Map<Element, number>();
  for (const listing of body.querySelectorAll('pre'))
    for (let at: Element | null = listing; at && at !== body; at = at.parentElement)
      listed.set(at, (listed.get(at) ?? 0) + (weights.get(listing) ?? 0));
  return listed;
}

/** The block below an element that holds most; inline elements on the way are looked through. */
function heaviestChild(element: Element, worth: ReadonlyMap<Element, number>): Element | undefined {
  let best: Element | undefined;
  const look = (parent: Element): void => {
    for (const child of childrenOf(parent)) {
      if (!isElement(child)) continue;
      const value = worth.get(child);
      if (value === undefined) {
        if (!BLOCK_TAGS.has(tagOf(child))) look(child);
      } else if (!best || value > (worth.get(best) ?? 0)) best = child;
    }
  };
  look(element);
  return best;
}
