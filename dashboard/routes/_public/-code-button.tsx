import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#dashboard/api.ts';
import { errorText } from '#dashboard/parts/failure.tsx';
import { ApiError } from '#shared/api/create-client.ts';
import { type codePurposes, toCode } from '#shared/contract/accounts.ts';
import { currentLanguage } from '#shared/i18n/setup.ts';
import { codeLifeMs } from '#shared/rules/session.ts';
import { SubmitButton } from '#shared/ui/submit-button.tsx';
import { toast } from '#shared/ui/toaster.tsx';

/** Sends a one-time code, and counts down until another may be asked for. */
export function CodeButton({
  to,
  purpose,
  validate,
}: {
  to: string;
  purpose: (typeof codePurposes)[number];
  validate: () => Promise<boolean>;
}) {
  const { t } = useTranslation('account');
  const [retryAt, setRetryAt] = useState(0);
  const seconds = useSecondsUntil(retryAt);
  const send = useMutation({
    mutationFn: () => api(toCode, { body: { to, purpose, language: currentLanguage() } }),
    onSuccess: (answer) => {
      setRetryAt(answer.retryAt);
      // Whether anybody has an account with this address is not for whoever types it in.
      const sent = purpose === 'password' ? 'code.sentIfKnown' : 'code.sent';
      toast.success(t(sent, { to, minutes: codeLifeMs / 60_000 }));
    },
    onError: (error) => {
      // After a reload nothing here remembers the last code; the server does.
      if (error instanceof ApiError && error.errorName === 'RATE_LIMITED') {
        setRetryAt(Date.now() + Number(error.args['seconds'] ?? 0) * 1000);
      }
      toast.error(errorText(error));
    },
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
