import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { HighlightedText, normaliseRanges } from './highlighted-text.tsx';

afterEach(cleanup);

function markup(text: string, ranges: [number, number][]): string {
  return render(<HighlightedText text={text} ranges={ranges} />).container.innerHTML;
}

test('ranges are marked and the text stays whole', () => {
  expect(
    markup('气候变化与气候', [
      [0, 4],
      [5, 7],
    ]),
  ).toBe('<mark>气候变化</mark>与<mark>气候</mark>');
});

test('ranges in any order that touch or overlap become one mark', () => {
  expect(
    normaliseRanges(10, [
      [4, 6],
      [0, 2],
      [2, 4],
      [5, 9],
    ]),
  ).toEqual([[0, 9]]);
});

test('wrong ranges change nothing', () => {
  expect(
    markup('abc', [
      [5, 9],
      [2, 1],
      [-3, 0],
    ]),
  ).toBe('abc');
  expect(
    markup('abc', [
      [-3, 1],
      [2, 99],
    ]),
  ).toBe('<mark>a</mark>b<mark>c</mark>');
});

test('the text is never read as HTML', () => {
  expect(markup('<b>x</b>', [[0, 3]])).toBe('<mark>&lt;b&gt;</mark>x&lt;/b&gt;');
});
