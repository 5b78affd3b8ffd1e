import { decodeHTML } from 'entities';
import { plainText } from '../sanitise/plain-text.ts';

// A title may speak of "<iframe>" or of "List<String>"; only tags that dress a title up are taken for markup.
const TITLE_TAG =
  /<!--|<\/?(?:a|abbr|acronym|b|bdi|bdo|big|br|center|cite|code|del|div|em|font|h[1-6]|i|img|ins|mark|p|q|rb|rp|rt|ruby|s|small|span|strike|strong|sub|sup|tt|u|wbr|script|style|xhtml:\w+)(?:\s[^<>]*)?\/?>/i;
const ENTITY = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,30});/i;

const SOURCE_CHARS_MAX = 20_000;
const TITLE_CHARS_MAX = 2_000;

/** The plain text of a title that may be HTML, escaped once or twice, in one line. */
export function plainTitle(html: string | undefined): string {
  if (!html) return '';
  let text = toText(html.slice(0, SOURCE_CHARS_MAX));
  // Twice-escaped: "AT&amp;amp;T" is "AT&amp;T" after the feed's own escaping and one decoding.
  if (ENTITY.test(text)) text = toText(text);
  return text.replace(/\s+/g, ' ').trim().slice(0, TITLE_CHARS_MAX);
}

function toText(html: string): string {
  if (TITLE_TAG.test(html)) return plainText(html.replace(/<(?!\/?[a-z!])/gi, '&lt;'));
  return ENTITY.test(html) ? decodeHTML(html) : html;
}

const ESCAPED_ELEMENT =
  /&lt;(?:p|br|a|b|i|em|strong|div|span|img|ul|ol|li|table|h[1-6]|blockquote|figure|iframe|script)(?:\s|\/|&gt;)/i;

/** Undoes one escaping of rich text that was escaped twice and would show its tags. */
export function unescapeTwice(html: string): string {
  if (html.includes('<') || !ESCAPED_ELEMENT.test(html) || !/&lt;\/|\/&gt;|&lt;(?:br|img|p)\b/i.test(html)) return html;
  return decodeHTML(html);
}
