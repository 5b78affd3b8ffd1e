import { ChevronDownIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cn } from './cn.ts';
import { fieldClasses } from './input.tsx';

/** The browser's own select in our look: for short plain lists, lighter than `Select` and at home on phones. */
export function NativeSelect({ className, children, ...props }: ComponentProps<'select'>) {
  return (
    <span className={cn('relative inline-flex', className)}>
      <select className={cn(fieldClasses, 'h-8 appearance-none ps-2.5 pe-8')} {...props}>
        {children}
      </select>
      <ChevronDownIcon
        aria-hidden
        className="pointer-events-none absolute end-2 top-1/2 size-4 -translate-y-1/2 text-muted-foreground"
      />
    </span>
  );
}
