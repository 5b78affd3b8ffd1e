/** Trims the ends of an article's markup: datelines, bylines and credits before it, invitations and teasers behind it. */
import { fold, isByline, isDateline, isInvitation, isPictureLine, isShareBar, leadsAway } from './boilerplate-lines.ts';
import { linkShare, nameWords } from './clean-body.ts';
import { paragraphWorth } from './dense-block.ts';
import { childrenOf, isElement, leafBlocks, lineText, tagOf } from './page-document.ts';
import { textWeight } from './text-weight.ts';

export interface Surroundings {
  title: string;
  /** Of the authors and of the site. */
  names: readonly string[];
  url: string;
}

/** Lines at either end that are looked at; an article whose ends are longer keeps what is beyond. */
const END_LINES_MAX = 14;
/** Never more than this share of the text is taken off the end. */
const TAIL_SHARE_MAX = 0.35;
const REPEATED_WEIGHT_MIN = 36;
const PROSE_WEIGHT_MIN = 80;
const HEADING = /^H[1-6]$/;

interface Line {
  element: Element;
  text: string;
  weight: number;
}

const linesOf = (root: Element): Line[] =>
  leafBlocks(root)
    .map((element) => ({ element, text: lineText(element) }))
    .filter(({ element, text }) => text !== '' && !element.closest('figcaption'))
    .map((line) => ({ ...line, weight: textWeight(line.text) }));

const isProse = ({ element, text, weight }: Line): boolean => paragraphWorth(text, weight * linkShare(element)) > 0;

const PRELIMINARY_NAMES = new Set(
  'byline byl author authors autor dateline timestamp pubdate publish published posted date datetime meta postmeta breadcrumb breadcrumbs publication'.split(
    ' ',
  ),
);
const AFTERWORD_NAMES = new Set('bio author authors byline aboutauthor tags topics keywords'.split(' '));
const NAMED_DEPTH_MAX = 3;

/** Whether the line, or a small element around it, has one of these words in its class or id. */
function isNamed({ element }: Line, root: Element, names: ReadonlySet<string>, weightMax: number): boolean {
  let at: Element | null = element;
  for (let depth = 0; at && at !== root && depth < NAMED_DEPTH_MAX; depth++, at = at.parentElement) {
    if (depth > 0 && textWeight(at.textContent ?? '') > weightMax) return false;
    if (nameWords(at).some((word) => names.has(word))) return true;
  }
  return false;
}

/** Datelines, bylines and the like, which say what they are wherever they stand. */
function isAboutText({ text }: Line, { title, names, url }: Surroundings): boolean {
  if (isDateline(text) || isByline(text, names) || isPictureLine(text)) return true;
  if (/^https?:\S+$/.test(text) && URL.parse(text)?.href === URL.parse(url)?.href) return true;
  return title !== '' && fold(text) === fold(title);
}

/** What stands before the text and is known for it by its place: named so, all links, or an invitation to read on elsewhere. */
function isPreliminary(line: Line, root: Element): boolean {
  const { element, text, weight } = line;
  if (leadsAway(text) || (weight < 160 && isNamed(line, root, PRELIMINARY_NAMES, 240))) return true;
  return !HEADING.test(tagOf(element)) && weight < 120 && linkShare(element) > 0.8;
}

/** A standfirst may come before the byline, so a paragraph does not end the search; the second one does. */
function trimStart(root: Element, lines: Line[], around: Surroundings): void {
  let proseCount = 0;
  for (const line of lines.slice(0, END_LINES_MAX)) {
    if (isAboutText(line, around) || (proseCount === 0 && isPreliminary(line, root))) line.element.remove();
    else if (line.weight > PROSE_WEIGHT_MIN && isProse(line)) proseCount += 1;
    if (proseCount > 1) return;
  }
}

/** A heading of a list of other articles: everything behind it goes, if there is no running text in it to speak of. */
function cutRelated(lines: Line[]): Line[] {
  const total = lines.reduce((sum, { weight }) => sum + weight, 0);
  let behind = 0;
  let linked = 0;
  for (let i = lines.length - 1; i > 0; i--) {
    const line = lines[i]!;
    behind += line.weight;
    if (behind > total * TAIL_SHARE_MAX) break;
    const isLinked = line.element.querySelector('a[href]') !== null || line.element.closest('a[href]') !== null;
    if (isLinked) linked += 1;
    const count = lines.length - 1 - i;
    if (line.weight < 90 && leadsAway(line.text) && count > 0 && linked >= count * 0.5) {
      for (const { element } of lines.slice(i)) element.remove();
      return lines.slice(0, i);
    }
  }
  return lines;
}

function trimEnd(root: Element, lines: Line[], around: Surroundings): void {
  const total = lines.reduce((sum, { weight }) => sum + weight, 0);
  let removed = 0;
  for (const line of lines.slice(-END_LINES_MAX).reverse()) {
    const { element, text, weight } = line;
    const isAway =
      isInvitation(text) ||
      leadsAway(text) ||
      isDateline(text) ||
      isPictureLine(text) ||
      (isByline(text, around.names) && weight < 60) ||
      (weight < 400 && isNamed(line, root, AFTERWORD_NAMES, 600)) ||
      (HEADING.test(tagOf(element)) && removed > 0) ||
      (weight < 160 && linkShare(element) > 0.8);
    if (!isAway) return;
    if (removed + weight > total * TAIL_SHARE_MAX) return;
    removed += weight;
    element.remove();
  }
}

/** What is printed twice, as standfirst and first paragraph or under two pictures, stays where it is last. */
function dropRepeated(lines: Line[]): Line[] {
  const seen = new Set<string>();
  return lines
    .toReversed()
    .filter(({ element, text, weight }) => {
      if (weight < REPEATED_WEIGHT_MIN || element.closest('pre, table')) return true;
      const key = fold(text);
      if (seen.has(key)) element.remove();
      return !seen.has(key) && seen.add(key);
    })
    .reverse();
}

const TEASERS_MIN = 4;
const TEASER_WEIGHT_MAX = 200;

/** Children of one make, each a short text with a link of its own: a list of other articles. */
function isTeaserList(element: Element): boolean {
  if (tagOf(element) === 'P') return false;
  const children = [...childrenOf(element)].filter(isElement);
  const targets = new Map<string, string>();
  for (const child of children) {
    const href = child.querySelector('a[href]')?.getAttribute('href') ?? child.getAttribute('href');
    if (href && !href.startsWith('#') && textWeight(child.textContent ?? '') <= TEASER_WEIGHT_MAX)
      targets.set(href, `${tagOf(child)}.${child.getAttribute('class') ?? ''}`);
  }
  return targets.size >= TEASERS_MIN && targets.size >= children.length * 0.7 && new Set(targets.values()).size <= 2;
}

/** Takes a list of teasers off the end, where no running text follows it. */
function cutTeasers(root: Element, lines: Line[]): Line[] {
  const total = lines.reduce((sum, { weight }) => sum + weight, 0);
  const last = lines.at(-1)?.element;
  let at: Element | null = last ?? null;
  while (at && at !== root && textWeight(at.textContent ?? '') <= total * TAIL_SHARE_MAX) {
    if (isTeaserList(at)) {
      at.remove();
      return lines.filter(({ element }) => root.contains(element));
    }
    at = at.parentElement;
  }
  return lines;
}

/** A link to another article between two paragraphs: "See also: Fish prices rise". */
const isInterlude = ({ element, text, weight }: Line): boolean =>
  weight < TEASER_WEIGHT_MAX && leadsAway(text) && linkShare(element) > 0.5 && !element.closest('ul, ol, table');

/** Takes off in place what stands around the text. */
export function trimBody(root: Element, around: Surroundings): void {
  const lines = linesOf(root).filter((line) => {
    const isStrange = isShareBar(line.text) || isInterlude(line);
    if (isStrange) line.element.remove();
    return !isStrange;
  });
  const own = cutRelated(cutTeasers(root, dropRepeated(lines)));
  trimStart(root, own, around);
  trimEnd(root, own, around);
}
