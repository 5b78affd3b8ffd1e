import { createFileRoute, Link, useNavigate } from '@tanstack/react-router';
import { SearchIcon } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SearchAnswer } from '#dashboard/parts/search-results.tsx';
import { hasFilters, readSearchState, type SearchState } from '#dashboard/parts/search-state.ts';
import { loadTexts } from '#shared/i18n/setup.ts';
import { QUERY_LENGTH_MAX } from '#shared/query/limits.ts';
import { Button } from '#shared/ui/button.tsx';
import { Input } from '#shared/ui/input.tsx';

export const Route = createFileRoute('/_public/search/')({
  staticData: { title: 'title.search' },
  validateSearch: readSearchState,
  loader: () => loadTexts('search', 'query', 'news'),
  component: SearchScreen,
});

function SearchScreen() {
  const state = Route.useSearch();
  const navigate = useNavigate({ from: Route.fullPath });
  const change = (next: Partial<SearchState>) =>
    void navigate({ search: { ...state, ...next }, resetScroll: 'q' in next });
  return (
    <>
      <h1 className="sr-only">{useTranslation().t('title.search')}</h1>
      <SearchForm key={state.q ?? ''} initial={state.q ?? ''} onSearch={(q) => change({ q: q || undefined })} />
      <SearchAnswer state={state} onChange={change} />
      {state.q === undefined && !hasFilters(state) && <SearchHints onTry={(q) => change({ q })} />}
    </>
  );
}

function SearchForm({ initial, onSearch }: { initial: string; onSearch: (q: string) => void }) {
  const { t } = useTranslation(['search', 'common']);
  const [draft, setDraft] = useState(initial);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSearch(draft.trim());
  };
  return (
    <search>
      <form onSubmit={submit} className="flex max-w-3xl gap-2">
        <Input
          type="search"
          aria-label={t('box')}
          placeholder={t('placeholder')}
          className="h-10 text-base"
          maxLength={QUERY_LENGTH_MAX}
          value={draft}
          autoFocus={initial === ''}
          onChange={({ target }) => setDraft(target.value)}
        />
        <Button type="submit" size="lg" aria-label={t('common:title.search')}>
          <SearchIcon />
          <span className="max-sm:hidden">{t('common:title.search')}</span>
        </Button>
      </form>
      <Link to="/senior" search={{ q: draft.trim() || undefined }} className="mt-2 inline-block text-link">
        {t('common:title.senior')}
      </Link>
    </search>
  );
}

const examples = [
  '"climate change" OR 气候变化',
  '半导体 -股票',
  'title:(地震 OR 地震速報)',
  'lang:ja 選挙',
  'date:last-7-days AI',
];

/** Before the first search: what one can write, each a click away. */
function SearchHints({ onTry }: { onTry: (q: string) => void }) {
  const { t } = useTranslation('search');
  return (
    <section className="mt-6 max-w-3xl">
      <h2 className="font-semibold">{t('hints.title')}</h2>
      <p className="mt-1 text-muted-foreground">{t('hints.text')}</p>
      <ul className="mt-3 flex flex-wrap gap-2">
        {examples.map((example) => (
          <li key={example}>
            <Button variant="outline" size="sm" onClick={() => onTry(example)}>
              {example}
            </Button>
          </li>
        ))}
      </ul>
      <Link to="/help" className="mt-4 inline-block text-link">
        {t('hints.more')}
      </Link>
    </section>
  );
}
