/** What a country in the query is called elsewhere; one click asks for all its names. */
import { LanguagesIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { OtherNames } from '#shared/contract/keywords.ts';
import { Button } from '#shared/ui/button.tsx';

const shownMax = 8;

export function OtherNamesOffer({ offer, onTake }: { offer?: OtherNames; onTake: (keyword: string) => void }) {
  const { t } = useTranslation('query');
  if (!offer) return null;
  return (
    <div className="flex items-start gap-2">
      <LanguagesIcon aria-hidden className="mt-0.5 size-4 shrink-0 text-muted-foreground" />
      <div className="min-w-0 space-y-1">
        {offer.words.map(({ text, names }) => (
          <p key={text}>
            {t('otherNames', { text })}{' '}
            {names.slice(0, shownMax).map((name, at) => (
              <span key={name}>
                {at > 0 && <span className="text-muted-foreground"> · </span>}
                <bdi className="whitespace-nowrap">{name}</bdi>
              </span>
            ))}
            {names.length > shownMax && (
              <span className="text-muted-foreground"> {t('otherNames.more', { count: names.length - shownMax })}</span>
            )}
          </p>
        ))}
        <Button
          variant="outline"
          size="xs"
          className="h-auto! min-h-7 max-w-full whitespace-normal"
          onClick={() => onTake(offer.keyword)}
        >
          {t('otherNames.take')}
        </Button>
      </div>
    </div>
  );
}
