import type { ReactNode } from 'react';
import { Sheet, SheetContent } from '#shared/ui/sheet.tsx';

/** The wide sheet beside a table with all there is to one of its rows; open as long as it stands in the tree. */
export function DetailsSheet({
  title,
  onClose,
  children,
}: {
  title: string;
  onClose: () => void;
  children: ReactNode;
}) {
  return (
    <Sheet
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
    >
      <SheetContent side="end" title={title} className="w-184 max-w-full px-5 sm:max-w-[calc(100%-3rem)]">
        {children}
      </SheetContent>
    </Sheet>
  );
}
