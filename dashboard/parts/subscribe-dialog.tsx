/** Turns a query into a keyword subscription, after showing what it would have found in the last seven days. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keywordNameMax, subscribeKeyword } from '#shared/contract/keywords.ts';
import { parseQuery } from '#shared/query/parse.ts';
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
import { api } from '../api.ts';
import { FormField } from './form-field.tsx';
import { KeywordPreview } from './keyword-preview.tsx';
import { QueryFailure } from './query-problems.tsx';

export interface SubscribeDialogProps {
  /** The query to begin with; it can be changed in the dialog. */
  keyword: string;
  onClose(): void;
}

export function SubscribeDialog({ keyword, onClose }: SubscribeDialogProps) {
  const { t } = useTranslation('search');
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
    >
      <DialogContent>
        <DialogHeader>
          <DialogTitle>{t('subscribe.title')}</DialogTitle>
          <DialogDescription>{t('subscribe.text')}</DialogDescription>
        </DialogHeader>
        <SubscribeForm initial={keyword} onClose={onClose} />
      </DialogContent>
    </Dialog>
  );
}

function SubscribeForm({ initial, onClose }: { initial: string; onClose: () => void }) {
  const { t } = useTranslation(['search', 'common']);
  const formId = useId();
  const queryClient = useQueryClient();
  const [keyword, setKeyword] = useState(initial);
  const [name, setName] = useState('');
  const save = useMutation({
    mutationFn: () => api(subscribeKeyword, { body: { keyword, ...(name.trim() && { name }) } }),
    onSuccess: async () => {
      toast.success(t('subscribe.done', { keyword: name.trim() || keyword }));
      await queryClient.invalidateQueries({ queryKey: ['keyword'] });
      onClose();
    },
  });
  const change = (text: string) => {
    setKeyword(text);
    save.reset();
  };
  // In a list the words as they were written say more than the long query they became.
  const extend = (text: string) => {
    if (name.trim() === '') setName(keyword.slice(0, keywordNameMax));
    change(text);
  };
  return (
    <>
      <form
        id={formId}
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        <FormField label={t('subscribe.keyword')} hint={t('subscribe.keywordHint')}>
          {(control) => (
            <Input
              {...control}
              dir="auto"
              spellCheck={false}
              value={keyword}
              required
              onChange={({ target }) => change(target.value)}
            />
          )}
        </FormField>
        <FormField label={t('subscribe.name')} hint={t('subscribe.nameHint')}>
          {(control) => (
            <Input
              {...control}
              value={name}
              maxLength={keywordNameMax}
              onChange={({ target }) => setName(target.value)}
            />
          )}
        </FormField>
      </form>
      <KeywordPreview keyword={keyword} onRepair={change} onExtend={extend} />
      {save.error && <QueryFailure error={save.error} query={keyword} onRepair={change} />}
      <DialogFooter>
        <Button variant="outline" onClick={onClose}>
          {t('common:cancel')}
        </Button>
        <SubmitButton form={formId} pending={save.isPending} disabled={!parseQuery(keyword, { rules: true }).ok}>
          {t('subscribe.save')}
        </SubmitButton>
      </DialogFooter>
    </>
  );
}
