import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { entryKey, guidsLookUnstable } from './entry-identity.ts';
import { canonicalOf, siteKey, urlKey } from './normalise-url.ts';

describe('urlKey', () => {
  it.each([
    ['https://www.harbour-post.example/a/b/?utm_source=x&id=7#top', 'harbour-post.example/a/b?id=7'],
    ['http://m.harbour-post.example:80/a/b?id=7&fbclid=q', 'harbour-post.example/a/b?id=7'],
    ['https://amp.harbour-post.example/a//b?id=7&amp=1', 'harbour-post.example/a/b?id=7'],
    ['https://harbour-post.example/?b=2&a=1&_t=9&spm=4.5', 'harbour-post.example/?a=1&b=2'],
    ['https://harbour-post.example/%e6%96%b0%7Ex', 'harbour-post.example/%E6%96%B0~x'],
    ['https://harbour-post.example/app#!/story/4', 'harbour-post.example/app#!/story/4'],
    ['https://harbour-post.example:8443/x', 'harbour-post.example:8443/x'],
    ['https://harbour-post.example/x?source=rss&page=2', 'harbour-post.example/x?page=2'],
    ['https://harbour-post.example/x?source=archive', 'harbour-post.example/x?source=archive'],
  ])('%s is kept under %s', (url, key) => expect(urlKey(url)).toBe(key));

  it('keeps a registered name that looks like a mirror label', () => {
    expect(urlKey('https://m.example/x')).toBe('m.example/x');
    expect(urlKey('https://www.m.example/x')).toBe('m.example/x');
  });

  it('refuses what is no web address', () => {
    for (const bad of [
      '',
      'mailto:a@b.example',
      'javascript:alert(1)',
      '/relative',
      `https://a.example/${'x'.repeat(9000)}`,
    ]) {
      expect(urlKey(bad)).toBeUndefined();
    }
  });

  it('is stable: the key of a key is the key, and no input throws', () => {
    fc.assert(
      fc.property(fc.oneof(fc.webUrl({ withQueryParameters: true, withFragments: true }), fc.string()), (url) => {
        const key = urlKey(url);
        if (key !== undefined) expect(urlKey(`https://${key}`)).toBe(key);
      }),
    );
  });
});

describe('siteKey', () => {
  it.each([
    ['https://news.harbour.co.uk/a', 'harbour.co.uk'],
    ['https://a.b.harbour.com.cn/', 'harbour.com.cn'],
    ['https://news.harbour.com.tw/', 'harbour.com.tw'],
    ['https://www.harbour.co.jp/', 'harbour.co.jp'],
    ['https://www.harbour.jp/', 'harbour.jp'],
    ['https://deep.sub.harbour.example/', 'harbour.example'],
    ['https://mei.github.io/', 'mei.github.io'],
    ['http://192.0.2.7/x', '192.0.2.7'],
    ['http://[2001:db8::1]/x', '[2001:db8::1]'],
    ['http://localhost/x', 'localhost'],
  ])('%s belongs to %s', (url, site) => expect(siteKey(url)).toBe(site));
});

describe('canonicalOf', () => {
  const page = (href: string) =>
    `<html><head><link rel="stylesheet" href="/c.css"><link rel="Canonical" href="${href}"></head></html>`;
  const url = 'https://m.harbour.example/story/4?from=app';

  it('is taken from the same site, made absolute', () => {
    expect(canonicalOf(page('https://www.harbour.example/story/4'), url)).toBe('https://www.harbour.example/story/4');
    expect(canonicalOf(page('/story/4'), url)).toBe('https://m.harbour.example/story/4');
  });

  it('is not believed when it points to another site or to the home page', () => {
    expect(canonicalOf(page('https://other.example/story/4'), url)).toBeUndefined();
    expect(canonicalOf(page('https://www.harbour.example/'), url)).toBeUndefined();
    expect(canonicalOf(page('https://www.harbour.example/'), 'https://harbour.example/')).toBe(
      'https://www.harbour.example/',
    );
    expect(canonicalOf('<p>none', url)).toBeUndefined();
  });
});

describe('entryKey', () => {
  it('prefers the guid, then the link, then title and day', () => {
    const entry = {
      id: 'tag:4',
      link: 'https://a.example/4?utm_source=rss',
      title: 'Ferry',
      published: 1_700_000_000_000,
    };
    expect(entryKey(entry, 1)).toBe(entryKey({ id: ' tag:4 ' }, 1));
    expect(entryKey(entry, 1, true)).toBe(entryKey({ link: 'http://www.a.example/4' }, 1));
    expect(entryKey({ title: 'Ferry  late', published: 5 }, 1)).toBe(
      entryKey({ title: 'ferry late', published: 9 }, 1),
    );
    expect(entryKey({ title: 'Ferry' }, 1)).not.toBe(entryKey({ title: 'Ferries' }, 1));
  });

  it('keeps sources apart and survives an empty entry', () => {
    expect(entryKey({ id: '4' }, 1)).not.toBe(entryKey({ id: '4' }, 2));
    expect(entryKey({}, 1)).toBe(entryKey({}, 1));
  });
});

describe('guidsLookUnstable', () => {
  const entries = [1, 2, 3, 4].map((n) => ({ id: `${n}-${n * 7}`, link: `https://a.example/${n}` }));

  it('is seen from new guids with known links', () => {
    expect(guidsLookUnstable(entries, () => true)).toBe(true);
    expect(guidsLookUnstable(entries, (key) => key.endsWith('/1'))).toBe(false);
    expect(guidsLookUnstable(entries.slice(0, 2), () => true)).toBe(false);
  });
});
