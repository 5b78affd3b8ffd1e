import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import {
  exportWebsites,
  getWebsiteImport,
  type ImportLine,
  importWebsites,
  listImportLines,
  type WebsiteImport,
} from '#shared/contract/website-imports.ts';
import { listWebsites } from '#shared/contract/websites.ts';
import { Refusal, requestsOf, serve } from '../../../../../tests/support/fake-server.ts';
import { openScreen } from '../../../../../tests/support/open-screen.tsx';

const now = Date.now();
const lines: ImportLine[] = [
  { line: 1, title: 'Harbour', url: 'https://harbour.example/feed', folder: ['News'], result: 'added', reason: null },
  { line: 2, title: 'Inside', url: 'http://10.0.0.1/feed', folder: [], result: 'refused', reason: 'URL_BLOCKED' },
];
const done: WebsiteImport = {
  id: 4,
  fileName: 'mine.opml',
  total: 2,
  counts: { waiting: 0, added: 1, already: 0, duplicate: 0, refused: 1 },
  isCut: false,
  createdAt: now,
  finishedAt: now,
};

async function choose(file: File) {
  serve(listWebsites, () => ({ list: [], count: 0 }));
  serve(listImportLines, ({ query }) => {
    const list = lines.filter(({ result }) => query.result === undefined || result === query.result);
    return { list, count: list.length };
  });
  const user = await openScreen('/user/website');
  await user.click(await screen.findByRole('button', { name: 'Import' }));
  await user.upload(await screen.findByLabelText('Choose a file'), file);
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Import' }));
  return user;
}

test('a list is sent as it is, and each line says what became of it and why', async () => {
  let current: WebsiteImport | null = null;
  serve(getWebsiteImport, () => ({ import: current }));
  serve(importWebsites, () => {
    current = done;
    return done;
  });
  const user = await choose(new File(['<opml/>'], 'mine.opml'));
  expect(await screen.findByText('Done: 1 of 2 added')).toBeDefined();
  expect(requestsOf(importWebsites)).toEqual([{ body: { fileName: 'mine.opml', content: btoa('<opml/>') } }]);
  expect(await screen.findByText('News / Harbour')).toBeDefined();
  expect(screen.getByText('The address leads into a private network.')).toBeDefined();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Show' }), 'refused');
  expect(requestsOf(listImportLines).at(-1)).toMatchObject({ query: { id: 4, result: 'refused' } });
});

test('what is no list is refused in words', async () => {
  serve(getWebsiteImport, () => ({ import: null }));
  serve(importWebsites, () => {
    throw new Refusal('LIST_UNREADABLE', 'This file is not a subscription list (OPML).');
  });
  await choose(new File(['hello'], 'notes.opml'));
  expect(await screen.findByText('This file is not a subscription list (OPML).')).toBeDefined();
});

test('the websites can be taken away as a file', async () => {
  serve(listWebsites, () => ({ list: [], count: 0 }));
  serve(exportWebsites, () => ({ fileName: 'tidings-websites.opml', mediaType: 'text/x-opml', content: '<opml/>' }));
  const user = await openScreen('/user/website');
  await user.click(await screen.findByRole('button', { name: 'Export' }));
  expect(requestsOf(exportWebsites)).toHaveLength(1);
});
