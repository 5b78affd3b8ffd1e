/** Puts the living screens in the place of what came with the page. */
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { api, onSessionOver } from './api.ts';
import { readFirstNews } from './first-news.ts';
import { ReaderTexts } from './layouts/reader-texts.tsx';
import { queryClient } from './query-client.ts';
import { keepTitle, router } from './router.ts';
import { newestIn } from './routes/_public/home.tsx';
import { isSignedIn, useSession, watchOtherTabs } from './stores/session.ts';

/** @param texts resolves when the first texts are there */
export async function startApp(root: HTMLElement, opensHome: boolean, texts: Promise<unknown>): Promise<void> {
  await texts;
  keepTitle();
  watchOtherTabs();
  onSessionOver(() => {
    const wanted = router.state.location.href;
    if (!wanted.startsWith('/login')) void router.navigate({ to: '/login', search: { redirect: wanted } });
  });
  // What one member saw is not left for the next.
  useSession.subscribe(({ signed }, before) => {
    if (signed?.token !== before.signed?.token) queryClient.clear();
  });
  if (isSignedIn(useSession.getState().signed, Date.now())) void refreshSession();

  const first = readFirstNews();
  if (first) queryClient.setQueryData(newestIn(first.language).queryKey, first.newest, { updatedAt: first.at });
  // What is known before the first rendering is rendered in slices, and a phone stays responsive. Nothing here has to come.
  if (opensHome) await router.load();
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <QueryClientProvider client={queryClient}>
          <ReaderTexts>
            <RouterProvider router={router} />
          </ReaderTexts>
        </QueryClientProvider>
      </StrictMode>,
    ),
  );
}

/** Permissions may have changed since; a refusal is handled by `api`, being offline is no error here. */
async function refreshSession(): Promise<void> {
  const { getPersonInfo } = await import('#shared/contract/accounts.ts');
  await api(getPersonInfo).then(useSession.getState().know, () => undefined);
}
