import { TagIcon, XIcon } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#shared/ui/button.tsx';
import { cn } from '#shared/ui/cn.ts';
import { NativeSelect } from '#shared/ui/native-select.tsx';
import type { CollectState } from './-collect-state.ts';

export interface Label {
  name: string;
  count: number;
}

interface LabelsProps {
  state: CollectState;
  onChange(next: Partial<CollectState>): void;
}

interface Place extends Partial<CollectState> {
  key: string;
  text: string;
  count: number | undefined;
}

/** Folders with their counts: a list at the side, a select on narrow screens. */
export function FolderList({
  state,
  folders,
  total,
  onChange,
}: LabelsProps & { folders: readonly Label[]; total: number | undefined }) {
  const { t } = useTranslation('collect');
  const filed = folders.reduce((sum, { count }) => sum + count, 0);
  const unfiled = total === undefined ? undefined : Math.max(0, total - filed);
  const places: Place[] = [
    { key: 'all', text: t('folder.all'), count: total, folder: undefined, unfiled: undefined },
    ...folders.map(({ name, count }) => ({
      key: `folder ${name}`,
      text: name,
      count,
      folder: name,
      unfiled: undefined,
    })),
    { key: 'none', text: t('folder.none'), count: unfiled, folder: undefined, unfiled: true },
  ];
  const current = state.unfiled ? 'none' : state.folder === undefined ? 'all' : `folder ${state.folder}`;
  const go = (key: string) => {
    const place = places.find((each) => each.key === key);
    if (place) onChange({ folder: place.folder, unfiled: place.unfiled });
  };
  if (folders.length === 0 && current === 'all') return <div className="hidden sm:block" />;
  return (
    <nav aria-label={t('folders')} className="mb-3 sm:mb-0">
      <NativeSelect
        aria-label={t('folders')}
        value={current}
        onChange={({ target }) => go(target.value)}
        className="w-full sm:hidden"
      >
        {places.map(({ key, text, count }) => (
          <option key={key} value={key}>
            {count === undefined ? text : `${text} (${count})`}
          </option>
        ))}
      </NativeSelect>
      <ul className="hidden space-y-px sm:block">
        {places.map(({ key, text, count }) => (
          <li key={key}>
            <button
              type="button"
              aria-current={key === current ? 'true' : undefined}
              onClick={() => go(key)}
              className={cn(
                'flex h-8 w-full items-center gap-2 rounded-md px-2 text-start hover:bg-accent',
                'aria-[current=true]:bg-secondary aria-[current=true]:font-medium',
              )}
            >
              <span className="min-w-0 flex-1 truncate">{text}</span>
              <span className="text-xs text-muted-foreground tabular-nums">{count}</span>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const chipsMax = 12;

/** Tags as buttons, the most used first; the one in force stays visible. */
export function TagChips({ state, tags, onChange }: LabelsProps & { tags: readonly Label[] }) {
  const { t } = useTranslation('collect');
  const [isOpen, setOpen] = useState(false);
  if (tags.length === 0 && state.tag === undefined) return null;
  const shown = isOpen ? tags : tags.filter(({ name }, index) => index < chipsMax || name === state.tag);
  const chips =
    shown.some(({ name }) => name === state.tag) || state.tag === undefined
      ? shown
      : [{ name: state.tag, count: 0 }, ...shown];
  return (
    <div className="mb-2 flex flex-wrap items-center gap-1 border-b pb-3">
      <TagIcon aria-hidden className="me-1 size-4 text-muted-foreground" />
      {chips.map(({ name, count }) => {
        const isChosen = name === state.tag;
        return (
          <button
            key={name}
            type="button"
            aria-pressed={isChosen}
            onClick={() => onChange({ tag: isChosen ? undefined : name })}
            className={cn(
              'inline-flex h-6 max-w-48 items-center gap-1 rounded-sm bg-secondary px-1.5 text-xs hover:bg-accent',
              'aria-pressed:bg-primary aria-pressed:text-primary-foreground',
            )}
          >
            <span className="truncate">{name}</span>
            {isChosen ? <XIcon className="size-3" /> : <span className="tabular-nums opacity-75">{count}</span>}
          </button>
        );
      })}
      {tags.length > chipsMax && (
        <Button variant="link" className="text-xs" onClick={() => setOpen(!isOpen)}>
          {isOpen ? t('tags.fewer') : t('tags.more', { count: tags.length - chipsMax })}
        </Button>
      )}
    </div>
  );
}
