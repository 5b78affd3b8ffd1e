/** Makes or changes a keyword subscription. What it would have found is shown before it is saved. */
import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { Controller, type UseFormReturn, useForm, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { api } from '#dashboard/api.ts';
import { formErrors } from '#dashboard/parts/form-errors.ts';
import { FormField } from '#dashboard/parts/form-field.tsx';
import { KeywordPreview } from '#dashboard/parts/keyword-preview.tsx';
import { LanguageChoice } from '#dashboard/parts/language-choice.tsx';
import { QueryFailure } from '#dashboard/parts/query-problems.tsx';
import { usePerson } from '#dashboard/parts/use-person.ts';
import {
  channels,
  type KeywordSubscription,
  keywordNameMax,
  Scope,
  SubscribeKeywordBody,
  subscribeKeyword,
  updateKeyword,
} from '#shared/contract/keywords.ts';
import { parseQuery } from '#shared/query/parse.ts';
import { Button } from '#shared/ui/button.tsx';
import { Dialog, DialogContent, DialogFooter, DialogHeader, DialogTitle } from '#shared/ui/dialog.tsx';
import { Input } from '#shared/ui/input.tsx';
import { ListSkeleton } from '#shared/ui/skeleton.tsx';
import { SubmitButton } from '#shared/ui/submit-button.tsx';
import { Textarea } from '#shared/ui/textarea.tsx';
import { toast } from '#shared/ui/toaster.tsx';
import { ChannelChoice } from './-channel-choice.tsx';
import { TellingFields, TellingForm, type TellingInput, toTelling, toTellingInput } from './-telling-fields.tsx';

const KeywordForm = SubscribeKeywordBody.pick({ keyword: true, name: true }).extend({
  ...TellingForm.shape,
  languages: Scope.shape.languages,
  titleOnly: z.boolean(),
  ownWebsitesOnly: z.boolean(),
  channels: z.array(z.enum(channels)),
});
type FormInput = z.input<typeof KeywordForm>;
type FormOutput = z.output<typeof KeywordForm>;

function toInput(before: KeywordSubscription | undefined, timeZone: string, words = ''): FormInput {
  return {
    ...toTellingInput(before, timeZone),
    keyword: before?.keyword ?? words,
    name: before && before.name !== before.keyword ? before.name : '',
    languages: before?.scope.languages ?? [],
    titleOnly: before?.scope.field === 'title',
    ownWebsitesOnly: before?.scope.ownWebsitesOnly ?? false,
    channels: before?.channels ?? ['in-app', 'desktop', 'feed'],
  };
}

type ScopeFields = Pick<FormInput, 'languages' | 'titleOnly' | 'ownWebsitesOnly'>;

/** Sources chosen elsewhere stay as they are. */
function toScope(
  { languages, titleOnly, ownWebsitesOnly }: ScopeFields,
  before: KeywordSubscription | undefined,
): Scope {
  return {
    languages: languages ?? [],
    sources: before?.scope.sources ?? [],
    ownWebsitesOnly,
    field: titleOnly ? 'title' : 'any',
  };
}

function save(values: FormOutput, before: KeywordSubscription | undefined, timeZone: string) {
  const { keyword, name } = values;
  const body = {
    keyword,
    name: name ?? '',
    scope: toScope(values, before),
    channels: values.channels,
    ...toTelling(values, timeZone),
  };
  return before ? api(updateKeyword, { body: { id: before.id, ...body } }) : api(subscribeKeyword, { body });
}

export interface KeywordDialogProps {
  /** The subscription to change; without one a new one is made. */
  before?: KeywordSubscription;
  words?: string;
  onClose(): void;
}

export function KeywordDialog({ before, words, onClose }: KeywordDialogProps) {
  const { t } = useTranslation('keyword');
  const person = usePerson();
  const hasDays = Boolean(before?.snoozeUntil ?? before?.expiresAt);
  // Without an answer the browser's own calendar is the best guess.
  const timeZone = person.data?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
    >
      <DialogContent aria-describedby={undefined} className="max-w-4xl">
        <DialogHeader>
          <DialogTitle>{t(before ? 'form.editTitle' : 'form.addTitle')}</DialogTitle>
        </DialogHeader>
        {person.isPending && hasDays ? (
          <ListSkeleton rows={6} />
        ) : (
          <SubscriptionForm before={before} words={words} timeZone={timeZone} onClose={onClose} />
        )}
      </DialogContent>
    </Dialog>
  );
}

function SubscriptionForm({ before, words, timeZone, onClose }: KeywordDialogProps & { timeZone: string }) {
  const { t } = useTranslation(['keyword', 'common']);
  const { t: tCommon } = useTranslation();
  const formId = useId();
  const queryClient = useQueryClient();
  const form = useForm<FormInput, unknown, FormOutput>({
    resolver: zodResolver(KeywordForm, { error: formErrors(tCommon) as () => string }),
    defaultValues: toInput(before, timeZone, words),
  });
  const { errors } = form.formState;
  const values = useWatch({ control: form.control }) as FormInput;
  const saving = useMutation({
    mutationFn: (output: FormOutput) => save(output, before, timeZone),
    onSuccess: async (_, { keyword, name }) => {
      toast.success(t(before ? 'form.changed' : 'form.added', { name: name || keyword }));
      await queryClient.invalidateQueries({ queryKey: ['keyword'] });
      onClose();
    },
  });
  const repair = (keyword: string) => {
    saving.reset();
    form.setValue('keyword', keyword, { shouldValidate: true });
  };
  // In the list the words as they were written say more than the long query they became.
  const extend = (keyword: string) => {
    if (!values.name) form.setValue('name', values.keyword.slice(0, keywordNameMax));
    repair(keyword);
  };
  const submit = form.handleSubmit((output) => {
    // The place and the repair are shown beside the field already.
    if (parseQuery(output.keyword, { rules: true }).ok) saving.mutate(output);
    else form.setFocus('keyword');
  });
  return (
    <>
      <form id={formId} noValidate className="grid gap-x-8 gap-y-4 md:grid-cols-2" onSubmit={submit}>
        <FormField label={t('form.words')} hint={t('form.wordsHint')} error={errors.keyword?.message}>
          {(control) => (
            <Textarea
              {...control}
              {...form.register('keyword', { onChange: () => saving.reset() })}
              rows={2}
              dir="auto"
              spellCheck={false}
              onKeyDown={(event) => {
                if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
                event.preventDefault();
                event.currentTarget.form?.requestSubmit();
              }}
            />
          )}
        </FormField>
        {/* Beside the whole form where there is room, else right under the words. */}
        <div className="min-w-0 md:row-span-2">
          <KeywordPreview
            keyword={values.keyword}
            scope={toScope(values, before)}
            onRepair={repair}
            onExtend={extend}
          />
        </div>
        <div className="space-y-4">
          <FormField label={t('form.name')} hint={t('form.nameHint')} error={errors.name?.message}>
            {(control) => <Input {...control} {...form.register('name')} autoComplete="off" />}
          </FormField>
          <TellingFields form={form as unknown as UseFormReturn<TellingInput>} />
          <Controller
            control={form.control}
            name="channels"
            render={({ field }) => <ChannelChoice chosen={field.value} onChange={field.onChange} />}
          />
          <fieldset className="space-y-2.5">
            <legend className="mb-2 font-medium">{t('form.scope')}</legend>
            <label className="flex items-center gap-2">
              <input type="checkbox" className="size-4 accent-primary" {...form.register('titleOnly')} />
              {t('form.titleOnly')}
            </label>
            <label className="flex items-center gap-2">
              <input type="checkbox" className="size-4 accent-primary" {...form.register('ownWebsitesOnly')} />
              {t('form.ownWebsitesOnly')}
            </label>
            <Controller
              control={form.control}
              name="languages"
              render={({ field }) => {
                const chosen = field.value ?? [];
                const label =
                  chosen.length === 0 ? t('form.languagesAll') : t('form.languages', { count: chosen.length });
                return <LanguageChoice label={label} chosen={chosen} onChange={field.onChange} />;
              }}
            />
          </fieldset>
          {saving.error && <QueryFailure error={saving.error} query={values.keyword} onRepair={repair} />}
        </div>
      </form>
      <DialogFooter>
        <Button variant="outline" onClick={onClose}>
          {t('common:cancel')}
        </Button>
        <SubmitButton form={formId} pending={saving.isPending}>
          {t(before ? 'form.save' : 'form.subscribe')}
        </SubmitButton>
      </DialogFooter>
    </>
  );
}
