import { expect, test } from 'vitest';
import { plainText } from './plain-text.ts';

test.each([
  ['<p>one</p><p>two</p>', 'one\n\ntwo'],
  ['<p>one<br>two</p>', 'one\ntwo'],
  ['<div><p>one</p></div>\n<div>two</div>', 'one\n\ntwo'],
  ['<ul><li>a</li><li>b</li></ul>', 'a\nb'],
  ['<table><tr><td>1</td><td>2</td></tr><tr><td>3</td></tr></table>', '1 2\n3'],
  ['a  <b>bold</b>\n word', 'a bold word'],
  ['fish &amp; chips &#8212; 5&nbsp;€', 'fish & chips — 5 €'],
  ['<script>no()</script>yes<style>p{}</style>', 'yes'],
  ['<ruby>漢字<rp>(</rp><rt>かんじ</rt><rp>)</rp></ruby>', '漢字'],
  ['中文<b>不</b>加空格', '中文不加空格'],
  ['a < b', 'a < b'],
  ['plain', 'plain'],
  ['', ''],
  ['safe<!-- unclosed', 'safe'],
  ['x<!-- gone -->y', 'xy'],
])('%s reads as %j', (html, text) => {
  expect(plainText(html)).toBe(text);
});

test('endless nesting ends soon', () => {
  const started = performance.now();
  plainText('<p>x</b><div>'.repeat(100_000));
  expect(performance.now() - started).toBeLessThan(2_000);
});
