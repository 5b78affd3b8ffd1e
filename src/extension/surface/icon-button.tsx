import type { LucideIcon } from 'lucide-react';
import { Button, type ButtonProps } from '#shared/ui/button.tsx';

/** A button that is only a sign; its words are the tooltip and what a screen reader says. */
export function IconButton({ icon: Icon, label, ...props }: { icon: LucideIcon; label: string } & ButtonProps) {
  return (
    <Button variant="ghost" size="icon-sm" aria-label={label} title={label} {...props}>
      <Icon aria-hidden />
    </Button>
  );
}
