import i18next from 'i18next';
import { expect, test } from 'vitest';
import type { SourceReading } from '#server/crawl/prepare/read-source.ts';
import type { FailureKind } from '#server/crawl/schedule/poll-interval.ts';
import { languages } from '#shared/i18n/languages.ts';
import { changeLanguage, loadTexts, setupI18n } from '#shared/i18n/setup.ts';
import { fetchErrorKinds, fetchErrorText } from './-fetch-errors.ts';

type ServerErrorKind = FailureKind | Extract<SourceReading, { ok: false }>['error'];

/** The compiler keeps this complete: a new kind on the server is missing here until it has words. */
const serverKinds: Record<ServerErrorKind, true> = {
  'bad-encoding': true,
  'bad-url': true,
  'blocked-address': true,
  'broken-xml': true,
  connect: true,
  dns: true,
  empty: true,
  gone: true,
  'html-instead': true,
  http: true,
  'not-a-feed': true,
  'robots-refused': true,
  timeout: true,
  tls: true,
  'too-large': true,
  'too-many-redirects': true,
};

test('every error the server can store has words of its own in every language', async () => {
  expect([...fetchErrorKinds]).toEqual(Object.keys(serverKinds).sort());
  await setupI18n({ wanted: ['en'] });
  await loadTexts('website');
  for (const language of languages) {
    await changeLanguage(language);
    const t = i18next.getFixedT(language, 'website');
    const texts = fetchErrorKinds.map((errorKind) => fetchErrorText({ errorKind, errorDetail: '' }, t));
    expect(new Set(texts).size).toBe(fetchErrorKinds.length);
    for (const text of texts) expect(text).toMatch(/[.。]$/);
  }
});

test('an answer of the site is told by its status, from the fetch or from the note', async () => {
  const t = i18next.getFixedT('en', 'website');
  await changeLanguage('en');
  const http = (status: number | null, errorDetail = '') =>
    fetchErrorText({ errorKind: 'http', errorDetail, status }, t);
  expect(http(404)).toMatch(/no such page \(404\)/);
  expect(http(401)).toMatch(/does not let programs read it \(401\)/);
  expect(http(429)).toMatch(/asks us to wait \(429\)/);
  expect(http(502)).toMatch(/server failed \(502\)/);
  expect(http(null, 'status 503')).toMatch(/asks us to wait \(503\)/);
  expect(http(null, 'broken head')).toBe('The site answered with an error page. We try again later.');
});

test('an error nobody foresaw still says that it is tried again', () => {
  const t = i18next.getFixedT('en', 'website');
  expect(fetchErrorText({ errorKind: 'gremlins', errorDetail: '' }, t)).toBe(
    'Reading failed (gremlins). We try again later.',
  );
});
