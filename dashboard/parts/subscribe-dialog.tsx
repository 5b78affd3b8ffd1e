/** Turns a query into a keyword subscription, after showing what it would have found in the last seven days. */
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#shared/api/create-client.ts';
import type { DataOf } from '#shared/contract/endpoint.ts';
import { previewKeyword, type Scope, subscribeKeyword } from '#shared/contract/keywords.ts';
import { Button } from '#shared/ui/button.tsx';
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from '#shared/ui/dialog.tsx';
import { ForeignText } from '#shared/ui/foreign-text.tsx';
import { HighlightedText } from '#shared/ui/highlighted-text.tsx';
import { Input } from '#shared/ui/input.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { SubmitButton } from '#shared/ui/submit-button.tsx';
import { toast } from '#shared/ui/toaster.tsx';
import { useUiTexts } from '#shared/ui/ui-texts.tsx';
import { api } from '../api.ts';
import { DayBars } from './day-bars.tsx';
import { explain } from './explanation.ts';
import { errorText } from './failure.tsx';
import { FormField } from './form-field.tsx';
import { NewsMeta } from './news-row.tsx';
import { QueryProblems, readProblems } from './query-problems.tsx';

export interface SubscribeDialogProps {
  /** The query to begin with; it can be changed in the dialog. */
  keyword: string;
  scope?: Partial<Scope>;
  open: boolean;
  onOpenChange(open: boolean): void;
}

export function SubscribeDialog({ keyword, scope, open, onOpenChange }: SubscribeDialogProps) {
  const { t } = useTranslation('search');
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent>
        <DialogHeader>
          <DialogTitle>{t('subscribe.title')}</DialogTitle>
          <DialogDescription>{t('subscribe.text')}</DialogDescription>
        </DialogHeader>
        <SubscribeForm initial={keyword} scope={scope} onDone={() => onOpenChange(false)} />
      </DialogContent>
    </Dialog>
  );
}

function SubscribeForm({ initial, scope, onDone }: { initial: string; scope?: Partial<Scope>; onDone: () => void }) {
  const { t } = useTranslation(['search', 'common']);
  const formId = useId();
  const queryClient = useQueryClient();
  const [draft, setDraft] = useState(initial);
  const [keyword, setKeyword] = useState(initial);
  const [name, setName] = useState('');
  const preview = useQuery({
    queryKey: ['keyword', 'preview', keyword, scope],
    queryFn: ({ signal }) => api(previewKeyword, { body: { keyword, ...(scope && { scope }) }, signal }),
    enabled: keyword.trim() !== '',
    placeholderData: keepPreviousData,
  });
  const save = useMutation({
    mutationFn: () =>
      api(subscribeKeyword, { body: { keyword, ...(name.trim() && { name }), ...(scope && { scope }) } }),
    onSuccess: async () => {
      toast.success(t('subscribe.done', { keyword: name.trim() || keyword }));
      await queryClient.invalidateQueries({ queryKey: ['keyword'] });
      onDone();
    },
  });
  const use = (text: string) => {
    setDraft(text);
    setKeyword(text.trim());
    save.reset();
  };
  const error = save.error ?? preview.error;
  const isStale = draft.trim() !== keyword;
  return (
    <>
      <form
        id={formId}
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (isStale) use(draft);
          else save.mutate();
        }}
      >
        <FormField label={t('subscribe.keyword')} hint={t('subscribe.keywordHint')}>
          {(control) => (
            <Input
              {...control}
              value={draft}
              required
              onChange={({ target }) => setDraft(target.value)}
              onBlur={() => isStale && draft.trim() !== '' && use(draft)}
            />
          )}
        </FormField>
        <FormField label={t('subscribe.name')} hint={t('subscribe.nameHint')}>
          {(control) => (
            <Input {...control} value={name} maxLength={80} onChange={({ target }) => setName(target.value)} />
          )}
        </FormField>
      </form>
      {error ? (
        <PreviewError error={error} query={keyword} onRepair={use} />
      ) : (
        <Preview data={preview.data} query={keyword} onRepair={use} />
      )}
      <DialogFooter>
        <Button variant="outline" onClick={onDone}>
          {t('common:cancel')}
        </Button>
        <SubmitButton form={formId} pending={save.isPending} disabled={preview.isError || draft.trim() === ''}>
          {isStale ? t('subscribe.preview') : t('subscribe.save')}
        </SubmitButton>
      </DialogFooter>
    </>
  );
}

type OnRepair = (query: string) => void;

function PreviewError({ error, query, onRepair }: { error: unknown; query: string; onRepair: OnRepair }) {
  const problems = error instanceof ApiError ? readProblems(error.problems) : [];
  return (
    <div className="space-y-2">
      <p role="alert" className="text-destructive">
        {errorText(error)}
      </p>
      <QueryProblems query={query} problems={problems} kind="error" onRepair={onRepair} />
    </div>
  );
}

function Preview({
  data,
  query,
  onRepair,
}: {
  data: DataOf<typeof previewKeyword> | undefined;
  query: string;
  onRepair: OnRepair;
}) {
  const { t } = useTranslation(['search', 'common']);
  const { t: tQuery } = useTranslation('query');
  const { language } = useUiTexts();
  if (!data) {
    return (
      <div role="status" aria-label={t('common:loading')} className="space-y-2">
        <Skeleton className="h-4 w-1/2" />
        <Skeleton className="h-16" />
        <Skeleton className="h-4 w-2/3" />
      </div>
    );
  }
  const explanation = explain(data.explanation, tQuery, language);
  const number = new Intl.NumberFormat(language).format(data.count) + (data.countCapped ? '+' : '');
  return (
    <section aria-label={t('subscribe.preview')} className="space-y-3">
      {explanation && <p className="text-muted-foreground">{explanation}</p>}
      <QueryProblems query={query} problems={readProblems(data.warnings)} kind="warning" onRepair={onRepair} />
      <p className="font-medium">
        {data.count === 0 ? t('subscribe.countNone') : t('subscribe.count', { count: data.count, number })}
      </p>
      {data.count > 0 && <DayBars days={data.perDay} label={(day, count) => t('day', { day, count })} />}
      {data.examples.length > 0 && (
        <ul className="divide-y border-y">
          {data.examples.slice(0, 3).map((item) => (
            <li key={item.id} className="py-2">
              <ForeignText as="p" language={item.language} script={item.script} className="leading-5">
                <HighlightedText text={item.title} ranges={item.highlights.title} />
              </ForeignText>
              <NewsMeta item={item} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
