import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#dashboard/api.ts';
import { errorText } from '#dashboard/parts/failure.tsx';
import { toCode } from '#shared/contract/accounts.ts';
import { currentLanguage } from '#shared/i18n/setup.ts';
import { SubmitButton } from '#shared/ui/submit-button.tsx';
import { toast } from '#shared/ui/toaster.tsx';

/** Sends a one-time code, and counts down until another may be asked for. */
export function CodeButton({
  to,
  purpose,
  validate,
}: {
  to: string;
  purpose: 'register' | 'password' | 'contact';
  validate: () => Promise<boolean>;
}) {
  const { t } = useTranslation('account');
  const [retryAt, setRetryAt] = useState(0);
  const seconds = useSecondsUntil(retryAt);
  const send = useMutation({
    mutationFn: () => api(toCode, { body: { to, purpose, language: currentLanguage() } }),
    onSuccess: (answer) => {
      setRetryAt(answer.retryAt);
      toast.success(t('code.sent', { to }));
    },
    onError: (error) => void toast.error(errorText(error)),
  });
  return (
    <SubmitButton
      type="button"
      variant="outline"
      pending={send.isPending}
      disabled={seconds > 0}
      onClick={async () => {
        if (await validate()) send.mutate();
      }}
    >
      {seconds > 0 ? t('code.wait', { seconds }) : t('code.send')}
    </SubmitButton>
  );
}

function useSecondsUntil(atMs: number): number {
  const [nowMs, setNow] = useState(() => Date.now());
  useEffect(() => {
    setNow(Date.now());
    const timer = setInterval(() => {
      setNow(Date.now());
      if (Date.now() >= atMs) clearInterval(timer);
    }, 1000);
    return () => clearInterval(timer);
  }, [atMs]);
  return Math.max(0, Math.ceil((atMs - nowMs) / 1000));
}
