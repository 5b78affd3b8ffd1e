import { Button } from '#shared/ui/button.tsx';
import { sendMessage } from '../messages.ts';
import type { QueueEntry } from '../storage/items.ts';
import { problemText } from '../surface/problem-text.ts';
import { useSurface } from '../surface/surface-store.ts';
import { useTexts } from '../surface/surface-texts.tsx';

/** What has not reached the server, and why. */
export function QueueSection() {
  const { t } = useTexts();
  const queue = useSurface((state) => state.queue).filter((entry) => entry.state !== 'undone');
  if (queue.length === 0) return <p className="text-muted-foreground">{t('queue.empty')}</p>;
  return (
    <ul className="divide-y border-y">
      {queue.map((entry) => (
        <QueueRow key={entry.clientId} entry={entry} />
      ))}
    </ul>
  );
}

function QueueRow({ entry }: { entry: QueueEntry }) {
  const { t } = useTexts();
  const { clientId, draft, problem, state } = entry;
  const name = draft.title || draft.url;
  return (
    <li className="flex items-center gap-3 py-2">
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium">{name}</p>
        <p className={state === 'attention' ? 'text-destructive' : 'text-muted-foreground'}>
          {problem ? problemText(problem, t) : t('queue.waits')}
        </p>
      </div>
      <Button
        variant="outline"
        size="xs"
        aria-label={`${t('queue.retry')}: ${name}`}
        onClick={() => void sendMessage('retryQueued', clientId)}
      >
        {t('queue.retry')}
      </Button>
      <Button
        variant="ghost"
        size="xs"
        aria-label={`${t('queue.discard')}: ${name}`}
        onClick={() => void sendMessage('discardQueued', clientId)}
      >
        {t('queue.discard')}
      </Button>
    </li>
  );
}
