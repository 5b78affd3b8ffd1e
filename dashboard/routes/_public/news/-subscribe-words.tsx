import { BellPlusIcon } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { NewsDetail } from '#shared/contract/news.ts';
import { Button } from '#shared/ui/button.tsx';

const SubscribeDialog = lazy(async () => ({
  default: (await import('#dashboard/parts/subscribe-dialog.tsx')).SubscribeDialog,
}));

const wordsMax = 120;

/** Subscribes to the words selected on the page; without a selection the member types or shortens the headline. */
export function SubscribeWords({ article }: { article: NewsDetail }) {
  const { t } = useTranslation('news');
  const [keyword, setKeyword] = useState<string>();
  return (
    <>
      <Button
        variant="outline"
        size="sm"
        // The press would clear the selection before the click could read it.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => setKeyword(selectedWords() || quoted(article.title))}
      >
        <BellPlusIcon />
        {t('subscribe')}
      </Button>
      {keyword !== undefined && (
        <Suspense>
          <SubscribeDialog keyword={keyword} onClose={() => setKeyword(undefined)} />
        </Suspense>
      )}
    </>
  );
}

function selectedWords(): string {
  const words = (getSelection()?.toString() ?? '').replace(/\s+/g, ' ').trim();
  return words === '' ? '' : quoted(words);
}

/** As one phrase, so that nothing in the words is read as an operator. */
function quoted(words: string): string {
  const text = words.slice(0, wordsMax).replaceAll('"', ' ').trim();
  return /^[\p{L}\p{N}]+$/u.test(text) ? text : `"${text}"`;
}
