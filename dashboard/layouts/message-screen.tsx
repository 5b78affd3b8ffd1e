import type { ReactNode } from 'react';

/** A screen that has nothing but a number, a sentence and a way on. */
export function MessageScreen({
  code,
  title,
  children,
  action,
}: {
  code?: string;
  title: string;
  children?: ReactNode;
  action: ReactNode;
}) {
  return (
    <section className="mx-auto w-full max-w-xl py-14">
      {code && <p className="mb-2 text-sm text-muted-foreground tabular-nums">{code}</p>}
      <h1 className="text-xl font-semibold">{title}</h1>
      {children && <div className="mt-2 text-muted-foreground">{children}</div>}
      <div className="mt-6 flex flex-wrap gap-2">{action}</div>
    </section>
  );
}
