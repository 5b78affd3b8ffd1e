const pageSize = 50;
const pagesMax = 40;

/** A row of a paged list by its id, for addresses that lead to one row whatever page it stands on. Null: not there. */
export async function findListed<T extends { id: number }>(
  id: number,
  loadPage: (query: { page: number; limit: typeof pageSize }) => Promise<{ list: T[]; count: number }>,
): Promise<T | null> {
  for (let page = 1; page <= pagesMax; page++) {
    const { list, count } = await loadPage({ page, limit: pageSize });
    const found = list.find((row) => row.id === id);
    if (found) return found;
    if (page * pageSize >= count) break;
  }
  return null;
}
