import { createFileRoute, Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { MessageScreen } from '#dashboard/layouts/message-screen.tsx';
import { Button } from '#shared/ui/button.tsx';

export const Route = createFileRoute('/_public/403')({
  staticData: { title: 'title.forbidden' },
  component: ForbiddenScreen,
});

function ForbiddenScreen() {
  const { t } = useTranslation();
  const home = (
    <Button asChild>
      <Link to="/home">{t('toHome')}</Link>
    </Button>
  );
  return (
    <MessageScreen code="403" title={t('title.forbidden')} action={home}>
      {t('forbidden.text')}
    </MessageScreen>
  );
}
