import { useRouterState } from '@tanstack/react-router';

/** A thin bar on top while the next screen is on its way; its animation waits, so that quick changes show nothing. */
export function NavigationProgress() {
  const isPending = useRouterState({ select: (state) => state.status === 'pending' });
  return (
    <div aria-hidden className="pointer-events-none fixed inset-x-0 top-0 z-60 h-0.5 overflow-hidden">
      {isPending && <div className="navigation-progress h-full bg-primary" />}
    </div>
  );
}
