/** Finds the headline of a page among the titles it carries, without the name of the site. */
import { plainTitle } from '../parse/plain-title.ts';
import { fold } from './boilerplate-lines.ts';
import { lineText } from './page-document.ts';
import { type JsonObject, type PageMeta, textOf } from './structured-data.ts';
import { textWeight } from './text-weight.ts';

const TITLE_CHARS_MAX = 500;
/** Separators that stand between a headline and a site's name; the plain hyphen and underscore need care with words. */
const SEPARATOR =
  /\s+[-–—|_·•«»:/\\~<>]+\s+|\s+(?=\[[^[\]]{2,40}\]$)|\s*[｜丨|│∣»«]\s*|(?<=\S)ㅣ(?=\p{L})|_+(?=[^\s_]{1,20}$)|[－—–](?=[^\s－—–]{2,14}$)|-(?=[\u3400-\u9fff]{2,12}$)/u;

/** A number of unread messages in front: "(3) Ferry sails again". */
const UNREAD_COUNT = /^\(\d{1,2}\+?\)\s+/;

function tidy(text: string | undefined): string {
  return (text ?? '')
    .replace(/<\/?[a-z][^<>]{0,200}>/gi, '')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(UNREAD_COUNT, '')
    .slice(0, TITLE_CHARS_MAX);
}

function splitTitle(title: string): string[] {
  const parts: string[] = [];
  let rest = title;
  for (let i = 0; i < 8; i++) {
    const match = SEPARATOR.exec(rest);
    if (!match) break;
    parts.push(rest.slice(0, match.index), match[0]);
    rest = rest.slice(match.index + match[0].length);
  }
  return [...parts, rest];
}

/** Drops from either end what names the site. `siteNames`: known names; the longest part is never dropped. */
export function withoutSiteName(title: string, siteNames: readonly string[]): string {
  const names = siteNames.map(fold).filter((name) => name.length >= 2);
  const isSite = (part: string): boolean => {
    const folded = fold(part);
    return (
      folded !== '' &&
      names.some(
        (name) =>
          folded === name ||
          (name.length >= 4 && folded.startsWith(name)) ||
          (folded.length >= 4 && name.startsWith(folded)),
      )
    );
  };
  const bare = siteNames.find(
    // A label of the host, "harbour", may well be the last word of a headline.
    (name) =>
      name.length >= 4 && /[^a-z]/.test(name) && title.endsWith(name) && /[\s:：]$/.test(title.slice(0, -name.length)),
  );
  // Even places hold parts, odd ones the separators between them.
  const parts = splitTitle(bare ? title.slice(0, -bare.length).replace(/[\s:：|·-]{1,5}$/, '') : title);
  while (parts.length > 2 && isSite(parts.at(-1) ?? '')) parts.splice(-2);
  while (parts.length > 2 && names.includes(fold(parts[0] ?? ''))) parts.splice(0, 2);
  return parts.join('').trim();
}

/** Names by which the title may call its site: what the page says, and the labels of its host. */
function siteNamesOf(siteName: string | undefined, url: string): string[] {
  const host = URL.parse(url)?.hostname.replace(/^(?:www\d?|m|amp)\./, '') ?? '';
  const labels = host.split('.');
  return [siteName ?? '', host, ...labels.slice(0, -1).filter((label) => label.length >= 4)];
}

/** A heading is repeated by a title that holds it: as the larger part of it, or as what stands before or behind a separator. */
function repeats(title: string, heading: string): boolean {
  const [whole, part] = [fold(title), fold(heading)];
  if (part.length < 4) return whole === part;
  if (!whole.includes(part)) return false;
  return part.length >= whole.length * 0.5 || splitTitle(title).some((piece, i) => i % 2 === 0 && fold(piece) === part);
}

/** A title of one short word, "Work", names the page's subject; its heading may say more. */
const LABEL_WEIGHT_MAX = 12;
const SIMILAR = 0.42;
const VERY_SIMILAR = 0.8;
/** Six Han characters, or three words. */
const HEADLINE_WEIGHT_MIN = 18;

/** Share of the heading's letter pairs that the title has too. */
function likeness(heading: string, title: string): number {
  const pairs = (text: string) =>
    new Set(Array.from({ length: Math.max(0, text.length - 1) }, (_, i) => text.slice(i, i + 2)));
  const [a, b] = [pairs(fold(heading)), pairs(fold(title))];
  return a.size === 0 ? 0 : a.intersection(b).size / a.size;
}

/** "Diary of a beekeeper - What the drought did to the hives of the valley": the short piece is the blog, not the entry. */
function namesBlog(title: string, heading: string): boolean {
  const pieces = splitTitle(title).filter((_, i) => i % 2 === 0);
  const others = pieces.filter((piece) => fold(piece) !== fold(heading)).map(textWeight);
  return (
    others.length < pieces.length && Math.max(0, ...others) > 3 * Math.max(textWeight(heading), HEADLINE_WEIGHT_MIN)
  );
}

const SITE_NAMES = /(?:^|[-_\s])(?:logo|brand|site-?(?:title|name)|blog-?(?:title|name))(?:$|[-_\s])/i;

/** A heading that is the site's own: named so, or a link to its home page. */
function isSiteHeading(heading: Element, url: string): boolean {
  if (SITE_NAMES.test(`${heading.getAttribute('class') ?? ''} ${heading.getAttribute('id') ?? ''}`)) return true;
  const href = (heading.querySelector('a[href]') ?? heading.closest('a[href]'))?.getAttribute('href');
  const target = href && !href.startsWith('#') ? URL.parse(href, url) : null;
  return target !== null && target.pathname === '/' && target.search === '';
}

const headings = (document: Document, selector: string, url: string): string[] =>
  [...document.querySelectorAll(selector)]
    .slice(0, 60)
    .filter((heading) => !isSiteHeading(heading, url))
    .map((heading) => tidy(lineText(heading)))
    .filter((text) => fold(text).length >= 2);

/** Elements that are called titles, where a page marks none as its heading. */
const CALLED_TITLES = 'h3, [class*="title" i], [class*="headline" i]';

/** The start of a title up to a separator, as it stands alone in the page. */
function calledTitle(document: Document, url: string, titles: readonly string[]): string | undefined {
  const starts = titles.flatMap((title) => {
    const parts = splitTitle(title);
    return parts.flatMap((_, at) => (at % 2 === 1 ? fold(parts.slice(0, at).join('')) : []));
  });
  return headings(document, CALLED_TITLES, url).find((text) => fold(text).length >= 4 && starts.includes(fold(text)));
}

/** What the reader sees as the headline: an `h1` that the titles repeat or resemble, else an `h2` that they repeat. */
function mainHeading(
  { document, url }: TitleSources,
  titles: readonly string[],
  siteNames: readonly string[],
): string | undefined {
  const isSite = (heading: string) => siteNames.some((name) => fold(name) === fold(heading));
  const main = headings(document, 'h1', url).filter((heading) => !isSite(heading));
  const others = headings(document, '[itemprop~="headline"], h2', url).filter((heading) => !isSite(heading));
  const repeated = [...main, ...others].filter((heading) => titles.some((title) => repeats(title, heading)));
  const isWhole = (heading: string) => titles.some((title) => fold(title) === fold(heading));
  if (repeated.length > 0)
    return repeated.sort((a, b) => Number(isWhole(b)) - Number(isWhole(a)) || b.length - a.length)[0];
  const called = calledTitle(document, url, titles);
  if (called !== undefined && !isSite(called)) return called;
  const bare = titles.map((title) => {
    const rest = withoutSiteName(title, siteNames);
    return textWeight(rest) >= HEADLINE_WEIGHT_MIN ? rest : title;
  });
  const alike = (heading: string) => Math.max(0, ...bare.map((title) => likeness(heading, title)));
  const [best] = main
    .filter((heading) => fold(heading).length >= 8)
    .filter((heading) => !siteNames.some((name) => likeness(heading, name) > VERY_SIMILAR))
    .sort((a, b) => alike(b) - alike(a));
  // A heading with more inside it (date, author, rubric) than a title says is told by that title.
  const inside = titles.find(
    (title) => best !== undefined && fold(title).length >= 8 && fold(best).includes(fold(title)),
  );
  if (best !== undefined && alike(best) >= SIMILAR && !isPlainHeadline(titles)) return inside ?? best;
  const isLabelled = titles.every((title) => isLabelOf(withoutSiteName(title, siteNames), best ?? ''));
  if (main.length === 1 && titles.length > 0 && isLabelled) return best;
  return titles.every(isSite) ? main[0] : undefined;
}

/** "Work" for "We stand up for good work". */
function isLabelOf(title: string, heading: string): boolean {
  return textWeight(title) <= LABEL_WEIGHT_MAX && ` ${heading} `.toLowerCase().includes(` ${title.toLowerCase()} `);
}

/** The page's only title, a sentence without a site's name: a heading that merely resembles it may be a section's. */
function isPlainHeadline([title, ...others]: readonly string[]): boolean {
  return (
    others.length === 0 &&
    title !== undefined &&
    splitTitle(title).length === 1 &&
    textWeight(title) >= HEADLINE_WEIGHT_MIN
  );
}

/** What networks of people call a post: its author on the network, and its text in quotes. */
const QUOTED_POST = /^.{1,80}\s(\S{1,20}?)\s?[:：]\s?["“„«「](.{4,})["”“»」](?:\s[/|-]\s\1)?$/u;

function quotedPost(title: string, siteNames: readonly string[]): string {
  const [, network, text] = QUOTED_POST.exec(title) ?? [];
  const isNetwork = network !== undefined && siteNames.some((name) => fold(name).startsWith(fold(network)));
  return isNetwork && text ? text : title;
}

/** Where nothing else is known: short last parts behind a plain separator are taken for section and site. */
function withoutLastParts(title: string): string {
  let rest = title;
  for (let i = 0; i < 3; i++) {
    const parts = splitTitle(rest);
    const head = parts.slice(0, -2).join('').trim();
    const isPlain = parts.length > 2 && /^\s.*\s$|[_｜丨|]/.test(parts.at(-2) ?? '');
    if (!isPlain || textWeight(head) < HEADLINE_WEIGHT_MIN || textWeight(parts.at(-1) ?? '') >= textWeight(head)) break;
    rest = head;
  }
  return rest;
}

export interface TitleSources {
  document: Document;
  meta: PageMeta;
  article: JsonObject | undefined;
  siteName: string | undefined;
  url: string;
}

/** Whether a title ends before its sentence does: in an ellipsis, or where a longer one goes on without a break. */
const isCutOff = (title: string, longer: string): boolean =>
  /(?:…|\.{3})$/.test(title) || (longer.startsWith(title) && /^[\p{L}\p{N}"'“”]/u.test(longer.slice(title.length)));

/** The headline as a reader would quote it; empty if the page has none. */
export function findTitle(sources: TitleSources): string {
  const { document, meta, article, siteName, url } = sources;
  const tag = tidy(lineText(document.querySelector('head title') ?? document.querySelector('title')));
  const og = tidy(meta.get('og:title', 'twitter:title', 'dc.title', 'parsely-title', 'sailthru.title'));
  const blogs = headings(document, 'h1', url).filter(
    (heading) => fold(heading) !== fold(og) && namesBlog(tag, heading),
  );
  const names = [...siteNamesOf(siteName, url), ...blogs];
  const clean = (title: string | undefined): string =>
    /\{\{|<%/.test(title ?? '') ? '' : withoutSiteName(quotedPost(tidy(title), names), names);
  const headline = clean(plainTitle(textOf(article?.['headline'])));
  // A cut-off og:title is the beginning of the title element.
  const announced =
    og && isCutOff(og, tag) && tag.startsWith(og.replace(/[\s.…]+$/, ''))
      ? clean(tag)
      : clean(og) || headline || withoutLastParts(clean(tag));
  const agreed = [og, tidy(meta.get('twitter:title')), headline];
  if (announced === clean(og) && agreed.every((title) => fold(title) !== '' && fold(title) === fold(og)))
    return announced;
  const titles = [og, headline, tag].filter((title) => title !== '');
  const isHeadlineMore = headline !== '' && announced.startsWith(headline);
  return mainHeading(sources, titles, names) ?? (isHeadlineMore ? headline : announced);
}
