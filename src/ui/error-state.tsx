import { CircleAlertIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from './cn.ts';

/** Says what went wrong in place of what should be there. */
export function ErrorState({
  title,
  children,
  action,
  className,
}: {
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  className?: string;
}) {
  return (
    <div role="alert" className={cn('flex items-start gap-3 py-8', className)}>
      <CircleAlertIcon aria-hidden className="mt-1 size-4 shrink-0 text-destructive" />
      <div className="min-w-0 space-y-1">
        <p className="text-base font-medium">{title}</p>
        {children && <div className="max-w-prose text-muted-foreground">{children}</div>}
        {action && <div className="flex flex-wrap gap-2 pt-2">{action}</div>}
      </div>
    </div>
  );
}
