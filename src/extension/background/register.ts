/**
 * Registers every listener in the first turn of the worker, so that the event that woke it is not missed. Nothing is kept
 * in variables: the worker may end after any step.
 */
import { browser } from '../browser.ts';
import { onMessage } from '../messages.ts';
import { sessionItem } from '../storage/items.ts';
import { openPageStore } from '../storage/page-store.ts';
import { ensureAlarm, pollAlarm } from './alarm.ts';
import { paintBadge } from './badge.ts';
import { collect } from './collect.ts';
import { onCommand } from './commands.ts';
import { markNotices, syncInbox } from './inbox.ts';
import { onMenuClick, rebuildMenus } from './menus.ts';
import { describeOmnibox, onOmniboxEntered } from './omnibox.ts';
import { openNotice, openNotification } from './open-notice.ts';
import { discardQueued, flushQueue, type QueuePorts, retryQueued, undoCollect } from './queue.ts';
import { endSession, signIn, signOut } from './session.ts';
import { changeServer, resetAll, saveSettings } from './settings.ts';

const ports: QueuePorts = { pages: openPageStore(), now: Date.now, newId: () => crypto.randomUUID() };

export function registerBackground(): void {
  listenToBrowser();
  listenToPages();
  void ensureAlarm(Math.random);
}

function listenToBrowser(): void {
  browser.runtime.onInstalled.addListener(() => void begin());
  browser.runtime.onStartup.addListener(() => void begin());
  browser.alarms.onAlarm.addListener(({ name }) => {
    if (name === pollAlarm) void poll(false);
  });
  browser.contextMenus.onClicked.addListener((info, tab) => void onMenuClick(info, tab, ports));
  browser.commands.onCommand.addListener((name, tab) => void onCommand(name, tab, ports));
  browser.omnibox.onInputStarted.addListener(() => void describeOmnibox());
  browser.omnibox.onInputEntered.addListener((words, disposition) => void onOmniboxEntered(words, disposition));
  browser.notifications.onClicked.addListener((id) => void openNotification(id, Date.now));
  // A worker that happens to live hears at once that the network is back; a sleeping one finds out at its next alarm.
  self.addEventListener('online', () => void poll(true));
}

function listenToPages(): void {
  onMessage('sync', () => poll(true));
  onMessage('signIn', async ({ data }) => {
    const outcome = await signIn(data.account, data.password, Date.now());
    if (outcome.ok) void begin();
    return outcome;
  });
  onMessage('signOut', async () => {
    await signOut();
    await refreshTexts();
  });
  onMessage('sessionEnded', async ({ data }) => {
    await endSession(data.token, data.problem, Date.now());
    await paintBadge(Date.now());
  });
  onMessage('markNotices', ({ data }) => markNotices(data, Date.now));
  onMessage('openNotice', ({ data }) => openNotice(data, Date.now));
  onMessage('collect', ({ data }) => collect(data, ports));
  onMessage('undoCollect', ({ data }) => undoCollect(data, ports));
  onMessage('retryQueued', ({ data }) => retryQueued(data, ports));
  onMessage('discardQueued', ({ data }) => discardQueued(data, ports));
  onMessage('saveSettings', async ({ data }) => {
    await saveSettings(data);
    await Promise.all([refreshTexts(), ensureAlarm(Math.random)]);
  });
  onMessage('changeServer', async ({ data }) => {
    await changeServer(data);
    await refreshTexts();
  });
  onMessage('resetAll', async () => {
    await resetAll(ports);
    await begin();
  });
}

async function begin(): Promise<void> {
  await Promise.all([ensureAlarm(Math.random), refreshTexts()]);
  await poll(true);
}

/** What shows our words outside our pages. */
async function refreshTexts(): Promise<void> {
  await Promise.all([rebuildMenus(), describeOmnibox(), paintBadge(Date.now())]);
}

async function poll(force: boolean) {
  const problem = await syncInbox({ force, now: Date.now });
  if (!problem && (await sessionItem.get())) await flushQueue(ports);
  return problem;
}
