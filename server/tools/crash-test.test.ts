import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDatabase } from '../db/open-database.ts';
import { type Acknowledged, brokenRules, lostWrites } from './crash-test.queries.ts';

test('a killed server loses and doubles nothing', { timeout: 120_000 }, () => {
  const { status, stdout } = spawnSync(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      join(import.meta.dirname, 'crash-test.ts'),
      '--times',
      '3',
      '--seed',
      'test',
    ],
    { encoding: 'utf8' },
  );
  const result = JSON.parse(stdout) as { kills: number; acknowledged: number; problems: string[]; met: boolean };
  expect(result.problems).toEqual([]);
  expect(status).toBe(0);
  expect(result.kills).toBe(3);
  expect(result.acknowledged).toBeGreaterThan(0);
});

test('the checks see a lost write, a wrong inbox number and a missing index entry', { timeout: 20_000 }, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'tidings-crash-check-'));
  const database = await openDatabase({ databaseUrl: '', dataDir });
  const { kysely: db } = database;
  try {
    expect(await brokenRules(db)).toEqual([]);
    const { id: member_id } = await db
      .insertInto('member')
      .values({
        ...{ user_name: 'a', user_name_key: 'a', password_hash: '', email: null, email_key: null, mobile: null },
        ...{ type: 'member', real_name: '', nickname: '', image: '', language: 'en', time_zone: 'UTC' },
        ...{ is_vip: 0, vip_expire_at: null, is_demo: 0, created_at: 0 },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db.insertInto('inbox').values({ member_id, revision: 3, unread: 2, latest_id: 0 }).execute();
    await db
      .insertInto('notice_count')
      .values({ member_id, kind: 'keyword', subscription_id: 4, total: 2, unread: 2 })
      .execute();
    await db.insertInto('article_group').values({ id: 1, size: 2, updated_at: 0 }).execute();
    const broken = await brokenRules(db);
    expect(broken.map((line) => line.split(':')[0])).toEqual([
      'an inbox number is not its rows',
      'a number of a subscription is not its rows',
      'a group’s size is not its articles',
    ]);
    const told: Acknowledged = {
      userNames: ['a', 'b'],
      keywords: [{ id: 1, keyword: 'k', isDeleted: false }],
      items: [{ clientId: 'client-1', note: 'n' }],
      readNotices: [7],
      followed: [9],
      imports: [{ id: 3, lines: 5 }],
      revisions: new Map([['a', 4]]),
    };
    expect(await lostWrites(db, told)).toEqual([
      'member b',
      'keyword subscription 1 k false',
      'collected item client-1 n',
      'read notice 7',
      'followed website 9',
      'import 3 5',
      'inbox revision 4 of a, it is 3',
    ]);
  } finally {
    await database.close();
    rmSync(dataDir, { recursive: true });
  }
});
