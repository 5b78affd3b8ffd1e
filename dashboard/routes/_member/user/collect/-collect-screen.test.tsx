import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  type CollectItem,
  exportCollect,
  getCollect,
  listCollect,
  removeCollect,
  saveCollect,
  updateCollect,
} from '#shared/contract/collect.ts';
import { Refusal, requestsOf, serve } from '../../../../../tests/support/fake-server.ts';
import { openScreen, search } from '../../../../../tests/support/open-screen.tsx';

const now = Date.UTC(2026, 10, 21, 8);

function item(id: number, more: Partial<CollectItem> = {}): CollectItem {
  return {
    id,
    clientId: `client-${id}`,
    kind: 'page',
    url: `https://example.org/${id}`,
    articleId: null,
    title: `Story ${id}`,
    siteName: 'Example',
    language: 'en',
    script: 'Latn',
    excerpt: `Beginning of story ${id}`,
    selection: '',
    note: '',
    tags: [],
    folder: '',
    createdAt: now,
    updatedAt: now,
    ...more,
  };
}

function tally(names: string[]) {
  return [...Map.groupBy(names, (name) => name)].map(([name, same]) => ({ name, count: same.length }));
}

function serveCollection(kept: CollectItem[], html = '<p>The whole story.</p>') {
  const removed = new Set<number>();
  serve(listCollect, ({ query: { page, limit, text, folder, tag } }) => {
    const all = kept.filter(({ id }) => !removed.has(id));
    const found = all.filter(
      (one) =>
        (text === undefined || one.title.includes(text)) &&
        (folder === undefined || one.folder === folder) &&
        (tag === undefined || one.tags.includes(tag)),
    );
    return {
      list: found.slice((page - 1) * limit, page * limit),
      count: found.length,
      folders: tally(all.map((one) => one.folder).filter(Boolean)),
      tags: tally(all.flatMap((one) => one.tags)),
    };
  });
  serve(removeCollect, ({ body: { ids, restore } }) => {
    for (const id of ids) restore ? removed.delete(id) : removed.add(id);
    return {};
  });
  serve(getCollect, ({ params: { id } }) => {
    const found = kept.find((one) => one.id === id);
    if (!found) throw new Refusal('NOT_FOUND', 'This was not found.');
    return { ...found, html, text: '' };
  });
  serve(updateCollect, ({ body: { id, ...change } }) => Object.assign(kept.find((one) => one.id === id)!, change));
}

const mixed = () => [
  item(1, { folder: 'Work', tags: ['energy', 'trade'] }),
  item(2, { folder: 'Work', tags: ['trade'] }),
  item(3, { tags: ['energy'] }),
];

const titles = () => screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent);

test('folder and tag stand in the address and narrow what the server is asked for', async () => {
  serveCollection(mixed());
  const user = await openScreen('/user/collect?folder=Work&tag=energy');
  expect(await screen.findByRole('button', { name: 'Story 1' })).toBeDefined();
  expect(titles()).toEqual(['Story 1']);
  expect(requestsOf(listCollect)).toContainEqual({ query: { page: 1, limit: 15, folder: 'Work', tag: 'energy' } });

  await user.click(screen.getByRole('button', { name: 'energy', pressed: true }));
  await waitFor(() => expect(titles()).toEqual(['Story 1', 'Story 2']));
  expect(search()).toEqual({ folder: 'Work' });

  await user.click(screen.getByRole('button', { name: /^No folder/ }));
  await waitFor(() => expect(titles()).toEqual(['Story 3']));
  expect(search()).toEqual({ unfiled: true });
  expect(requestsOf(listCollect).at(-1)).toEqual({ query: { page: 1, limit: 15, folder: '' } });
});

test('folders show how much is in them', async () => {
  serveCollection(mixed());
  await openScreen('/user/collect');
  const folders = await screen.findByRole('navigation', { name: 'Folders' });
  await waitFor(() =>
    expect(
      within(folders)
        .getAllByRole('button')
        .map((button) => button.textContent),
    ).toEqual(['All3', 'Work2', 'No folder1']),
  );
});

test('what is ticked is removed together and comes back when undone', async () => {
  serveCollection(mixed());
  const user = await openScreen('/user/collect');
  await user.click(await screen.findByRole('checkbox', { name: 'Select “Story 1”' }));
  await user.click(screen.getByRole('checkbox', { name: 'Select “Story 3”' }));
  expect(screen.getByText('2 selected')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(titles()).toEqual(['Story 2']));
  expect(screen.getByText('2 items removed')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(titles()).toEqual(['Story 1', 'Story 2', 'Story 3']));
});

test('an open item shows its clean text and its highlight, and nothing that could run', async () => {
  const marked = item(4, { kind: 'highlight', selection: 'The passage I liked' });
  serveCollection([marked], '<p>Good text<script>alert(1)</script><img src="x" onerror="alert(1)"></p>');
  await openScreen('/user/collect?item=4');
  const sheet = await screen.findByRole('dialog');
  expect(await within(sheet).findByText('The passage I liked', { selector: 'mark' })).toBeDefined();
  expect(within(sheet).getByText('Good text')).toBeDefined();
  expect(sheet.querySelector('script, [onerror]')).toBeNull();
  expect(within(sheet).getByRole('link', { name: 'Original' }).getAttribute('href')).toBe('https://example.org/4');
});

test('note, tags and a new folder are kept', async () => {
  serveCollection(mixed());
  const user = await openScreen('/user/collect?item=3');
  await user.click(await screen.findByRole('button', { name: 'Note and tags' }));
  await user.type(screen.getByLabelText('Note'), 'Read again');
  await user.type(screen.getByRole('combobox', { name: 'Tags' }), 'paris,');
  await user.type(screen.getByRole('combobox', { name: 'Tags' }), 'rome{Enter}');
  await user.click(screen.getByRole('button', { name: 'Remove tag “energy”' }));
  await user.type(screen.getByLabelText('Folder'), 'Travel');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Saved')).toBeDefined();
  expect(requestsOf(updateCollect)).toEqual([
    { body: { id: 3, title: 'Story 3', note: 'Read again', tags: ['paris', 'rome'], folder: 'Travel' } },
  ]);
});

test('an item that is gone says so', async () => {
  serveCollection(mixed());
  await openScreen('/user/collect?item=99');
  expect(await screen.findByText('This was not found.')).toBeDefined();
});

test('a link sent again after a lost answer carries the same client id', async () => {
  serveCollection(mixed());
  let tries = 0;
  serve(saveCollect, ({ body }) => {
    if (++tries === 1) throw new Refusal('INTERNAL', 'Something went wrong.');
    return { item: item(9, { url: body.url }), created: true };
  });
  const user = await openScreen('/user/collect');
  await user.click(await screen.findByRole('button', { name: 'Add a link' }));
  await user.type(await screen.findByLabelText('Address'), 'example.org/new');
  await user.click(screen.getByRole('button', { name: 'Add' }));
  expect(await screen.findByText('Something went wrong.')).toBeDefined();
  // Within the second after a click the button does not count another.
  await waitFor(
    async () => {
      await user.click(screen.getByRole('button', { name: 'Add' }));
      expect(tries).toBe(2);
    },
    { timeout: 3000, interval: 200 },
  );
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const [first, second] = requestsOf(saveCollect).map(({ body }) => body as { clientId: string; url: string });
  expect(first?.url).toBe('https://example.org/new');
  expect(second?.clientId).toBe(first?.clientId);
});

test('a wrong address is said at its field', async () => {
  serveCollection(mixed());
  serve(saveCollect, () => {
    throw new Refusal('URL_INVALID', '“https://no way” is not a web address.');
  });
  const user = await openScreen('/user/collect');
  await user.click(await screen.findByRole('button', { name: 'Add a link' }));
  await user.type(await screen.findByLabelText('Address'), 'no way');
  await user.click(screen.getByRole('button', { name: 'Add' }));
  expect(await screen.findByText('“https://no way” is not a web address.')).toBeDefined();
  expect(screen.getByLabelText('Address').getAttribute('aria-invalid')).toBe('true');
});

test('nothing yet and nothing here are told apart', async () => {
  serveCollection([]);
  await openScreen('/user/collect');
  expect(await screen.findByText('Nothing collected yet')).toBeDefined();
});

test('a search without a hit leads back to everything', async () => {
  serveCollection(mixed());
  const user = await openScreen('/user/collect?text=zebra');
  expect(await screen.findByText('Nothing here')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Show the whole collection' }));
  await waitFor(() => expect(titles()).toHaveLength(3));
});

test('a list that cannot be loaded says why', async () => {
  serve(listCollect, () => {
    throw new Refusal('RATE_LIMITED', 'Too many requests. Try again in 9 seconds.');
  });
  await openScreen('/user/collect');
  expect(await screen.findByText('Too many requests. Try again in 9 seconds.')).toBeDefined();
});

let saved: { name: string; text: string }[] = [];
const blobs = new Map<string, Blob>();
beforeEach(() => {
  saved = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    const url = `blob:${blobs.size}`;
    blobs.set(url, blob as Blob);
    return url;
  });
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => {});
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    const blob = blobs.get(this.href);
    if (blob) void blob.text().then((text) => saved.push({ name: this.download, text }));
  });
});
afterEach(() => vi.restoreAllMocks());

test('the folder that is open is saved as a file', async () => {
  serveCollection(mixed());
  serve(exportCollect, ({ query: { format } }) => ({
    fileName: `tidings-collection.${format}`,
    mediaType: 'text/csv',
    content: 'title\nStory 1\n',
  }));
  const user = await openScreen('/user/collect?folder=Work');
  await waitFor(() =>
    expect((screen.getByRole('button', { name: 'Export' }) as HTMLButtonElement).disabled).toBe(false),
  );
  await user.click(screen.getByRole('button', { name: 'Export' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Spreadsheet (CSV)' }));
  await waitFor(() => expect(saved).toEqual([{ name: 'tidings-collection.csv', text: 'title\nStory 1\n' }]));
  expect(requestsOf(exportCollect)).toEqual([{ query: { format: 'csv', folder: 'Work' } }]);
});
