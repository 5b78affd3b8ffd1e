/** Takes out of an article's markup what is not the article: shares, related lists, forms, the headline repeated. */
import { fold, leadsAway } from './boilerplate-lines.ts';
import { BLOCK_TAGS, childrenOf, isElement, isText, lineText, tagOf, visibleWeights } from './page-document.ts';
import { textWeight } from './text-weight.ts';

const REMOVED_TAGS = new Set(
  'SCRIPT STYLE NOSCRIPT TEMPLATE LINK META FORM BUTTON INPUT SELECT TEXTAREA NAV FOOTER ASIDE DIALOG CANVAS'.split(
    ' ',
  ),
);
const REMOVED_ROLES =
  /^(?:navigation|complementary|contentinfo|banner|search|dialog|alertdialog|menu|menubar|toolbar)$/i;

/** Whole words of class names and ids that name furniture; `article-share-bar` has the words article, share, bar. */
const FURNITURE = new Set(
  (
    'navbar breadcrumb breadcrumbs share sharing sharebar shares social socials addthis sharethis related recommend ' +
    'recommended recommendation recommendations promo promoted promotion sponsor sponsored advert advertisement ' +
    'advertising ad ads adsense adslot newsletter signup comment comments commentlist disqus respond pagination pager ' +
    'popup modal overlay cookie cookies consent gdpr toolbar taglist tagcloud outbrain taboola trending mostread ' +
    'readmore skip donate donation'
  ).split(' '),
);
/** Words that name furniture unless another word says that the text is inside: `sidebar-grid__content`. */
const MAYBE_FURNITURE = new Set(
  'nav navigation menu sidebar footer widget widgets popular tags subscribe subscription copyright login register rating ratings'.split(
    ' ',
  ),
);
const TEXT_WORDS = new Set('article body content main story entry text post column grid'.split(' '));

const words = (name: string): string[] =>
  name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '');

/** The words of an element's class and id. */
export const nameWords = (element: Element): string[] =>
  words(`${element.getAttribute('class') ?? ''} ${element.getAttribute('id') ?? ''}`.slice(0, 500));

/** Whether class or id name a part of the page that is no article text. */
export function isFurniture(element: Element): boolean {
  if (REMOVED_ROLES.test(element.getAttribute('role') ?? '')) return true;
  const name = `${element.getAttribute('class') ?? ''} ${element.getAttribute('id') ?? ''}`;
  if (name.length < 2 || name.length > 500) return false;
  const all = words(name);
  if (all.some((word) => FURNITURE.has(word))) return true;
  return all.some((word) => MAYBE_FURNITURE.has(word)) && !all.some((word) => TEXT_WORDS.has(word));
}

export function isHidden(element: Element): boolean {
  return (
    element.hasAttribute('hidden') ||
    element.getAttribute('aria-hidden') === 'true' ||
    /display\s*:\s*none/i.test(element.getAttribute('style') ?? '')
  );
}

/** Share of the text that stands in links, by weight. */
export function linkShare(element: Element): number {
  const total = textWeight(element.textContent ?? '');
  if (total === 0) return 0;
  let linked = 0;
  for (const link of element.querySelectorAll('a[href]'))
    if (!link.getAttribute('href')?.startsWith('#')) linked += textWeight(link.textContent ?? '');
  return linked / total;
}

const LINK_BLOCKS = /^(?:UL|OL|DL|TABLE|DIV|SECTION|ARTICLE|P|H[2-6])$/;

function isLinkBlock(element: Element, weight: number, total: number): boolean {
  const tag = tagOf(element);
  if (!LINK_BLOCKS.test(tag)) return false;
  if (weight === 0 || weight > total * 0.5) return false;
  const links = element.querySelectorAll('a[href]').length;
  if (links === 0) return false;
  const share = linkShare(element);
  if (tag === 'UL' || tag === 'OL' || tag === 'DL') return links >= 2 && share > 0.65;
  if (tag === 'P' || tag.startsWith('H')) return share > 0.9 && leadsAway(lineText(element));
  return links >= 3 ? share > 0.6 : false;
}

/** Lazy pictures carry their address in a data attribute until a script moves it. */
export function restoreLazyImages(root: ParentNode): void {
  for (const image of root.querySelectorAll('img')) {
    const src = image.getAttribute('src') ?? '';
    const isPlaceholder =
      src === '' ||
      src.startsWith('data:') ||
      /(?:blank|placeholder|spacer|loading|lazy|grey|transparent|1x1)[^/]{0,20}\.(?:gif|png|svg|jpe?g)/i.test(src);
    if (!isPlaceholder) continue;
    const names = [
      'data-src',
      'data-original',
      'data-lazy-src',
      'data-actualsrc',
      'data-url',
      'data-echo',
      'data-lazyload',
      'data-original-src',
      'data-hi-res-src',
      'file',
      'original',
    ];
    const real = names.map((name) => image.getAttribute(name)).find((value) => value && /[./]/.test(value));
    const set = image.getAttribute('data-srcset') ?? image.getAttribute('srcset');
    const url = real ?? set?.trim().split(/[\s,]+/)[0];
    if (url) image.setAttribute('src', url);
  }
}

/** Elements under `root` that names give away as furniture; none if that were most of the text: then the names lie. */
function findFurniture(root: Element, weights: ReadonlyMap<Element, number>): Set<Element> {
  const total = weights.get(root) ?? 0;
  const found = new Set<Element>();
  let weight = 0;
  const visit = (element: Element): void => {
    for (const child of childrenOf(element)) {
      if (!isElement(child)) continue;
      const own = weights.get(child) ?? 0;
      const isSmall =
        own < total * 0.4 && BLOCK_TAGS.has(tagOf(child)) && !/^(?:MAIN|ARTICLE|BODY)$/.test(tagOf(child));
      if (isSmall && isFurniture(child) && !child.querySelector('h1, main, [itemprop~="articleBody"]')) {
        found.add(child);
        weight += own;
      } else visit(child);
    }
  };
  visit(root);
  return weight > total * 0.5 ? new Set() : found;
}

const CAPTION_NAMES = new Set('caption captions cutline credit credits'.split(' '));
const CAPTION_WEIGHT_MAX = 350;

/** Captions that are not marked up as such become so, before Readability forgets their names: they stay with their picture and out of the running text. */
export function markCaptions(root: Element): void {
  for (const element of root.querySelectorAll('[class*="aption"], [class*="redit"], [class*="utline"]')) {
    if (!/^(?:DIV|P|SPAN|SMALL|DD|EM)$/.test(tagOf(element)) || element.closest('figcaption')) continue;
    const isCaption = nameWords(element).some((word) => CAPTION_NAMES.has(word));
    if (!isCaption || element.querySelector('img, video, h1, h2')) continue;
    if (textWeight(element.textContent ?? '') > CAPTION_WEIGHT_MAX) continue;
    const caption = root.ownerDocument.createElement('figcaption');
    while (element.firstChild) caption.appendChild(element.firstChild);
    element.replaceWith(caption);
  }
}

/** An `article` whose heading is a link to another page only announces that page. */
function announcesAnother(article: Element, path: string | undefined, url: string): boolean {
  const link = article.querySelector(
    'h1 a[href], h2 a[href], h3 a[href], h4 a[href], h5 a[href], a[href] :is(h2, h3, h4, h5)',
  );
  const href = link?.closest('a')?.getAttribute('href');
  const target = href ? URL.parse(href, url) : null;
  return target !== null && target.pathname !== path;
}

/**
 * Where one article of a page holds its headline and text to speak of, the others go: those beside it, and those inside it
 * that only announce another page (the entries of a live report stay).
 */
export function removeOtherArticles(document: Document, title: string, url: string): void {
  const headline = fold(title);
  const heading = [...document.querySelectorAll('article h1, article h2')]
    .slice(0, 40)
    .find((element) => fold(lineText(element)) === headline);
  const own = heading?.closest('article');
  if (!own || headline === '') return;
  const path = URL.parse(url)?.pathname;
  const weight = textWeight(own.textContent ?? '');
  for (const article of [...document.querySelectorAll('article')].slice(0, 200)) {
    if (article.contains(own)) continue;
    const isBeside = !own.contains(article) && textWeight(article.textContent ?? '') < weight;
    if (isBeside || announcesAnother(article, path, url)) article.remove();
  }
}

/** Takes furniture off a whole page before Readability reads it, which forgets the names of what it keeps. */
export function removeFurniture(body: Element): void {
  for (const element of findFurniture(body, visibleWeights(body))) element.remove();
}

/** Takes the furniture out of `root` in place. `title`: the headline, removed where the text repeats it as a heading. */
export function cleanBody(root: Element, title: string): void {
  const weights = visibleWeights(root);
  const total = weights.get(root) ?? 0;
  const furniture = findFurniture(root, weights);
  const headline = fold(title);
  const visit = (element: Element): void => {
    let child = element.firstChild as ChildNode | null;
    while (child) {
      const next: ChildNode | null = child.nextSibling;
      if (isElement(child)) {
        if (furniture.has(child) || isUnwanted(child, weights.get(child) ?? 0, total, headline)) child.remove();
        else visit(child);
      } else if (!isText(child)) child.remove();
      child = next;
    }
  };
  visit(root);
  removeStrandedHeadings(root);
}

function isUnwanted(element: Element, weight: number, total: number, headline: string): boolean {
  const tag = tagOf(element);
  if (REMOVED_TAGS.has(tag)) return true;
  const isSmall = weight < total * 0.4;
  if (isSmall && isHidden(element) && element.querySelector('img') === null) return true;
  if (/^H[12]$/.test(tag) && headline !== '' && fold(lineText(element)) === headline) return true;
  if (isSmall && isLinkBlock(element, weight, total)) return true;
  return (
    (tag === 'P' || tag === 'DIV' || /^H\d$/.test(tag)) &&
    weight < 220 &&
    weight > 0 &&
    leadsAway(lineText(element)) &&
    (linkShare(element) > 0.3 || weight < 30)
  );
}

/** A heading with nothing under it announced something that was taken out. */
function removeStrandedHeadings(root: Element): void {
  for (const heading of [...root.querySelectorAll('h2, h3, h4, h5, h6')].reverse()) {
    let after: ChildNode | null = heading.nextSibling as ChildNode | null;
    while (after && isText(after) && after.data.trim() === '') after = after.nextSibling as ChildNode | null;
    if (!after && heading.parentElement && !hasContentAfter(heading, root)) heading.remove();
  }
}

function hasContentAfter(element: Element, root: Element): boolean {
  for (let at: Element | null = element; at && at !== root; at = at.parentElement) {
    for (let next = at.nextSibling; next; next = next.nextSibling) {
      if (
        (next.textContent ?? '').trim() !== '' ||
        (isElement(next) && (BLOCK_TAGS.has(tagOf(next)) ? next.querySelector('img') : tagOf(next) === 'IMG'))
      )
        return true;
    }
  }
  return false;
}
