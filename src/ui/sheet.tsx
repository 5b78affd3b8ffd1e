import { XIcon } from 'lucide-react';
import { Dialog as DialogPrimitive } from 'radix-ui';
import type { ComponentProps } from 'react';
import { cn } from './cn.ts';
import { overlayClasses } from './dialog.tsx';
import { useUiTexts } from './ui-texts.tsx';

export const Sheet = DialogPrimitive.Root;
export const SheetTrigger = DialogPrimitive.Trigger;
export const SheetClose = DialogPrimitive.Close;

/** A panel from the side. `title` names it for screen readers and is shown on top. */
export function SheetContent({
  className,
  side = 'start',
  title,
  children,
  ...props
}: Omit<ComponentProps<typeof DialogPrimitive.Content>, 'title'> & { side?: 'start' | 'end'; title: string }) {
  const { close } = useUiTexts();
  return (
    <DialogPrimitive.Portal>
      <DialogPrimitive.Overlay className={overlayClasses} />
      <DialogPrimitive.Content
        aria-describedby={undefined}
        className={cn(
          'fixed inset-y-0 z-50 flex w-80 max-w-[calc(100%-3rem)] flex-col gap-2 overflow-y-auto bg-popover p-4 shadow-lg duration-150',
          'data-[state=open]:animate-in data-[state=open]:fade-in-0',
          side === 'start' ? 'start-0 border-e' : 'end-0 border-s',
          className,
        )}
        {...props}
      >
        <DialogPrimitive.Title className="pe-8 text-base leading-8 font-semibold">{title}</DialogPrimitive.Title>
        {children}
        <DialogPrimitive.Close
          aria-label={close}
          className="absolute end-3 top-3.5 inline-flex size-8 items-center justify-center rounded-md hover:bg-accent"
        >
          <XIcon className="size-4" />
        </DialogPrimitive.Close>
      </DialogPrimitive.Content>
    </DialogPrimitive.Portal>
  );
}
