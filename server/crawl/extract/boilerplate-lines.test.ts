import { describe, expect, test } from 'vitest';
import { isByline, isDateline, isInvitation, isPictureLine, isShareBar, leadsAway } from './boilerplate-lines.ts';

describe('isDateline', () => {
  test.each([
    'Updated Nov 19, 6:55 AM; Posted Nov 19, 6:51 AM',
    'Published 10:02 AM EST Nov 19, 2019',
    'Friday, 22 Nov 2024 4:55 PM MYT',
    '16 marca 2021',
    '4 de mayo de 2022 - 00:38',
    'segunda-feira, 22 de janeiro de 2018 às 0:13',
    'Stand: 22. Oktober 2026, 18:05 Uhr',
    '发布时间：2026-11-02 08:30',
    '2026年11月2日 8時30分 更新',
    '입력 2026.11.02 오전 8:30',
    '3 min read',
    '本报编辑部 · 发布时间 2026年11月1日 17:28 · 科技',
    '05/10/2018 - Publicado por: Ana Reyes - Categoria: Porto',
  ])('%s is one', (text) => {
    expect(isDateline(text)).toBe(true);
  });

  test.each(['On 22 November the town voted against the pier.', 'Monday', 'Chapter 12', '2026年渡轮客流增长两成', ''])(
    '%j is none',
    (text) => {
      expect(isDateline(text)).toBe(false);
    },
  );
});

test.each([
  ['By Mei Tan', [], true],
  ['Von Jana Roth und Olu Ade', [], true],
  ['作者：陈梅', [], true],
  ['Mei Tan and Olu Ade, Harbour Post', ['Mei Tan', 'Olu Ade'], true],
  ['By Thursday the boats will sail again. Nobody was hurt.', [], false],
  ['Mei Tan said that the pier had been checked twice.', ['Mei Tan'], false],
  ['', ['Mei Tan'], false],
])('isByline(%j, %j) is %s', (text, authors, expected) => {
  expect(isByline(text, authors)).toBe(expected);
});

test.each([
  ['(Image credit: Harbour Museum)', true],
  ['Photo: Ana Reyes, HP', true],
  ['Image 2 of 5', true],
  ['Photo finishes are rare in this race.', false],
  ['The trial of the harbour master also concerns his three deputies. (Photo: Andina)', true],
  ['渡轮停靠在外岛码头（图：陈梅）', true],
  ['The ferry sails again (photos follow).', false],
])('isPictureLine(%j) is %s', (text, expected) => {
  expect(isPictureLine(text)).toBe(expected);
});

test.each([
  ['Whatsapp Facebook Pint', true],
  ['Share · Tweet · Email', true],
  ['Share the fish.', false],
  ['Facebook sued', false],
])('isShareBar(%j) is %s', (text, expected) => {
  expect(isShareBar(text)).toBe(expected);
});

test.each([
  ['Get the latest in your inbox. Subscribe to our letters.', true],
  ['扫一扫，关注我们的公众号', true],
  ['Todos los derechos reservados', true],
  ['The pier opens again on Thursday.', false],
])('isInvitation(%j) is %s', (text, expected) => {
  expect(isInvitation(text)).toBe(expected);
});

test.each([
  ['You may also like...', true],
  ['相关推荐', true],
  ['Related', true],
  ['Relatedness is a measure.', false],
])('leadsAway(%j) is %s', (text, expected) => {
  expect(leadsAway(text)).toBe(expected);
});

test('hostile lines are answered at once', () => {
  const started = performance.now();
  for (const piece of ['By a', 'photo by ', '1 nov ', 'follow us', 'share ', '年', '( ', 'e-mail A']) {
    const text = piece.repeat(200_000 / piece.length);
    for (const ask of [isDateline, isPictureLine, isShareBar, isInvitation, leadsAway]) ask(text);
    isByline(text, ['By a']);
  }
  expect(performance.now() - started).toBeLessThan(2_000);
});
