/** Many words at once: each line becomes a rule or says why it did not, and no line undoes another. */
import type { z } from 'zod';
import { type ImportedLine, type ImportKeywordsBody, Keyword, Scope } from '#shared/contract/keywords.ts';
import { importLinesMax, keywordCountMax } from '#shared/rules/limits.ts';
import { AppError } from '../../app-error.ts';
import { type Actor, type Context, inTransaction } from '../../context.ts';
import {
  countByMember,
  findAllByMember,
  insertKeywords,
  type NewKeyword,
  nextRuleRevision,
} from './keywords.queries.ts';
import { keywordKeyOf, newKeywordRow } from './keywords.service.ts';
import { type ListedKeyword, readKeywordList } from './read-keyword-list.ts';

/** So many lines share a transaction; between two of them others may write. */
const linesAtOnce = 200;

export async function importKeywords(
  ctx: Context,
  actor: Actor,
  input: z.output<typeof ImportKeywordsBody>,
): Promise<{ added: number; lines: ImportedLine[] }> {
  const { text, format, ...telling } = input;
  const listed = readKeywordList(text, format);
  if (listed.length > importLinesMax)
    throw new AppError('IMPORT_TOO_LONG', { max: importLinesMax, count: listed.length });
  const scope = JSON.stringify(Scope.parse({}));
  const known = new Map(
    (await findAllByMember(ctx.db, actor.memberId))
      .filter((row) => row.scope === scope)
      .map((row) => [row.keyword_key, { name: row.name, line: undefined as number | undefined }]),
  );
  const lines: ImportedLine[] = [];
  for (let start = 0; start < listed.length; start += linesAtOnce) {
    const part = listed.slice(start, start + linesAtOnce);
    const read = part.map((one) => readLine(one, known));
    lines.push(
      ...(await inTransaction(ctx, async (ctx) => {
        const free = keywordCountMax - (await countByMember(ctx.db, actor.memberId));
        const wanted = read.flatMap((one) => ('key' in one ? one : []));
        const accepted = wanted.slice(0, Math.max(0, free));
        const last = accepted.length === 0 ? 0 : await nextRuleRevision(ctx.db, accepted.length);
        const rows = accepted.map(
          ({ keyword, name, key }, at): NewKeyword =>
            newKeywordRow(ctx, actor, { keyword, name, ...telling }, key, last - accepted.length + 1 + at),
        );
        const ids = await insertKeywords(ctx.db, rows);
        if (last > 0) ctx.afterCommit(() => ctx.signals.publish('rules-changed', { revision: last }));
        return read.map((one): ImportedLine => {
          if (!('key' in one)) return one;
          const { line, keyword, key } = one;
          const id = ids.get(key);
          return id === undefined ? { line, keyword, status: 'limit' } : { line, keyword, status: 'added', id };
        });
      })),
    );
  }
  return { added: lines.filter((line) => line.status === 'added').length, lines };
}

/** A line that can become a rule, with its key; or what the report says of it. */
function readLine(
  { line, keyword, name }: ListedKeyword,
  known: Map<string, { name: string; line: number | undefined }>,
): ImportedLine | (ListedKeyword & { key: string }) {
  const shown = { line, keyword: keyword.slice(0, 200) };
  const checked = Keyword.safeParse(keyword);
  if (!checked.success) return { ...shown, status: 'too-long' };
  try {
    const key = keywordKeyOf(keyword);
    const twin = known.get(key);
    if (twin)
      return { ...shown, status: 'duplicate', of: twin.name, ...(twin.line !== undefined && { ofLine: twin.line }) };
    known.set(key, { name: name ?? keyword, line });
    return { line, keyword, ...(name !== undefined && { name }), key };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { ...shown, status: 'invalid', problems: [...(error.problems ?? [])] };
  }
}
