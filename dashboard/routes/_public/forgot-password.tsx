import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { createFileRoute, Link, redirect, useNavigate, useRouter } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { api } from '#dashboard/api.ts';
import { safeRedirect } from '#dashboard/guard.ts';
import { errorText } from '#dashboard/parts/failure.tsx';
import { formErrors } from '#dashboard/parts/form-errors.ts';
import { FormField } from '#dashboard/parts/form-field.tsx';
import { textParam } from '#dashboard/parts/search-params.ts';
import { isSignedIn, useSession } from '#dashboard/stores/session.ts';
import { ApiError } from '#shared/api/create-client.ts';
import { login, type Session, setPasswordByMobile } from '#shared/contract/accounts.ts';
import { loadTexts } from '#shared/i18n/setup.ts';
import { Input } from '#shared/ui/input.tsx';
import { SubmitButton } from '#shared/ui/submit-button.tsx';
import { toast } from '#shared/ui/toaster.tsx';
import { CodeButton } from './-code-button.tsx';
import { type FormInput, type FormOutput, ResetForm, toBody } from './-reset-form.ts';

export const Route = createFileRoute('/_public/forgot-password')({
  staticData: { title: 'title.forgotPassword' },
  validateSearch: (search): { redirect?: string } => ({ redirect: textParam(search['redirect'], 2000) }),
  beforeLoad: ({ search }) => {
    if (isSignedIn(useSession.getState().signed, Date.now())) throw redirect({ href: safeRedirect(search.redirect) });
  },
  loader: () => loadTexts('account'),
  component: ForgotPasswordScreen,
});

function ForgotPasswordScreen() {
  const { t } = useTranslation(['account', 'common']);
  const { t: tCommon } = useTranslation();
  const router = useRouter();
  const navigate = useNavigate();
  const wanted = Route.useSearch().redirect;
  const begin = useSession((session) => session.begin);
  const form = useForm<FormInput, unknown, FormOutput>({
    resolver: zodResolver(ResetForm, { error: formErrors(tCommon) as () => string }),
    mode: 'onTouched',
    defaultValues: { contact: '', code: '', password: '', repeated: '' },
  });
  const reset = useMutation({
    mutationFn: async (values: FormOutput) => {
      await api(setPasswordByMobile, { body: toBody(values) });
      return signInWith(values);
    },
    onSuccess: async (session) => {
      if (session) {
        begin(session);
        router.history.replace(safeRedirect(wanted));
        toast.success(t('reset.done'));
      } else {
        await navigate({ to: '/login', search: { redirect: wanted }, replace: true });
        toast.success(t('reset.doneSignIn'));
      }
    },
    onError: (error) => {
      if (isWrongCode(error)) form.setError('code', { message: errorText(error) }, { shouldFocus: true });
    },
  });
  const { errors } = form.formState;
  return (
    <div className="mx-auto max-w-sm py-6">
      <h1 className="text-xl font-semibold">{t('common:title.forgotPassword')}</h1>
      <p className="mt-1 text-muted-foreground">{t('reset.text')}</p>
      <form noValidate className="mt-6 space-y-4" onSubmit={form.handleSubmit((values) => reset.mutate(values))}>
        <FormField label={t('reset.contact')} error={errors.contact && t('register.contactInvalid')}>
          {(control) => (
            <Input
              {...control}
              {...form.register('contact', { setValueAs: (value: string) => value.trim() })}
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
            />
          )}
        </FormField>
        <FormField label={t('register.code')} error={errors.code?.message}>
          {(control) => (
            <span className="flex gap-2">
              <Input {...control} {...form.register('code')} inputMode="numeric" autoComplete="one-time-code" />
              <CodeButton to={form.watch('contact')} purpose="password" validate={() => form.trigger('contact')} />
            </span>
          )}
        </FormField>
        <FormField label={t('reset.password')} hint={t('register.passwordHint')} error={errors.password?.message}>
          {(control) => (
            <Input {...control} {...form.register('password')} type="password" autoComplete="new-password" />
          )}
        </FormField>
        <FormField label={t('reset.repeat')} error={errors.repeated && t('reset.different')}>
          {(control) => (
            <Input {...control} {...form.register('repeated')} type="password" autoComplete="new-password" />
          )}
        </FormField>
        {reset.isError && !isWrongCode(reset.error) && (
          <p role="alert" className="text-destructive">
            {errorText(reset.error)}
          </p>
        )}
        <SubmitButton className="w-full" pending={reset.isPending}>
          {t('reset.submit')}
        </SubmitButton>
      </form>
      <p className="mt-6 text-muted-foreground">
        {t('reset.remembered')}{' '}
        <Link to="/login" search={{ redirect: wanted }} className="text-link underline">
          {t('common:signIn')}
        </Link>
      </p>
    </div>
  );
}

/** The password is set by now; whoever cannot be signed in with it at once does so by hand. */
function signInWith({ contact, password }: FormOutput): Promise<Session | undefined> {
  return api(login, { body: { account: contact, password, client: 'dashboard' } }).catch(() => undefined);
}

function isWrongCode(error: unknown): boolean {
  return error instanceof ApiError && error.errorName === 'CODE_WRONG';
}
