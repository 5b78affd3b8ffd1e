import i18next from 'i18next';
import { toast, undoToastMs } from '#shared/ui/toaster.tsx';
import { errorText } from './failure.tsx';

/** Says what was done and offers to take it back. */
export function offerUndo(text: string, undo: () => Promise<unknown>): void {
  const onClick = () => void undo().catch((error) => toast.error(errorText(error)));
  toast(text, { duration: undoToastMs, action: { label: i18next.t('undo', { ns: 'common' }), onClick } });
}
