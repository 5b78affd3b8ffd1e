import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { readDigest } from '#shared/contract/keywords.ts';
import { listNotices, type Notice, readNotices } from '#shared/contract/notices.ts';
import { serve } from '../../../../../tests/support/fake-server.ts';
import { openScreen, search } from '../../../../../tests/support/open-screen.tsx';

const now = Date.UTC(2026, 10, 21, 8);
const counts = { revision: 1, unread: 1, byKind: { keyword: 1 }, latestId: 7 };

const digest: Notice = {
  id: 7,
  kind: 'keyword',
  title: '“Weather”: 2 new stories',
  body: 'Rain · Storm',
  articleId: null,
  url: '/user/notice?digest=7',
  subscriptionId: 3,
  reason: 'Weather',
  sourceName: '',
  language: 'en',
  script: 'Latn',
  storyCount: 2,
  highlights: { title: [], body: [] },
  onDesktop: true,
  createdAt: now,
  readAt: null,
};

const story = (id: number, title: string) => ({
  id,
  title,
  url: `https://example.org/${id}`,
  source: { id: 1, name: 'Valley Post' },
  author: '',
  language: 'en',
  script: 'Latn',
  publishedAt: now,
  snippet: '',
  image: '',
  sameTextCount: 1,
  highlights: { title: [[0, 4]] as [number, number][], snippet: [] },
});

test('a digest opens the list of its stories with the words marked, at an address of its own', async () => {
  serve(listNotices, () => ({ list: [digest], count: 1, counts }));
  serve(readNotices, () => ({ counts, changed: 1 }));
  serve(readDigest, () => ({
    list: [story(2, 'Rain over the valley'), story(1, 'Storm at sea')],
    count: 2,
    title: digest.title,
    subscriptionId: 3,
    createdAt: now,
  }));
  const user = await openScreen('/user/notice');
  await user.click(await screen.findByRole('button', { name: /2 new stories/ }));
  const sheet = await screen.findByRole('dialog', { name: digest.title });
  expect(search()).toMatchObject({ digest: 7 });
  expect(within(sheet).getByText('Rain', { selector: 'mark' })).toBeDefined();
  expect(within(sheet).getByText(/at sea/)).toBeDefined();
  expect(
    within(sheet).getByRole('link', { name: 'Everything this subscription found' }).getAttribute('href'),
  ).toContain('found=3');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(search()['digest']).toBeUndefined();
});
