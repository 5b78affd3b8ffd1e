// Makes foreign HTML safe to store and show: article markup only, absolute links, no scripts, no trackers; pure.
import sanitize from 'sanitize-html';
import { absoluteUrl } from './absolute-url.ts';
import { cutDeepMarkup } from './cut-deep-markup.ts';
import { closeComments } from './plain-text.ts';

export interface SanitiseOptions {
  /** Address that relative links are resolved against; without it they are kept as they are. */
  baseUrl?: string;
}

// Deeper markup than this is an attack on whoever walks the tree later.
const NESTING_MAX = 100;

const TAGS = (
  'p div section article header footer aside main nav address hgroup center ' +
  'h1 h2 h3 h4 h5 h6 blockquote pre hr br wbr ul ol li dl dt dd dir menu details summary ' +
  'figure figcaption picture source img audio video track map area ' +
  'table caption colgroup col thead tbody tfoot tr th td ' +
  'a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd mark q s samp small span strike strong sub sup ' +
  'time tt u var ruby rb rt rtc rp'
).split(' ');

const ATTRIBUTES: Record<string, string[]> = {
  '*': ['lang', 'dir', 'title'],
  a: ['href', 'hreflang', 'rel'],
  area: ['href', 'alt', 'coords', 'shape', 'rel'],
  img: ['src', 'srcset', 'sizes', 'alt', 'width', 'height', 'loading'],
  source: ['src', 'srcset', 'sizes', 'media', 'type', 'width', 'height'],
  video: ['src', 'poster', 'controls', 'width', 'height', 'preload', 'loop', 'muted'],
  audio: ['src', 'controls', 'preload', 'loop'],
  track: ['src', 'kind', 'srclang', 'label', 'default'],
  map: ['name'],
  blockquote: ['cite'],
  q: ['cite'],
  del: ['cite', 'datetime'],
  ins: ['cite', 'datetime'],
  time: ['datetime'],
  data: ['value'],
  details: ['open'],
  ol: ['start', 'reversed', 'type'],
  li: ['value'],
  td: ['colspan', 'rowspan', 'headers'],
  th: ['colspan', 'rowspan', 'headers', 'scope', 'abbr'],
  col: ['span'],
  colgroup: ['span'],
};

// Their text is no prose.
const TEXTLESS_TAGS = 'script style textarea option noscript template title xmp svg applet'.split(' ');

const LAZY_SOURCES = 'data-src data-original data-lazy-src data-actualsrc data-original-src data-url file'.split(' ');
const LAZY_SOURCE_SETS = ['data-srcset', 'data-lazy-srcset'];

// Small pictures may come inside the page; anything larger is kept out of the database.
const DATA_IMAGE = /^data:image\/(?:png|gif|jpe?g|webp|avif);base64,[\w+/=\s]+$/i;
const DATA_IMAGE_CHARS_MAX = 8_192;

const TRACKER = new RegExp(
  [
    String.raw`^https?:\/\/(?:[\w-]+\.)*(?:doubleclick\.net|google-analytics\.com|scorecardresearch\.com|quantserve\.com|feedsportal\.com|pheedo\.com)\/`,
    String.raw`^https?:\/\/(?:feeds\.feedburner\.com\/~r\/|feeds\.wordpress\.com\/1\.0\/|pixel\.wp\.com\/|stats\.wordpress\.com\/|b\.scorecardresearch\.com\/)`,
  ].join('|'),
  'i',
);

/**
 * Safe HTML from any HTML: relative links become absolute, lazily loaded pictures get their source, links get
 * `rel="noopener nofollow"`. Its output is stable: sanitising it again changes nothing.
 */
export function sanitiseHtml(html: string, options: SanitiseOptions = {}): string {
  if (!html.includes('<'))
    return html.includes('&') || html.includes('>') ? sanitize(html, PLAIN_OPTIONS).trim() : html.trim();
  const source = cutDeepMarkup(closeComments(html));
  const settings = createOptions(options.baseUrl);
  const once = sanitize(source, settings).trim();
  // Where an element went from between two that may not be nested, only a second reading sees that they are.
  return hasOtherTags(source) ? sanitize(once, settings).trim() : once;
}

const KNOWN_TAGS = new Set(TAGS);

function hasOtherTags(html: string): boolean {
  for (const [, name] of html.matchAll(/<([a-z][^\s/>]*)/gi))
    if (name && !KNOWN_TAGS.has(name.toLowerCase())) return true;
  return false;
}

const PLAIN_OPTIONS: sanitize.IOptions = { allowedTags: [], allowedAttributes: {} };

function createOptions(baseUrl: string | undefined): sanitize.IOptions {
  const tidy = (tagName: string, attribs: sanitize.Attributes) => ({
    tagName,
    attribs: tidyAttributes(tagName, attribs, baseUrl),
  });
  return {
    allowedTags: TAGS,
    allowedAttributes: ATTRIBUTES,
    allowedSchemes: ['http', 'https', 'mailto', 'tel', 'ftp'],
    allowedSchemesByTag: { img: ['http', 'https', 'data'] },
    allowedSchemesAppliedToAttributes: ['href', 'src', 'cite', 'poster', 'srcset'],
    allowProtocolRelative: true,
    nonTextTags: TEXTLESS_TAGS,
    nestingLimit: NESTING_MAX,
    parseStyleAttributes: false,
    transformTags: {
      a: tidy,
      area: tidy,
      img: tidy,
      source: tidy,
      video: tidy,
      audio: tidy,
      track: tidy,
      blockquote: tidy,
      q: tidy,
      del: tidy,
      ins: tidy,
    },
    exclusiveFilter: (frame) => frame.tag === 'img' && isWorthlessImage(frame.attribs),
  };
}

function tidyAttributes(
  tagName: string,
  attribs: sanitize.Attributes,
  baseUrl: string | undefined,
): sanitize.Attributes {
  const tidied = { ...attribs };
  if (tagName === 'img') restoreLazySource(tidied);
  for (const name of ['href', 'src', 'cite', 'poster']) {
    const value = tidied[name];
    if (value === undefined) continue;
    const absolute = safeUrl(value, baseUrl, tagName === 'img');
    if (absolute === undefined) delete tidied[name];
    else tidied[name] = absolute;
  }
  if (tidied['srcset'] !== undefined) tidied['srcset'] = absoluteSourceSet(tidied['srcset'], baseUrl);
  if (tagName === 'a' || tagName === 'area') {
    delete tidied['target'];
    delete tidied['rel'];
    if (tidied['href'] && !tidied['href'].startsWith('#')) tidied['rel'] = 'noopener nofollow';
  }
  return tidied;
}

function restoreLazySource(attribs: sanitize.Attributes): void {
  const source = attribs['src'];
  const lazy = LAZY_SOURCES.map((name) => attribs[name]).find(
    (value) => value && /^(?:https?:)?\/|\.\w{3,4}(?:\?|$)/i.test(value.trim()),
  );
  if (lazy && (!source || isPlaceholder(source))) attribs['src'] = lazy;
  else if (lazy && source !== lazy) attribs['src'] = lazy;
  const lazySet = LAZY_SOURCE_SETS.map((name) => attribs[name]).find(Boolean);
  if (lazySet && !attribs['srcset']) attribs['srcset'] = lazySet;
}

const isPlaceholder = (source: string) => /^(?:data:|about:|#|$)/.test(source.trim());

/** Width and height of a picture that a reader can see; 0 and 1 pixel pictures count visits. */
function isWorthlessImage(attribs: sanitize.Attributes): boolean {
  const source = attribs['src'];
  if (!source) return !attribs['srcset'];
  const isTiny = (value: string | undefined) => value !== undefined && /^\s*[01](?:px)?\s*$/.test(value);
  return (
    (isTiny(attribs['width']) && isTiny(attribs['height'] ?? '1')) || isTiny(attribs['height']) || TRACKER.test(source)
  );
}

function safeUrl(value: string, baseUrl: string | undefined, isImage: boolean): string | undefined {
  const trimmed = value.trim();
  if (/^data:/i.test(trimmed)) {
    return isImage && trimmed.length <= DATA_IMAGE_CHARS_MAX && DATA_IMAGE.test(trimmed) ? trimmed : undefined;
  }
  return absoluteUrl(trimmed, baseUrl);
}

function absoluteSourceSet(srcset: string, baseUrl: string | undefined): string {
  return srcset
    .slice(0, 4_000)
    .split(/,\s+|\s+,/)
    .map((candidate) => {
      const [url = '', descriptor = ''] = candidate.trim().split(/\s+/);
      const absolute = url && !/^data:/i.test(url) ? absoluteUrl(url, baseUrl) : undefined;
      return absolute ? `${absolute} ${/^\d+(?:\.\d+)?[wx]$/.test(descriptor) ? descriptor : ''}`.trim() : '';
    })
    .filter(Boolean)
    .join(', ');
}
