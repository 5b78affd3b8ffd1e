/** Reads a member's list of words: one query a line, or CSV with the columns keyword and name. */
export interface ListedKeyword {
  /** Counted from 1, as an editor shows it. */
  line: number;
  keyword: string;
  name?: string;
}

const headings = new Set(['keyword', 'keywords', 'query', '关键词', '關鍵字', '关键字', '檢索詞', '检索词']);

/** Empty lines are left out; so is a heading of CSV. */
export function readKeywordList(text: string, format: 'lines' | 'csv'): ListedKeyword[] {
  const plain = text.replace(/^\ufeff/, '');
  if (format === 'lines') {
    return plain
      .split(/\r\n|[\n\r]/)
      .map((line, at) => ({ line: at + 1, keyword: line.trim() }))
      .filter(({ keyword }) => keyword !== '');
  }
  const rows = readCsv(plain)
    .map(({ line, cells: [keyword = '', name = ''] }) => ({ line, keyword: keyword.trim(), name: name.trim() }))
    .filter(({ keyword }) => keyword !== '');
  const hasHeading = headings.has(rows[0]?.keyword.toLowerCase() ?? '');
  return rows.slice(hasHeading ? 1 : 0).map(({ name, ...row }) => (name === '' ? row : { ...row, name }));
}

/** RFC 4180: cells in quotation marks may hold commas, line breaks and doubled quotation marks. */
function readCsv(text: string): { line: number; cells: string[] }[] {
  const rows: { line: number; cells: string[] }[] = [];
  let row: { line: number; cells: string[] } = { line: 1, cells: [''] };
  let line = 1;
  let isQuoted = false;
  const add = (sign: string) => {
    row.cells[row.cells.length - 1] += sign;
  };
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]!;
    if (sign === '\n') line += 1;
    if (sign === '"') {
      if (isQuoted && text[at + 1] === '"') {
        add('"');
        at += 1;
      } else if (isQuoted || row.cells.at(-1)!.trim() === '') {
        isQuoted = !isQuoted;
        if (isQuoted) row.cells[row.cells.length - 1] = '';
      } else add(sign);
    } else if (isQuoted) add(sign);
    else if (sign === ',') row.cells.push('');
    else if (sign === '\n') {
      rows.push(row);
      row = { line, cells: [''] };
    } else if (sign !== '\r') add(sign);
  }
  return [...rows, row];
}
