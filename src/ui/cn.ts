import { type ClassValue, clsx } from 'clsx';
import { createTailwindMerge } from 'tailwind-merge';
import { classConfig } from './class-groups.ts';

const merge = createTailwindMerge(classConfig);

/** Joins class names; of two that say the same thing the later wins. */
export function cn(...classes: ClassValue[]): string {
  return merge(clsx(classes));
}
