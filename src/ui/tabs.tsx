import { Tabs as TabsPrimitive } from 'radix-ui';
import { type ComponentProps, useState } from 'react';
import { cn } from './cn.ts';

export const Tabs = TabsPrimitive.Root;

export function TabsList({ className, ...props }: ComponentProps<typeof TabsPrimitive.List>) {
  return (
    <TabsPrimitive.List
      className={cn('flex gap-1 overflow-x-auto border-b [scrollbar-width:none]', className)}
      {...props}
    />
  );
}

export const tabClasses = [
  '-mb-px inline-flex h-9 shrink-0 items-center gap-1.5 border-b-2 border-transparent px-3 text-sm text-muted-foreground',
  'hover:text-foreground data-[state=active]:border-primary data-[state=active]:font-medium',
  'data-[state=active]:text-foreground focus-visible:-outline-offset-2 data-pressed:outline-none',
];

/** A tab chosen with the mouse shows no ring: browsers draw one wherever a text field was left for it. */
export function TabsTrigger({ className, ...props }: ComponentProps<typeof TabsPrimitive.Trigger>) {
  const [isPressed, setPressed] = useState(false);
  return (
    <TabsPrimitive.Trigger
      className={cn(tabClasses, className)}
      data-pressed={isPressed || undefined}
      onPointerDown={() => setPressed(true)}
      onKeyDown={() => setPressed(false)}
      onBlur={() => setPressed(false)}
      {...props}
    />
  );
}

export function TabsContent({ className, ...props }: ComponentProps<typeof TabsPrimitive.Content>) {
  return <TabsPrimitive.Content className={cn('pt-4', className)} {...props} />;
}
