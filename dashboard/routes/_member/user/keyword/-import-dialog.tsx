/** Many subscriptions at once, from a list that is pasted or chosen as a file; says of each line that was left out why. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#dashboard/api.ts';
import { errorText } from '#dashboard/parts/failure.tsx';
import { FormField } from '#dashboard/parts/form-field.tsx';
import { problemText, readProblems } from '#dashboard/parts/query-problems.tsx';
import type { DataOf } from '#shared/contract/endpoint.ts';
import { type ImportedLine, importKeywords } from '#shared/contract/keywords.ts';
import { Button } from '#shared/ui/button.tsx';
import { Dialog, DialogContent, DialogFooter, DialogHeader, DialogTitle } from '#shared/ui/dialog.tsx';
import { SubmitButton } from '#shared/ui/submit-button.tsx';
import { Textarea } from '#shared/ui/textarea.tsx';

const skippedShown = 200;

export function ImportDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['keyword', 'common']);
  const formId = useId();
  const fileId = useId();
  const queryClient = useQueryClient();
  const [text, setText] = useState('');
  const [format, setFormat] = useState<'lines' | 'csv'>('lines');
  const work = useMutation({
    mutationFn: () => api(importKeywords, { body: { text, format } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['keyword'] }),
  });
  const readFile = async (file: File | undefined) => {
    if (!file) return;
    setText(await file.text());
    setFormat(/\.csv$/i.test(file.name) ? 'csv' : 'lines');
    work.reset();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    work.mutate();
  };
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
    >
      <DialogContent aria-describedby={undefined} className="max-w-2xl">
        <DialogHeader>
          <DialogTitle>{t('import.title')}</DialogTitle>
        </DialogHeader>
        {work.data ? (
          <Report data={work.data} />
        ) : (
          <form id={formId} className="space-y-3" onSubmit={submit}>
            <FormField
              label={t('import.text')}
              hint={t('import.hint')}
              error={work.error ? errorText(work.error) : undefined}
            >
              {(control) => (
                <Textarea
                  {...control}
                  required
                  rows={10}
                  dir="auto"
                  spellCheck={false}
                  value={text}
                  onChange={({ target }) => {
                    setText(target.value);
                    work.reset();
                  }}
                />
              )}
            </FormField>
            <div className="flex flex-wrap items-center gap-3">
              <label htmlFor={fileId}>{t('import.file')}</label>
              <input
                id={fileId}
                type="file"
                accept=".txt,.csv,text/plain,text/csv"
                className="max-w-full text-muted-foreground file:me-3 file:rounded-md file:border file:bg-transparent file:px-2.5 file:py-1 file:text-foreground"
                onChange={({ target }) => void readFile(target.files?.[0])}
              />
            </div>
          </form>
        )}
        <DialogFooter>
          <Button variant="outline" onClick={onClose}>
            {t(work.data ? 'common:close' : 'common:cancel')}
          </Button>
          {work.data ? (
            <Button
              onClick={() => {
                work.reset();
                setText('');
              }}
            >
              {t('import.again')}
            </Button>
          ) : (
            <SubmitButton form={formId} pending={work.isPending} disabled={text.trim() === ''}>
              {t('import.start')}
            </SubmitButton>
          )}
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}

function Report({ data: { added, lines } }: { data: DataOf<typeof importKeywords> }) {
  const { t } = useTranslation('keyword');
  const skipped = lines.filter((line) => line.status !== 'added');
  return (
    <div role="status" className="space-y-3">
      <p className="font-medium">{t('import.added', { count: added })}</p>
      {skipped.length > 0 && (
        <>
          <p>{t('import.skipped', { count: skipped.length })}</p>
          <ul className="max-h-80 divide-y overflow-y-auto border-y">
            {skipped.slice(0, skippedShown).map((line) => (
              <SkippedLine key={line.line} line={line} />
            ))}
          </ul>
          {skipped.length > skippedShown && (
            <p className="text-muted-foreground">{t('import.shown', { count: skippedShown })}</p>
          )}
        </>
      )}
    </div>
  );
}

function SkippedLine({ line }: { line: ImportedLine }) {
  const { t } = useTranslation('keyword');
  const { t: tQuery } = useTranslation('query');
  const reason = () => {
    switch (line.status) {
      case 'duplicate':
        return line.ofLine === undefined
          ? t('import.duplicate', { of: line.of })
          : t('import.duplicateLine', { ofLine: line.ofLine });
      case 'too-long':
        return t('import.tooLong');
      case 'limit':
        return t('import.limit');
      default:
        return readProblems(line.problems ?? [])
          .map((problem) => problemText(problem, tQuery))
          .join(' ');
    }
  };
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 py-1.5">
      <span className="text-muted-foreground tabular-nums">{t('import.line', { line: line.line })}</span>
      <span className="min-w-0">
        <span dir="auto" className="break-words">
          {line.keyword}
        </span>
        <span className="block text-muted-foreground">{reason()}</span>
      </span>
    </li>
  );
}
