import { useId } from 'react';
import { Controller, type UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { FormField } from '#dashboard/parts/form-field.tsx';
import { FolderName, Tag } from '#shared/contract/collect.ts';
import { Input } from '#shared/ui/input.tsx';
import { Textarea } from '#shared/ui/textarea.tsx';
import type { Label } from './-labels.tsx';
import { TagInput } from './-tag-input.tsx';

/** What a member may say about an item. */
export const LabelForm = z.object({
  title: z.string().trim().max(500),
  folder: FolderName,
  tags: z.array(Tag).max(20),
  note: z.string().max(20_000),
});
export type LabelInput = z.infer<typeof LabelForm>;

/** Folder, tags and note, the same when an item is added and when it is changed. */
export function LabelFields({
  form,
  folders,
  tags,
}: {
  form: UseFormReturn<LabelInput>;
  folders: readonly Label[];
  tags: readonly Label[];
}) {
  const { t } = useTranslation('collect');
  const listId = useId();
  const { errors } = form.formState;
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField label={t('folder')} hint={t('folder.hint')} error={errors.folder?.message}>
          {(control) => (
            <>
              <Input {...control} {...form.register('folder')} list={listId} autoComplete="off" />
              <datalist id={listId}>
                {folders.map(({ name }) => (
                  <option key={name} value={name} />
                ))}
              </datalist>
            </>
          )}
        </FormField>
        <Controller
          control={form.control}
          name="tags"
          render={({ field }) => (
            <FormField label={t('tags')} hint={t('tags.hint')} error={errors.tags?.message}>
              {(control) => (
                <TagInput
                  {...control}
                  tags={field.value}
                  known={tags}
                  onChange={field.onChange}
                  onBlur={field.onBlur}
                />
              )}
            </FormField>
          )}
        />
      </div>
      <FormField label={t('note')} error={errors.note?.message}>
        {(control) => <Textarea {...control} {...form.register('note')} dir="auto" />}
      </FormField>
    </>
  );
}
