import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { api } from '#dashboard/api.ts';
import { errorText } from '#dashboard/parts/failure.tsx';
import { formErrors } from '#dashboard/parts/form-errors.ts';
import { FormField } from '#dashboard/parts/form-field.tsx';
import { ApiError } from '#shared/api/create-client.ts';
import { changePassword, Password } from '#shared/contract/accounts.ts';
import { Input } from '#shared/ui/input.tsx';
import { SubmitButton } from '#shared/ui/submit-button.tsx';
import { toast } from '#shared/ui/toaster.tsx';

const PasswordChange = z
  .object({ oldPassword: z.string().min(1).max(128), newPassword: Password, repeated: z.string() })
  .refine(({ newPassword, repeated }) => newPassword === repeated, { path: ['repeated'] });
type PasswordInput = z.infer<typeof PasswordChange>;

const empty: PasswordInput = { oldPassword: '', newPassword: '', repeated: '' };

export function PasswordForm({ userName }: { userName: string }) {
  const { t } = useTranslation('personal');
  const { t: tCommon } = useTranslation();
  const form = useForm<PasswordInput>({
    resolver: zodResolver(PasswordChange, { error: formErrors(tCommon) as () => string }),
    defaultValues: empty,
  });
  const save = useMutation({
    mutationFn: ({ oldPassword, newPassword }: PasswordInput) =>
      api(changePassword, { body: { oldPassword, newPassword } }),
    onSuccess: () => {
      form.reset(empty);
      toast.success(t('password.done'));
    },
    onError: (error) => {
      if (isWrongPassword(error)) {
        form.setError('oldPassword', { message: errorText(error) }, { shouldFocus: true });
      }
    },
  });
  const { errors } = form.formState;
  return (
    <form noValidate className="max-w-sm space-y-4" onSubmit={form.handleSubmit((values) => save.mutate(values))}>
      {/* Password managers file the new password under this name. */}
      <input type="text" name="username" autoComplete="username" value={userName} readOnly hidden />
      <FormField label={t('password.old')} error={errors.oldPassword?.message}>
        {(control) => (
          <Input {...control} {...form.register('oldPassword')} type="password" autoComplete="current-password" />
        )}
      </FormField>
      <FormField label={t('password.new')} hint={t('password.newHint')} error={errors.newPassword?.message}>
        {(control) => (
          <Input {...control} {...form.register('newPassword')} type="password" autoComplete="new-password" />
        )}
      </FormField>
      <FormField label={t('password.repeat')} error={errors.repeated && t('password.different')}>
        {(control) => <Input {...control} {...form.register('repeated')} type="password" autoComplete="new-password" />}
      </FormField>
      {save.error && !isWrongPassword(save.error) && (
        <p role="alert" className="text-destructive">
          {errorText(save.error)}
        </p>
      )}
      <SubmitButton pending={save.isPending}>{t('password.change')}</SubmitButton>
    </form>
  );
}

function isWrongPassword(error: unknown): boolean {
  return error instanceof ApiError && error.errorName === 'PASSWORD_WRONG';
}
