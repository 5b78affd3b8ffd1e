import { describe, expect, test } from 'vitest';
import { toTokenDocument } from './document.ts';
import { indexDocument, matches } from './evaluate.ts';
import type { TokenQuery } from './token-query.ts';

const indexed = (text: string) =>
  indexDocument(
    toTokenDocument({
      id: 1,
      publishedAt: 100,
      title: 'Title here',
      text,
      language: 'en',
      sourceId: 1,
      url: 'https://a.example/',
    }),
  );
const phrase = (text: string, slop = 0): TokenQuery => ({
  type: 'phrase',
  steps: text.split(' ').map((token) => ({ token })),
  slop,
  field: 'any',
});

describe('matches', () => {
  test('a stem is that of a token that carries one; a token equal to the stem is asked for as a token', () => {
    const query: TokenQuery = { type: 'stem', stem: 'run', field: 'any' };
    expect(matches(query, indexed('running late'))).toBe(true);
    expect(matches(query, indexed('a run'))).toBe(false);
  });

  test('a phrase does not reach from the title into the body', () => {
    expect(matches(phrase('title here'), indexed('body'))).toBe(true);
    expect(matches(phrase('here body'), indexed('body'))).toBe(false);
  });

  test('slop counts the tokens between, over the whole phrase', () => {
    expect(matches(phrase('a d', 2), indexed('a b c d'))).toBe(true);
    expect(matches(phrase('a d', 1), indexed('a b c d'))).toBe(false);
    expect(matches(phrase('a c e', 2), indexed('a b c d e'))).toBe(true);
    expect(matches(phrase('a c e', 1), indexed('a b c d e'))).toBe(false);
  });

  test('distance of NEAR counts the tokens between the edges', () => {
    const near = (distance: number, ordered = false): TokenQuery => ({
      type: 'near',
      ordered,
      distance,
      left: phrase('a b'),
      right: phrase('e'),
    });
    expect(matches(near(2), indexed('a b c d e'))).toBe(true);
    expect(matches(near(1), indexed('a b c d e'))).toBe(false);
    expect(matches(near(2), indexed('e c d a b'))).toBe(true);
    expect(matches(near(2, true), indexed('e c d a b'))).toBe(false);
  });

  test('published is open at its end, words are closed at both', () => {
    const document = indexed('one two three');
    expect(matches({ type: 'published', from: 100, to: 101 }, document)).toBe(true);
    expect(matches({ type: 'published', to: 100 }, document)).toBe(false);
    expect(matches({ type: 'words', min: 3, max: 3 }, document)).toBe(true);
    expect(matches({ type: 'words', max: 2 }, document)).toBe(false);
  });

  test('a phrase that reaches over the edge of a window is outside it', () => {
    const document = indexed('One two. Three four');
    expect(matches({ type: 'same', unit: 'sentence', item: phrase('two three') }, document)).toBe(false);
    expect(matches({ type: 'same', unit: 'sentence', item: phrase('three four') }, document)).toBe(true);
    expect(matches({ type: 'first', count: 2, item: phrase('two three') }, document)).toBe(false);
    expect(matches({ type: 'first', count: 3, item: phrase('two three') }, document)).toBe(true);
  });

  test('a text of five thousand sentences is searched sentence by sentence in well under a second', () => {
    const document = indexed(`${'Go. '.repeat(4900)}Bee cee.`);
    const started = performance.now();
    expect(
      matches(
        { type: 'same', unit: 'sentence', item: { type: 'and', items: [phrase('go'), phrase('bee')] } },
        document,
      ),
    ).toBe(false);
    expect(
      matches(
        { type: 'same', unit: 'sentence', item: { type: 'and', items: [phrase('cee'), phrase('bee')] } },
        document,
      ),
    ).toBe(true);
    expect(performance.now() - started).toBeLessThan(1000);
  });
});
