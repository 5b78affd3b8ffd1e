import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { createFileRoute, Link, useRouter } from '@tanstack/react-router';
import { Controller, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { api } from '#dashboard/api.ts';
import { safeRedirect } from '#dashboard/guard.ts';
import { errorText } from '#dashboard/parts/failure.tsx';
import { formErrors } from '#dashboard/parts/form-errors.ts';
import { FormField } from '#dashboard/parts/form-field.tsx';
import { textParam } from '#dashboard/parts/search-params.ts';
import { useSession } from '#dashboard/stores/session.ts';
import { ApiError } from '#shared/api/create-client.ts';
import { register } from '#shared/contract/accounts.ts';
import { loadTexts } from '#shared/i18n/setup.ts';
import { Checkbox } from '#shared/ui/checkbox.tsx';
import { Input } from '#shared/ui/input.tsx';
import { SubmitButton } from '#shared/ui/submit-button.tsx';
import { CodeButton } from './-code-button.tsx';
import { type FormInput, type FormOutput, RegisterForm, toBody } from './-register-form.ts';

export const Route = createFileRoute('/_public/register')({
  staticData: { title: 'title.register' },
  validateSearch: (search): { redirect?: string } => ({ redirect: textParam(search['redirect'], 2000) }),
  loader: () => loadTexts('account'),
  component: RegisterScreen,
});

/** Errors of the server that belong to one field. */
const fieldOfError: Partial<Record<string, keyof FormInput>> = {
  USER_NAME_TAKEN: 'userName',
  CONTACT_TAKEN: 'contact',
  CODE_REQUIRED: 'code',
  CODE_WRONG: 'code',
  INVITE_CODE_UNKNOWN: 'inviteCode',
};

function RegisterScreen() {
  const { t } = useTranslation(['account', 'common']);
  const { t: tCommon } = useTranslation();
  const router = useRouter();
  const wanted = Route.useSearch().redirect;
  const begin = useSession((session) => session.begin);
  const form = useForm<FormInput, unknown, FormOutput>({
    resolver: zodResolver(RegisterForm, { error: formErrors(tCommon) as () => string }),
    mode: 'onTouched',
    defaultValues: { userName: '', password: '', contact: '', code: '', inviteCode: '' },
  });
  const create = useMutation({
    mutationFn: (values: FormOutput) => api(register, { body: toBody(values) }),
    onSuccess: (session) => {
      begin(session);
      router.history.replace(safeRedirect(wanted));
    },
    onError: (error) => {
      const field = error instanceof ApiError ? fieldOfError[error.errorName] : undefined;
      if (field) form.setError(field, { message: errorText(error) }, { shouldFocus: true });
    },
  });
  const { errors } = form.formState;
  const contact = form.watch('contact');
  const isElsewhere = create.error instanceof ApiError && fieldOfError[create.error.errorName] !== undefined;
  return (
    <div className="mx-auto max-w-sm py-6">
      <h1 className="text-xl font-semibold">{t('common:title.register')}</h1>
      <form noValidate className="mt-6 space-y-4" onSubmit={form.handleSubmit((values) => create.mutate(values))}>
        <FormField label={t('register.userName')} hint={t('register.userNameHint')} error={errors.userName?.message}>
          {(control) => (
            <Input
              {...control}
              {...form.register('userName')}
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
            />
          )}
        </FormField>
        <FormField label={t('password')} hint={t('register.passwordHint')} error={errors.password?.message}>
          {(control) => (
            <Input {...control} {...form.register('password')} type="password" autoComplete="new-password" />
          )}
        </FormField>
        <FormField
          label={t('register.contact')}
          hint={t('register.contactHint')}
          error={errors.contact?.message && t('register.contactInvalid')}
        >
          {(control) => (
            <Input
              {...control}
              {...form.register('contact', { setValueAs: (value: string) => value.trim() })}
              autoComplete="email"
              autoCapitalize="none"
              spellCheck={false}
            />
          )}
        </FormField>
        {contact !== '' && (
          <FormField label={t('register.code')} error={errors.code?.message}>
            {(control) => (
              <span className="flex gap-2">
                <Input {...control} {...form.register('code')} inputMode="numeric" autoComplete="one-time-code" />
                <CodeButton to={contact} purpose="register" validate={() => form.trigger('contact')} />
              </span>
            )}
          </FormField>
        )}
        <FormField label={t('register.inviteCode')} error={errors.inviteCode?.message}>
          {(control) => <Input {...control} {...form.register('inviteCode')} autoComplete="off" />}
        </FormField>
        <Agreement form={form} />
        {create.isError && !isElsewhere && (
          <p role="alert" className="text-destructive">
            {errorText(create.error)}
          </p>
        )}
        <SubmitButton className="w-full" pending={create.isPending}>
          {t('register.submit')}
        </SubmitButton>
      </form>
      <p className="mt-6 text-muted-foreground">
        {t('register.hasAccount')}{' '}
        <Link to="/login" search={{ redirect: wanted }} className="text-link underline">
          {t('common:signIn')}
        </Link>
      </p>
    </div>
  );
}

function Agreement({ form }: { form: ReturnType<typeof useForm<FormInput, unknown, FormOutput>> }) {
  const { t } = useTranslation('account');
  return (
    <Controller
      control={form.control}
      name="agree"
      render={({ field, fieldState }) => (
        <div>
          <div className="flex items-start gap-2">
            <Checkbox
              id="agree"
              ref={field.ref}
              className="mt-0.5"
              checked={field.value === true}
              onCheckedChange={(isChecked) => field.onChange(isChecked === true ? true : undefined)}
              onBlur={field.onBlur}
              aria-invalid={fieldState.invalid}
              aria-describedby={fieldState.invalid ? 'agree-error' : undefined}
            />
            <label htmlFor="agree">{t('register.agree')}</label>
          </div>
          {fieldState.invalid && (
            <p id="agree-error" role="alert" className="mt-1.5 text-destructive">
              {t('register.agreeNeeded')}
            </p>
          )}
        </div>
      )}
    />
  );
}
