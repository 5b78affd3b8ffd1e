// @vitest-environment happy-dom
// @vitest-environment-options { "settings": { "fetch": { "disableSameOriginPolicy": true } } }
import '../testing/fake-browser.ts';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { registerBackground } from '../background/register.ts';
import { removeAllListeners, sendMessage } from '../messages.ts';
import { inboxItem } from '../storage/items.ts';
import { resetWorld } from '../testing/fake-browser.ts';
import { renderSurface } from '../testing/render-surface.tsx';
import { storeSession } from '../testing/sign-in-stored.ts';
import { createStubInbox, makeNotice } from '../testing/stub-inbox.ts';
import { type StubServer, startStubServer } from '../testing/stub-server.ts';
import { SidePanelScreen } from './side-panel-screen.tsx';

let stub: StubServer;
let member: ReturnType<typeof createStubInbox>;
const user = userEvent.setup();

beforeEach(async () => {
  resetWorld();
  member = createStubInbox([makeNotice(1, { readAt: 1 }), makeNotice(2, { kind: 'website' }), makeNotice(3)]);
  stub = await startStubServer(member.answers);
  registerBackground();
  await storeSession(stub.origin);
  await inboxItem.set({
    counts: member.counts(),
    notices: [makeNotice(3), makeNotice(2)],
    nextCursor: '2',
    toldUpTo: 3,
  });
});
afterEach(async () => {
  cleanup();
  removeAllListeners();
  await stub.close();
});

const titles = () => screen.queryAllByText(/^Story \d$/).map((title) => title.textContent);

test('the panel starts with the stored unread list and follows it', async () => {
  await renderSurface(<SidePanelScreen />);
  expect(titles()).toEqual(['Story 3', 'Story 2']);
  member.add(makeNotice(4));
  await sendMessage('sync');
  await waitFor(() => expect(titles()).toEqual(['Story 4', 'Story 3', 'Story 2']));
  expect(screen.getByTestId('unread').textContent).toBe('3 unread');
});

test('what another surface reads is read here too', async () => {
  await renderSurface(<SidePanelScreen />);
  await sendMessage('markNotices', { ids: [3] });
  await waitFor(() => expect(screen.getByTestId('unread').textContent).toBe('1 unread'));
});

test('filters ask the server, keep their list while reading, and show the mark at once', async () => {
  await renderSurface(<SidePanelScreen />);
  await user.selectOptions(screen.getByLabelText('Read or unread'), 'all');
  await waitFor(() => expect(titles()).toEqual(['Story 3', 'Story 2', 'Story 1']));
  expect(stub.sent('/v1/notice/list').at(-1)?.query.has('unread')).toBe(false);
  await user.click(screen.getAllByLabelText('Mark as read')[0]!);
  await waitFor(() => expect(screen.getAllByLabelText('Mark as unread')).toHaveLength(2));
  await user.selectOptions(screen.getByLabelText('Kind'), 'website');
  await waitFor(() => expect(stub.sent('/v1/notice/list').at(-1)?.query.get('kind')).toBe('website'));
});

test('more is added below, each notice once', async () => {
  stub.answers['GET /v1/notice/list'] = ({ query }) =>
    query.get('cursor') === '2'
      ? { data: { list: [makeNotice(2), makeNotice(1)], count: 3, counts: member.counts() } }
      : { error: 'NOT_FOUND' };
  await renderSurface(<SidePanelScreen />);
  await user.click(screen.getByRole('button', { name: 'Show more' }));
  await waitFor(() => expect(titles()).toEqual(['Story 3', 'Story 2', 'Story 1']));
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
});

test('a panel that was switched off says how to get it back', async () => {
  await sendMessage('saveSettings', { surfaces: { contextMenu: true, sidePanel: false, omnibox: true } });
  await renderSurface(<SidePanelScreen />);
  expect(screen.getByText('The side panel is switched off')).toBeTruthy();
  expect(titles()).toEqual([]);
});
