import { browser } from '../browser.ts';
import { settingsItem } from '../storage/items.ts';
import { planAlarm } from './poll-plan.ts';

export const pollAlarm = 'poll';

/** At every start of the worker: covers install, update, switching off and on, and browsers that forget alarms. */
export async function ensureAlarm(random: () => number): Promise<void> {
  const [existing, { pollSeconds }] = await Promise.all([browser.alarms.get(pollAlarm), settingsItem.get()]);
  const plan = planAlarm(existing, pollSeconds, random());
  if (plan) await browser.alarms.create(pollAlarm, plan);
}
