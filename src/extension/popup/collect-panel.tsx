import { type FormEvent, useState } from 'react';
import { listCollect } from '#shared/contract/collect.ts';
import { Checkbox } from '#shared/ui/checkbox.tsx';
import { ForeignText } from '#shared/ui/foreign-text.tsx';
import { Input } from '#shared/ui/input.tsx';
import { Label } from '#shared/ui/label.tsx';
import { RelativeTime } from '#shared/ui/relative-time.tsx';
import { SubmitButton } from '#shared/ui/submit-button.tsx';
import { Textarea } from '#shared/ui/textarea.tsx';
import { sendMessage } from '../messages.ts';
import { useSurface } from '../surface/surface-store.ts';
import { useTexts } from '../surface/surface-texts.tsx';
import { askServer, useLoading } from '../surface/use-api.ts';
import { CollectStatus } from './collect-status.tsx';
import type { FrontPage } from './use-page.ts';

/** Keeps the page in front of the reader, or the passage marked in it. */
export function CollectPanel({ page }: { page: FrontPage }) {
  const { t } = useTexts();
  const { tab, summary } = page;
  const selection = summary?.selection ?? '';
  const [isHighlight, setHighlight] = useState(selection !== '');
  const [clientId, setClientId] = useState<string | null>(null);
  const userId = useSurface((state) => state.session?.user.userId);
  const { result: earlier } = useLoading(userId === undefined ? null : tab.url, () =>
    askServer(listCollect, { query: { url: tab.url, limit: 10 } }),
  );

  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const text = (name: string) => String(fields.get(name) ?? '').trim();
    const draft = {
      url: isHighlight && summary ? summary.selectionUrl : tab.url,
      title: text('title'),
      selection: isHighlight ? selection : undefined,
      note: text('note'),
      tags: tagsOf(text('tags')),
      folder: text('folder'),
    };
    const answer = await sendMessage('collect', { draft, pageTabId: isHighlight ? null : tab.id });
    setClientId(answer.clientId);
  };

  if (clientId) return <CollectStatus clientId={clientId} onAgain={() => setClientId(null)} />;
  const last = earlier.state === 'ready' ? earlier.data.list[0] : undefined;
  const folders = earlier.state === 'ready' ? earlier.data.folders : [];
  return (
    <form className="space-y-3 px-4 py-3" onSubmit={save}>
      <div className="space-y-1.5">
        <Label htmlFor="title">{t('collect.title')}</Label>
        <Input id="title" name="title" dir="auto" defaultValue={summary?.title || tab.title} maxLength={500} />
        <p className="min-h-0 text-xs text-muted-foreground">
          {last && (
            <>
              {t('collect.before')} <RelativeTime at={last.createdAt} />
            </>
          )}
        </p>
      </div>
      {selection && (
        <div className="rounded-md border bg-card p-3">
          <div className="flex items-center gap-2">
            <Checkbox id="highlight" checked={isHighlight} onCheckedChange={(value) => setHighlight(value === true)} />
            <Label htmlFor="highlight">{t('collect.highlight')}</Label>
          </div>
          <ForeignText
            language={summary?.language ?? ''}
            as="blockquote"
            className="mt-2 line-clamp-3 border-s-2 ps-2 text-muted-foreground"
          >
            {selection}
          </ForeignText>
        </div>
      )}
      <div className="space-y-1.5">
        <Label htmlFor="note">{t('collect.note')}</Label>
        <Textarea id="note" name="note" dir="auto" maxLength={20_000} className="max-h-24 min-h-10" />
      </div>
      <div className="grid grid-cols-2 gap-3">
        <div className="space-y-1.5">
          <Label htmlFor="tags">{t('collect.tags')}</Label>
          <Input id="tags" name="tags" dir="auto" placeholder={t('collect.tagsHint')} />
        </div>
        <div className="space-y-1.5">
          <Label htmlFor="folder">{t('collect.folder')}</Label>
          <Input id="folder" name="folder" dir="auto" maxLength={80} list="folders" />
          <datalist id="folders">
            {folders.map(({ name }) => (
              <option key={name} value={name} />
            ))}
          </datalist>
        </div>
      </div>
      <SubmitButton className="w-full">{t(isHighlight ? 'collect.saveHighlight' : 'collect.savePage')}</SubmitButton>
    </form>
  );
}

/** Commas of either width part tags. */
export function tagsOf(text: string): string[] {
  return [...new Set(text.split(/[,，、]/).map((tag) => tag.trim()))].filter(Boolean);
}
