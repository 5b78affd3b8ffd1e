import type { ComponentProps } from 'react';
import { cn } from './cn.ts';

export function Table({ className, ...props }: ComponentProps<'table'>) {
  return (
    <div className="w-full overflow-x-auto">
      <table className={cn('w-full border-collapse text-sm', className)} {...props} />
    </div>
  );
}

export function TableHeader({ className, ...props }: ComponentProps<'thead'>) {
  return <thead className={cn('border-b', className)} {...props} />;
}

export function TableBody(props: ComponentProps<'tbody'>) {
  return <tbody {...props} />;
}

export function TableRow({ className, ...props }: ComponentProps<'tr'>) {
  return (
    <tr
      className={cn('border-b hover:bg-muted/60 data-[state=selected]:bg-muted last:border-0', className)}
      {...props}
    />
  );
}

export function TableHead({ className, ...props }: ComponentProps<'th'>) {
  return (
    <th
      scope="col"
      className={cn('h-9 px-2 text-start text-xs font-medium whitespace-nowrap text-muted-foreground', className)}
      {...props}
    />
  );
}

/** `numeric` aligns figures under each other. */
export function TableCell({ className, numeric, ...props }: ComponentProps<'td'> & { numeric?: boolean }) {
  return <td className={cn('h-9 px-2 py-1.5', numeric && 'text-end tabular-nums', className)} {...props} />;
}
