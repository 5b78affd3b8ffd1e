import { CloudOffIcon, TriangleAlertIcon } from 'lucide-react';
import { Button } from '#shared/ui/button.tsx';
import { RelativeTime } from '#shared/ui/relative-time.tsx';
import { openOptions } from './open-tab.ts';
import { useSurface } from './surface-store.ts';
import { useTexts } from './surface-texts.tsx';

/** One line at the foot: whether the numbers are fresh, and what waits to be sent. */
export function StatusLine() {
  const { t } = useTexts();
  const { poll, queue } = useSurface();
  const waiting = queue.filter((entry) => entry.state === 'waiting').length;
  const attention = queue.filter((entry) => entry.state === 'attention').length;
  return (
    <footer className="flex h-8 shrink-0 items-center gap-3 border-t px-4 text-xs text-muted-foreground">
      {poll.failingSince !== null ? (
        <span className="flex items-center gap-1.5 text-warning">
          <CloudOffIcon aria-hidden className="size-3.5" />
          {t('status.offline')}
        </span>
      ) : (
        poll.lastOkAt !== null && (
          <span>
            {t('status.checked')} <RelativeTime at={poll.lastOkAt} />
          </span>
        )
      )}
      <span className="flex-1" />
      {waiting > 0 && <span>{t('queue.waiting', { count: waiting })}</span>}
      {attention > 0 && (
        <Button variant="link" className="text-xs text-destructive" onClick={() => void openOptions()}>
          <TriangleAlertIcon aria-hidden className="size-3.5" />
          {t('queue.attention', { count: attention })}
        </Button>
      )}
    </footer>
  );
}
