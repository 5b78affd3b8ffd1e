import { XIcon } from 'lucide-react';
import { type KeyboardEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '#shared/ui/cn.ts';
import { fieldClasses } from '#shared/ui/input.tsx';
import type { Label } from './-labels.tsx';

const tagMax = 40;
const tagCountMax = 20;

interface TagInputProps {
  id: string;
  'aria-invalid': boolean;
  'aria-describedby': string | undefined;
  tags: string[];
  /** Offered while typing. */
  known: readonly Label[];
  onChange(tags: string[]): void;
  onBlur(): void;
}

/** Tags as chips in one field: Enter or a comma adds one, Backspace at the start takes the last one away. */
export function TagInput({ tags, known, onChange, onBlur, ...control }: TagInputProps) {
  const { t } = useTranslation('collect');
  const listId = useId();
  const [draft, setDraft] = useState('');
  const add = (text: string) => {
    const fresh = text
      .split(/[,，、]/)
      .map((part) => part.trim().slice(0, tagMax))
      .filter(Boolean);
    setDraft('');
    if (fresh.length > 0) onChange([...new Set([...tags, ...fresh])].slice(0, tagCountMax));
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && draft.trim() !== '') {
      event.preventDefault();
      add(draft);
    } else if (event.key === 'Backspace' && draft === '') {
      onChange(tags.slice(0, -1));
    }
  };
  return (
    <div className={cn(fieldClasses, 'flex min-h-9 flex-wrap items-center gap-1 px-2 py-1')}>
      {tags.map((tag) => (
        <span
          key={tag}
          className="inline-flex h-6 max-w-full items-center gap-0.5 rounded-sm bg-secondary ps-1.5 text-xs"
        >
          <span className="truncate">{tag}</span>
          <button
            type="button"
            aria-label={t('tags.remove', { tag })}
            onClick={() => onChange(tags.filter((each) => each !== tag))}
            className="inline-flex size-6 items-center justify-center rounded-sm hover:bg-accent"
          >
            <XIcon className="size-3" />
          </button>
        </span>
      ))}
      <input
        {...control}
        list={listId}
        value={draft}
        maxLength={tagMax}
        className="h-6 min-w-20 flex-1 bg-transparent outline-none"
        onChange={({ target }) => (/[,，、]/.test(target.value) ? add(target.value) : setDraft(target.value))}
        onKeyDown={onKeyDown}
        onBlur={() => {
          add(draft);
          onBlur();
        }}
      />
      <datalist id={listId}>
        {known
          .filter(({ name }) => !tags.includes(name))
          .map(({ name }) => (
            <option key={name} value={name} />
          ))}
      </datalist>
    </div>
  );
}
