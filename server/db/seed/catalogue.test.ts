import { describe, expect, test } from 'vitest';
import { newsCategories } from '#shared/contract/news.ts';
import { catalogue } from './catalogue.ts';

/** Sites that are known to publish over plain http only. */
const plainHttpHosts = ['people.com.cn'];

describe('catalogue', () => {
  test('it holds at least 130 feeds in at least 15 languages', () => {
    expect(catalogue.length).toBeGreaterThanOrEqual(130);
    expect(new Set(catalogue.map(({ language }) => language)).size).toBeGreaterThanOrEqual(15);
  });

  test('every category has sources', () => {
    expect(new Set(catalogue.map(({ category }) => category))).toEqual(new Set(newsCategories));
  });

  test('no feed and no name stands twice', () => {
    for (const values of [
      catalogue.map(({ feedUrl }) => feedUrl.replace(/\/$/, '')),
      catalogue.map(({ name }) => name),
    ]) {
      expect(values.filter((value, i) => values.indexOf(value) !== i)).toEqual([]);
    }
  });

  test('addresses are written as the URL standard writes them, over https wherever the site has it', () => {
    for (const { homeUrl, feedUrl } of catalogue) {
      for (const address of [homeUrl, feedUrl]) {
        const url = new URL(address);
        expect(url.href).toBe(address);
        expect([url.username, url.password, url.port, url.hash]).toEqual(['', '', '', '']);
        if (!plainHttpHosts.some((host) => url.hostname.endsWith(host))) expect(url.protocol).toBe('https:');
      }
    }
  });

  test('languages and countries are real, lower-case codes', () => {
    const languageNames = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
    const countryNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
    for (const { name, language, country } of catalogue) {
      expect(name.trim()).toBe(name);
      expect(language).toMatch(/^[a-z]{2}(-[a-z]{2})?$/);
      expect(languageNames.of(language), language).toBeDefined();
      expect(country).toMatch(/^[a-z]{2}$/);
      expect(countryNames.of(country.toUpperCase()), country).toBeDefined();
    }
  });
});
