import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import {
  type DiscoveredFeed,
  discoverWebsite,
  listFetches,
  listWebsites,
  type Source,
  subscribeWebsite,
  unsubscribeWebsite,
  type WebsiteSubscription,
} from '#shared/contract/websites.ts';
import { Refusal, requestsOf, serve } from '../../../../../tests/support/fake-server.ts';
import { openScreen, search } from '../../../../../tests/support/open-screen.tsx';

const now = Date.now();
const minuteMs = 60_000;

function source(id: number, health: Partial<Source['health']> = {}): Source {
  return {
    id,
    title: `Site ${id}`,
    url: `https://site${id}.example/feed.xml`,
    homeUrl: `https://site${id}.example/`,
    type: 'rss',
    language: 'en',
    country: 'gb',
    category: 'general',
    health: {
      state: 'ok',
      lastFetchAt: now - 5 * minuteMs - 5_000,
      lastOkAt: now - 5 * minuteMs - 5_000,
      nextFetchAt: now + 25 * minuteMs + 5_000,
      lastItemAt: now - 30 * minuteMs,
      itemCount: 12,
      errorKind: null,
      errorDetail: '',
      errorCount: 0,
      movedFrom: null,
      movedAt: null,
      tellsUntil: null,
      ...health,
    },
  };
}

function website(id: number, health: Partial<Source['health']> = {}): WebsiteSubscription {
  return { id, title: `Site ${id}`, unreadCount: 0, createdAt: now, source: source(id, health) };
}

function feed(name: string, more: Partial<DiscoveredFeed> = {}): DiscoveredFeed {
  return {
    url: `https://new.example/${name}.xml`,
    title: `New Example ${name}`,
    type: 'rss',
    language: 'en',
    itemsPerDay: 3.2,
    newestAt: now - minuteMs,
    itemCount: 20,
    fullText: true,
    lastTitles: [`${name}: bridge opens`, `${name}: harbour closes`, `${name}: new mayor`, `${name}: older`],
    subscribed: false,
    ...more,
  };
}

function serveWebsites(kept: WebsiteSubscription[]) {
  const deleted = new Set<number>();
  serve(listWebsites, ({ query }) => {
    const live = kept.filter(({ id }) => !deleted.has(id));
    return { list: live.slice((query.page - 1) * query.limit, query.page * query.limit), count: live.length };
  });
  serve(unsubscribeWebsite, ({ body }) => {
    if (body.restore) deleted.delete(body.id);
    else deleted.add(body.id);
    return {};
  });
}

async function lookFor(address: string) {
  const user = await openScreen('/user/website');
  await user.click((await screen.findAllByRole('button', { name: 'Add a website' }))[0]!);
  await user.type(await screen.findByLabelText('Address'), address);
  await user.click(screen.getByRole('button', { name: 'Look' }));
  return user;
}

test('each website says how it does: state, last and next read, and trouble in a sentence', async () => {
  serveWebsites([
    website(1),
    website(2, { state: 'failing', errorKind: 'http', errorDetail: 'status 403', errorCount: 4 }),
    website(3, { state: 'new', lastFetchAt: null, lastOkAt: null, itemCount: 0, nextFetchAt: now }),
  ]);
  await openScreen('/user/website');
  const [, fine, failing, fresh] = await screen.findAllByRole('row');
  expect(within(fine!).getAllByText('Fine')).not.toEqual([]);
  expect(within(fine!).getAllByText('5 minutes ago')).not.toEqual([]);
  expect(within(fine!).getByText('in 25 minutes')).toBeDefined();
  expect(within(failing!).getByText(/The site does not let programs read it \(403\)\. We keep trying/)).toBeDefined();
  expect(within(fresh!).getAllByText('Not read yet')).not.toEqual([]);
  expect(within(fresh!).getByText('any moment')).toBeDefined();
});

test('an address is looked at, what was found is offered, the chosen one is followed', async () => {
  serveWebsites([]);
  serve(discoverWebsite, () => ({ feeds: [feed('news', { subscribed: true }), feed('sport', { fullText: false })] }));
  serve(subscribeWebsite, () => ({ id: 9, source: source(9) }));
  const user = await lookFor('new.example');

  const [followed, free] = await screen.findAllByRole('radio');
  expect((followed as HTMLInputElement).disabled).toBe(true);
  expect((free as HTMLInputElement).checked).toBe(true);
  const offered = free!.closest('li')!;
  expect(within(offered).getByText(/RSS feed · English · about 3\.2 a day · summaries only/)).toBeDefined();
  expect(within(offered).getByText('sport: new mayor')).toBeDefined();
  expect(within(offered).queryByText('sport: older')).toBeNull();
  expect(within(followed!.closest('li')!).getByText('Already followed')).toBeDefined();

  await user.click(screen.getByRole('button', { name: 'Follow' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(requestsOf(subscribeWebsite)).toEqual([
    { body: { url: 'new.example', feedUrl: 'https://new.example/sport.xml' } },
  ]);
  expect(requestsOf(listWebsites).length).toBeGreaterThan(1);
});

test('where nothing is found the reason and the next step are said', async () => {
  serveWebsites([]);
  serve(discoverWebsite, () => {
    throw new Refusal('NO_SOURCE_FOUND', 'Nothing to follow was found at https://empty.example/.');
  });
  await lookFor('empty.example');
  expect(await screen.findByText('Nothing to follow was found at https://empty.example/.')).toBeDefined();
  expect(screen.getByText(/Try a section page that lists articles/)).toBeDefined();
});

test('looking can be stopped: the request ends and the form is free again', async () => {
  serveWebsites([]);
  let given: AbortSignal | undefined;
  serve(discoverWebsite, (_, signal) => {
    given = signal;
    return new Promise(() => {});
  });
  const user = await lookFor('slow.example');
  await user.click(await screen.findByRole('button', { name: 'Stop' }));
  expect(given?.aborted).toBe(true);
  expect(screen.queryByRole('progressbar')).toBeNull();
  expect(screen.queryByRole('alert')).toBeNull();
  expect((screen.getByRole('button', { name: 'Look' }) as HTMLButtonElement).disabled).toBe(false);
});

test('a refusal to follow is said and the choice stays', async () => {
  serveWebsites([]);
  serve(discoverWebsite, () => ({ feeds: [feed('news')] }));
  serve(subscribeWebsite, () => {
    throw new Refusal('WEBSITE_LIMIT', 'You can follow 2000 websites.');
  });
  const user = await lookFor('new.example');
  await user.click(await screen.findByRole('button', { name: 'Follow' }));
  expect(await screen.findByText('You can follow 2000 websites.')).toBeDefined();
  expect(screen.getByRole('radio')).toBeDefined();
});

test('leaving a website asks first and can be undone', async () => {
  serveWebsites([website(1), website(2)]);
  const user = await openScreen('/user/website');
  await user.click(await screen.findByRole('button', { name: 'Actions for “Site 2”' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Unsubscribe' }));
  expect(requestsOf(unsubscribeWebsite)).toEqual([]);
  const question = await screen.findByRole('alertdialog', { name: 'Unsubscribe from “Site 2”?' });
  await user.click(within(question).getByRole('button', { name: 'Unsubscribe' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Site 2' })).toBeNull());
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByRole('button', { name: 'Site 2' })).toBeDefined();
});

test('the last reads of a website have an address; the plot says in words what the table shows', async () => {
  serveWebsites([website(1)]);
  serve(listFetches, () => ({
    list: [
      { at: now, status: 200, tookMs: 300, bytes: 40_000, items: 20, newItems: 2, errorKind: null, errorDetail: '' },
      {
        at: now - minuteMs,
        status: 304,
        tookMs: 80,
        bytes: 0,
        items: 0,
        newItems: 0,
        errorKind: null,
        errorDetail: '',
      },
      {
        at: now - 2 * minuteMs,
        status: null,
        tookMs: 10_000,
        bytes: 0,
        items: 0,
        newItems: 0,
        errorKind: 'timeout',
        errorDetail: '',
      },
    ],
  }));
  const user = await openScreen('/user/website?site=1');
  const sheet = await screen.findByRole('dialog', { name: 'Site 1' });
  expect(
    await within(sheet).findByRole('img', { name: 'The last 3 reads: 1 failed, the slowest took 10 sec' }),
  ).toBeDefined();
  const results = within(sheet)
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[1]?.textContent);
  expect(results).toEqual([
    '2 new articles',
    'nothing new',
    'The site took too long to answer. It may be busy; we try again later.',
  ]);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(search()['site']).toBeUndefined());
});

test('a list that cannot be loaded says why', async () => {
  serve(listWebsites, () => {
    throw new Refusal('RATE_LIMITED', 'Too many requests. Try again in 9 seconds.');
  });
  await openScreen('/user/website');
  expect(await screen.findByText('Too many requests. Try again in 9 seconds.')).toBeDefined();
});

test.each([
  ['too-large', /larger than we read/],
  ['html-instead', /a web page instead of a feed/],
  ['robots-refused', /robots\.txt does not allow/],
  ['gone', /gone for good/],
])('a source that is %s is explained', async (errorKind, words) => {
  serveWebsites([website(1, { state: 'failing', errorKind, errorCount: 3 })]);
  serve(listFetches, () => ({ list: [] }));
  await openScreen('/user/website?site=1');
  expect(await within(await screen.findByRole('dialog')).findByText(words)).toBeDefined();
});

test('a source that reports by itself says so, and until when that is agreed', async () => {
  serveWebsites([website(1, { tellsUntil: Date.UTC(2026, 11, 4, 10) }), website(2)]);
  serve(listFetches, () => ({ list: [] }));
  await openScreen('/user/website?site=1');
  const sheet = within(await screen.findByRole('dialog'));
  expect((await sheet.findByText(/reports new articles by itself \(WebSub\)/)).textContent).toContain(
    'December 4, 2026',
  );
  cleanup();
  await openScreen('/user/website?site=2');
  const other = within(await screen.findByRole('dialog'));
  expect(await other.findByText('It is read regularly; you are told of new articles.')).toBeDefined();
  expect(other.queryByText(/WebSub/)).toBeNull();
});

test('a source that moved says from where, and one that waits for its server says so', async () => {
  serveWebsites([
    website(1, {
      movedFrom: 'https://old.example/feed.xml',
      movedAt: now - 60 * minuteMs,
      nextFetchAt: now - 10 * minuteMs,
    }),
  ]);
  serve(listFetches, () => ({ list: [] }));
  await openScreen('/user/website?site=1');
  const sheet = within(await screen.findByRole('dialog'));
  expect(await sheet.findByText('https://old.example/feed.xml')).toBeDefined();
  expect(sheet.getByText(/waiting its turn/)).toBeDefined();
});
