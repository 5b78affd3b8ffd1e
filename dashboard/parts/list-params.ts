/** Page, page size and search text of a list as they stand in the address. Defaults are left out of it. */
import { pageSizeDefault, pageSizes } from '#shared/contract/envelope.ts';
import { textParam } from './search-params.ts';

export type PageSize = (typeof pageSizes)[number];

export interface ListParams {
  page?: number;
  limit?: PageSize;
  text?: string;
}

const textMax = 200;

export function readListParams(search: Record<string, unknown>): ListParams {
  const page = idParam(search['page']);
  const limit = pageSizes.find((size) => size === Number(search['limit']));
  return {
    page: page === 1 ? undefined : page,
    limit: limit === pageSizeDefault ? undefined : limit,
    text: textParam(search['text'], textMax),
  };
}

/** What the server is asked for. */
export function listQuery({ page = 1, limit = pageSizeDefault, text }: ListParams) {
  return { page, limit, ...(text && { text }) };
}

/** A number that names a row or a page. */
export function idParam(value: unknown): number | undefined {
  const id = Number(value);
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}
