/** What of the collection is shown, as it stands in the address and as the server is asked for it. */
import { idParam, type ListParams, listQuery, readListParams } from '#dashboard/parts/list-params.ts';
import { textParam } from '#dashboard/parts/search-params.ts';

export interface CollectState extends ListParams {
  folder?: string;
  /** Only what is in no folder. */
  unfiled?: boolean;
  tag?: string;
  /** The item that is open. */
  item?: number;
}

const folderMax = 80;
const tagMax = 40;

export function readCollectState(search: Record<string, unknown>): CollectState {
  const folder = textParam(search['folder'], folderMax);
  return {
    ...readListParams(search),
    folder,
    unfiled: (folder === undefined && search['unfiled'] === true) || undefined,
    tag: textParam(search['tag'], tagMax),
    item: idParam(search['item']),
  };
}

export function collectQuery(state: CollectState) {
  return { ...listQuery(state), ...placeQuery(state) };
}

/** Folder and tag alone: what an export takes. No folder is the folder without a name. */
export function placeQuery({ folder, unfiled, tag }: CollectState): { folder?: string; tag?: string } {
  return {
    ...(folder !== undefined && { folder }),
    ...(unfiled && { folder: '' }),
    ...(tag !== undefined && { tag }),
  };
}

export function isNarrowed({ text, folder, unfiled, tag }: CollectState): boolean {
  return Boolean(text || folder || unfiled || tag);
}
