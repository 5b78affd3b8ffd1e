/** A JSON Feed document ready for feedsmith, or undefined: byte order mark, stray control characters and a lost version are put right. */
export function repairJson(source: string): Record<string, unknown> | undefined {
  const document = readObject(source);
  if (!document) return undefined;
  const hasItems = Array.isArray(document['items']);
  const isVersioned = typeof document['version'] === 'string' && document['version'].includes('jsonfeed.org');
  if (!hasItems && !isVersioned) return undefined;
  if (!isVersioned && !looksLikeFeed(document)) return undefined;
  // feedsmith refuses a document in which it finds nothing; the comment is never read.
  return {
    user_comment: '-',
    ...document,
    version: isVersioned ? document['version'] : 'https://jsonfeed.org/version/1',
  };
}

/** Without a version: an items list under a title, or of things that have an address or content. */
function looksLikeFeed(document: Record<string, unknown>): boolean {
  if (['title', 'home_page_url', 'feed_url'].some((key) => typeof document[key] === 'string')) return true;
  const first = (document['items'] as unknown[])[0];
  return !!first && typeof first === 'object' && ['content_html', 'content_text', 'url'].some((key) => key in first);
}

function readObject(source: string): Record<string, unknown> | undefined {
  const body = source.replace(/^[\ufeff\s]+/, '');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: raw control characters inside strings are the usual damage.
  const value = tryParse(body) ?? tryParse(body.replace(/[\u0000-\u001f]+/g, ' ').replace(/,\s*([}\]])/g, '$1'));
  return value && typeof value === 'object' && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined;
}

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
