import { useQuery } from '@tanstack/react-query';
import { createFileRoute, Link, useNavigate } from '@tanstack/react-router';
import { SearchIcon } from 'lucide-react';
import { type FormEvent, useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#dashboard/api.ts';
import { Failure } from '#dashboard/parts/failure.tsx';
import { HotNow } from '#dashboard/parts/hot-now.tsx';
import { frontLanguagesFor, languageName } from '#dashboard/parts/names.ts';
import { NewsMeta, NewsRow, NewsTitle, roomyLink } from '#dashboard/parts/news-row.tsx';
import { useNear } from '#dashboard/parts/use-near.ts';
import { queryClient } from '#dashboard/query-client.ts';
import { isSignedIn, useSession } from '#dashboard/stores/session.ts';
import { listNews, type NewsItem } from '#shared/contract/news.ts';
import { languageTags } from '#shared/i18n/languages.ts';
import { currentLanguage, loadTexts } from '#shared/i18n/setup.ts';
import { Button } from '#shared/ui/button.tsx';
import { cn } from '#shared/ui/cn.ts';
import { EmptyState } from '#shared/ui/empty-state.tsx';
import { ForeignText } from '#shared/ui/foreign-text.tsx';
import { Input } from '#shared/ui/input.tsx';
import { ListSkeleton } from '#shared/ui/skeleton.tsx';
import { useUiTexts } from '#shared/ui/ui-texts.tsx';

const leadCount = 9;
const columnCount = 4;
const refreshMs = 60_000;
/** Ten scripts on one page need ten fonts: what nobody sees yet is not laid out. The padding leaves room for focus rings. */
const skippedOffScreen = '-mx-1 px-1 [content-visibility:auto]';

export const newestIn = (language: string) => {
  const query = { language, limit: 10 } as const;
  return {
    query,
    queryKey: ['news', 'front', language],
    queryFn: ({ signal }: { signal: AbortSignal }) => api(listNews, { query, signal }),
    refetchInterval: refreshMs,
  };
};

export function ownFrontLanguage(reader: string): string {
  return frontLanguagesFor(reader)[0] ?? 'zh';
}

export const Route = createFileRoute('/_public/home')({
  // Where most visits begin: a file of its own would only cost a round trip.
  codeSplitGroupings: [],
  staticData: { title: 'title.home' },
  loader: async () => {
    // Not awaited: the page stands while the news are on their way.
    void queryClient.prefetchQuery(newestIn(ownFrontLanguage(languageTags[currentLanguage()])));
    await loadTexts('home', 'news');
  },
  component: HomeScreen,
});

export function HomeScreen() {
  const { t } = useTranslation('home');
  const { language } = useUiTexts();
  const [own = 'zh', ...others] = frontLanguagesFor(language);
  const aside = useNear();
  const world = useNear();
  return (
    <>
      <section className="border-b pb-6">
        <h1 className="text-xl leading-8 font-semibold tracking-tight">{t('headline')}</h1>
        <p className="mt-1 max-w-prose text-muted-foreground">{t('about')}</p>
        <SearchBox />
      </section>
      <div className="wide:grid wide:grid-cols-[minmax(0,1fr)_16rem] wide:gap-10">
        <Lead language={own} />
        <aside ref={aside.ref} className="mt-6 space-y-8 text-sm">
          {aside.isNear && <HotNow />}
          <Invitation />
        </aside>
      </div>
      <section
        ref={world.ref}
        aria-label={t('world')}
        className="mt-4 grid gap-x-8 gap-y-8 border-t pt-6 sm:grid-cols-2 wide:grid-cols-3"
      >
        {world.isNear && others.map((other) => <Column key={other} language={other} />)}
      </section>
    </>
  );
}

/** What the reader began to type before the scripts had come. */
function earlySearch(): { q: string; hasFocus: boolean } {
  const input = globalThis.document?.querySelector<HTMLInputElement>('.first-view input');
  return { q: input?.value ?? '', hasFocus: input?.matches(':focus') ?? false };
}

function SearchBox() {
  const { t } = useTranslation(['home', 'common']);
  const navigate = useNavigate();
  const [early] = useState(earlySearch);
  const [q, setQ] = useState(early.q);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void navigate({ to: '/search', search: { q: q.trim() || undefined } });
  };
  return (
    <search>
      <form onSubmit={submit} className="mt-4 flex max-w-2xl gap-2">
        <Input
          type="search"
          aria-label={t('common:title.search')}
          placeholder={t('searchPlaceholder')}
          className="h-10 text-base"
          value={q}
          autoFocus={early.hasFocus}
          onChange={({ target }) => setQ(target.value)}
        />
        <Button type="submit" size="lg">
          <SearchIcon />
          {t('common:title.search')}
        </Button>
      </form>
    </search>
  );
}

/** The newest in the reader's own language. */
function Lead({ language }: { language: string }) {
  const { t } = useTranslation('home');
  const { data: newest, error, refetch } = useQuery(newestIn(language));
  const data = useDeferredValue(newest);
  const [first, ...rest] = data?.list.slice(0, leadCount) ?? [];
  return (
    <section aria-labelledby="lead" className="mt-6 min-w-0">
      <SectionHead id="lead" language={language} name={t('newest')} />
      {error && !data && <Failure error={error} onRetry={() => void refetch()} />}
      {!data && !error && <ListSkeleton rows={leadCount} />}
      {data?.list.length === 0 && <EmptyState title={t('empty.title')}>{t('empty.text')}</EmptyState>}
      {first && <FirstStory item={first} />}
      <div className="grid gap-x-8 sm:grid-cols-2">
        {rest.map((item) => (
          <div key={item.id} className={`${skippedOffScreen} [contain-intrinsic-block-size:auto_7rem]`}>
            <div className="border-t">
              <NewsRow item={item} isPlain heading="h3" />
            </div>
          </div>
        ))}
      </div>
    </section>
  );
}

function FirstStory({ item }: { item: NewsItem }) {
  return (
    <article className="py-4">
      <h3 className="text-xl leading-8 font-semibold text-balance">
        <NewsTitle item={item} />
      </h3>
      <NewsMeta item={item} isPlain />
      <ForeignText
        as="p"
        language={item.language}
        script={item.script}
        className="mt-1.5 line-clamp-3 max-w-[75ch] text-[0.9375rem] leading-6 text-foreground/80"
      >
        {item.snippet}
      </ForeignText>
    </article>
  );
}

/** A few headlines of another language; nothing where there are none. */
function Column({ language }: { language: string }) {
  const reader = useUiTexts().language;
  // Rendered in slices: ten languages at once would stop a phone.
  const data = useDeferredValue(useQuery(newestIn(language)).data);
  if (!data || data.list.length === 0) return null;
  const id = `news-${language}`;
  return (
    <section
      aria-labelledby={id}
      className={`min-w-0 ${skippedOffScreen} [contain-intrinsic-block-size:auto_24rem] sm:[contain-intrinsic-block-size:auto_20rem]`}
    >
      <SectionHead id={id} language={language} name={languageName(language, '', reader)} />
      <ul className="divide-y">
        {data.list.slice(0, columnCount).map((item) => (
          <li key={item.id} className="py-2.5">
            <h3 className="leading-5.5 font-medium">
              <NewsTitle item={item} />
            </h3>
            <NewsMeta item={item} isPlain />
          </li>
        ))}
      </ul>
    </section>
  );
}

function SectionHead({ id, name, language }: { id: string; name: string; language: string }) {
  const { t } = useTranslation('home');
  return (
    <div className="flex items-baseline justify-between gap-4 border-b border-foreground/60 pb-1.5">
      <h2 id={id} className="font-semibold">
        {name}
      </h2>
      <Link
        to="/news"
        search={{ language }}
        aria-label={t('moreOf', { name })}
        className={cn(roomyLink, '-my-1 py-1 text-xs text-muted-foreground')}
      >
        {t('more')}
      </Link>
    </div>
  );
}

function Invitation() {
  const { t } = useTranslation(['home', 'common']);
  const signed = useSession((state) => state.signed);
  return (
    <>
      {!isSignedIn(signed, Date.now()) && (
        <section className="for-visitors">
          <h2 className="border-b border-foreground/60 pb-1.5 font-semibold">{t('member.title')}</h2>
          <p className="mt-2.5 text-muted-foreground">{t('member.text')}</p>
          <div className="mt-3 flex gap-2">
            <Button asChild size="sm">
              <Link to="/register">{t('common:title.register')}</Link>
            </Button>
            <Button asChild size="sm" variant="outline">
              <Link to="/login">{t('common:signIn')}</Link>
            </Button>
          </div>
        </section>
      )}
      <section>
        <h2 className="border-b border-foreground/60 pb-1.5 font-semibold">{t('extension.title')}</h2>
        <p className="mt-2.5 text-muted-foreground">{t('extension.text')}</p>
        <ol className="mt-2 list-decimal space-y-1 ps-5 text-muted-foreground">
          <li>{t('extension.step1')}</li>
          <li>{t('extension.step2')}</li>
          <li>{t('extension.step3')}</li>
        </ol>
        <Link to="/help" className="mt-2 inline-block text-link">
          {t('extension.help')}
        </Link>
      </section>
    </>
  );
}
