import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { createFileRoute, Link, redirect, useRouter } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { api } from '#dashboard/api.ts';
import { safeRedirect } from '#dashboard/guard.ts';
import { errorText } from '#dashboard/parts/failure.tsx';
import { formErrors } from '#dashboard/parts/form-errors.ts';
import { FormField } from '#dashboard/parts/form-field.tsx';
import { textParam } from '#dashboard/parts/search-params.ts';
import { isSignedIn, useSession } from '#dashboard/stores/session.ts';
import { LoginBody, login } from '#shared/contract/accounts.ts';
import { loadTexts } from '#shared/i18n/setup.ts';
import { Input } from '#shared/ui/input.tsx';
import { SubmitButton } from '#shared/ui/submit-button.tsx';

export const Route = createFileRoute('/_public/login')({
  staticData: { title: 'title.login' },
  validateSearch: (search): { redirect?: string } => ({ redirect: textParam(search['redirect'], 2000) }),
  beforeLoad: ({ search }) => {
    if (isSignedIn(useSession.getState().signed, Date.now())) throw redirect({ href: safeRedirect(search.redirect) });
  },
  loader: () => loadTexts('account'),
  component: LoginScreen,
});

function LoginScreen() {
  const { t } = useTranslation(['account', 'common']);
  const { t: tCommon } = useTranslation();
  const router = useRouter();
  const wanted = Route.useSearch().redirect;
  const begin = useSession((session) => session.begin);
  const form = useForm<z.input<typeof LoginBody>, unknown, z.output<typeof LoginBody>>({
    resolver: zodResolver(LoginBody, { error: formErrors(tCommon) as () => string }),
    defaultValues: { account: '', password: '', client: 'dashboard' },
  });
  const signIn = useMutation({
    mutationFn: (body: z.output<typeof LoginBody>) => api(login, { body }),
    onSuccess: (session) => {
      begin(session);
      router.history.replace(safeRedirect(wanted));
    },
    onError: () => form.setFocus('password'),
  });
  const { errors } = form.formState;
  return (
    <div className="mx-auto max-w-sm py-6">
      <h1 className="text-xl font-semibold">{t('common:title.login')}</h1>
      {wanted && <p className="mt-1 text-muted-foreground">{t('login.first')}</p>}
      <form noValidate className="mt-6 space-y-4" onSubmit={form.handleSubmit((body) => signIn.mutate(body))}>
        <FormField label={t('login.account')} error={errors.account?.message}>
          {(control) => (
            <Input
              {...control}
              {...form.register('account')}
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
            />
          )}
        </FormField>
        <FormField label={t('password')} error={errors.password?.message}>
          {(control) => (
            <Input {...control} {...form.register('password')} type="password" autoComplete="current-password" />
          )}
        </FormField>
        <p className="text-end">
          <Link to="/forgot-password" search={{ redirect: wanted }} className="text-link underline">
            {t('login.forgot')}
          </Link>
        </p>
        {signIn.isError && (
          <p role="alert" className="text-destructive">
            {errorText(signIn.error)}
          </p>
        )}
        <SubmitButton className="w-full" pending={signIn.isPending}>
          {t('common:signIn')}
        </SubmitButton>
      </form>
      <p className="mt-6 text-muted-foreground">
        {t('login.noAccount')}{' '}
        <Link to="/register" search={{ redirect: wanted }} className="text-link underline">
          {t('common:title.register')}
        </Link>
      </p>
    </div>
  );
}
