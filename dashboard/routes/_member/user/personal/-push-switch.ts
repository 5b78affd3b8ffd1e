/** This browser's own side of Web Push: permission, the worker that shows the messages, and its address at the push service. */
import { api } from '#dashboard/api.ts';
import { addPushDevice, removePushDevice } from '#shared/contract/channels.ts';

const workerFile = '/push-worker.js';

export type PushSupport = 'ready' | 'blocked' | 'unsupported';

export function pushSupport(): PushSupport {
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)) return 'unsupported';
  return Notification.permission === 'denied' ? 'blocked' : 'ready';
}

export async function isPushOn(): Promise<boolean> {
  if (pushSupport() !== 'ready') return false;
  const registration = await navigator.serviceWorker.getRegistration(workerFile);
  return Boolean(await registration?.pushManager.getSubscription());
}

/** @throws when the member or the browser refuses */
export async function switchPushOn(publicKey: string): Promise<void> {
  const registration = await navigator.serviceWorker.register(workerFile);
  await navigator.serviceWorker.ready;
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  });
  const { endpoint, keys } = subscription.toJSON();
  await api(addPushDevice, {
    body: { endpoint: endpoint ?? '', keys: { p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' } },
  });
}

export async function switchPushOff(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration(workerFile);
  const subscription = await registration?.pushManager.getSubscription();
  if (!subscription) return;
  await api(removePushDevice, { body: { endpoint: subscription.endpoint } });
  await subscription.unsubscribe();
}
