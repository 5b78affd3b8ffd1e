import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { previewKeyword, searchKeyword } from '#shared/contract/keywords.ts';
import { Refusal, requestsOf, serve } from '../../../../tests/support/fake-server.ts';
import { openScreen, search } from '../../../../tests/support/open-screen.tsx';

const nothing = {
  list: [],
  count: 0,
  countCapped: false,
  facets: { languages: [], scripts: [], sources: [], countries: [], days: [] },
  warnings: [],
  explanation: null,
  tookMs: 1,
};

beforeEach(() => serve(searchKeyword, () => nothing));

const box = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name });
const query = async () => (await box('Query')).value;
const searchButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Search' });
const asked = () => requestsOf(searchKeyword).map(({ body }) => (body as { keyword: string }).keyword);

describe('form and text say the same', () => {
  test('what is filled in becomes the query, unfinished words included', async () => {
    const user = await openScreen('/senior');
    await user.type(await box('All of these words'), 'harbour ');
    await user.type(await box('This exact phrase'), 'tide mill');
    await user.type(await box('Any of these words'), 'north south');
    await user.type(await box('None of these words'), 'storm');
    await user.type(await box('Words in the title'), 'quay');
    await user.type(await box('Websites'), 'example.org');
    await user.click(screen.getByRole('button', { name: 'Chinese' }));
    await user.selectOptions(screen.getByLabelText('Script'), 'Hant');
    await user.selectOptions(screen.getByLabelText('Country'), 'TW');
    await user.selectOptions(screen.getByLabelText('Published'), 'last-7-days');
    await user.selectOptions(screen.getByLabelText('Order'), 'sources');
    expect(await query()).toBe(
      'harbour "tide mill" (north OR south) -storm title:quay site:example.org lang:zh script:Hant country:TW ' +
        'date:last-7-days sort:sources',
    );
    expect((await box('All of these words')).value).toBe('harbour ');
  });

  test('what is written becomes the form', async () => {
    const user = await openScreen('/senior');
    await user.type(await box('Query'), '（harbour OR port） -storm author:Lind date:2026-11-01/2026-11-07');
    expect((await box('Any of these words')).value).toBe('harbour port');
    expect((await box('None of these words')).value).toBe('storm');
    expect((await box('Author')).value).toBe('Lind');
    expect(screen.getByLabelText<HTMLSelectElement>('Published').value).toBe('between');
    expect(screen.getByLabelText<HTMLInputElement>('From').value).toBe('2026-11-01');
    await user.selectOptions(screen.getByLabelText('Published'), '');
    expect(await query()).toBe('(harbour OR port) -storm author:Lind');
  });

  test('a query that says more than the form stays untouched, and the form says so', async () => {
    const user = await openScreen('/senior?q=harbour');
    await user.type(await box('Query'), ' NEAR/5 mill');
    expect(await screen.findByText(/says more than this form can show/)).toBeDefined();
    expect((await box('All of these words')).closest('fieldset')?.disabled).toBe(true);
    expect(await query()).toBe('harbour NEAR/5 mill');
    await user.click(searchButton());
    await waitFor(() => expect(asked()).toContain('harbour NEAR/5 mill'));
  });

  test('a website that is none is named and left out', async () => {
    const user = await openScreen('/senior');
    await user.type(await box('Websites'), '!!');
    expect(await screen.findByText(/is not a website/)).toBeDefined();
  });
});

describe('the query is read strictly', () => {
  test('what is wrong is shown at its place, keeps the search back and is mended with one click', async () => {
    const user = await openScreen('/senior');
    await user.type(await box('Query'), 'harbour "mill');
    const alert = await screen.findByRole('alert');
    expect(within(alert).getByText(/has no partner/)).toBeDefined();
    expect(searchButton().disabled).toBe(true);
    await user.click(within(alert).getByRole('button', { name: /^Use:/ }));
    expect(await query()).toBe('harbour "mill"');
    await user.keyboard('{Tab}');
    await user.click(searchButton());
    await waitFor(() => expect(search()).toEqual({ q: 'harbour "mill"' }));
    expect(requestsOf(searchKeyword)[0]).toMatchObject({ body: { strict: true } });
    expect(await screen.findByText('Nothing found')).toBeDefined();
  });

  test('what only the server knows is told with its place and its repair', async () => {
    serve(searchKeyword, () => {
      const problem = { code: 'saved-search-unknown', args: { name: 'x' }, start: 8, end: 18, repair: 'harbour' };
      throw new Refusal('QUERY_INVALID', 'The query cannot be read.', { problems: [problem] });
    });
    const user = await openScreen('/senior?q=harbour+search%3A%22x%22');
    expect(await screen.findByText('You have no subscription called “x”.')).toBeDefined();
    serve(searchKeyword, () => nothing);
    await user.click(screen.getByRole('button', { name: 'Use: harbour' }));
    await waitFor(() => expect(search()).toEqual({ q: 'harbour' }));
    expect(await query()).toBe('harbour');
  });
});

test('a search becomes a subscription, without its order', async () => {
  serve(previewKeyword, () => ({
    count: 0,
    countCapped: false,
    isCutShort: false,
    perDay: [],
    examples: [],
    warnings: [],
    explanation: null,
  }));
  const user = await openScreen('/senior?q=harbour+sort%3Aold');
  await user.click(await screen.findByRole('button', { name: 'Subscribe' }));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByLabelText<HTMLInputElement>('Query').value).toBe('harbour');
});

test('the simple search leads here with its words', async () => {
  await openScreen('/search?q=harbour');
  const link = await screen.findAllByRole('link', { name: 'Advanced search' });
  expect(link.map((each) => each.getAttribute('href'))).toContain('/senior?q=harbour');
});
