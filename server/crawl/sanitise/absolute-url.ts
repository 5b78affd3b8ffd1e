const SCHEME = /^[a-z][a-z0-9+.-]*:/i;
const SAFE_SCHEMES = new Set(['http:', 'https:', 'mailto:', 'tel:', 'ftp:']);

// biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop these inside addresses, so "java\tscript:" must not pass.
const IGNORED_BY_BROWSERS = /[\u0000-\u001f\u007f-\u009f\u00ad\u200b-\u200f\ufeff]/g;

// Longer ones are no addresses; a long base would multiply with every link of a page.
const URL_CHARS_MAX = 8_192;
const BASE_CHARS_MAX = 4_096;

/**
 * The absolute form of a link found in foreign markup; undefined when its scheme is not one that a reader may follow.
 * Without a base a relative link is returned as written; "#fragment" stays a fragment.
 */
export function absoluteUrl(link: string, baseUrl: string | undefined): string | undefined {
  if (link.length > URL_CHARS_MAX) return undefined;
  const cleaned = link.trim().replace(IGNORED_BY_BROWSERS, '');
  if (cleaned === '' || cleaned.startsWith('#')) return cleaned || undefined;
  const absolute =
    URL.parse(cleaned) ?? (baseUrl && baseUrl.length <= BASE_CHARS_MAX ? URL.parse(cleaned, baseUrl) : null);
  if (absolute) return SAFE_SCHEMES.has(absolute.protocol) ? absolute.href : undefined;
  return SCHEME.test(cleaned) ? undefined : cleaned;
}
