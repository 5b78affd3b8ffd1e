const ellipsis = '…';
/** A word that is cut off is left out unless it takes up more than this; scripts without spaces are cut between characters. */
const wordMax = 30;
/** The first half of a character of two units. */
const halfPair = /[\uD800-\uDBFF]$/;

/** How a text begins, on one line: at most `length` UTF-16 units and an ellipsis, ending with a whole word. */
export function openingOf(text: string, length: number): string {
  // White space is collapsed, so a little more is read than is shown.
  const line = text
    .slice(0, length * 2)
    .replace(/\s+/g, ' ')
    .trim();
  if (line.length <= length && text.length <= length * 2) return line;
  const cut = line.slice(0, length).replace(halfPair, '');
  const space = line.charAt(length) === ' ' ? length : cut.lastIndexOf(' ');
  const whole = space >= Math.max(0, length - wordMax) ? cut.slice(0, space) : cut;
  return whole.trimEnd() + ellipsis;
}
