/** Keeps a link by hand. */
import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { api } from '#dashboard/api.ts';
import { errorText } from '#dashboard/parts/failure.tsx';
import { formErrors } from '#dashboard/parts/form-errors.ts';
import { FormField } from '#dashboard/parts/form-field.tsx';
import { ApiError } from '#shared/api/create-client.ts';
import { saveCollect } from '#shared/contract/collect.ts';
import { Address } from '#shared/contract/websites.ts';
import { Button } from '#shared/ui/button.tsx';
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from '#shared/ui/dialog.tsx';
import { Input } from '#shared/ui/input.tsx';
import { SubmitButton } from '#shared/ui/submit-button.tsx';
import { toast } from '#shared/ui/toaster.tsx';
import { LabelFields, LabelForm, type LabelInput } from './-label-fields.tsx';
import type { Label } from './-labels.tsx';

const LinkForm = LabelForm.extend({ url: Address });
type LinkInput = LabelInput & { url: string };

interface AddDialogProps {
  /** The folder that is open takes the link. */
  folder?: string;
  folders: readonly Label[];
  tags: readonly Label[];
  onClose(): void;
}

export function AddDialog(props: AddDialogProps) {
  const { t } = useTranslation('collect');
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) props.onClose();
      }}
    >
      <DialogContent className="max-w-xl">
        <DialogHeader>
          <DialogTitle>{t('add.title')}</DialogTitle>
          <DialogDescription>{t('add.text')}</DialogDescription>
        </DialogHeader>
        <LinkEditor {...props} />
      </DialogContent>
    </Dialog>
  );
}

function LinkEditor({ folder = '', folders, tags, onClose }: AddDialogProps) {
  const { t } = useTranslation(['collect', 'common']);
  const { t: tCommon } = useTranslation();
  const queryClient = useQueryClient();
  // One for the whole dialog: sent again after a lost answer, the link is still kept once.
  const [clientId] = useState(newClientId);
  const form = useForm<LinkInput>({
    resolver: zodResolver(LinkForm, { error: formErrors(tCommon) as () => string }),
    defaultValues: { url: '', title: '', folder, tags: [], note: '' },
  });
  const { errors } = form.formState;
  const save = useMutation({
    mutationFn: ({ url, ...labels }: LinkInput) =>
      api(saveCollect, { body: { clientId, url: withScheme(url), ...labels } }),
    onSuccess: async () => {
      toast.success(t('add.done'));
      await queryClient.invalidateQueries({ queryKey: ['collect'] });
      onClose();
    },
    onError: (error) => {
      if (isAddressError(error)) form.setError('url', { message: errorText(error) }, { shouldFocus: true });
    },
  });
  return (
    <form noValidate className="space-y-4" onSubmit={form.handleSubmit((values) => save.mutate(values))}>
      <FormField label={t('add.url')} error={errors.url?.message}>
        {(control) => (
          <Input
            {...control}
            {...form.register('url')}
            inputMode="url"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            placeholder="https://"
            dir="ltr"
          />
        )}
      </FormField>
      <FormField label={t('item.name')} hint={t('add.nameHint')} error={errors.title?.message}>
        {(control) => <Input {...control} {...form.register('title')} dir="auto" autoComplete="off" />}
      </FormField>
      {/* The fields know nothing of the address; the form that has it too is more than they need. */}
      <LabelFields form={form as unknown as UseFormReturn<LabelInput>} folders={folders} tags={tags} />
      {save.error && !isAddressError(save.error) && (
        <p role="alert" className="text-destructive">
          {errorText(save.error)}
        </p>
      )}
      <DialogFooter>
        <Button variant="outline" onClick={onClose}>
          {t('common:cancel')}
        </Button>
        <SubmitButton pending={save.isPending}>{t('add.save')}</SubmitButton>
      </DialogFooter>
    </form>
  );
}

function isAddressError(error: unknown): boolean {
  return error instanceof ApiError && error.errorName === 'URL_INVALID';
}

/** People type addresses without a scheme. */
function withScheme(url: string): string {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(url) ? url : `https://${url}`;
}

function newClientId(): string {
  const random = crypto.getRandomValues(new Uint32Array(2));
  return `link-${Date.now().toString(36)}-${[...random].map((part) => part.toString(36)).join('')}`;
}
