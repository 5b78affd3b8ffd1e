import { afterEach, describe, expect, test } from 'vitest';
import { createDatabaseUrl } from '../../../tests/support/test-database.ts';
import { createInProcessSignals } from './in-process.ts';
import type { Signals } from './port.ts';
import { createPostgresSignals } from './postgres-notify.ts';

const databaseUrl = await createDatabaseUrl();
const name = databaseUrl ? 'between processes' : 'in process';
const open = async (): Promise<Signals> =>
  databaseUrl ? createPostgresSignals(databaseUrl) : createInProcessSignals();

const opened: Signals[] = [];
async function signals() {
  const next = await open();
  opened.push(next);
  return next;
}
afterEach(async () => {
  await Promise.all(opened.splice(0).map((one) => one.close()));
});

describe(`signals ${name}`, () => {
  test('reach the own process at once, by topic, until the listener leaves', async () => {
    const own = await signals();
    const heard: number[] = [];
    const leave = own.subscribe('source-due', ({ sourceId }) => heard.push(sourceId));
    own.publish('source-due', { sourceId: 1 });
    own.publish('rules-changed', { revision: 9 });
    expect(heard).toEqual([1]);
    leave();
    own.publish('source-due', { sourceId: 2 });
    expect(heard).toEqual([1]);
  });

  const testBetween = databaseUrl === '' ? () => {} : test;
  testBetween('reach other processes, and the own one only once', async () => {
    const [own, other] = [await signals(), await signals()];
    const heard: string[] = [];
    own.subscribe('source-due', ({ sourceId }) => heard.push(`own ${sourceId}`));
    const arrived = new Promise<number>((resolve) =>
      other.subscribe('source-due', ({ sourceId }) => resolve(sourceId)),
    );
    own.publish('source-due', { sourceId: 5 });
    expect(await arrived).toBe(5);
    const echoed = new Promise<void>((resolve) => own.subscribe('rules-changed', () => resolve()));
    other.publish('rules-changed', { revision: 1 });
    await echoed;
    expect(heard).toEqual(['own 5']);
  });
});
