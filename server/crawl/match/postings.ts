/**
 * What is filed under each key, as lists of small numbers in one piece of memory: an article looks at a hundred of them, and
 * objects would lie in a hundred places.
 */
export interface Postings {
  /** Four numbers a posting, at the places below; 0 is no posting. */
  readonly table: Int32Array;
  /** Puts a posting into the list that begins at `head`; answers where the list begins now. */
  add(head: number, what: number, guard: number): number;
  /** Takes the postings of `what` out of the list. */
  remove(head: number, what: number): number;
}

/** What is filed. */
export const WHAT = 0;
export const GUARD = 1;
/** The next posting under the key. */
export const NEXT = 2;
/** The last article that the list beginning here was walked for. */
export const WALKED_FOR = 3;
const SIZE = 4;

export function createPostings(): Postings {
  let table = new Int32Array(1_024 * SIZE);
  let end = SIZE;
  /** The list of places that were given back. */
  let free = 0;

  function take(): number {
    if (free !== 0) {
      const place = free;
      free = table[place + NEXT]!;
      return place;
    }
    if (end === table.length) {
      const before = table;
      table = new Int32Array(before.length * 2);
      table.set(before);
    }
    end += SIZE;
    return end - SIZE;
  }

  return {
    get table() {
      return table;
    },
    add(head, what, guard) {
      const place = take();
      table.set([what, guard, head, 0], place);
      return place;
    },
    remove(head, what) {
      let first = head;
      let before = 0;
      for (let at = head; at !== 0; ) {
        const next = table[at + NEXT]!;
        if (table[at + WHAT] !== what) before = at;
        else {
          if (before === 0) first = next;
          else table[before + NEXT] = next;
          table[at + NEXT] = free;
          free = at;
        }
        at = next;
      }
      return first;
    },
  };
}
