/** Brings a subscription list along: choose the file, watch it being worked through, read what became of each line. */
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#dashboard/api.ts';
import { errorText, Failure } from '#dashboard/parts/failure.tsx';
import { FormField } from '#dashboard/parts/form-field.tsx';
import { Pager } from '#dashboard/parts/pager.tsx';
import {
  getWebsiteImport,
  type ImportLine,
  importBytesMax,
  importResults,
  importWebsites,
  listImportLines,
  type WebsiteImport,
} from '#shared/contract/website-imports.ts';
import { Button } from '#shared/ui/button.tsx';
import { Dialog, DialogContent, DialogDescription, DialogHeader, DialogTitle } from '#shared/ui/dialog.tsx';
import { Input } from '#shared/ui/input.tsx';
import { NativeSelect } from '#shared/ui/native-select.tsx';
import { Progress } from '#shared/ui/progress.tsx';
import { ListSkeleton } from '#shared/ui/skeleton.tsx';
import { SubmitButton } from '#shared/ui/submit-button.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#shared/ui/table.tsx';

const megabytes = importBytesMax / 1_000_000;
const progressMs = 1_000;

export function ImportDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('website');
  const queryClient = useQueryClient();
  const [isChoosing, setChoosing] = useState(false);
  const latest = useQuery({
    queryKey: ['website-import'],
    queryFn: ({ signal }) => api(getWebsiteImport, { query: {}, signal }),
    refetchInterval: ({ state }) => (isRunning(state.data?.import) ? progressMs : false),
  });
  const current = latest.data?.import ?? undefined;
  const finishedAt = current?.finishedAt;
  useEffect(() => {
    if (finishedAt) void queryClient.invalidateQueries({ queryKey: ['website'] });
  }, [finishedAt, queryClient]);
  const start = (started: WebsiteImport) => {
    queryClient.setQueryData(['website-import'], { import: started });
    setChoosing(false);
    void latest.refetch();
  };
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
    >
      <DialogContent className="max-w-2xl">
        <DialogHeader>
          <DialogTitle>{t('import.title')}</DialogTitle>
          <DialogDescription>{t('import.text')}</DialogDescription>
        </DialogHeader>
        {latest.isPending ? (
          <ListSkeleton rows={3} />
        ) : latest.error ? (
          <Failure error={latest.error} onRetry={() => void latest.refetch()} />
        ) : current && !isChoosing ? (
          <Report current={current} onAgain={() => setChoosing(true)} />
        ) : (
          <FileForm onStarted={start} />
        )}
      </DialogContent>
    </Dialog>
  );
}

const isRunning = (current: WebsiteImport | null | undefined) => current?.finishedAt === null;

function FileForm({ onStarted }: { onStarted: (started: WebsiteImport) => void }) {
  const { t } = useTranslation('website');
  const [file, setFile] = useState<File>();
  const upload = useMutation({
    mutationFn: async (chosen: File) =>
      api(importWebsites, { body: { fileName: chosen.name.slice(0, 200), content: await toBase64(chosen) } }),
    onSuccess: onStarted,
  });
  const isTooLarge = file !== undefined && file.size > importBytesMax;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (file && !isTooLarge) upload.mutate(file);
  };
  const problem = isTooLarge ? t('import.tooLarge', { megabytes }) : upload.error ? errorText(upload.error) : undefined;
  return (
    <form className="space-y-4" noValidate onSubmit={submit}>
      <FormField label={t('import.choose')} hint={t('import.fileHint', { megabytes })} error={problem}>
        {(control) => (
          <Input
            {...control}
            type="file"
            accept=".opml,.xml,text/x-opml,text/xml,application/xml"
            onChange={(event) => {
              upload.reset();
              setFile(event.target.files?.[0]);
            }}
          />
        )}
      </FormField>
      <SubmitButton pending={upload.isPending} disabled={!file || isTooLarge}>
        {t('import.start')}
      </SubmitButton>
    </form>
  );
}

/** The bytes as they are: an old list may be in any encoding. */
function toBase64(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''));
    reader.onerror = () => reject(reader.error ?? new Error('the file cannot be read'));
    reader.readAsDataURL(file);
  });
}

function Report({ current, onAgain }: { current: WebsiteImport; onAgain: () => void }) {
  const { t } = useTranslation('website');
  const { total, counts, fileName } = current;
  const done = total - counts.waiting;
  const progress = t('import.progress', { done, total });
  return (
    <section className="space-y-3" aria-label={t('import.reportFor', { name: fileName })}>
      {isRunning(current) ? (
        <div className="space-y-2">
          <p role="status" className="tabular-nums">
            {progress}
          </p>
          <Progress value={(done / Math.max(1, total)) * 100} label={progress} />
          <p className="text-muted-foreground">{t('import.running')}</p>
        </div>
      ) : (
        <div className="flex flex-wrap items-center justify-between gap-2">
          <p role="status" className="tabular-nums">
            {t('import.done', { added: counts.added, total })}
          </p>
          <Button variant="outline" size="sm" onClick={onAgain}>
            {t('import.again')}
          </Button>
        </div>
      )}
      {current.isCut && <p className="text-muted-foreground">{t('import.cut', { total })}</p>}
      <Lines current={current} />
    </section>
  );
}

function Lines({ current }: { current: WebsiteImport }) {
  const { t } = useTranslation('website');
  const { id, counts, total } = current;
  const [result, setResult] = useState<ImportLine['result']>();
  const [page, setPage] = useState(1);
  const query = { id, page, limit: 15 as const, ...(result && { result }) };
  const lines = useQuery({
    queryKey: ['website-import', 'lines', query, counts.waiting],
    queryFn: ({ signal }) => api(listImportLines, { query, signal }),
    placeholderData: keepPreviousData,
  });
  if (lines.error) return <Failure error={lines.error} onRetry={() => void lines.refetch()} />;
  return (
    <>
      <div className="flex items-center gap-2">
        <span className="text-muted-foreground">{t('import.show')}</span>
        <NativeSelect
          aria-label={t('import.show')}
          value={result ?? ''}
          onChange={(event) => {
            setResult(importResults.find((one) => one === event.target.value));
            setPage(1);
          }}
        >
          <option value="">
            {t('import.showAll')} ({total})
          </option>
          {importResults.map((one) => (
            <option key={one} value={one}>
              {t(`import.${one}`)} ({counts[one]})
            </option>
          ))}
        </NativeSelect>
      </div>
      {lines.data ? <LineTable lines={lines.data.list} /> : <ListSkeleton rows={5} />}
      {lines.data && lines.data.count > 0 && (
        <Pager compact page={page} count={lines.data.count} onChange={(change) => setPage(change.page ?? 1)} />
      )}
    </>
  );
}

function LineTable({ lines }: { lines: readonly ImportLine[] }) {
  const { t } = useTranslation('website');
  if (lines.length === 0) return <p className="py-4 text-muted-foreground">{t('import.empty')}</p>;
  return (
    <div className="max-h-80 overflow-auto">
      <Table aria-label={t('import.lines')}>
        <TableHeader>
          <tr>
            <TableHead className="ps-0 text-end">{t('import.line')}</TableHead>
            <TableHead>{t('column.website')}</TableHead>
            <TableHead className="pe-0">{t('import.result')}</TableHead>
          </tr>
        </TableHeader>
        <TableBody>
          {lines.map((line) => (
            <TableRow key={line.line}>
              <TableCell numeric className="ps-0 text-muted-foreground">
                {line.line}
              </TableCell>
              <TableCell className="max-w-64">
                <span className="block truncate" title={line.title}>
                  {[...line.folder, line.title || line.url].join(' / ')}
                </span>
                <span className="block truncate text-xs text-muted-foreground" dir="ltr" title={line.url}>
                  {line.url}
                </span>
              </TableCell>
              <TableCell className="pe-0">
                {t(`import.${line.result}`)}
                {line.reason !== null && (
                  <span className="block text-xs text-muted-foreground">{t(`import.reason.${line.reason}`)}</span>
                )}
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </div>
  );
}
