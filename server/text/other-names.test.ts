import { describe, expect, test } from 'vitest';
import { parseQuery } from '#shared/query/parse.ts';
import { printQuery } from '#shared/query/print.ts';
import { findOtherNames } from './other-names.ts';

function read(text: string) {
  const parsed = parseQuery(text, { mode: 'strict' });
  if (!parsed.ok) throw new Error(text);
  return parsed.query;
}

function offer(text: string) {
  const { found, query } = findOtherNames(read(text));
  return { found, text: printQuery(query) };
}

const namesOf = (text: string) => offer(text).found.flatMap(({ names }) => names);

describe('names in other languages', () => {
  test.each(['Ukraine', '乌克兰', '烏克蘭', 'ウクライナ', 'україна', 'أوكرانيا'])('%s is the same country', (name) => {
    const names = [name, ...namesOf(name)].join(' ');
    for (const script of ['Ukraine', 'Україна', 'Украина', 'ウクライナ', '우크라이나', 'أوكرانيا', 'Ουκρανία']) {
      expect(names.toLowerCase()).toContain(script.toLowerCase());
    }
    expect(names).toMatch(/乌克兰|烏克蘭/);
  });

  test('each name comes once however it is written, and leads back to where it came from', () => {
    for (const country of ['Indonesia', 'Germany', '韩国', '"New Zealand"', '"Hong Kong"']) {
      const names = namesOf(country);
      expect(names.length).toBeGreaterThan(8);
      expect(new Set(names.map((name) => name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase())).size).toBe(
        names.length,
      );
      for (const name of names) expect(namesOf(`"${name}"`), name).toContain(names.find((other) => other !== name));
    }
  });

  test.each(['us', 'EU', 'kotlin', '新能源汽车', 'world', '1', 'R.-U.'])('“%s” is none', (word) => {
    expect(offer(word)).toEqual({ found: [], text: printQuery(read(word)) });
  });

  test('no abbreviation is offered', () => {
    for (const country of ['"United States"', '"United Kingdom"', 'Myanmar', 'Congo']) {
      for (const name of namesOf(country)) expect(name).not.toMatch(/[.()\d]|\s[-–]\s/);
    }
  });
});

describe('the query with them', () => {
  test('asks for any of the names where the one stood', () => {
    const { text } = offer('title:Fiji (election OR vote)');
    expect(text).toMatch(/^title:\(Fiji OR .*斐济.*\) \(election OR vote\)$/);
  });

  test('words side by side are one name', () => {
    const { found, text } = offer('election new zealand');
    expect(found.map((one) => one.text)).toEqual(['new zealand']);
    expect(text).toMatch(/^election \("new zealand" OR .*Neuseeland/);
  });

  test('what is excluded or must stand near something stays as it is', () => {
    for (const query of ['-Fiji', 'Fiji NEAR/5 election', '"Fiji election"~3']) expect(offer(query).found).toEqual([]);
  });

  test('is a query, and has nothing more to offer', () => {
    const { text } = offer('乌克兰 OR 日本');
    expect(offer(text)).toEqual({ found: [], text });
  });
});
