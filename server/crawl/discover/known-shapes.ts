/** Services that keep their feeds at an address one can work out from the page's own. */

export interface KnownShape {
  url: string;
  title?: string;
  type?: string;
}

type Rule = (page: URL, html: string) => string[];

const first = (pattern: RegExp, text: string): string | undefined => pattern.exec(text)?.[1];

const youtube: Rule = (page, html) => {
  const feed = 'https://www.youtube.com/feeds/videos.xml';
  const playlist = page.searchParams.get('list');
  const user = first(/^\/user\/([\w.-]+)/, page.pathname);
  const channel =
    first(/^\/channel\/(UC[\w-]{10,40})/, page.pathname) ??
    first(/"(?:channelId|externalId|browseId)":"(UC[\w-]{10,40})"/, html);
  if (playlist && /^[\w-]{5,60}$/.test(playlist)) return [`${feed}?playlist_id=${playlist}`];
  if (channel) return [`${feed}?channel_id=${channel}`];
  return user ? [`${feed}?user=${user}`] : [];
};

const reddit: Rule = (page) => {
  const path = first(/^(\/(?:r|u|user)\/[\w-]{2,40}(?:\/(?:comments\/\w+|new|top|hot))?)/, page.pathname);
  return path ? [`https://www.reddit.com${path}/.rss`] : [];
};

const github: Rule = (page) => {
  const [, owner, repo, part, branch] = page.pathname.split('/');
  if (!owner || /^(?:features|topics|trending|about|login|orgs|settings)$/.test(owner)) return [];
  if (!repo) return [`https://github.com/${owner}.atom`];
  const root = `https://github.com/${owner}/${repo}`;
  const commits = `${root}/commits${part === 'commits' && branch ? `/${branch}` : ''}.atom`;
  return part === 'commits' ? [commits] : [`${root}/releases.atom`, commits];
};

const medium: Rule = (page) => {
  const user = first(/^\/(@?[\w.-]{2,60})/, page.pathname);
  return user ? [`https://medium.com/feed/${user}`] : [];
};

const BY_HOST: readonly (readonly [RegExp, Rule])[] = [
  [/^(?:www\.|m\.)?youtube\.com$/, youtube],
  [/^(?:www\.|old\.|new\.)?reddit\.com$/, reddit],
  [/^github\.com$/, github],
  [
    /^gitlab\.com$/,
    (page) =>
      /^\/[\w.-]+\/[\w.-]+/.test(page.pathname)
        ? [`https://gitlab.com${first(/^(\/[\w.-]+\/[\w.-]+)/, page.pathname)}/-/tags?format=atom`]
        : [],
  ],
  [/^medium\.com$/, medium],
  [/\.medium\.com$/, (page) => [`${page.origin}/feed`]],
  [/\.substack\.com$/, (page) => [`${page.origin}/feed`]],
  [/\.blogspot\.[a-z.]+$/, (page) => [`${page.origin}/feeds/posts/default`]],
  [/\.tumblr\.com$/, (page) => [`${page.origin}/rss`]],
  [/\.wordpress\.com$/, (page) => [`${page.origin}/feed/`]],
  [
    /^bsky\.app$/,
    (page) =>
      /^\/profile\/[\w.:-]+/.test(page.pathname)
        ? [`https://bsky.app${first(/^(\/profile\/[\w.:-]+)/, page.pathname)}/rss`]
        : [],
  ],
  [
    /^(?:www\.)?vimeo\.com$/,
    (page) =>
      /^\/[\w-]+/.test(page.pathname) ? [`https://vimeo.com${first(/^(\/[\w-]+)/, page.pathname)}/videos/rss`] : [],
  ],
  [
    /^(?:www\.)?douban\.com$/,
    (page) =>
      /^\/people\/[\w-]+/.test(page.pathname)
        ? [`https://www.douban.com/feed${first(/^(\/people\/[\w-]+)/, page.pathname)}/interests`]
        : [],
  ],
  [/^(?:blog\.)?livedoor\.jp$|\.livedoor\.blog$/, (page) => [`${page.origin}/index.rdf`]],
  [/\.hatenablog\.(?:com|jp)$|\.hateblo\.jp$/, (page) => [`${page.origin}/rss`, `${page.origin}/feed`]],
  [
    /^note\.com$/,
    (page) => (/^\/[\w-]+/.test(page.pathname) ? [`https://note.com${first(/^(\/[\w-]+)/, page.pathname)}/rss`] : []),
  ],
  [/\.tistory\.com$/, (page) => [`${page.origin}/rss`]],
  [
    /^blog\.naver\.com$/,
    (page) =>
      /^\/\w+/.test(page.pathname) ? [`https://rss.blog.naver.com${first(/^(\/\w+)/, page.pathname)}.xml`] : [],
  ],
];

/** Software that anyone may run, known from what its pages say. */
const BY_MARKUP: readonly (readonly [RegExp, Rule])[] = [
  [
    /<meta[^>]{0,80}generator[^>]{0,80}wordpress|\/wp-content\//i,
    (page) => {
      const section = first(/^(\/(?:[a-z]{2}\/)?(?:category|tag|author|topics?)\/[^/]+)/, page.pathname);
      return [...(section ? [`${page.origin}${section}/feed/`] : []), `${page.origin}/feed/`];
    },
  ],
  [
    /id="mastodon"|<meta[^>]{0,80}generator[^>]{0,80}mastodon/i,
    (page) => (/^\/@\w+/.test(page.pathname) ? [`${page.origin}${first(/^(\/@\w+)/, page.pathname)}.rss`] : []),
  ],
  [/<meta[^>]{0,80}generator[^>]{0,80}(?:ghost)/i, (page) => [`${page.origin}/rss/`]],
  [/<meta[^>]{0,80}generator[^>]{0,80}(?:blogger)/i, (page) => [`${page.origin}/feeds/posts/default`]],
  [
    /<meta[^>]{0,80}generator[^>]{0,80}(?:hugo|pelican)/i,
    (page) => [`${page.origin}/index.xml`, `${page.origin}/feeds/all.atom.xml`],
  ],
  [
    /<meta[^>]{0,80}generator[^>]{0,80}(?:hexo|jekyll)/i,
    (page) => [`${page.origin}/atom.xml`, `${page.origin}/feed.xml`],
  ],
  [/<meta[^>]{0,80}generator[^>]{0,80}(?:typecho)/i, (page) => [`${page.origin}/feed/`]],
  [/<meta[^>]{0,80}generator[^>]{0,80}(?:discourse)/i, (page) => [`${page.origin}/latest.rss`]],
  [/<meta[^>]{0,80}generator[^>]{0,80}(?:drupal)/i, (page) => [`${page.origin}/rss.xml`]],
];

const MARKUP_CHARS_MAX = 300_000;

/** Feed addresses that follow from the address or the make of the page; none is promised to exist. */
export function knownShapes(url: string, html = ''): KnownShape[] {
  const page = URL.parse(url);
  if (!page || !/^https?:$/.test(page.protocol)) return [];
  const markup = html.slice(0, MARKUP_CHARS_MAX);
  const byHost = BY_HOST.filter(([host]) => host.test(page.hostname)).flatMap(([, rule]) => rule(page, markup));
  const found =
    byHost.length > 0
      ? byHost
      : BY_MARKUP.filter(([mark]) => mark.test(markup)).flatMap(([, rule]) => rule(page, markup));
  return [...new Set(found)].map((feed) => ({ url: feed }));
}
