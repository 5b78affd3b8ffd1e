/** Writes the pages of a site: the home page (also its list of news), an article, what the site is about. */
import { type ArticleItem, escapeMarkup as esc, rfc3339, wallClock } from './article-item.ts';
import { feedKinds } from './feed-documents.ts';
import { type LanguageTexts, type Section, sections } from './language-texts.ts';
import type { NewsroomSource } from './newsroom-sources.ts';

export interface Site {
  source: NewsroomSource;
  texts: LanguageTexts;
  /** With a slash at the end. */
  homeUrl: string;
  feedUrl: string | undefined;
}

const style = (accent: string): string => `
:root { color-scheme: light dark; --ink: #1c1c1e; --soft: #5b5b61; --paper: #fff; --line: #dcdce0; --accent: ${accent}; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #ececee; --soft: #a5a5ad; --paper: #17171a; --line: #36363c; --accent: color-mix(in srgb, ${accent} 55%, #fff); }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 17px/1.7 system-ui, 'Noto Sans', sans-serif; }
a { color: inherit; text-decoration-color: var(--line); text-underline-offset: 3px; }
a:hover { color: var(--accent); }
.wrap { max-width: 1040px; margin: 0 auto; padding: 0 20px; }
.masthead { border-block-start: 6px solid var(--accent); padding-block: 20px 8px; }
.masthead .name { font-size: 34px; font-weight: 700; text-decoration: none; color: var(--accent); }
.masthead .tagline { margin: 0; color: var(--soft); font-size: 15px; }
.nav { border-block: 1px solid var(--line); display: flex; flex-wrap: wrap; gap: 4px 20px; padding-block: 8px; font-size: 15px; }
.columns { display: grid; grid-template-columns: minmax(0, 1fr) 280px; gap: 48px; padding-block: 28px; }
@media (max-width: 760px) { .columns { grid-template-columns: minmax(0, 1fr); gap: 16px; } }
h1 { font-size: 32px; line-height: 1.3; margin: 0 0 8px; text-wrap: balance; }
h2 { font-size: 20px; margin: 0 0 12px; }
h3 { font-size: 19px; line-height: 1.45; margin: 0; }
.meta, time { color: var(--soft); font-size: 14px; }
.story { border-block-end: 1px solid var(--line); padding-block: 16px; }
.story p { margin: 6px 0 0; }
.notice { border-inline-start: 3px solid var(--accent); padding-inline-start: 12px; margin-block: 28px 0; color: var(--soft); font-size: 14px; }
.side ul { list-style: none; margin: 0; padding: 0; font-size: 15px; }
.side li { border-block-end: 1px solid var(--line); padding-block: 8px; line-height: 1.5; }
.foot { border-block-start: 1px solid var(--line); margin-block-start: 24px; padding-block: 16px 32px; color: var(--soft); font-size: 14px; }
`;

const timeFormats = new Map<string, Intl.DateTimeFormat>();

function timeFormatOf(locale: string): Intl.DateTimeFormat {
  let format = timeFormats.get(locale);
  if (format === undefined) {
    format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
    timeFormats.set(locale, format);
  }
  return format;
}

function timeText({ source, texts }: Site, at: number): string {
  return timeFormatOf(texts.locale).format(wallClock(at, source.utcOffsetMinutes));
}

const timeElement = (site: Site, at: number): string =>
  `<time datetime="${rfc3339(at, site.source.utcOffsetMinutes)}">${esc(timeText(site, at))}</time>`;

function headLinks({ source, feedUrl }: Site): string {
  if (feedUrl === undefined || source.type === 'list') return '';
  if (source.type === 'sitemap') return `<link rel="sitemap" type="application/xml" href="${esc(feedUrl)}">`;
  const { mediaType } = feedKinds[source.type];
  return `<link rel="alternate" type="${mediaType}" title="${esc(source.name)}" href="${esc(feedUrl)}">`;
}

function navigation({ texts, homeUrl }: Site): string {
  const { labels } = texts;
  const links = sections.map(
    (section) => `<a href="${esc(homeUrl)}section/${section}">${esc(labels.sections[section])}</a>`,
  );
  return `<nav class="nav"><a href="${esc(homeUrl)}">${esc(labels.home)}</a>${links.join('')}<a href="${esc(homeUrl)}about">${esc(labels.about)}</a></nav>`;
}

function document(site: Site, title: string, head: string, main: string, side: string): string {
  const { source, texts, homeUrl, feedUrl } = site;
  const feedLink =
    feedUrl !== undefined && source.type !== 'sitemap'
      ? ` · <a href="${esc(feedUrl)}">${esc(texts.labels.feed)}</a>`
      : '';
  return `<!doctype html>
<html lang="${source.language}" dir="${texts.direction}">
<head>
<meta charset="${source.encoding}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${esc(title)}</title>
${headLinks(site)}${head}
<style>${style(source.accent)}</style>
</head>
<body>
<header class="masthead wrap"><a class="name" href="${esc(homeUrl)}">${esc(source.name)}</a><p class="tagline">${esc(source.tagline)}</p></header>
<div class="wrap">${navigation(site)}</div>
<div class="wrap columns">
${main}
${side}
</div>
<footer class="foot wrap"><p>&copy; ${esc(source.name)} · <a href="${esc(homeUrl)}about">${esc(texts.labels.about)}</a>${feedLink}</p></footer>
</body>
</html>
`;
}

function sideList(heading: string, items: ArticleItem[]): string {
  const rows = items.map((item) => `<li><a href="${esc(item.url)}">${esc(item.title)}</a></li>`).join('');
  return `<aside class="side"><h2>${esc(heading)}</h2><ul>${rows}</ul></aside>`;
}

function listPage(site: Site, title: string, heading: string, items: ArticleItem[], sideItems: ArticleItem[]): string {
  const { source, texts } = site;
  const stories = items.map(
    (item) => `<article class="story">
<h3><a href="${esc(item.url)}">${esc(item.title)}</a></h3>
<p class="meta">${timeElement(site, item.at)} · ${esc(texts.labels.sections[item.section])}</p>
<p>${esc(item.paragraphs[0] ?? '')}</p>
</article>`,
  );
  const head = `<meta name="description" content="${esc(source.tagline)}">`;
  const main = `<main class="latest"><h2>${esc(heading)}</h2>\n${stories.join('\n')}\n</main>`;
  return document(site, title, head, main, sideList(texts.labels.related, sideItems));
}

export function homePage(site: Site, items: ArticleItem[]): string {
  const { source, texts } = site;
  // The side column holds older items, so that none is shown twice.
  return listPage(
    site,
    `${source.name} – ${source.tagline}`,
    texts.labels.latest,
    items.slice(0, 30),
    items.slice(30, 36),
  );
}

export function sectionPage(site: Site, section: Section, items: ArticleItem[]): string {
  const { source, texts } = site;
  const name = texts.labels.sections[section];
  const inside = items.filter((item) => item.section === section);
  const outside = items.filter((item) => item.section !== section);
  return listPage(site, `${name} – ${source.name}`, name, inside.slice(0, 30), outside.slice(0, 6));
}

export function aboutPage(site: Site, items: ArticleItem[]): string {
  const { source, texts } = site;
  const main = `<main><h1>${esc(texts.labels.about)}</h1><p>${esc(source.name)} – ${esc(source.tagline)}</p><p class="notice">${esc(texts.labels.demoNotice)}</p></main>`;
  return document(
    site,
    `${texts.labels.about} – ${source.name}`,
    '',
    main,
    sideList(texts.labels.latest, items.slice(0, 6)),
  );
}

/** In ASCII, because a script can hold neither a tag nor a character reference. */
function asciiJson(value: unknown): string {
  const escaped = (char: string): string => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(value).replaceAll(/[^ -~]|</g, escaped);
}

function articleHead({ source, texts, homeUrl }: Site, item: ArticleItem): string {
  const at = rfc3339(item.at, source.utcOffsetMinutes);
  const data = {
    '@context': 'https://schema.org',
    '@type': 'NewsArticle',
    headline: item.title,
    datePublished: at,
    dateModified: at,
    inLanguage: source.language,
    mainEntityOfPage: item.url,
    author: { '@type': 'Organization', name: texts.labels.desk },
    publisher: { '@type': 'Organization', name: source.name, url: homeUrl },
  };
  return `<link rel="canonical" href="${esc(item.url)}">
<meta name="description" content="${esc(item.paragraphs[0] ?? '')}">
<meta property="og:type" content="article">
<meta property="og:title" content="${esc(item.title)}">
<meta property="og:url" content="${esc(item.url)}">
<meta property="og:site_name" content="${esc(source.name)}">
<meta property="article:published_time" content="${at}">
<script type="application/ld+json">${asciiJson(data)}</script>`;
}

export function articlePage(site: Site, item: ArticleItem, related: ArticleItem[]): string {
  const { source, texts } = site;
  const { labels } = texts;
  const meta = `${esc(labels.desk)} · ${esc(labels.published)} ${timeElement(site, item.at)} · ${esc(labels.sections[item.section])}`;
  const body = item.paragraphs.map((text) => `<p>${esc(text)}</p>`).join('\n');
  const main =
    source.markup === 'semantic'
      ? `<main><article>
<header><h1>${esc(item.title)}</h1><p class="meta">${meta}</p></header>
${body}
<footer class="notice">${esc(labels.demoNotice)}</footer>
</article></main>`
      : `<div id="main"><div class="article">
<h1>${esc(item.title)}</h1><div class="meta">${meta}</div>
<div class="article-content">
${body}
</div>
<div class="notice">${esc(labels.demoNotice)}</div>
</div></div>`;
  return document(
    site,
    `${item.title} – ${source.name}`,
    articleHead(site, item),
    main,
    sideList(labels.related, related),
  );
}
