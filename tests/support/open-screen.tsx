/** Opens a screen of the dashboard for a signed-in member: real router, stores, texts and client over the fake server. */
import './fake-server.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRouter, RouterProvider } from '@tanstack/react-router';
import { cleanup, configure, render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import i18next from 'i18next';
import { afterEach, beforeEach } from 'vitest';
import { ReaderTexts } from '#dashboard/layouts/reader-texts.tsx';
import { queryClient } from '#dashboard/query-client.ts';
import { router } from '#dashboard/router.ts';
import { useSession } from '#dashboard/stores/session.ts';
import { countNotices } from '#shared/contract/notices.ts';
import { memberPermissions } from '#shared/contract/permissions.ts';
import { setupI18n } from '#shared/i18n/setup.ts';
import { forgetServed, serve } from './fake-server.ts';

// A busy machine may take its time; what never comes still fails.
configure({ asyncUtilTimeout: 4000 });

beforeEach(async () => {
  if (!i18next.isInitialized) await setupI18n({ wanted: ['en'] });
  await i18next.changeLanguage('en');
  serve(countNotices, () => ({ revision: 1, unread: 0, byKind: {}, latestId: 0 }));
  useSession.getState().begin({
    token: 'token-of-the-test',
    expiresAt: Date.now() + 86_400_000,
    uuid: 'uuid',
    user: { userId: 1, userName: 'reader', type: 'member', access: [...memberPermissions] },
    uniqueAuth: [...memberPermissions],
  });
});

afterEach(() => {
  cleanup();
  queryClient.clear();
  forgetServed();
  useSession.getState().end([]);
});

let opened = router;

/** @param path with its search parameters, `/user/keyword?page=2` */
export async function openScreen(path: string): Promise<ReturnType<typeof userEvent.setup>> {
  // One of its own for each test: a router whose screen was taken away does not load another.
  opened = createRouter({ ...router.options, history: createMemoryHistory({ initialEntries: [path] }) });
  await opened.load();
  render(
    <QueryClientProvider client={queryClient}>
      <ReaderTexts>
        <RouterProvider router={opened} />
      </ReaderTexts>
    </QueryClientProvider>,
  );
  return userEvent.setup();
}

/** The search parameters that stand in the address. */
export function search(): Record<string, unknown> {
  return opened.latestLocation.search;
}

/** The address of the screen that stands, as it would follow the hash. */
export function location(): string {
  return opened.latestLocation.href;
}
