import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import i18next from 'i18next';
import { useId } from 'react';
import { Controller, type UseFormReturn, useForm, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { api } from '#dashboard/api.ts';
import { errorText } from '#dashboard/parts/failure.tsx';
import { formErrors } from '#dashboard/parts/form-errors.ts';
import { FormField } from '#dashboard/parts/form-field.tsx';
import { TimeSelect } from '#dashboard/parts/time-select.tsx';
import { Language, type PersonInfo, updateProfile } from '#shared/contract/accounts.ts';
import { MinuteOfDay } from '#shared/contract/keywords.ts';
import { languageNames, languages, languageTags } from '#shared/i18n/languages.ts';
import { changeLanguage } from '#shared/i18n/setup.ts';
import { Input } from '#shared/ui/input.tsx';
import { Label } from '#shared/ui/label.tsx';
import { NativeSelect } from '#shared/ui/native-select.tsx';
import { SubmitButton } from '#shared/ui/submit-button.tsx';
import { Switch } from '#shared/ui/switch.tsx';
import { toast } from '#shared/ui/toaster.tsx';

const nameMax = 64;
const Profile = z.object({
  nickname: z.string().trim().max(nameMax),
  real_name: z.string().trim().max(nameMax),
  language: Language,
  timeZone: z.string().max(64),
  isQuiet: z.boolean(),
  quietFrom: MinuteOfDay,
  quietTo: MinuteOfDay,
});
type ProfileInput = z.infer<typeof Profile>;

const usualQuiet = { from: 22 * 60, to: 7 * 60 };

function toInput({ nickname, real_name, language, timeZone, quietHours }: PersonInfo): ProfileInput {
  const { from, to } = quietHours ?? usualQuiet;
  return { nickname, real_name, language, timeZone, isQuiet: quietHours !== null, quietFrom: from, quietTo: to };
}

function toBody({ isQuiet, quietFrom, quietTo, ...names }: ProfileInput) {
  return { ...names, quietHours: isQuiet ? { from: quietFrom, to: quietTo } : null };
}

/** Names, language, time zone and quiet hours. The language becomes that of the dashboard, too. */
export function ProfileForm({ person }: { person: PersonInfo }) {
  const { t } = useTranslation(['personal', 'common']);
  const { t: tCommon } = useTranslation();
  const queryClient = useQueryClient();
  const form = useForm<ProfileInput>({
    resolver: zodResolver(Profile, { error: formErrors(tCommon) as () => string }),
    defaultValues: toInput(person),
  });
  const save = useMutation({
    mutationFn: (input: ProfileInput) => api(updateProfile, { body: toBody(input) }),
    onSuccess: async (changed) => {
      queryClient.setQueryData(['person'], changed);
      form.reset(toInput(changed));
      await changeLanguage(changed.language);
      toast.success(i18next.t('saved', { ns: 'personal' }));
    },
  });
  const { errors, isDirty } = form.formState;
  const zones = timeZones(person.timeZone);
  return (
    <form noValidate className="space-y-4" onSubmit={form.handleSubmit((values) => save.mutate(values))}>
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField label={t('nickname')} hint={t('nicknameHint')} error={errors.nickname?.message}>
          {(control) => <Input {...control} {...form.register('nickname')} autoComplete="nickname" />}
        </FormField>
        <FormField label={t('realName')} error={errors.real_name?.message}>
          {(control) => <Input {...control} {...form.register('real_name')} autoComplete="name" />}
        </FormField>
        <FormField label={t('language')} hint={t('languageHint')} error={errors.language?.message}>
          {(control) => (
            <NativeSelect {...control} {...form.register('language')} className="flex w-full [&_select]:h-9">
              {languages.map((language) => (
                <option key={language} value={language} lang={languageTags[language]}>
                  {languageNames[language]}
                </option>
              ))}
            </NativeSelect>
          )}
        </FormField>
        <FormField label={t('timeZone')} hint={t('timeZoneHint')} error={errors.timeZone?.message}>
          {(control) => (
            <NativeSelect {...control} {...form.register('timeZone')} className="flex w-full [&_select]:h-9">
              {zones.map((zone) => (
                <option key={zone} value={zone}>
                  {zone.replaceAll('_', ' ')}
                </option>
              ))}
            </NativeSelect>
          )}
        </FormField>
      </div>
      <QuietFields form={form} />
      {save.error && (
        <p role="alert" className="text-destructive">
          {errorText(save.error)}
        </p>
      )}
      <SubmitButton pending={save.isPending} disabled={!isDirty}>
        {t('common:save')}
      </SubmitButton>
    </form>
  );
}

function QuietFields({ form }: { form: UseFormReturn<ProfileInput> }) {
  const { t } = useTranslation('personal');
  const isQuiet = useWatch({ control: form.control, name: 'isQuiet' });
  const id = useId();
  return (
    <fieldset aria-describedby={`${id}-hint`} className="space-y-2">
      <legend className="sr-only">{t('quiet')}</legend>
      <div className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-2">
        <Controller
          control={form.control}
          name="isQuiet"
          render={({ field }) => <Switch id={id} checked={field.value} onCheckedChange={field.onChange} />}
        />
        <Label htmlFor={id}>{t('quiet')}</Label>
        {isQuiet && (
          <span className="flex items-center gap-2">
            <TimeSelect
              aria-label={t('quiet.from')}
              also={form.getValues('quietFrom')}
              {...form.register('quietFrom', { valueAsNumber: true })}
            />
            –
            <TimeSelect
              aria-label={t('quiet.to')}
              also={form.getValues('quietTo')}
              {...form.register('quietTo', { valueAsNumber: true })}
            />
          </span>
        )}
      </div>
      <p id={`${id}-hint`} className="text-muted-foreground">
        {t('quiet.hint')}
      </p>
    </fieldset>
  );
}

/** All zones the browser knows; the member's and the browser's own come first. */
function timeZones(own: string): string[] {
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return [...new Set([own, here, 'UTC', ...Intl.supportedValuesOf('timeZone')])].filter(Boolean);
}
