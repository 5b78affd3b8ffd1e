/** What no "all read" covers, reckoned over the ids of an inbox; it stores nothing and looks nothing up. */

/** Ids behind `after_id` up to and with `up_to`. */
export interface Span {
  after_id: number;
  up_to: number;
}

/** Ids behind `after` up to and with `upTo`. */
export interface Gap {
  after: number;
  upTo: number;
}

/** What lies between the spans and behind the last one, newest first. */
export function unreadGaps(spans: readonly Span[]): Gap[] {
  const gaps: Gap[] = [];
  let after = 0;
  for (const span of inOrder(spans)) {
    if (span.after_id > after) gaps.unshift({ after, upTo: span.after_id });
    after = Math.max(after, span.up_to);
  }
  gaps.unshift({ after, upTo: Number.MAX_SAFE_INTEGER });
  return gaps;
}

/** The part of each gap behind `after`, up to and with `upTo`. */
export function clipGaps(gaps: readonly Gap[], after: number, upTo: number): Gap[] {
  return gaps
    .map((gap) => ({ after: Math.max(gap.after, after), upTo: Math.min(gap.upTo, upTo) }))
    .filter((gap) => gap.after < gap.upTo);
}

export function spanOf<Own extends Span>(id: number, spans: readonly Own[]): Own | undefined {
  return spans.find(({ after_id, up_to }) => id > after_id && id <= up_to);
}

/** A notice is unread when it was not read by itself, and no span covers it or it was made unread again since. */
export function isUnread(
  notice: { id: number; read_at: number | null; kept_unread_at: number | null },
  spans: readonly Span[],
): boolean {
  return notice.read_at === null && (notice.kept_unread_at !== null || spanOf(notice.id, spans) === undefined);
}

/** Spans that touch become one; the others stay as they are. */
export function joinTouching<Own extends Span>(spans: readonly Own[]): Own[] {
  const joined: Own[] = [];
  for (const span of inOrder(spans)) {
    const last = joined.at(-1);
    if (last && last.up_to === span.after_id) joined.splice(-1, 1, { ...span, after_id: last.after_id });
    else joined.push(span);
  }
  return joined;
}

const inOrder = <Own extends Span>(spans: readonly Own[]) => [...spans].sort((a, b) => a.after_id - b.after_id);
