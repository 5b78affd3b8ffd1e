import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { ApiError } from '#shared/api/create-client.ts';
import type { Notice } from '#shared/contract/notices.ts';
import { loadTexts, setupI18n } from '#shared/i18n/setup.ts';
import { NoticeList, type NoticeListProps } from './-notice-list.tsx';

beforeAll(async () => {
  await setupI18n({ stored: 'en', wanted: [] });
  await loadTexts('notice');
});
afterEach(cleanup);

function notice(id: number, change: Partial<Notice> = {}): Notice {
  return {
    id,
    kind: 'keyword',
    title: `Harbour reopens ${id}`,
    body: '',
    articleId: id,
    url: '',
    subscriptionId: 1,
    reason: 'harbour',
    sourceName: 'The Harbour Post',
    language: 'en',
    script: 'Latn',
    highlights: { title: [[0, 7]], body: [] },
    onDesktop: true,
    createdAt: Date.now(),
    readAt: null,
    ...change,
  };
}

async function show(change: Partial<NoticeListProps>) {
  const did: string[] = [];
  const props: NoticeListProps = {
    notices: undefined,
    error: null,
    isFiltered: false,
    actions: {
      read: (ids) => did.push(`read ${ids}`),
      unread: (ids) => did.push(`unread ${ids}`),
      remove: (ids) => did.push(`remove ${ids}`),
    },
    onRetry: () => did.push('retry'),
    onShowAll: () => did.push('show all'),
    ...change,
  };
  const root = createRootRoute({ component: Outlet });
  const list = createRoute({ getParentRoute: () => root, path: '/', component: () => <NoticeList {...props} /> });
  const article = createRoute({ getParentRoute: () => root, path: '/news/$id', component: () => <p>the article</p> });
  const router = createRouter({ routeTree: root.addChildren([list, article]), history: createMemoryHistory() });
  await router.load();
  render(<RouterProvider router={router as never} />);
  return { did, router };
}

test('while notices are on their way the place is kept', async () => {
  await show({});
  expect(await screen.findByRole('status')).toBeTruthy();
});

test('a failure says what happened and offers another try', async () => {
  const { did } = await show({ error: new ApiError({ name: 'INTERNAL', message: 'It broke.' }) });
  expect((await screen.findByRole('alert')).textContent).toContain('It broke.');
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(did).toEqual(['retry']);
});

test('an empty inbox says how to fill it; an empty filter leads back to everything', async () => {
  await show({ notices: [] });
  expect(await screen.findByText('No messages yet')).toBeTruthy();
  cleanup();
  const { did } = await show({ notices: [], isFiltered: true });
  fireEvent.click(await screen.findByRole('button', { name: 'Show all messages' }));
  expect(did).toEqual(['show all']);
});

test('opening an unread notice marks it as read and leads to the article', async () => {
  const { did, router } = await show({ notices: [notice(7), notice(8, { readAt: 1 })] });
  fireEvent.click(await screen.findByRole('button', { name: /Harbour reopens 7/ }));
  expect(await screen.findByText('the article')).toBeTruthy();
  expect(did).toEqual(['read 7']);
  expect(router.state.location.pathname).toBe('/news/7');
});

test('a read notice can be marked unread, any can be deleted', async () => {
  const { did } = await show({ notices: [notice(7), notice(8, { readAt: 1 })] });
  const [first, second] = await screen.findAllByRole('listitem');
  fireEvent.click(within(first!).getByRole('button', { name: 'Mark as read' }));
  fireEvent.click(within(second!).getByRole('button', { name: 'Mark as unread' }));
  fireEvent.click(within(second!).getByRole('button', { name: 'Delete' }));
  expect(did).toEqual(['read 7', 'unread 8', 'remove 8']);
});

test('j and k move between notices and m marks the one in focus', async () => {
  const { did } = await show({ notices: [notice(7), notice(8, { readAt: 1 })] });
  const first = await screen.findByRole('button', { name: /Harbour reopens 7/ });
  const second = screen.getByRole('button', { name: /Harbour reopens 8/ });
  first.focus();
  fireEvent.keyDown(first, { key: 'j' });
  expect(document.activeElement).toBe(second);
  fireEvent.keyDown(second, { key: 'm' });
  fireEvent.keyDown(second, { key: 'j' });
  expect(document.activeElement).toBe(second);
  fireEvent.keyDown(second, { key: 'k' });
  expect(document.activeElement).toBe(first);
  expect(did).toEqual(['unread 8']);
});

test('the words that matched are marked', async () => {
  await show({ notices: [notice(7)] });
  const title = await screen.findByRole('button', { name: /Harbour reopens 7/ });
  expect(title.querySelector('mark')?.textContent).toBe('Harbour');
});
