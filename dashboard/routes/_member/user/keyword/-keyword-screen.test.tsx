import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { getPersonInfo } from '#shared/contract/accounts.ts';
import { getChannels } from '#shared/contract/channels.ts';
import type { DataOf } from '#shared/contract/endpoint.ts';
import {
  backfillKeyword,
  importKeywords,
  type KeywordSubscription,
  listKeywordHits,
  listKeywords,
  previewKeyword,
  Scope,
  subscribeKeyword,
  unsubscribeKeyword,
  updateKeyword,
} from '#shared/contract/keywords.ts';
import type { SearchHit } from '#shared/contract/news.ts';
import { calls, Refusal, requestsOf, serve } from '../../../../../tests/support/fake-server.ts';
import { openScreen, search } from '../../../../../tests/support/open-screen.tsx';

const now = Date.UTC(2026, 10, 21, 8);

function subscription(id: number, keyword: string, more: Partial<KeywordSubscription> = {}): KeywordSubscription {
  return {
    id,
    name: keyword,
    keyword,
    scope: Scope.parse({}),
    rhythm: 'at-once',
    tellAt: 480,
    tellOn: 1,
    dayMax: 30,
    channels: ['in-app', 'desktop', 'feed'],
    paused: false,
    snoozeUntil: null,
    expiresAt: null,
    nextDigestAt: null,
    hitCount: 0,
    unreadCount: 0,
    lastHitAt: null,
    createdAt: now,
    updatedAt: now,
    ...more,
  };
}

const hit: SearchHit = {
  id: 5,
  title: 'Heavy rain over the valley',
  url: 'https://example.org/5',
  source: { id: 1, name: 'Valley Post' },
  author: '',
  language: 'en',
  script: 'Latn',
  publishedAt: now,
  snippet: 'It rained for three days.',
  image: '',
  sameTextCount: 1,
  highlights: { title: [[6, 10]], snippet: [] },
};

/** A member's subscriptions as the server keeps them. */
function serveKeywords(kept: KeywordSubscription[]) {
  const deleted = new Set<number>();
  serve(listKeywords, ({ query }) => {
    const live = kept.filter(({ id, name }) => !deleted.has(id) && name.includes(query.text ?? ''));
    return { list: live.slice((query.page - 1) * query.limit, query.page * query.limit), count: live.length };
  });
  serve(subscribeKeyword, ({ body }) => {
    const id = kept.length + 1;
    kept.unshift(subscription(id, body.keyword, { name: body.name || body.keyword }));
    return { id };
  });
  serve(unsubscribeKeyword, ({ body }) => {
    if (body.restore) deleted.delete(body.id);
    else deleted.add(body.id);
    return {};
  });
  serve(updateKeyword, ({ body: { id, ...change } }) => {
    const found = kept.find((keyword) => keyword.id === id);
    if (!found) throw new Refusal('NOT_FOUND', 'gone');
    return Object.assign(found, change);
  });
  serve(getChannels, () => ({
    email: '',
    webhook: null,
    feed: { rss: '/r', json: '/j' },
    push: { publicKey: '', deviceCount: 0 },
  }));
  servePreview({});
}

function servePreview(found: Partial<DataOf<typeof previewKeyword>>) {
  serve(previewKeyword, () => preview(found));
}

function preview(found: Partial<DataOf<typeof previewKeyword>>): DataOf<typeof previewKeyword> {
  return {
    count: 0,
    countCapped: false,
    isCutShort: false,
    perDay: [{ day: '2026-11-21', count: found.count ?? 0 }],
    examples: found.count ? [hit] : [],
    warnings: [],
    explanation: null,
    ...found,
  };
}

function servePerson(timeZone: string) {
  serve(getPersonInfo, () => ({
    userId: 1,
    userName: 'reader',
    type: 'member' as const,
    real_name: '',
    nickname: 'reader',
    image: '',
    email: '',
    mobile: '',
    language: 'en' as const,
    timeZone,
    quietHours: { from: 22 * 60, to: 7 * 60 },
    memberInfo: { is_vip: false, vip_expire_time: null },
    access: [],
    uniqueAuth: [],
    createdAt: now,
  }));
}

const manyWords = Array.from({ length: 40 }, (_, index) => subscription(index + 1, `word ${index + 1}`));

test('words added in the form are listed, are gone when deleted, and come back when that is undone', async () => {
  serveKeywords([]);
  const user = await openScreen('/user/keyword');
  expect(await screen.findByText('No keywords yet')).toBeDefined();

  await user.click(screen.getAllByRole('button', { name: 'New subscription' })[0]!);
  await user.type(await screen.findByLabelText('Words'), 'rain OR storm');
  await user.type(screen.getByLabelText('Name (optional)'), 'Weather');
  await user.click(screen.getByRole('button', { name: 'Subscribe' }));

  expect(await screen.findByRole('button', { name: 'Weather' })).toBeDefined();
  expect(requestsOf(subscribeKeyword)).toMatchObject([
    {
      body: {
        keyword: 'rain OR storm',
        name: 'Weather',
        scope: { languages: [], sources: [], ownWebsitesOnly: false, field: 'any' },
        channels: ['in-app', 'desktop', 'feed'],
      },
    },
  ]);

  await user.click(screen.getByRole('button', { name: 'Actions for “Weather”' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  const question = await screen.findByRole('alertdialog');
  expect(within(question).getByText('Delete “Weather”?')).toBeDefined();
  await user.click(within(question).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Weather' })).toBeNull());

  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByRole('button', { name: 'Weather' })).toBeDefined();
});

test('what a country is called elsewhere is added by one click, and the name stays short', async () => {
  serveKeywords([]);
  const keyword = 'Fiji OR 斐济 OR フィジー';
  const otherNames = { words: [{ text: 'Fiji', names: ['斐济', 'フィジー'] }], keyword };
  serve(previewKeyword, ({ body }) => preview(body.keyword === 'Fiji' ? { otherNames } : {}));
  const user = await openScreen('/user/keyword');
  await user.click((await screen.findAllByRole('button', { name: 'New subscription' }))[0]!);
  await user.type(await screen.findByLabelText('Words'), 'Fiji');
  expect((await screen.findByText(/In other languages “Fiji” is/)).textContent).toContain('斐济 · フィジー');
  await user.click(screen.getByRole('button', { name: 'Look for all these names' }));
  await waitFor(() => expect(screen.queryByText(/In other languages/)).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Subscribe' }));
  expect(await screen.findByRole('button', { name: 'Fiji' })).toBeDefined();
  expect(requestsOf(subscribeKeyword)).toMatchObject([{ body: { keyword, name: 'Fiji' } }]);
});

test('scope and channels are changed in the form, and what the form does not show stays', async () => {
  const scope = Scope.parse({ sources: [7] });
  serveKeywords([subscription(1, 'rain', { scope })]);
  const user = await openScreen('/user/keyword');
  await user.click(await screen.findByRole('button', { name: 'Actions for “rain”' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Edit' }));
  await user.click(await screen.findByRole('checkbox', { name: 'Titles only' }));
  await user.click(screen.getByRole('button', { name: 'Japanese' }));
  await user.click(screen.getByRole('checkbox', { name: 'Desktop' }));
  await user.click(screen.getByRole('checkbox', { name: 'E-mail' }));
  expect(await screen.findByText(/not set up yet: E-mail/)).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(requestsOf(updateKeyword)).toHaveLength(1));
  expect(requestsOf(updateKeyword)[0]).toMatchObject({
    body: {
      id: 1,
      keyword: 'rain',
      name: '',
      scope: { languages: ['ja'], sources: [7], ownWebsitesOnly: false, field: 'title' },
      channels: ['in-app', 'feed', 'email'],
    },
  });
});

test('rhythm, time, silence and end are saved in the time zone of the member', async () => {
  serveKeywords([subscription(1, 'rain')]);
  servePerson('Asia/Shanghai');
  const user = await openScreen('/user/keyword');
  await user.click(await screen.findByRole('button', { name: 'Actions for “rain”' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Edit' }));
  expect(await screen.findByText(/Quiet from 22:00 to 07:00 \(Asia\/Shanghai\)/)).toBeDefined();
  expect(screen.getByLabelText('At most a day')).toBeDefined();
  await user.selectOptions(screen.getByLabelText('How often'), 'Every week');
  await user.selectOptions(screen.getByLabelText('On'), 'Friday');
  await user.selectOptions(screen.getByLabelText('At'), '18:30');
  await user.type(screen.getByLabelText('Silent until'), '2027-03-01');
  await user.type(screen.getByLabelText('Ends after'), '2027-03-31');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(requestsOf(updateKeyword)).toHaveLength(1));
  expect(requestsOf(updateKeyword)[0]).toMatchObject({
    body: {
      rhythm: 'weekly',
      tellOn: 5,
      tellAt: 18 * 60 + 30,
      snoozeUntil: Date.UTC(2027, 1, 28, 16),
      expiresAt: Date.UTC(2027, 2, 31, 16),
    },
  });
});

test('a subscription is silenced for a week from its menu, and says so', async () => {
  serveKeywords([subscription(1, 'rain')]);
  const user = await openScreen('/user/keyword');
  await user.click(await screen.findByRole('button', { name: 'Actions for “rain”' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Silent for 7 days' }));
  await waitFor(() => expect(requestsOf(updateKeyword)).toHaveLength(1));
  expect((await screen.findAllByText('Silent')).length).toBeGreaterThan(0);
  await user.click(await screen.findByRole('button', { name: 'Actions for “rain”' }));
  await user.click(await screen.findByRole('menuitem', { name: 'End the silence' }));
  await waitFor(() => expect(requestsOf(updateKeyword)[1]).toEqual({ body: { id: 1, snoozeUntil: null } }));
});

test('what the words would have found is shown before anything is saved', async () => {
  serveKeywords([]);
  servePreview({ count: 3 });
  await openScreen('/user/keyword?words=rain');
  expect(await screen.findByText('You would have had 3 messages in the last 7 days')).toBeDefined();
  expect(screen.getByText('Articles that contain “rain”.')).toBeDefined();
  expect(screen.getByText('rain', { selector: 'mark' })).toBeDefined();
  expect(requestsOf(subscribeKeyword)).toEqual([]);
});

test('more than fifty a day is warned of', async () => {
  serveKeywords([]);
  servePreview({ count: 1_000, countCapped: true });
  await openScreen('/user/keyword?words=rain');
  expect(await screen.findByText(/About 143 a day is more than most people read/)).toBeDefined();
});

test('a regular expression is explained, and what was not looked through is said', async () => {
  serveKeywords([]);
  servePreview({ count: 3, isCutShort: true });
  await openScreen(`/user/keyword?words=${encodeURIComponent('regex:/GPT-?\\d+/')}`);
  expect(await screen.findByText('Only the newest articles were checked, so there may be more.')).toBeDefined();
  expect(screen.getByText('Articles that contain a match of the regular expression /GPT-?\\d+/.')).toBeDefined();
});

test('a mistake in a regular expression shows its place and is mended with one click', async () => {
  serveKeywords([]);
  const user = await openScreen(`/user/keyword?words=${encodeURIComponent('regex:/harbour (/')}`);
  expect(await screen.findByText(/A parenthesis in the regular expression has no partner/)).toBeDefined();
  await user.click(screen.getByRole('button', { name: /regex:\/harbour \\\(\// }));
  expect((screen.getByLabelText('Words') as HTMLTextAreaElement).value).toBe('regex:/harbour \\(/');
});

test('a doubtful query shows the place and is mended with one click', async () => {
  serveKeywords([]);
  const user = await openScreen(`/user/keyword?words=${encodeURIComponent('storm "heavy rain')}`);
  await user.click(await screen.findByRole('button', { name: /storm "heavy rain"/ }));
  expect((screen.getByLabelText('Words') as HTMLTextAreaElement).value).toBe('storm "heavy rain"');
});

test('words that only leave out are refused in the form and never sent', async () => {
  serveKeywords([]);
  const user = await openScreen(`/user/keyword?words=${encodeURIComponent('-football')}`);
  expect(await screen.findByText('-football', { selector: 'code *' })).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Subscribe' }));
  expect(requestsOf(previewKeyword)).toEqual([]);
  expect(requestsOf(subscribeKeyword)).toEqual([]);
});

test('a refusal of the server is shown in the form, which stays open', async () => {
  serveKeywords([]);
  serve(subscribeKeyword, () => {
    throw new Refusal('KEYWORD_EXISTS', 'You already subscribe to “rain”.');
  });
  const user = await openScreen('/user/keyword?words=rain');
  await user.click(await screen.findByRole('button', { name: 'Subscribe' }));
  expect(await screen.findByText('You already subscribe to “rain”.')).toBeDefined();
  expect(screen.getByLabelText('Words')).toBeDefined();
});

test('an empty field is asked for in words', async () => {
  serveKeywords([]);
  const user = await openScreen('/user/keyword');
  await user.click((await screen.findAllByRole('button', { name: 'New subscription' }))[0]!);
  await user.click(await screen.findByRole('button', { name: 'Subscribe' }));
  expect(await screen.findByText('Please fill this in.')).toBeDefined();
});

test('pausing is sent and shown', async () => {
  serveKeywords([subscription(1, 'rain')]);
  const user = await openScreen('/user/keyword');
  await user.click(await screen.findByRole('switch', { name: '“rain” is on' }));
  await waitFor(() => expect(requestsOf(updateKeyword)).toMatchObject([{ body: { id: 1, paused: true } }]));
  const paused = () => screen.getByRole('switch', { name: '“rain” is on' }).getAttribute('aria-checked');
  await waitFor(() => expect(paused()).toBe('false'));
});

test('page, page size and search text stand in the address and reach the server', async () => {
  serveKeywords([...manyWords]);
  const user = await openScreen('/user/keyword?page=2&limit=10');
  expect(await screen.findByRole('button', { name: 'word 11' })).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Page 3' }));
  expect(await screen.findByRole('button', { name: 'word 21' })).toBeDefined();
  expect(search()).toMatchObject({ page: 3, limit: 10 });

  await user.type(screen.getByRole('textbox', { name: 'Find a subscription' }), 'word 40{Enter}');
  expect(await screen.findByRole('button', { name: 'word 40' })).toBeDefined();
  expect(search()).toMatchObject({ text: 'word 40', limit: 10 });
  expect(search()['page']).toBeUndefined();
  expect(requestsOf(listKeywords).at(-1)).toEqual({ query: { page: 1, limit: 10, text: 'word 40' } });
});

test('an address with nonsense opens the first page', async () => {
  serveKeywords([...manyWords]);
  await openScreen('/user/keyword?page=-3&limit=1000&found=x');
  expect(await screen.findByRole('button', { name: 'word 1' })).toBeDefined();
  expect(requestsOf(listKeywords)[0]).toEqual({ query: { page: 1, limit: 15 } });
});

test('what a subscription found has an address of its own, whatever page of the list it is on', async () => {
  serveKeywords([...manyWords]);
  serve(listKeywordHits, () => ({ list: [{ ...hit, matchedAt: now }], count: 31 }));
  const user = await openScreen('/user/keyword?found=38');
  const sheet = await screen.findByRole('dialog', { name: 'Found by “word 38”' });
  expect(within(sheet).getByText('rain', { selector: 'mark' })).toBeDefined();
  await user.click(within(sheet).getByRole('button', { name: 'Next page' }));
  await waitFor(() => expect(requestsOf(listKeywordHits).at(-1)).toEqual({ query: { id: 38, page: 2, limit: 15 } }));
  expect(search()).toMatchObject({ found: 38, foundPage: 2 });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(search()['found']).toBeUndefined();
});

test('a list that cannot be loaded says why and loads when tried again', async () => {
  let isBroken = true;
  serve(listKeywords, () => {
    if (isBroken) throw new Refusal('RATE_LIMITED', 'Too many requests. Try again in 9 seconds.');
    return { list: [subscription(1, 'rain')], count: 1 };
  });
  const user = await openScreen('/user/keyword');
  expect(await screen.findByText('Too many requests. Try again in 9 seconds.')).toBeDefined();
  isBroken = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('button', { name: 'rain' })).toBeDefined();
  expect(calls.filter(({ name }) => name === 'listKeywords')).toHaveLength(2);
});

test('a pasted list is imported, and each line that was left out says why', async () => {
  serveKeywords([]);
  serve(importKeywords, () => ({
    added: 1,
    lines: [
      { line: 1, keyword: 'rain', status: 'added' as const, id: 1 },
      { line: 2, keyword: 'Rain', status: 'duplicate' as const, of: 'rain', ofLine: 1 },
      { line: 3, keyword: 'storm', status: 'duplicate' as const, of: 'Weather' },
      {
        line: 4,
        keyword: '"open',
        status: 'invalid' as const,
        problems: [{ code: 'only-negative', start: 0, end: 5 }],
      },
    ],
  }));
  const user = await openScreen('/user/keyword');
  await user.click(await screen.findByRole('button', { name: 'Import' }));
  await user.type(await screen.findByLabelText('Words, one subscription a line'), 'rain{Enter}Rain');
  await user.click(screen.getAllByRole('button', { name: 'Import' }).at(-1)!);
  const dialog = await screen.findByRole('dialog');
  expect(await within(dialog).findByText('1 subscription added')).toBeDefined();
  expect(within(dialog).getByText('the same as line 1')).toBeDefined();
  expect(within(dialog).getByText('the same as “Weather”')).toBeDefined();
  expect(within(dialog).getByText('Line 4')).toBeDefined();
  expect(requestsOf(importKeywords)).toEqual([{ body: { text: 'rain\nRain', format: 'lines' } }]);
});

test('what was there before is added to the history or told as a digest, as far back as chosen', async () => {
  serveKeywords([subscription(1, 'rain')]);
  serve(listKeywordHits, () => ({ list: [], count: 0 }));
  serve(backfillKeyword, () => ({ found: 12, isCapped: false }));
  const user = await openScreen('/user/keyword?found=1');
  await user.selectOptions(await screen.findByLabelText('Look back'), '90 days');
  await user.click(screen.getByRole('button', { name: 'Add to the list' }));
  expect(await screen.findByText('12 earlier stories added')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Send me a digest' }));
  await waitFor(() =>
    expect(requestsOf(backfillKeyword)).toEqual([
      { body: { id: 1, days: 90, tell: false } },
      { body: { id: 1, days: 90, tell: true } },
    ]),
  );
});
