import type { ComponentProps } from 'react';
import { cn } from './cn.ts';

export const fieldClasses = [
  'w-full min-w-0 rounded-md border border-input bg-card px-3 text-sm placeholder:text-muted-foreground',
  'focus-visible:outline-2 focus-visible:-outline-offset-1 focus-visible:outline-ring',
  'disabled:cursor-not-allowed disabled:opacity-50 aria-invalid:border-destructive aria-invalid:outline-destructive',
];

export function Input({ className, type = 'text', ...props }: ComponentProps<'input'>) {
  return <input type={type} className={cn(fieldClasses, 'h-9', className)} {...props} />;
}
