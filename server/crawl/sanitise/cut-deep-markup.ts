import { Parser } from 'htmlparser2';

// The reader behind all this pays for every open element at every tag, so depth is what an attacker would grow.
const DEPTH_MAX = 500;

/** The HTML up to the tag where more than 500 elements would be open: no article nests so deep. */
export function cutDeepMarkup(html: string): string {
  if (!hasMoreTags(html, DEPTH_MAX)) return html;
  let depth = 0;
  let cutAt: number | undefined;
  const parser = new Parser({
    onopentagname: () => {
      depth += 1;
      if (depth <= DEPTH_MAX) return;
      cutAt = parser.startIndex;
      parser.pause();
    },
    onclosetag: () => {
      depth -= 1;
    },
  });
  parser.write(html);
  return cutAt === undefined ? html : html.slice(0, cutAt);
}

function hasMoreTags(html: string, count: number): boolean {
  let at = -1;
  for (let seen = 0; seen <= count; seen++) {
    at = html.indexOf('<', at + 1);
    if (at === -1) return false;
  }
  return true;
}
