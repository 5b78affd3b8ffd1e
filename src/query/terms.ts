/** The texts a query looks for, for highlighting. */
import type { Node, Query, TextField } from './ast.ts';

export interface PositiveText {
  kind: 'word' | 'phrase' | 'prefix';
  text: string;
  /** How many other units may stand between the words of a phrase; 0 for the other kinds. */
  slop: number;
  /** Absent: wherever it stands. */
  field?: TextField;
}

/** Every text a found article may show, in the order of the query, each once. What is under NOT is left out. */
export function positiveTexts(query: Query): PositiveText[] {
  const found = new Map<string, PositiveText>();
  if (query.root) collect(query.root, false, undefined, found);
  return [...found.values()];
}

function collect(node: Node, isNegated: boolean, field: TextField | undefined, found: Map<string, PositiveText>): void {
  switch (node.type) {
    case 'and':
    case 'or':
      for (const item of node.items) collect(item, isNegated, field, found);
      return;
    case 'not':
      collect(node.item, !isNegated, field, found);
      return;
    case 'field':
      collect(node.item, isNegated, node.field, found);
      return;
    case 'near':
      collect(node.left, isNegated, field, found);
      collect(node.right, isNegated, field, found);
      return;
    case 'first':
    case 'same':
    case 'atleast':
      collect(node.item, isNegated, field, found);
      return;
    case 'word':
    case 'phrase':
    case 'prefix': {
      if (isNegated) return;
      const slop = node.type === 'phrase' ? node.slop : 0;
      const entry: PositiveText = { kind: node.type, text: node.text, slop, ...(field ? { field } : {}) };
      found.set(JSON.stringify(entry), entry);
      return;
    }
    case 'pattern':
    case 'filter':
    case 'date':
    case 'range':
    case 'saved':
      return;
  }
}
