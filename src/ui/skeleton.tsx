import type { ComponentProps } from 'react';
import { cn } from './cn.ts';
import { useUiTexts } from './ui-texts.tsx';

export function Skeleton({ className, ...props }: ComponentProps<'div'>) {
  return <div aria-hidden className={cn('animate-pulse rounded-sm bg-muted', className)} {...props} />;
}

/** The place of a list that is on its way: as many rows as it will roughly have. */
export function ListSkeleton({ rows = 6, className }: { rows?: number; className?: string }) {
  const { loading } = useUiTexts();
  return (
    <div role="status" aria-label={loading} className={cn('divide-y', className)}>
      {Array.from({ length: rows }, (_, row) => (
        <div key={String(row)} className="space-y-2 py-3.5">
          <Skeleton className="h-4 w-3/4" />
          <Skeleton className="h-3 w-1/3" />
        </div>
      ))}
    </div>
  );
}
