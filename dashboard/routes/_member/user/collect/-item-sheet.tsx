/** One kept item: its clean text, what was highlighted, and what the member says about it. */
import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ExternalLinkIcon, FolderIcon, NewspaperIcon, PencilIcon, Trash2Icon } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { api } from '#dashboard/api.ts';
import { errorText, Failure } from '#dashboard/parts/failure.tsx';
import { formErrors } from '#dashboard/parts/form-errors.ts';
import { FormField } from '#dashboard/parts/form-field.tsx';
import { type CollectItem, getCollect, updateCollect } from '#shared/contract/collect.ts';
import type { DataOf } from '#shared/contract/endpoint.ts';
import { Badge } from '#shared/ui/badge.tsx';
import { Button } from '#shared/ui/button.tsx';
import { ForeignText } from '#shared/ui/foreign-text.tsx';
import { Input } from '#shared/ui/input.tsx';
import { RelativeTime } from '#shared/ui/relative-time.tsx';
import { SafeHtml, safeAddress } from '#shared/ui/safe-html.tsx';
import { Sheet, SheetContent } from '#shared/ui/sheet.tsx';
import { ListSkeleton } from '#shared/ui/skeleton.tsx';
import { SubmitButton } from '#shared/ui/submit-button.tsx';
import { toast } from '#shared/ui/toaster.tsx';
import { LabelFields, LabelForm, type LabelInput } from './-label-fields.tsx';
import type { Label } from './-labels.tsx';
import { useRemoveItems } from './-use-remove-items.ts';

type Item = DataOf<typeof getCollect>;

interface Labels {
  folders: readonly Label[];
  tags: readonly Label[];
}

export function ItemSheet({ id, onClose, ...labels }: { id: number; onClose: () => void } & Labels) {
  const { t } = useTranslation('collect');
  const item = useQuery({
    queryKey: ['collect', 'item', id],
    queryFn: ({ signal }) => api(getCollect, { params: { id }, signal }),
  });
  return (
    <Sheet
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
    >
      <SheetContent side="end" title={t('item.title')} className="w-200 max-w-full px-5 sm:max-w-[calc(100%-3rem)]">
        {item.data ? (
          <>
            <Head item={item.data} onRemoved={onClose} />
            <Labelling key={item.data.id} item={item.data} {...labels} />
            <Article item={item.data} />
          </>
        ) : item.error ? (
          <Failure error={item.error} onRetry={() => void item.refetch()} />
        ) : (
          <ListSkeleton rows={6} />
        )}
      </SheetContent>
    </Sheet>
  );
}

function Head({ item, onRemoved }: { item: CollectItem; onRemoved: () => void }) {
  const { t } = useTranslation('collect');
  const remove = useRemoveItems(onRemoved);
  const original = safeAddress(item.url, '', ['http:', 'https:']);
  return (
    <header>
      <ForeignText as="h2" language={item.language} script={item.script} className="text-xl leading-7 font-semibold">
        {item.title || item.url}
      </ForeignText>
      <p className="mt-1 flex flex-wrap gap-x-2 text-xs leading-5 text-muted-foreground">
        <span>{t(`kind.${item.kind}`)}</span>
        <ForeignText language={item.language} script={item.script}>
          {item.siteName}
        </ForeignText>
        <span>
          {t('item.kept')} <RelativeTime at={item.createdAt} className="tabular-nums" />
        </span>
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        {original && (
          <Button asChild variant="outline" size="sm">
            <a href={original} target="_blank" rel="noopener noreferrer">
              <ExternalLinkIcon />
              {t('item.original')}
            </a>
          </Button>
        )}
        {item.articleId !== null && (
          <Button asChild variant="outline" size="sm">
            <Link to="/news/$id" params={{ id: String(item.articleId) }}>
              <NewspaperIcon />
              {t('item.article')}
            </Link>
          </Button>
        )}
        <SubmitButton
          type="button"
          variant="outline"
          size="sm"
          pending={remove.isPending}
          onClick={() => remove.mutate([item.id])}
        >
          <Trash2Icon />
          {t('remove')}
        </SubmitButton>
      </div>
    </header>
  );
}

/** What the member says about it: a few lines over the text, the form on demand. */
function Labelling({ item, folders, tags }: { item: Item } & Labels) {
  const { t } = useTranslation('collect');
  const [isOpen, setOpen] = useState(false);
  return (
    <section className="space-y-3 border-y py-3">
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1 space-y-1.5">
          <p className="flex flex-wrap items-center gap-1.5 leading-8">
            <FolderIcon aria-hidden className="size-4 text-muted-foreground" />
            {item.folder || t('folder.none')}
            {item.tags.map((tag) => (
              <Badge key={tag} className="max-w-40">
                <span className="truncate">{tag}</span>
              </Badge>
            ))}
          </p>
          {item.note && <p className="max-w-[80ch] whitespace-pre-line wrap-anywhere">{item.note}</p>}
        </div>
        <Button variant="outline" size="sm" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <PencilIcon />
          {t('item.label')}
        </Button>
      </div>
      {isOpen && <LabelEditor item={item} folders={folders} tags={tags} />}
    </section>
  );
}

function LabelEditor({ item, folders, tags }: { item: Item } & Labels) {
  const { t } = useTranslation(['collect', 'common']);
  const { t: tCommon } = useTranslation();
  const queryClient = useQueryClient();
  const form = useForm<LabelInput>({
    resolver: zodResolver(LabelForm, { error: formErrors(tCommon) as () => string }),
    defaultValues: { title: item.title, folder: item.folder, tags: item.tags, note: item.note },
  });
  const save = useMutation({
    mutationFn: (values: LabelInput) => api(updateCollect, { body: { id: item.id, ...values } }),
    onSuccess: async (changed) => {
      const { title, folder, tags, note } = changed;
      form.reset({ title, folder, tags, note });
      queryClient.setQueryData<Item>(['collect', 'item', item.id], (before) => before && { ...before, ...changed });
      await queryClient.invalidateQueries({ queryKey: ['collect', 'list'] });
    },
    onError: (error) => void toast.error(errorText(error)),
  });
  const { errors, isDirty } = form.formState;
  return (
    <form noValidate className="space-y-4 pb-1" onSubmit={form.handleSubmit((values) => save.mutate(values))}>
      <FormField label={t('item.name')} error={errors.title?.message}>
        {(control) => <Input {...control} {...form.register('title')} dir="auto" autoComplete="off" />}
      </FormField>
      <LabelFields form={form} folders={folders} tags={tags} />
      <div className="flex items-center gap-3">
        <SubmitButton size="sm" pending={save.isPending} disabled={!isDirty}>
          {t('common:save')}
        </SubmitButton>
        <span role="status" className="text-muted-foreground">
          {save.isSuccess && !isDirty && t('item.saved')}
        </span>
      </div>
    </form>
  );
}

function Article({ item }: { item: Item }) {
  const { t } = useTranslation('collect');
  const { language, script } = item;
  return (
    <article className="pt-2 pb-8">
      {item.selection && (
        <ForeignText
          as="blockquote"
          language={language}
          script={script}
          className="reading mb-6 border-s-3 border-primary ps-4 whitespace-pre-line"
        >
          <mark>{item.selection}</mark>
        </ForeignText>
      )}
      {item.html ? (
        <ForeignText as="div" language={language} script={script} className="reading">
          <SafeHtml html={item.html} base={item.url} />
        </ForeignText>
      ) : (
        !item.selection && <p className="text-muted-foreground">{t('item.noText')}</p>
      )}
    </article>
  );
}
