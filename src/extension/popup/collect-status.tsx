import { CheckIcon, ClockIcon, TriangleAlertIcon } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '#shared/ui/button.tsx';
import { Spinner } from '#shared/ui/spinner.tsx';
import { collectionLink } from '../dashboard-links.ts';
import { sendMessage } from '../messages.ts';
import { openTab } from '../surface/open-tab.ts';
import { problemText } from '../surface/problem-text.ts';
import { useSurface } from '../surface/surface-store.ts';
import { useTexts } from '../surface/surface-texts.tsx';
import { undoMs } from '../surface/undo-bar.tsx';

/** Where a collected item is: sent, waiting for the server, in need of attention, or taken back. */
export function CollectStatus({ clientId, onAgain }: { clientId: string; onAgain: () => void }) {
  const { t } = useTexts();
  const { queue, sent, server } = useSurface();
  const [mayUndo, setMayUndo] = useState(true);
  const [undone, setUndone] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setMayUndo(false), undoMs);
    return () => clearTimeout(timer);
  }, []);
  const entry = queue.find((one) => one.clientId === clientId);
  const isSent = sent.some((one) => one.clientId === clientId);
  const undo = async () => {
    const problem = await sendMessage('undoCollect', clientId);
    setUndone(problem ? problemText(problem, t) : t('collect.undone'));
  };
  return (
    <div className="space-y-3 px-4 py-6" role="status">
      <p className="flex items-center gap-2 text-base font-medium">
        {undone ? (
          undone
        ) : isSent ? (
          <>
            <CheckIcon aria-hidden className="size-5 text-success" />
            {t('collect.saved')}
          </>
        ) : entry?.state === 'attention' && entry.problem ? (
          <>
            <TriangleAlertIcon aria-hidden className="size-5 text-destructive" />
            {problemText(entry.problem, t)}
          </>
        ) : entry?.problem ? (
          <>
            <ClockIcon aria-hidden className="size-5 text-warning" />
            {t('collect.queued')}
          </>
        ) : (
          <>
            <Spinner />
            {t('collect.sending')}
          </>
        )}
      </p>
      {!undone && !isSent && entry?.problem && <p className="text-muted-foreground">{t('collect.queuedHint')}</p>}
      <div className="flex flex-wrap gap-2">
        {undone === null && mayUndo && (
          <Button variant="outline" size="sm" onClick={() => void undo()}>
            {t('action.undo')}
          </Button>
        )}
        {undone !== null && (
          <Button variant="outline" size="sm" onClick={onAgain}>
            {t('collect.again')}
          </Button>
        )}
        {isSent && undone === null && (
          <Button variant="ghost" size="sm" onClick={() => void openTab(collectionLink(server))}>
            {t('collect.open')}
          </Button>
        )}
      </div>
    </div>
  );
}
