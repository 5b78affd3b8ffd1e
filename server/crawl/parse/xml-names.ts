// Namespaces that feeds use, folded to one prefix each; '' is the language of the feed itself (RSS, RDF site summary).

const PREFIX_BY_URI: Record<string, string> = {
  'purl.org/rss/1.0': '',
  'my.netscape.com/rdf/simple/0.9': '',
  'channel.netscape.com/rdf/simple/0.9': '',
  'backend.userland.com/rss': '',
  'backend.userland.com/rss2': '',
  'backend.userland.com/rss091': '',
  'blogs.law.harvard.edu/tech/rss': '',
  'cyber.law.harvard.edu/rss/rss.html': '',
  'purl.org/net/rss1.1#': '',
  'purl.org/net/rss1.1': '',
  'www.w3.org/2005/atom': 'atom',
  'purl.org/atom/ns#': 'atom',
  'purl.org/atom/ns': 'atom',
  'purl.org/dc/elements/1.1': 'dc',
  'purl.org/dc/elements/1.0': 'dc',
  'dublincore.org/documents/dcmi-namespace': 'dc',
  'purl.org/dc/terms': 'dcterms',
  'purl.org/rss/1.0/modules/content': 'content',
  'purl.org/rss/1.0/modules/syndication': 'sy',
  'www.w3.org/1999/02/22-rdf-syntax-ns#': 'rdf',
  'www.w3.org/1999/xhtml': 'xhtml',
  'search.yahoo.com/mrss': 'media',
  'video.search.yahoo.com/mrss': 'media',
  'www.rssboard.org/media-rss': 'media',
  'www.itunes.com/dtds/podcast-1.0.dtd': 'itunes',
  'www.itunes.com/dtds/podcast-1.0': 'itunes',
  'example.com/dtds/podcast-1.0.dtd': 'itunes',
  'www.w3.org/2000/svg': 'svg',
  'www.w3.org/1998/math/mathml': 'math',
  'www.sitemaps.org/schemas/sitemap/0.9': '',
  'www.sitemaps.org/schemas/sitemap/0.8': '',
  'www.google.com/schemas/sitemap/0.9': '',
  'www.google.com/schemas/sitemap/0.84': '',
  'www.google.com/schemas/sitemap-news/0.9': 'news',
  'www.google.com/schemas/sitemap-image/1.1': 'image',
  'www.google.com/schemas/sitemap-video/1.1': 'video',
};

// Prefixes that are believed when a document forgets to declare them.
const WELL_KNOWN = new Set([
  'atom',
  'dc',
  'dcterms',
  'content',
  'sy',
  'rdf',
  'xhtml',
  'media',
  'itunes',
  'news',
  'image',
  'video',
]);
const UNDECLARED_ALIASES: Record<string, string> = {
  atom10: 'atom',
  atom03: 'atom',
  a10: 'atom',
  mrss: 'media',
  html: 'xhtml',
  rss: '',
};

/** The folded prefix of a namespace address; undefined for one that no feed reader knows. */
export function prefixOfNamespace(uri: string): string | undefined {
  const key = uri
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/\/$/, '');
  return key === '' ? '' : PREFIX_BY_URI[key];
}

/** The folded prefix of a prefix without declaration. */
export function prefixUndeclared(prefix: string): string | undefined {
  return WELL_KNOWN.has(prefix) ? prefix : UNDECLARED_ALIASES[prefix];
}
