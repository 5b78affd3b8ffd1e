import { useQuery } from '@tanstack/react-query';
import { createFileRoute, Link } from '@tanstack/react-router';
import { ExternalLinkIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { api } from '#dashboard/api.ts';
import { Failure } from '#dashboard/parts/failure.tsx';
import { languageName } from '#dashboard/parts/names.ts';
import { roomyLink } from '#dashboard/parts/news-row.tsx';
import { isSignedIn, useSession } from '#dashboard/stores/session.ts';
import { useTitle } from '#dashboard/titles.ts';
import { getNews, type NewsDetail, type NewsReport } from '#shared/contract/news.ts';
import { loadTexts } from '#shared/i18n/setup.ts';
import { Button } from '#shared/ui/button.tsx';
import { ForeignText } from '#shared/ui/foreign-text.tsx';
import { RelativeTime } from '#shared/ui/relative-time.tsx';
import { SafeHtml, safeAddress } from '#shared/ui/safe-html.tsx';
import { ListSkeleton } from '#shared/ui/skeleton.tsx';
import { useUiTexts } from '#shared/ui/ui-texts.tsx';
import { CollectButton } from './-collect-button.tsx';
import { SubscribeWords } from './-subscribe-words.tsx';

export const Route = createFileRoute('/_public/news/$id')({
  staticData: { title: 'title.news' },
  loader: () => loadTexts('news', 'search', 'query'),
  component: ArticleScreen,
});

function ArticleScreen() {
  const { id } = Route.useParams();
  const { data, error, refetch } = useQuery({
    queryKey: ['news', 'article', id],
    queryFn: ({ signal }) => api(getNews, { params: { id }, signal }),
  });
  useTitle(data?.title);
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return <ListSkeleton rows={4} className="mx-auto max-w-[42em]" />;
  return <Article article={data} />;
}

function Article({ article }: { article: NewsDetail }) {
  const { t } = useTranslation('news');
  const signed = useSession((state) => state.signed);
  const original = safeAddress(article.url, '', ['http:', 'https:']);
  return (
    <article className="mx-auto max-w-[42em]">
      <ForeignText
        as="h1"
        language={article.language}
        script={article.script}
        className="text-2xl leading-snug font-semibold text-balance"
      >
        {article.title}
      </ForeignText>
      <Byline article={article} />
      <div className="mt-4 flex flex-wrap items-center gap-2">
        {original && <OriginalLink href={original} />}
        {isSignedIn(signed, Date.now()) && (
          <>
            <CollectButton article={article} />
            <SubscribeWords article={article} />
          </>
        )}
      </div>
      <ForeignText as="div" language={article.language} script={article.script} className="reading mt-6">
        {article.html ? <SafeHtml html={article.html} base={article.url} /> : <PlainText text={article.text} />}
      </ForeignText>
      <OtherReports id="same-text" title={t('alsoReported')} reports={article.sameText} />
      <OtherReports id="reports" title={t('reports')} reports={article.reports} />
    </article>
  );
}

function Byline({ article }: { article: NewsDetail }) {
  const { t } = useTranslation('news');
  const { language } = useUiTexts();
  const home = safeAddress(article.sourceHomeUrl, '', ['http:', 'https:']);
  return (
    <p className="mt-2 flex flex-wrap items-baseline gap-x-2.5 text-muted-foreground">
      <ForeignText language={article.language} script={article.script}>
        {home ? (
          <a href={home} target="_blank" rel="noopener noreferrer" className={roomyLink}>
            {article.source.name}
          </a>
        ) : (
          article.source.name
        )}
      </ForeignText>
      {article.author && (
        <ForeignText language={article.language} script={article.script}>
          {article.author}
        </ForeignText>
      )}
      <RelativeTime at={article.publishedAt} />
      <span>{languageName(article.language, article.script, language) || t('languageUnknown')}</span>
      {article.cluster && (
        <Link to="/news" search={{ cluster: article.cluster.id }} className={roomyLink}>
          {t('cluster', { count: article.cluster.sources, reports: article.cluster.reports })}
        </Link>
      )}
    </p>
  );
}

function OriginalLink({ href }: { href: string }) {
  const { t } = useTranslation('news');
  return (
    <Button asChild variant="outline" size="sm">
      <a href={href} target="_blank" rel="noopener noreferrer">
        <ExternalLinkIcon />
        {t('original')}
      </a>
    </Button>
  );
}

/** Some sources give no article, only a few lines. */
function PlainText({ text }: { text: string }) {
  const { t } = useTranslation('news');
  if (text.trim() === '') return <p className="text-muted-foreground">{t('noText')}</p>;
  return <p className="whitespace-pre-line">{text}</p>;
}

/** Other printings of the text, or other reports of the event. */
function OtherReports({ id, title, reports }: { id: string; title: string; reports: readonly NewsReport[] }) {
  if (reports.length === 0) return null;
  return (
    <section aria-labelledby={id} className="mt-10">
      <h2 id={id} className="border-b border-foreground/60 pb-1.5 font-semibold">
        {title}
      </h2>
      <ul className="divide-y">
        {reports.map((other) => (
          <li key={other.id} className="py-2.5">
            <Link to="/news/$id" params={{ id: String(other.id) }} className="hover:underline">
              <ForeignText language={other.language} script={other.script}>
                {other.title}
              </ForeignText>
            </Link>
            <p className="mt-0.5 flex gap-2 text-xs text-muted-foreground">
              <ForeignText language={other.language} script={other.script}>
                {other.source.name}
              </ForeignText>
              <RelativeTime at={other.publishedAt} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
