const SHARED_MIN = 3;

export interface EntryMark {
  url?: string | undefined;
  title: string;
}

/**
 * Whether a feed found elsewhere is the one that was lost: it lists at least three articles known from it, or all there are
 * if they are fewer. An article is known by its title, or by its path, which outlives a change of domain.
 */
export function isSameFeed(known: readonly EntryMark[], found: readonly EntryMark[]): boolean {
  const titles = new Set(known.map(({ title }) => titleKey(title)).filter(Boolean));
  const paths = new Set(known.flatMap(({ url }) => pathKey(url) ?? []));
  const shared = new Set<string>();
  for (const { title, url } of found) {
    const path = pathKey(url);
    if (titles.has(titleKey(title))) shared.add(`title ${titleKey(title)}`);
    else if (path !== undefined && paths.has(path)) shared.add(`path ${path}`);
  }
  return shared.size >= Math.min(SHARED_MIN, known.length, found.length) && shared.size > 0;
}

const titleKey = (title: string) => title.normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase();

/** Short paths such as "/" or "/news" are not of one article. */
function pathKey(url: string | undefined): string | undefined {
  const parsed = url === undefined ? undefined : URL.parse(url);
  const path = parsed ? parsed.pathname.replace(/\/$/, '') + parsed.search : '';
  return path.length >= 8 ? path.toLowerCase() : undefined;
}
