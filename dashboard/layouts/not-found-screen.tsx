import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Button } from '#shared/ui/button.tsx';
import { MessageScreen } from './message-screen.tsx';

export function NotFoundScreen() {
  const { t } = useTranslation();
  return (
    <MessageScreen
      code="404"
      title={t('notFound.title')}
      action={
        <>
          <Button asChild>
            <Link to="/home">{t('toHome')}</Link>
          </Button>
          <Button asChild variant="outline">
            <Link to="/search">{t('title.search')}</Link>
          </Button>
        </>
      }
    >
      {t('notFound.text')}
    </MessageScreen>
  );
}
