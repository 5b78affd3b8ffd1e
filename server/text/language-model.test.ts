import { describe, expect, test } from 'vitest';
import { makeLanguageTable, packTable } from '#scripts/make-language-model.ts';
import { readLanguageModel } from '../dictionaries/dictionaries.ts';
import { scoreLanguages, unpackTable } from './language-model.ts';

describe('the language model', () => {
  test('its file holds the figures of the package that is locked', async () => {
    expect(packTable(await makeLanguageTable()).equals(readLanguageModel())).toBe(true);
  });

  test('a packed table is unpacked unchanged', () => {
    const table = {
      languages: ['de', 'fr'],
      pieces: Float64Array.of(0x2061, 0x20646572, 0x206465722020),
      starts: Uint32Array.of(0, 1, 3, 4),
      language: Uint8Array.of(0, 0, 1, 1),
      weight: Uint16Array.of(53, 300, 60, 1),
    };
    expect(unpackTable(packTable(table))).toEqual(table);
  });

  test('it scores as the package does', async () => {
    const { default: eld } = await import('eld/small');
    for (const text of [
      "Don't believe the council: it will vote on the new budget next week",
      'Hội đồng sẽ bỏ phiếu về ngân sách mới vào tuần tới',
      'Совет проголосует за новый бюджет на следующей неделе',
      `${'Donaudampfschifffahrtsgesellschaft '.repeat(3)} ${'ab '.repeat(200)}`,
    ]) {
      const ours = scoreLanguages(text).sort((a, b) => b[1] - a[1])[0]!;
      const [language, score] = Object.entries(eld.detect(text).getScores())[0]!;
      expect(ours[0]).toBe(language);
      expect(ours[1]).toBeCloseTo(score, 6);
    }
  });

  test('a text without letters scores nothing', () => {
    expect(scoreLanguages('')).toEqual([]);
    expect(scoreLanguages('2026 — 100 %')).toEqual([]);
  });
});
