import { Toaster as Sonner, toast as sonner } from 'sonner';
import { useUiTexts } from './ui-texts.tsx';

const toastMs = 1000;
/** What went wrong takes longer to read than that it went well. */
const errorToastMs = 6000;
/** A toast with an undo stays long enough to be reached. */
export const undoToastMs = 6000;

/** A short word at the edge of the page. Pointing at it keeps it. */
export const toast: typeof sonner = Object.assign(
  (...[message, options]: Parameters<typeof sonner>) => sonner(message, options),
  sonner,
  {
    error: (...[message, options]: Parameters<typeof sonner.error>) =>
      sonner.error(message, { duration: errorToastMs, ...options }),
  },
);

export function Toaster({ position = 'bottom-center' }: { position?: 'bottom-center' | 'top-center' }) {
  const { close } = useUiTexts();
  return (
    <Sonner
      position={position}
      theme="system"
      gap={8}
      duration={toastMs}
      toastOptions={{
        closeButtonAriaLabel: close,
        unstyled: true,
        classNames: {
          toast:
            'flex w-full items-center gap-3 rounded-lg border bg-popover px-4 py-3 text-sm text-popover-foreground shadow-md',
          content: 'min-w-0 flex-1',
          description: 'text-muted-foreground',
          icon: '[&_svg]:size-4 [&_svg]:fill-current',
          error: '[&_[data-icon]]:text-destructive',
          success: '[&_[data-icon]]:text-success',
          actionButton: 'text-link shrink-0 font-medium whitespace-nowrap',
          closeButton: 'shrink-0',
        },
      }}
    />
  );
}
