/** A query while it is written: its text and the form beside it. What is typed in one is carried over to the other. */
import { type AdvancedForm, emptyForm, formToQuery, queryToForm } from '#shared/query/form.ts';
import { type ParseResult, parseQuery } from '#shared/query/parse.ts';
import { printQuery } from '#shared/query/print.ts';

export interface Draft {
  text: string;
  reading: ParseResult;
  /** As typed, unfinished words included; what it was before while the text has no place in it. */
  form: AdvancedForm;
  /** The form says all that the text says: it can be written in. */
  isInForm: boolean;
}

export function draftOfText(text: string, before: AdvancedForm = emptyForm()): Draft {
  const reading = parseQuery(text, { mode: 'strict' });
  const shown = reading.ok ? queryToForm(reading.query) : null;
  return { text, reading, form: shown ?? before, isInForm: shown !== null };
}

export function draftOfForm(form: AdvancedForm): Draft {
  const text = printQuery(formToQuery(form));
  return { text, reading: parseQuery(text, { mode: 'strict' }), form, isInForm: true };
}
