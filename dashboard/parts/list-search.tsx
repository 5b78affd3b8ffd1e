import { SearchIcon, XIcon } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#shared/ui/button.tsx';
import { cn } from '#shared/ui/cn.ts';
import { Input } from '#shared/ui/input.tsx';

const typingPauseMs = 400;

/** Narrows a list by text: on Enter at once, else when typing pauses. */
export function ListSearch({
  text,
  label,
  onChange,
  className,
}: {
  text: string | undefined;
  label: string;
  onChange: (text: string | undefined) => void;
  className?: string;
}) {
  const { t } = useTranslation('list');
  const [draft, setDraft] = useState(text ?? '');
  const sent = useRef(text ?? '');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const field = useRef<HTMLInputElement>(null);

  // The address changed by other means, the back button for one.
  useEffect(() => {
    if ((text ?? '') === sent.current) return;
    sent.current = text ?? '';
    setDraft(sent.current);
  }, [text]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const send = (next: string) => {
    clearTimeout(timer.current);
    const trimmed = next.trim();
    if (trimmed === sent.current) return;
    sent.current = trimmed;
    onChange(trimmed || undefined);
  };
  const type = (next: string) => {
    setDraft(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => send(next), typingPauseMs);
  };
  const clear = () => {
    setDraft('');
    send('');
    field.current?.focus();
  };
  return (
    <div className={cn('relative min-w-0', className)}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          send(draft);
        }}
      >
        <SearchIcon aria-hidden className="pointer-events-none absolute start-2.5 top-2 size-4 text-muted-foreground" />
        <Input
          ref={field}
          aria-label={label}
          placeholder={label}
          value={draft}
          maxLength={200}
          enterKeyHint="search"
          className="h-8 ps-8 pe-8"
          onChange={({ target }) => type(target.value)}
        />
        {draft !== '' && (
          <Button
            variant="ghost"
            size="icon-xs"
            aria-label={t('search.clear')}
            className="absolute end-0.5 top-0.5"
            onClick={clear}
          >
            <XIcon />
          </Button>
        )}
      </form>
    </div>
  );
}
