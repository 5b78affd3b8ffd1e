import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#shared/api/create-client.ts';
import { Button } from '#shared/ui/button.tsx';
import { ErrorState } from '#shared/ui/error-state.tsx';

/** One sentence for the reader. The server words its refusals itself, in the language it was asked in. */
export function errorText(error: unknown): string {
  if (!(error instanceof ApiError)) return i18next.t('error.unknown', { ns: 'common' });
  if (error.errorName === 'NETWORK') return i18next.t('error.network', { ns: 'common' });
  return error.message || i18next.t('error.unknown', { ns: 'common' });
}

/** In place of what could not be loaded. */
export function Failure({ error, onRetry, className }: { error: unknown; onRetry?: () => void; className?: string }) {
  const { t } = useTranslation();
  const retry = onRetry && (
    <Button variant="outline" size="sm" onClick={onRetry}>
      {t('retry')}
    </Button>
  );
  return (
    <ErrorState title={t('error.title')} action={retry} className={className}>
      {errorText(error)}
    </ErrorState>
  );
}
