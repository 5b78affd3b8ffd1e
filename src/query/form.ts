/** The advanced-search form as a query, and a query as the form where it fits. */
import type { DateSpan, FilterName, Node, Query, SortOrder } from './ast.ts';
import { collapseSpaces } from './characters.ts';
import { lexTexts } from './lex.ts';
import { normaliseNode, normaliseQuery, printQuery } from './print.ts';
import { filterValue } from './values.ts';

/** Boxes hold words, "phrases" and prefixes (`subsid*`); operators in them are plain words. An empty box is ''. */
export interface AdvancedForm {
  all: string;
  /** One phrase, without quotation marks. */
  exact: string;
  any: string;
  none: string;
  title: string;
  author: string;
  /** One or more hosts, separated by spaces or commas. */
  site: string;
  lang: string[];
  script: string;
  country: string;
  date?: DateSpan;
  sort?: SortOrder;
}

type ValueBox = 'site' | 'lang' | 'script' | 'country';

export interface FormProblem {
  field: ValueBox | 'date';
  value: string;
}

export function emptyForm(): AdvancedForm {
  return { all: '', exact: '', any: '', none: '', title: '', author: '', site: '', lang: [], script: '', country: '' };
}

/** Values the form cannot use as they are; `formToQuery` leaves them out. */
export function formProblems(form: AdvancedForm): FormProblem[] {
  const problems: FormProblem[] = [];
  for (const field of ['site', 'lang', 'script', 'country'] as const) {
    for (const value of valuesOf(form, field)) {
      if (filterValue(field, value) === null) problems.push({ field, value });
    }
  }
  if (form.date && normaliseNode({ type: 'date', span: form.date }) === null) {
    problems.push({ field: 'date', value: JSON.stringify(form.date) });
  }
  return problems;
}

export function formToQuery(form: AdvancedForm): Query {
  const items: (Node | null)[] = [
    ...readBox(form.all),
    normaliseNode({ type: 'phrase', text: form.exact, slop: 0 }),
    { type: 'or', items: readBox(form.any) },
    ...readBox(form.none).map((item): Node => ({ type: 'not', item })),
    { type: 'field', field: 'title', item: { type: 'and', items: readBox(form.title) } },
    { type: 'field', field: 'author', item: { type: 'and', items: readBox(form.author) } },
    filters(form, 'site'),
    filters(form, 'lang'),
    filters(form, 'script'),
    filters(form, 'country'),
    form.date ? { type: 'date', span: form.date } : null,
  ];
  const root: Node = { type: 'and', items: items.filter((item) => item !== null) };
  return normaliseQuery({ root, ...(form.sort ? { sort: form.sort } : {}) });
}

/** The form that means exactly this query (perhaps in another order), or null if the form has no place for some part. */
export function queryToForm(query: Query): AdvancedForm | null {
  const { root, sort } = normaliseQuery(query);
  const items = root === null ? [] : root.type === 'and' ? root.items : [root];
  const form: AdvancedForm = { ...emptyForm(), ...(sort ? { sort } : {}) };
  const exact = items.findLast((item) => item.type === 'phrase' && item.slop === 0);
  for (const item of items) {
    if (item === exact && item.type === 'phrase') form.exact = item.text;
    else if (!placeItem(form, item)) return null;
  }
  return form;
}

const readBox = (text: string): Node[] => lexTexts(text).flatMap((node) => normaliseNode(node) ?? []);

const valuesOf = (form: AdvancedForm, name: ValueBox): string[] =>
  (name === 'lang' ? form.lang : form[name].split(/[\s,，、]+/)).filter((value) => collapseSpaces(value) !== '');

function filters(form: AdvancedForm, name: ValueBox): Node {
  return { type: 'or', items: valuesOf(form, name).map((value): Node => ({ type: 'filter', name, value })) };
}

/** Puts one condition into its box; false if there is none or it is taken. */
function placeItem(form: AdvancedForm, item: Node): boolean {
  switch (item.type) {
    case 'word':
    case 'phrase':
    case 'prefix':
      return addTo(form, 'all', [item]);
    case 'not':
      return addTo(form, 'none', [item.item]);
    case 'or':
      return placeFilters(form, item.items) || (form.any === '' && addTo(form, 'any', item.items));
    case 'filter':
      return placeFilters(form, [item]);
    case 'field': {
      const box = item.field;
      if ((box !== 'title' && box !== 'author') || form[box] !== '') return false;
      return addTo(form, box, item.item.type === 'and' ? item.item.items : [item.item]);
    }
    case 'date':
      return placeDate(form, item.span);
    default:
      return false;
  }
}

function addTo(form: AdvancedForm, box: 'all' | 'any' | 'none' | 'title' | 'author', nodes: Node[]): boolean {
  const isBoxText = (node: Node): boolean =>
    node.type === 'word' || node.type === 'prefix' || (node.type === 'phrase' && node.slop === 0);
  if (!nodes.every(isBoxText)) return false;
  const texts = nodes.map((root) => printQuery({ root }));
  form[box] = [form[box], ...texts].filter((text) => text !== '').join(' ');
  return true;
}

const isValueBox = (name: FilterName | undefined): name is ValueBox =>
  name === 'site' || name === 'lang' || name === 'script' || name === 'country';

function placeFilters(form: AdvancedForm, nodes: Node[]): boolean {
  const found = nodes.filter((node) => node.type === 'filter');
  const name = found[0]?.name;
  if (found.length !== nodes.length || !isValueBox(name) || found.some((filter) => filter.name !== name)) return false;
  if (form[name].length > 0) return false;
  const values = found.map(({ value }) => value);
  if (name === 'lang') form.lang = values;
  else form[name] = values.join(' ');
  return true;
}

/** `after:` and `before:` together are one span. */
function placeDate(form: AdvancedForm, span: DateSpan): boolean {
  if (form.date === undefined) {
    form.date = span;
    return true;
  }
  if (form.date.kind !== 'between' || span.kind !== 'between') return false;
  const [first, second] = [form.date, span];
  if ((first.from !== undefined && second.from !== undefined) || (first.to !== undefined && second.to !== undefined)) {
    return false;
  }
  const from = first.from ?? second.from;
  const to = first.to ?? second.to;
  // An empty span would be read as its reverse.
  if (from === undefined || to === undefined || from > to) return false;
  form.date = { kind: 'between', from, to };
  return true;
}
