/** Decides which entry of a feed is which across fetches. */
import { createHash } from 'node:crypto';
import { urlKey } from './normalise-url.ts';

const DAY_MS = 86_400_000;

export interface IdentifiableEntry {
  /** The feed's own id (RSS guid, Atom id). */
  id?: string | undefined;
  link?: string | undefined;
  title?: string | undefined;
  /** Epoch milliseconds. */
  published?: number | undefined;
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}

/**
 * The key of an entry within its source: its guid, else its normalised link, else its title and day.
 * With `hasUnstableGuids` the guid is passed over, because it changes at every fetch (see {@link guidsLookUnstable}).
 */
export function entryKey(entry: IdentifiableEntry, sourceId: number | string, hasUnstableGuids = false): string {
  const guid = entry.id?.trim();
  if (guid && !hasUnstableGuids) return `${sourceId}:g:${digest(urlKey(guid) ?? guid)}`;
  const link = entry.link ? urlKey(entry.link) : undefined;
  if (link) return `${sourceId}:l:${digest(link)}`;
  if (guid && !entry.title) return `${sourceId}:g:${digest(guid)}`;
  const title = (entry.title ?? '').normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
  const day = entry.published === undefined ? '' : Math.floor(entry.published / DAY_MS);
  return `${sourceId}:t:${digest(`${title}\n${day}`)}`;
}

/**
 * A source's guids are unstable when most entries that look new by guid carry links that are known.
 * One such entry may be a re-post, so at least three are asked for.
 */
export function guidsLookUnstable(
  newByGuid: readonly IdentifiableEntry[],
  isKnownLink: (key: string) => boolean,
): boolean {
  const known = newByGuid.filter((entry) => {
    const key = entry.link ? urlKey(entry.link) : undefined;
    return key !== undefined && isKnownLink(key);
  });
  return known.length >= 3 && known.length > newByGuid.length * 0.6;
}
