import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, Outlet, redirect } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { endSession } from '#dashboard/api.ts';
import { judgeVisit } from '#dashboard/guard.ts';
import { NavigationProgress } from '#dashboard/layouts/navigation-progress.tsx';
import { SkipLink } from '#dashboard/layouts/skip-link.tsx';
import { isSignedIn, useSession } from '#dashboard/stores/session.ts';

/** Nothing is told before the reader has done something; until then its code is not needed. */
function Toasts() {
  const [isNeeded, setNeeded] = useState(false);
  useEffect(() => {
    const need = () => setNeeded(true);
    const events = ['pointerdown', 'keydown'] as const;
    for (const event of events) addEventListener(event, need, { once: true, capture: true });
    return () => {
      for (const event of events) removeEventListener(event, need, { capture: true });
    };
  }, []);
  return (
    isNeeded && (
      <Suspense>
        <Toaster />
      </Suspense>
    )
  );
}

const Toaster = lazy(async () => ({ default: (await import('#shared/ui/toaster.tsx')).Toaster }));

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  beforeLoad: ({ matches, location }) => {
    const { signed } = useSession.getState();
    const verdict = judgeVisit({
      path: location.pathname,
      requirements: matches.map(({ staticData }) => staticData.auth),
      isSignedIn: isSignedIn(signed, Date.now()),
      held: signed?.uniqueAuth ?? [],
    });
    if (verdict === 'forbidden') throw redirect({ to: '/403' });
    if (verdict === 'login') {
      endSession();
      throw redirect({ to: '/login', search: { redirect: location.href } });
    }
  },
  component: () => (
    <>
      <SkipLink />
      <NavigationProgress />
      <Outlet />
      <Toasts />
    </>
  ),
});
