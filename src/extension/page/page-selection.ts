/** The passage the reader marked, and an address that leads back to it. */
export const selectionMaxLength = 20_000;
const wholeMaxLength = 200;
const edgeWords = 5;
const edgeLength = 24;

export function readSelection(page: Document): string {
  const text = page.getSelection()?.toString() ?? '';
  return tidyPassage(text);
}

export function tidyPassage(text: string): string {
  return text
    .replace(/[\t\f\v\u00a0 ]+/g, ' ')
    .replace(/ ?\n[ \n]*/g, '\n')
    .trim()
    .slice(0, selectionMaxLength);
}

/**
 * The address with a text fragment (`#:~:text=`) on the passage: whole when it is short and of one line, else its first and
 * last words. A fragment the address has stays.
 */
export function addressOfPassage(url: string, passage: string): string {
  const lines = passage.split('\n');
  const first = lines[0]?.trim() ?? '';
  const last = lines.at(-1)?.trim() ?? '';
  if (!first || !last) return url;
  const isWhole = lines.length === 1 && first.length <= wholeMaxLength;
  const directive = isWhole ? encodePart(first) : `${encodePart(startOf(first))},${encodePart(endOf(last))}`;
  const [base = url] = url.split(':~:');
  return `${base}${base.includes('#') ? '' : '#'}:~:text=${directive}`;
}

function startOf(line: string): string {
  const words = line.split(/\s+/);
  return words.length > 1 ? words.slice(0, edgeWords).join(' ') : [...line].slice(0, edgeLength).join('');
}

function endOf(line: string): string {
  const words = line.split(/\s+/);
  return words.length > 1 ? words.slice(-edgeWords).join(' ') : [...line].slice(-edgeLength).join('');
}

/** Dash, comma and ampersand have a meaning of their own in a text directive. */
function encodePart(text: string): string {
  return encodeURIComponent(text).replace(/-/g, '%2D');
}
