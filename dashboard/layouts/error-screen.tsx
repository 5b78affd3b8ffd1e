import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#shared/ui/button.tsx';
import { MessageScreen } from './message-screen.tsx';

/** What is shown when a screen itself fails, also the page /500. */
export function ErrorScreen({ error }: Partial<ErrorComponentProps>) {
  const { t } = useTranslation();
  const router = useRouter();
  useEffect(() => {
    if (error) console.error(error);
  }, [error]);
  return (
    <MessageScreen
      code="500"
      title={t('crash.title')}
      action={
        <>
          <Button onClick={() => (error ? void router.invalidate() : router.history.back())}>{t('retry')}</Button>
          <Button asChild variant="outline">
            <Link to="/home">{t('toHome')}</Link>
          </Button>
        </>
      }
    >
      {t('crash.text')}
    </MessageScreen>
  );
}
