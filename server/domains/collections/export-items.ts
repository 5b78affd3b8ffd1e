/** Writes a collection as one file in a format other programs read. */
import type { CollectItem, exportFormats } from '#shared/contract/collect.ts';

type Format = (typeof exportFormats)[number];
export type ExportedItem = CollectItem & { html: string; text: string };

const csvColumns = ['title', 'url', 'siteName', 'kind', 'folder', 'tags', 'note', 'selection', 'createdAt'] as const;

export function exportItems(items: readonly ExportedItem[], format: Format) {
  const file = (extension: string, mediaType: string, content: string) => ({
    fileName: `tidings-collection.${extension}`,
    mediaType,
    content,
  });
  switch (format) {
    case 'json':
      return file('json', 'application/json', JSON.stringify(items, null, 2));
    case 'csv':
      return file('csv', 'text/csv', toCsv(items));
    case 'markdown':
      return file('md', 'text/markdown', items.map(toMarkdown).join('\n\n---\n\n'));
    case 'html':
      return file('html', 'text/html', toHtml(items));
  }
}

/** A leading sign would make a spreadsheet run the cell as a formula. */
const csvCell = (text: string) => `"${text.replace(/^[=+\-@\t\r]/, (sign) => `'${sign}`).replaceAll('"', '""')}"`;

function toCsv(items: readonly ExportedItem[]): string {
  const rows = items.map((item) =>
    csvColumns
      .map((column) => {
        if (column === 'tags') return csvCell(item.tags.join(', '));
        if (column === 'createdAt') return csvCell(new Date(item.createdAt).toISOString());
        return csvCell(item[column]);
      })
      .join(','),
  );
  // The mark makes spreadsheets read the file as UTF-8.
  return `\uFEFF${[csvColumns.join(','), ...rows].join('\r\n')}\r\n`;
}

const markdownText = (text: string) => text.replace(/([\\`*_[\]<>#])/g, '\\$1');

function toMarkdown(item: ExportedItem): string {
  const lines = [`## [${markdownText(item.title)}](<${item.url.replace(/[<>]/g, encodeURIComponent)}>)`];
  const facts = [item.siteName, item.folder, item.tags.map((tag) => `#${tag}`).join(' ')].filter(Boolean);
  if (facts.length > 0) lines.push(markdownText(facts.join(' · ')));
  if (item.selection)
    lines.push(
      item.selection
        .split('\n')
        .map((line) => `> ${markdownText(line)}`)
        .join('\n'),
    );
  if (item.note) lines.push(markdownText(item.note));
  return lines.join('\n\n');
}

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** The bookmark file that browsers import. */
function toHtml(items: readonly ExportedItem[]): string {
  const entries = items.map((item) => {
    const added = Math.floor(item.createdAt / 1000);
    const note = item.note ? `\n    <DD>${escapeHtml(item.note)}` : '';
    return `    <DT><A HREF="${escapeHtml(item.url)}" ADD_DATE="${added}" TAGS="${escapeHtml(item.tags.join(','))}">${escapeHtml(item.title)}</A>${note}`;
  });
  return `<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">\n<TITLE>Tidings</TITLE>\n<H1>Tidings</H1>\n<DL><p>\n${entries.join('\n')}\n</DL><p>\n`;
}
