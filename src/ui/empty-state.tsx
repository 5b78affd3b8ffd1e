import type { ReactNode } from 'react';
import { cn } from './cn.ts';

/** Says that there is nothing and what one can do about it. */
export function EmptyState({
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
    <div className={cn('flex flex-col items-start gap-2 py-10', className)}>
      <p className="text-base font-medium">{title}</p>
      {children && <div className="max-w-prose text-muted-foreground">{children}</div>}
      {action && <div className="mt-2 flex flex-wrap gap-2">{action}</div>}
    </div>
  );
}
