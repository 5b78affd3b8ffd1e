import { useEffect, useRef, useState } from 'react';
import { Button } from '#shared/ui/button.tsx';
import { useTexts } from './surface-texts.tsx';

export const undoMs = 10_000;

export interface Told {
  text: string;
  undo?: () => Promise<void> | void;
}

/** What was just done, for ten seconds, with the way back. */
export function useUndoBar() {
  const [told, setTold] = useState<Told | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const tell = (next: Told | null) => {
    clearTimeout(timer.current);
    setTold(next);
    if (next) timer.current = setTimeout(() => setTold(null), undoMs);
  };
  return { told, tell };
}

export function UndoBar({ told, onDone }: { told: Told | null; onDone: () => void }) {
  const { t } = useTexts();
  const undo = told?.undo;
  return (
    <div role="status" className={told ? 'flex items-center gap-3 border-t bg-muted px-4 py-2' : 'sr-only'}>
      <span className="min-w-0 flex-1 truncate">{told?.text}</span>
      {undo && (
        <Button
          variant="link"
          className="font-medium"
          onClick={async () => {
            onDone();
            await undo();
          }}
        >
          {t('action.undo')}
        </Button>
      )}
    </div>
  );
}
