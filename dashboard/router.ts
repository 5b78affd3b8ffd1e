/** The router: hash history, titles, and what happens around a navigation. Who may see what is judged in `guard.ts`. */
import { createHashHistory, createRouter } from '@tanstack/react-router';
import i18next from 'i18next';
import type { Requirement } from './guard.ts';
import { ErrorScreen } from './layouts/error-screen.tsx';
import { NotFoundScreen } from './layouts/not-found-screen.tsx';
import { PendingScreen } from './layouts/pending-screen.tsx';
import { queryClient } from './query-client.ts';
import { routeTree } from './routeTree.gen.ts';
import type { TitleKey } from './titles.ts';
import { setTitle } from './titles.ts';

export const router = createRouter({
  routeTree,
  history: createHashHistory(),
  context: { queryClient },
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  defaultPendingMs: 300,
  defaultPendingComponent: PendingScreen,
  defaultErrorComponent: ErrorScreen,
  defaultNotFoundComponent: NotFoundScreen,
  scrollRestoration: true,
});

/** Titles follow the route and the language. Screens about one thing set their own, see `useTitle`. */
export function keepTitle(): void {
  const show = () => {
    const title = router.state.matches.findLast(({ staticData }) => staticData.title)?.staticData.title;
    setTitle(title);
  };
  router.subscribe('onResolved', ({ pathChanged }) => {
    if (pathChanged) show();
  });
  i18next.on('languageChanged', show);
}

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
  interface StaticDataRouteOption {
    /** Key of the screen's name in `common`. */
    title?: TitleKey;
    auth?: Requirement;
  }
}
