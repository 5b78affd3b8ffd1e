import { cleanup, screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { type Hotspot, type HotspotBoard, listHotspots } from '#shared/contract/hotspots.ts';
import { Refusal, requestsOf, serve } from '../../../../tests/support/fake-server.ts';
import { openScreen } from '../../../../tests/support/open-screen.tsx';

// The chart itself needs a canvas-like page; what it is given is what counts here.
vi.mock('echarts/core', () => ({
  use: () => {},
  init: () => ({ setOption: () => {}, resize: () => {}, dispose: () => {} }),
}));

const hour = 3_600_000;
const now = Date.now();

const hotspot: Hotspot = {
  id: 7,
  language: 'en',
  script: 'Latn',
  title: 'Ferry sinks off Naxos',
  words: ['Naxos', 'ferry'],
  observed: 5,
  expected: 0.4,
  articles: 6,
  score: 9.2,
  curve: Array.from({ length: 24 }, (_, at) => ({
    at: now - (23 - at) * hour,
    sources: at > 20 ? 5 : 0,
    expected: 0.4,
  })),
  reports: [
    {
      id: 70,
      title: 'Passengers rescued near Naxos',
      url: 'https://a.example/1',
      source: { id: 1, name: 'Island Post' },
      publishedAt: now,
      language: 'en',
      script: 'Latn',
    },
  ],
};
const board: HotspotBoard = {
  list: [hotspot],
  count: 1,
  madeAt: now,
  windowHours: 3,
  learning: null,
  languages: ['en', 'zh'],
};

test('lists what is hot, and says why with sentence, reports and the figures behind the curve', async () => {
  serve(listHotspots, () => board);
  const user = await openScreen('/hotspot');
  const title = await screen.findByRole('link', { name: hotspot.title });
  expect(title.getAttribute('href')).toContain('cluster=7');
  expect(screen.getByText('5 sources, usually 0.4')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Why is this hot?' }));
  expect(await screen.findByText(/6 reports from 5 sources within 3 hours.*Naxos, ferry/)).toBeTruthy();
  expect(screen.getByRole('img', { name: /5 at most, usually about 0.4/ })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Passengers rescued near Naxos' })).toBeTruthy();
  const rows = within(screen.getByRole('table', { hidden: true })).getAllByRole('row', { hidden: true });
  expect(rows).toHaveLength(25);
});

test('asks for one language', async () => {
  serve(listHotspots, () => board);
  const user = await openScreen('/hotspot');
  const choice = (await screen.findByRole('option', { name: 'All languages' })).closest('select')!;
  await screen.findByRole('option', { name: 'Chinese' });
  await user.selectOptions(choice, 'zh');
  await screen.findByRole('link', { name: hotspot.title });
  expect(requestsOf(listHotspots).at(-1)).toMatchObject({ query: { language: 'zh' } });
});

test('says that it is learning, that all is quiet, and what failed', async () => {
  serve(listHotspots, () => ({ ...board, list: [], count: 0, learning: { hours: 5, hoursNeeded: 24 } }));
  await openScreen('/hotspot');
  expect(await screen.findByText('Still learning what is usual')).toBeTruthy();
  expect(screen.getByText(/5 of 24 hours/)).toBeTruthy();
  cleanup();

  serve(listHotspots, () => ({ ...board, list: [], count: 0 }));
  await openScreen('/hotspot?language=zh');
  expect(await screen.findByText('All quiet')).toBeTruthy();
  cleanup();

  serve(listHotspots, () => {
    throw new Refusal('INTERNAL', 'Something went wrong');
  });
  await openScreen('/hotspot?language=en');
  expect(await screen.findByText('Something went wrong')).toBeTruthy();
});
