import { type FormEvent, useState } from 'react';
import { Button } from '#shared/ui/button.tsx';
import { Input } from '#shared/ui/input.tsx';
import { Label } from '#shared/ui/label.tsx';
import { SubmitButton } from '#shared/ui/submit-button.tsx';
import { browser, serverPattern } from '../browser.ts';
import { forgotPasswordLink, registerLink } from '../dashboard-links.ts';
import { sendMessage } from '../messages.ts';
import type { Problem } from '../problem.ts';
import { openOptions, openTab } from './open-tab.ts';
import { problemText } from './problem-text.ts';
import { useSurface } from './surface-store.ts';
import { useTexts } from './surface-texts.tsx';

export function SignInForm() {
  const { t } = useTexts();
  const server = useSurface((state) => state.server);
  const signedOut = useSurface((state) => state.signedOut);
  const [isPending, setPending] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(signedOut?.problem ?? null);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    // Asked inside the gesture: Firefox lets its user take the right to the server away.
    const isAllowed = browser.permissions.request({ origins: [serverPattern(server)] }).catch(() => true);
    setPending(true);
    setProblem(null);
    await isAllowed;
    const outcome = await sendMessage('signIn', {
      account: String(fields.get('account') ?? '').trim(),
      password: String(fields.get('password') ?? ''),
    });
    setPending(false);
    if (!outcome.ok) setProblem(outcome.problem);
  };

  return (
    <form className="space-y-4 px-4 py-5" onSubmit={submit}>
      <div>
        <h2 className="text-base font-medium">{t('signIn.title')}</h2>
        <p className="text-xs text-muted-foreground">
          {new URL(server).host}
          {' · '}
          <Button variant="link" className="text-xs" onClick={() => void openOptions()}>
            {t('signIn.otherServer')}
          </Button>
        </p>
      </div>
      {problem && (
        <p role="alert" className="rounded-md bg-destructive/10 px-3 py-2 text-destructive">
          {problemText(problem, t)}
        </p>
      )}
      <div className="space-y-1.5">
        <Label htmlFor="account">{t('signIn.account')}</Label>
        <Input id="account" name="account" autoComplete="username" required maxLength={254} />
      </div>
      <div className="space-y-1.5">
        <Label htmlFor="password">{t('signIn.password')}</Label>
        <Input id="password" name="password" type="password" autoComplete="current-password" required maxLength={128} />
      </div>
      <SubmitButton className="w-full" pending={isPending}>
        {t('signIn.submit')}
      </SubmitButton>
      <p className="text-muted-foreground">
        {t('signIn.noAccount')}{' '}
        <Button variant="link" onClick={() => void openTab(registerLink(server))}>
          {t('signIn.register')}
        </Button>
      </p>
      <p>
        <Button variant="link" onClick={() => void openTab(forgotPasswordLink(server))}>
          {t('signIn.forgot')}
        </Button>
      </p>
    </form>
  );
}
