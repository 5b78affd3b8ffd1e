import { createFileRoute, Link, useNavigate } from '@tanstack/react-router';
import { SearchIcon } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { explain } from '#dashboard/parts/explanation.ts';
import { FormField } from '#dashboard/parts/form-field.tsx';
import { QueryProblems } from '#dashboard/parts/query-problems.tsx';
import { SearchAnswer, SubscribeToSearch } from '#dashboard/parts/search-results.tsx';
import { readSearchState, type SearchState } from '#dashboard/parts/search-state.ts';
import { loadTexts } from '#shared/i18n/setup.ts';
import { explainQuery } from '#shared/query/explain.ts';
import { QUERY_LENGTH_MAX } from '#shared/query/limits.ts';
import type { ParseResult } from '#shared/query/parse.ts';
import { Button } from '#shared/ui/button.tsx';
import { Textarea } from '#shared/ui/textarea.tsx';
import { useUiTexts } from '#shared/ui/ui-texts.tsx';
import { AdvancedFields } from './-advanced-fields.tsx';
import { draftOfForm, draftOfText } from './-draft.ts';

export const Route = createFileRoute('/_public/senior/')({
  staticData: { title: 'title.senior' },
  validateSearch: readSearchState,
  loader: () => loadTexts('senior', 'search', 'query', 'news'),
  component: AdvancedSearchScreen,
});

function AdvancedSearchScreen() {
  const { t } = useTranslation(['senior', 'common']);
  const state = Route.useSearch();
  const navigate = useNavigate({ from: Route.fullPath });
  const change = (next: Partial<SearchState>) => void navigate({ search: { ...state, ...next }, resetScroll: false });
  return (
    <>
      <h1 className="text-xl font-bold">{t('common:title.senior')}</h1>
      <Editor asked={state.q ?? ''} onSearch={(q) => change({ q: q || undefined })} />
      <SearchAnswer state={state} isAdvanced onChange={change} />
    </>
  );
}

/** The query as text and as a form; both say the same while one writes in either. */
function Editor({ asked, onSearch }: { asked: string; onSearch: (q: string) => void }) {
  const { t } = useTranslation(['senior', 'common']);
  const [draft, setDraft] = useState(() => draftOfText(asked));
  const [known, setKnown] = useState(asked);
  // The address was changed by the back button, a repair or a link; after a search it says what is here already.
  if (asked !== known) {
    setKnown(asked);
    if (asked !== draft.text.trim()) setDraft(draftOfText(asked));
  }
  const write = (text: string) => setDraft(draftOfText(text, draft.form));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (draft.reading.ok) onSearch(draft.text.trim());
  };
  return (
    <search>
      <form onSubmit={submit} className="mt-4 max-w-3xl space-y-5">
        <FormField label={t('text')} hint={<Link to="/help">{t('text.hint')}</Link>}>
          {(control) => (
            <Textarea
              {...control}
              aria-invalid={!draft.reading.ok}
              dir="auto"
              spellCheck={false}
              className="min-h-16 text-base"
              maxLength={QUERY_LENGTH_MAX}
              value={draft.text}
              onChange={({ target }) => write(target.value)}
              onKeyDown={(event) => {
                if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) submit(event);
              }}
            />
          )}
        </FormField>
        <Reading text={draft.text} reading={draft.reading} onRepair={write} />
        {draft.reading.ok && !draft.isInForm && <p className="text-muted-foreground">{t('form.more')}</p>}
        <AdvancedFields
          form={draft.form}
          isDisabled={!draft.isInForm}
          onChange={(form) => setDraft(draftOfForm(form))}
        />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" disabled={!draft.reading.ok}>
            <SearchIcon />
            {t('common:title.search')}
          </Button>
          <Button
            type="button"
            variant="outline"
            disabled={draft.text === ''}
            onClick={() => setDraft(draftOfText(''))}
          >
            {t('clear')}
          </Button>
          <SubscribeToSearch keyword={draft.reading.ok ? draft.text.trim() || undefined : undefined} />
        </div>
      </form>
    </search>
  );
}

/** What will be searched for, or what keeps the query from being run. */
function Reading({
  text,
  reading,
  onRepair,
}: {
  text: string;
  reading: ParseResult;
  onRepair: (text: string) => void;
}) {
  const { t } = useTranslation('query');
  const { language } = useUiTexts();
  if (!reading.ok) return <QueryProblems query={text} problems={reading.problems} kind="error" onRepair={onRepair} />;
  return (
    <div className="space-y-2">
      <p aria-live="polite">{explain(explainQuery(reading.query), t, language)}</p>
      <QueryProblems query={text} problems={reading.warnings} kind="warning" onRepair={onRepair} />
    </div>
  );
}
