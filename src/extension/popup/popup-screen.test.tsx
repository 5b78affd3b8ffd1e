// @vitest-environment happy-dom
// @vitest-environment-options { "settings": { "fetch": { "disableSameOriginPolicy": true } } }
import '../testing/fake-browser.ts';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { registerBackground } from '../background/register.ts';
import { removeAllListeners } from '../messages.ts';
import { inboxItem, intentItem, queueItem, serverItem, sessionItem, signedOutItem } from '../storage/items.ts';
import { fakeBrowser, resetWorld, world } from '../testing/fake-browser.ts';
import { renderSurface } from '../testing/render-surface.tsx';
import { storeSession } from '../testing/sign-in-stored.ts';
import { createStubInbox, makeNotice } from '../testing/stub-inbox.ts';
import { deadOrigin, type StubServer, startStubServer } from '../testing/stub-server.ts';
import { PopupScreen } from './popup-screen.tsx';

let stub: StubServer;
let member: ReturnType<typeof createStubInbox>;
const user = userEvent.setup();

const feed = (name: string, change = {}) => ({
  url: `https://example.org/${name}.xml`,
  title: `Feed ${name}`,
  type: 'rss',
  language: 'en',
  itemsPerDay: 3,
  newestAt: Date.UTC(2026, 10, 21),
  itemCount: 9,
  fullText: true,
  lastTitles: ['First', 'Second', 'Third', 'Fourth'],
  subscribed: false,
  ...change,
});
const pageSummary = {
  url: 'https://example.org/story',
  title: 'A story',
  language: 'en',
  selection: '',
  selectionUrl: '',
  candidates: [{ url: 'https://example.org/a.xml' }],
};

beforeEach(async () => {
  resetWorld();
  member = createStubInbox([makeNotice(1), makeNotice(2)]);
  stub = await startStubServer({
    ...member.answers,
    'GET /v1/website/subscriptions': () => ({ data: { list: [], count: 0 } }),
    'POST /v1/website/discover': () => ({ data: { feeds: [feed('a')] } }),
    'POST /v1/website/subscribe': () => ({ data: { id: 5, source: {} } }),
    'POST /v1/website/unsubscribe': () => ({ data: {} }),
    'POST /v1/keyword/preview': () => ({
      data: {
        count: 12,
        countCapped: false,
        isCutShort: false,
        perDay: [
          { day: '2026-11-20', count: 4 },
          { day: '2026-11-21', count: 8 },
        ],
        examples: [],
        warnings: [],
        explanation: null,
      },
    }),
    'POST /v1/keyword/subscribe': () => ({ data: { id: 6 } }),
    'GET /v1/collect/list': () => ({ data: { list: [], count: 0, folders: [], tags: [] } }),
    'POST /v1/collect/save': () => ({ data: { item: { id: 9 }, created: true } }),
    'POST /v1/collect/remove': () => ({ data: {} }),
  });
  registerBackground();
  world.tabs.push({ id: 3, url: pageSummary.url, title: 'A story', active: true, windowId: 1 });
  world.injected['/page-summary.js'] = pageSummary;
  world.injected['/page-html.js'] = '<html>story</html>';
});
afterEach(async () => {
  cleanup();
  removeAllListeners();
  await stub.close();
});

async function openAsMember() {
  await storeSession(stub.origin);
  await inboxItem.set({
    counts: member.counts(),
    notices: [makeNotice(2), makeNotice(1)],
    nextCursor: null,
    toldUpTo: 2,
  });
  return renderSurface(<PopupScreen />);
}
const tab = (name: RegExp) => screen.getByRole('tab', { name });
const button = (name: string | RegExp) => screen.getByRole('button', { name });

test('the first frame shows the stored number and list before any answer', async () => {
  await openAsMember();
  expect(stub.sent('/v1/notice/list')).toEqual([]);
  expect(screen.getByTestId('unread').textContent).toBe('2 unread');
  expect(screen.getAllByRole('listitem').map((row) => row.textContent)).toEqual([
    expect.stringContaining('Story 2'),
    expect.stringContaining('Story 1'),
  ]);
});

test('signing in: a wrong password says so in plain words, the right one shows the member’s messages', async () => {
  await serverItem.set(stub.origin);
  let isRight = false;
  const person = { userId: 7, userName: 'lin', type: 'member', access: [] };
  stub.answers['POST /v1/login'] = () =>
    isRight
      ? { data: { token: 't', user: person } }
      : { error: 'LOGIN_FAILED', message: 'The account or the password is wrong.' };
  stub.answers['GET /v1/get_person_info'] = () => ({ data: { ...person, language: 'zh-tw' } });
  await renderSurface(<PopupScreen />);
  await user.type(screen.getByLabelText('User name, e-mail or number'), 'lin');
  await user.type(screen.getByLabelText('Password'), 'secret-word');
  await user.click(button('Sign in'));
  expect((await screen.findByRole('alert')).textContent).toBe('The account or the password is wrong.');
  isRight = true;
  // Past the guard against double clicks.
  fireEvent.submit(button('Sign in').closest('form')!);
  expect((await screen.findByTestId('unread', {}, { timeout: 3_000 })).textContent).toMatch(/未讀/);
  expect(stub.sent('/v1/login').at(-1)?.body).toEqual({ account: 'lin', password: 'secret-word', client: 'extension' });
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(2));
});

test('a session that ended says why and asks to sign in', async () => {
  const problem = {
    name: 'TOKEN_EXPIRED' as const,
    message: '',
    args: {},
    problems: [],
    status: 401,
    retryAfterSeconds: null,
  };
  await signedOutItem.set({ problem, at: 1 });
  await renderSurface(<PopupScreen />);
  expect(screen.getByRole('alert').textContent).toBe('Your sign-in has expired. Please sign in again.');
});

test('marking one as read changes number, badge and row; undo brings it back', async () => {
  await openAsMember();
  const [first] = screen.getAllByRole('listitem');
  await user.click(within(first!).getByLabelText('Mark as read'));
  await waitFor(() => expect(screen.getByTestId('unread').textContent).toBe('1 unread'));
  expect(first!.dataset.read).toBe('true');
  expect(await fakeBrowser.action.getBadgeText({})).toBe('1');
  await user.click(button('Undo'));
  await waitFor(() => expect(screen.getByTestId('unread').textContent).toBe('2 unread'));
});

test('the keyboard moves through the list and marks with r', async () => {
  await openAsMember();
  const rows = screen.getAllByRole('listitem').map((row) => row.querySelector('button'));
  rows[0]?.focus();
  await user.keyboard('j');
  expect(document.activeElement).toBe(rows[1]);
  await user.keyboard('r');
  await waitFor(() => expect(stub.sent('/v1/notice/read')[0]?.body).toEqual({ ids: [1], unread: false }));
  await user.keyboard('{Home}');
  expect(document.activeElement).toBe(rows[0]);
});

test('opening a message shows the article in the dashboard and marks it as read', async () => {
  await openAsMember();
  await user.click(screen.getByText('Story 2'));
  await waitFor(() => expect(world.opened).toEqual([`${stub.origin}/#/news/20`]));
  await waitFor(() => expect(screen.getByTestId('unread').textContent).toBe('1 unread'));
});

test('all are marked at once, up to what was shown, with the way back', async () => {
  await openAsMember();
  await user.click(button('Mark all as read'));
  await waitFor(() => expect(screen.getByTestId('unread').textContent).toBe('0 unread'));
  expect(stub.sent('/v1/notice/read')[0]?.body).toEqual({ all: true, before: 2 });
  await user.click(button('Undo'));
  await waitFor(() => expect(screen.getByTestId('unread').textContent).toBe('2 unread'));
});

test('one click follows a site that offers one source, with what the live page declares', async () => {
  await openAsMember();
  await user.click(await screen.findByRole('button', { name: 'Subscribe to this site' }));
  await waitFor(() => expect(stub.sent('/v1/website/subscribe')).toHaveLength(1));
  expect(stub.sent('/v1/website/discover')[0]?.body).toEqual({
    url: pageSummary.url,
    candidates: pageSummary.candidates,
  });
  expect(stub.sent('/v1/website/subscribe')[0]?.body).toEqual({
    url: pageSummary.url,
    feedUrl: 'https://example.org/a.xml',
    title: 'Feed a',
  });
  expect(screen.getByText('First')).toBeTruthy();
  expect(screen.queryByText('Fourth')).toBeNull();
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(stub.sent('/v1/website/unsubscribe')[0]?.body).toEqual({ id: 5, restore: undefined }));
});

test('of several sources the member chooses; nothing is followed before', async () => {
  stub.answers['POST /v1/website/discover'] = () => ({
    data: { feeds: [feed('a'), feed('b', { subscribed: true }), feed('c', { type: 'sitemap', itemsPerDay: 0.5 })] },
  });
  await openAsMember();
  await user.click(await screen.findByRole('button', { name: 'Subscribe to this site' }));
  expect(await screen.findByText('3 sources found. Choose what to follow.')).toBeTruthy();
  expect(stub.sent('/v1/website/subscribe')).toEqual([]);
  expect(screen.getByText('3.5 a week')).toBeTruthy();
  await user.click(screen.getAllByRole('button', { name: 'Subscribe' })[1]!);
  await waitFor(() => expect(stub.sent('/v1/website/subscribe')[0]?.body.feedUrl).toBe('https://example.org/c.xml'));
});

test('a site that refuses the server is searched again with the page the member sees', async () => {
  stub.answers['POST /v1/website/discover'] = ({ body }) =>
    body.html
      ? { data: { feeds: [feed('a')] } }
      : { error: 'SITE_UNREACHABLE', message: 'The site could not be opened.' };
  await openAsMember();
  await user.click(tab(/This site/));
  expect(await screen.findByText('Feed a')).toBeTruthy();
  expect(stub.sent('/v1/website/discover').map(({ body }) => body.html)).toEqual([undefined, '<html>story</html>']);
});

test('a site with nothing to follow says so in the server’s words and can be tried again', async () => {
  stub.answers['POST /v1/website/discover'] = () => ({
    error: 'NO_SOURCE_FOUND',
    message: 'Nothing to follow was found.',
  });
  await openAsMember();
  await user.click(tab(/This site/));
  expect((await screen.findByRole('alert')).textContent).toContain('Nothing to follow was found.');
  await user.click(button('Try again'));
  await waitFor(() => expect(stub.sent('/v1/website/discover')).toHaveLength(4));
});

test('a site that is followed already says so', async () => {
  const source = { homeUrl: 'https://example.org/', url: 'https://example.org/a.xml' };
  stub.answers['GET /v1/website/subscriptions'] = () => ({
    data: { list: [{ id: 1, title: 'Feed a', source }], count: 1 },
  });
  await openAsMember();
  expect(await screen.findByText('Subscribed')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Subscribe to this site' })).toBeNull();
});

test('marked words are ready to subscribe to, with what they would have found', async () => {
  world.injected['/page-summary.js'] = {
    ...pageSummary,
    selection: 'high tide',
    selectionUrl: 'https://example.org/story#x',
  };
  await openAsMember();
  await user.click(await screen.findByRole('button', { name: '“high tide”' }));
  expect(screen.getByLabelText<HTMLInputElement>('Tell me when this appears').value).toBe('"high tide"');
  expect(await screen.findByText('12 stories in the last 7 days')).toBeTruthy();
  expect(screen.getByRole('img', { name: /Per day: Fri 4, Sat 8/ })).toBeTruthy();
  expect(stub.sent('/v1/keyword/subscribe')).toEqual([]);
  await user.click(button('Subscribe'));
  await waitFor(() => expect(stub.sent('/v1/keyword/subscribe')[0]?.body).toEqual({ keyword: '"high tide"' }));
  expect(await screen.findByText('Subscribed to "high tide"')).toBeTruthy();
});

test('a long passage offers its key words instead of itself', async () => {
  const selection =
    'The tidal barrier of Larnow failed again on Monday, and the barrier will be repaired before spring.';
  world.injected['/page-summary.js'] = { ...pageSummary, selection, selectionUrl: 'https://example.org/story#x' };
  await openAsMember();
  await user.click(await screen.findByRole('button', { name: 'Words from the passage' }));
  const field = screen.getByLabelText<HTMLInputElement>('Tell me when this appears');
  expect(field.value).toMatch(/^barrier \w+$/);
  await user.click(button('barrier'));
  expect(field.value).not.toContain('barrier');
});

test('a query the server cannot read shows the repair, and one click takes it', async () => {
  stub.answers['POST /v1/keyword/preview'] = ({ body }) =>
    body.keyword === '"tide'
      ? { error: 'QUERY_INVALID', message: 'A quotation mark is missing.', problems: [{ repair: '"tide"' }] }
      : { error: 'QUERY_EMPTY' };
  await openAsMember();
  await user.click(tab(/Words/));
  await user.type(screen.getByLabelText('Tell me when this appears'), '"tide');
  expect((await screen.findByRole('alert', {}, { timeout: 3_000 })).textContent).toContain(
    'A quotation mark is missing.',
  );
  await user.click(button('Use "tide"'));
  expect(screen.getByLabelText<HTMLInputElement>('Tell me when this appears').value).toBe('"tide"');
});

test('words from the menu are shown even when they arrive after the popup', async () => {
  await openAsMember();
  await intentItem.set({ kind: 'words', text: 'typhoon', at: Date.now() });
  expect((await screen.findByLabelText<HTMLInputElement>('Tell me when this appears')).value).toBe('typhoon');
  await waitFor(async () => expect(await intentItem.get()).toBeNull());
});

test('the page is collected with note, tags and folder, and undo takes it back', async () => {
  await openAsMember();
  await user.click(tab(/Collect/));
  await user.type(await screen.findByLabelText('Note'), 'for Monday');
  await user.type(screen.getByLabelText('Tags'), 'sea， tide');
  await user.type(screen.getByLabelText('Folder'), 'Harbour');
  await user.click(button('Keep the page'));
  expect(await screen.findByText('Saved to your collection')).toBeTruthy();
  expect(stub.sent('/v1/collect/save')[0]?.body).toMatchObject({
    url: pageSummary.url,
    title: 'A story',
    note: 'for Monday',
    tags: ['sea', 'tide'],
    folder: 'Harbour',
  });
  await user.click(button('Undo'));
  expect(await screen.findByText('Taken back')).toBeTruthy();
  expect(stub.sent('/v1/collect/remove')[0]?.body.ids).toEqual([9]);
});

test('a marked passage is collected as a highlight that leads back to its place', async () => {
  const selectionUrl = 'https://example.org/story#:~:text=high%20tide';
  world.injected['/page-summary.js'] = { ...pageSummary, selection: 'high tide', selectionUrl };
  await openAsMember();
  await screen.findByRole('button', { name: '“high tide”' });
  await user.click(tab(/Collect/));
  await user.click(await screen.findByRole('button', { name: 'Keep the passage' }));
  await waitFor(() =>
    expect(stub.sent('/v1/collect/save')[0]?.body).toMatchObject({ url: selectionUrl, selection: 'high tide' }),
  );
});

test('without a connection the page is kept here and says so', async () => {
  await openAsMember();
  const dead = await deadOrigin();
  await sessionItem.update((session) => session && { ...session, server: dead });
  await user.click(tab(/Collect/));
  await user.click(await screen.findByRole('button', { name: 'Keep the page' }));
  expect(await screen.findByText('Kept here for now')).toBeTruthy();
  expect(screen.getByText('1 waiting to be sent')).toBeTruthy();
  expect(await queueItem.get()).toHaveLength(1);
});

test('where there is no web page the popup says so and its messages still work', async () => {
  world.tabs.splice(0);
  await openAsMember();
  expect((await screen.findAllByText('No web page here')).length).toBe(1);
  await user.click(tab(/This site/));
  expect(screen.getByText(/The browser’s own pages cannot be read/)).toBeTruthy();
});

test('a token the server refuses signs the popup out at the first call that meets it', async () => {
  stub.answers['GET /v1/website/subscriptions'] = () => ({ error: 'TOKEN_INVALID', message: 'Please sign in again.' });
  await openAsMember();
  expect((await screen.findByRole('alert')).textContent).toBe('Please sign in again.');
  expect(await sessionItem.get()).toBeNull();
});

test('what was typed in a tab is still there after looking at another', async () => {
  await openAsMember();
  await user.click(tab(/Words/));
  await user.type(screen.getByLabelText('Tell me when this appears'), 'tide mill');
  await user.click(tab(/Collect/));
  await user.type(await screen.findByLabelText('Note'), 'for the train');
  await user.click(tab(/Messages/));
  expect(screen.getByRole('tabpanel').textContent).toContain('Story 2');
  await user.click(tab(/Words/));
  expect((screen.getByLabelText('Tell me when this appears') as HTMLInputElement).value).toBe('tide mill');
  await user.click(tab(/Collect/));
  expect((screen.getByLabelText('Note') as HTMLTextAreaElement).value).toBe('for the train');
});

test('what was typed before the page is known stays', async () => {
  const reading = Promise.withResolvers<typeof pageSummary>();
  world.injected['/page-summary.js'] = reading.promise;
  await openAsMember();
  await user.click(tab(/Words/));
  await user.type(screen.getByLabelText('Tell me when this appears'), 'tide mill');
  reading.resolve(pageSummary);
  await screen.findByRole('button', { name: 'Subscribe to this site' });
  expect((screen.getByLabelText('Tell me when this appears') as HTMLInputElement).value).toBe('tide mill');
});
