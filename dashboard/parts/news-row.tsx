import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { NewsItem, SearchHit } from '#shared/contract/news.ts';
import { cn } from '#shared/ui/cn.ts';
import { ForeignText } from '#shared/ui/foreign-text.tsx';
import { HighlightedText } from '#shared/ui/highlighted-text.tsx';
import { RelativeTime } from '#shared/ui/relative-time.tsx';
import { useUiTexts } from '#shared/ui/ui-texts.tsx';
import { languageName } from './names.ts';

type Highlights = SearchHit['highlights'];

/** One story in a list: headline, where and when, the first lines. Matches are marked when `highlights` is given. */
export function NewsRow({
  item,
  highlights,
  isPlain,
  heading: Heading = 'h2',
}: {
  item: NewsItem;
  highlights?: Highlights;
  isPlain?: boolean;
  /** One below what stands above the list. */
  heading?: 'h2' | 'h3';
}) {
  return (
    <article className="py-3.5">
      <Heading className="text-base leading-6 font-semibold">
        <NewsTitle item={item} ranges={highlights?.title} />
      </Heading>
      <NewsMeta item={item} isPlain={isPlain} />
      {item.snippet && (
        <ForeignText
          as="p"
          language={item.language}
          script={item.script}
          className={cn('mt-1 max-w-[80ch] text-foreground/80', highlights ? 'line-clamp-3' : 'line-clamp-2')}
        >
          <HighlightedText text={item.snippet} ranges={highlights?.snippet ?? []} />
        </ForeignText>
      )}
    </article>
  );
}

export function NewsTitle({ item, ranges = [] }: { item: NewsItem; ranges?: Highlights['title'] }) {
  return (
    <Link to="/news/$id" params={{ id: String(item.id) }} className="hover:underline hover:underline-offset-3">
      <ForeignText language={item.language} script={item.script}>
        <HighlightedText text={item.title} ranges={ranges} />
      </ForeignText>
    </Link>
  );
}

/** In a line of small print, and yet high enough for a finger. */
export const roomyLink = 'inline-block py-0.5 hover:text-foreground hover:underline';

/** `isPlain` leaves the language out, where the place says it already. */
export function NewsMeta({
  item,
  isPlain = false,
  children,
}: {
  item: NewsItem;
  isPlain?: boolean;
  children?: ReactNode;
}) {
  const { t } = useTranslation('news');
  const { language } = useUiTexts();
  const inLanguage = isPlain ? '' : languageName(item.language, item.script, language);
  return (
    <p className="mt-0.5 flex flex-wrap items-baseline gap-x-2 text-xs leading-5 text-muted-foreground">
      <ForeignText language={item.language} script={item.script}>
        {item.source.name}
      </ForeignText>
      <RelativeTime at={item.publishedAt} className="tabular-nums" />
      {inLanguage && <span>{inLanguage}</span>}
      {item.sameTextCount > 1 && <span>{t('sameText', { count: item.sameTextCount })}</span>}
      {item.cluster && (
        <Link to="/news" search={{ cluster: item.cluster.id }} className={roomyLink}>
          {t('cluster', { count: item.cluster.sources, reports: item.cluster.reports })}
        </Link>
      )}
      {children}
    </p>
  );
}
