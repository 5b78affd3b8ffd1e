import type { ComponentProps } from 'react';
import { cn } from './cn.ts';
import { fieldClasses } from './input.tsx';

export function Textarea({ className, ...props }: ComponentProps<'textarea'>) {
  return <textarea className={cn(fieldClasses, 'field-sizing-content min-h-18 py-2', className)} {...props} />;
}
