import { useTranslation } from 'react-i18next';

/** A button, not a link: the hash of the address belongs to the router. */
export function SkipLink() {
  const { t } = useTranslation();
  return (
    <button
      type="button"
      className="fixed start-4 top-2 z-60 -translate-y-20 rounded-md border bg-popover px-4 py-2 focus:translate-y-0"
      onClick={() => document.getElementById('main')?.focus()}
    >
      {t('skip')}
    </button>
  );
}
