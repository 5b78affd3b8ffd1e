export interface ListedFeed {
  title: string;
  xmlUrl: string;
  htmlUrl: string;
  folder: readonly string[];
}

interface Folder {
  feeds: ListedFeed[];
  folders: Map<string, Folder>;
}

/** A subscription list as other readers take it (OPML 2.0), folders as nested outlines. */
export function writeOpml(title: string, createdAt: number, feeds: readonly ListedFeed[]): string {
  const root: Folder = { feeds: [], folders: new Map() };
  for (const feed of feeds) {
    let place = root;
    for (const name of feed.folder) {
      const inner = place.folders.get(name) ?? { feeds: [], folders: new Map() };
      place.folders.set(name, inner);
      place = inner;
    }
    place.feeds.push(feed);
  }
  return `<?xml version="1.0" encoding="UTF-8"?>
<opml version="2.0">
  <head>
    <title>${escapeXml(title)}</title>
    <dateCreated>${new Date(createdAt).toUTCString()}</dateCreated>
  </head>
  <body>
${outlines(root, '    ')}  </body>
</opml>
`;
}

function outlines({ feeds, folders }: Folder, indent: string): string {
  const inner = [...folders].map(([name, folder]) => {
    const label = escapeXml(name);
    return `${indent}<outline text="${label}" title="${label}">\n${outlines(folder, `${indent}  `)}${indent}</outline>\n`;
  });
  const own = feeds.map(({ title, xmlUrl, htmlUrl }) => {
    const label = escapeXml(title);
    return `${indent}<outline type="rss" text="${label}" title="${label}" xmlUrl="${escapeXml(xmlUrl)}" htmlUrl="${escapeXml(htmlUrl)}"/>\n`;
  });
  return [...inner, ...own].join('');
}

/** Signs that XML cannot hold are dropped, and those that an attribute would lose are written as references. */
function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(/(?![\t\n\r])[\p{Cc}\ufffe\uffff]/gu, '')
    .replace(/[&<>"'\t\n\r]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
