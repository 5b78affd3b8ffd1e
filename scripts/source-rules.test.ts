import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { localeProblems, sortTexts, undatedMarks } from './source-rules.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'tidings-rules-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(file: string, text: string) {
  const full = path.join(folder, file);
  mkdirSync(path.dirname(full), { recursive: true });
  writeFileSync(full, text);
}

describe('texts', () => {
  const good = { count_other: '{{n}} items', title: 'Title' };

  function writeLanguages(texts: Record<string, object>) {
    for (const [language, tree] of Object.entries(texts)) write(`news/${language}.json`, JSON.stringify(tree));
  }

  it('pass when all languages say the same things, each with its own plural forms', () => {
    writeLanguages({ 'zh-cn': good, 'zh-tw': good, en: { count_one: '{{n}} item', ...good } });
    expect(localeProblems(folder)).toEqual([]);
  });

  it.each([
    ['a missing language', { 'zh-cn': good, en: good }, 'wanted'],
    ['a missing key', { 'zh-cn': good, 'zh-tw': { title: 'x' }, en: good }, 'news/zh-tw: lacks count'],
    ['a surplus key', { 'zh-cn': good, 'zh-tw': good, en: { ...good, zoo: 'x' } }, 'news/zh-cn: lacks zoo'],
    ['an empty text', { 'zh-cn': good, 'zh-tw': good, en: { ...good, title: ' ' } }, 'news/en: title is empty'],
    ['another placeholder', { 'zh-cn': good, 'zh-tw': good, en: { ...good, count_other: '{{x}}' } }, 'count has {{x}}'],
    ['unsorted keys', { 'zh-cn': good, 'zh-tw': good, en: { title: 'T', count_other: '{{n}}' } }, 'not sorted'],
    [
      'a missing inner key',
      { 'zh-cn': { a: { b: 'x' } }, 'zh-tw': { a: { b: 'x' } }, en: { a: { c: 'x' } } },
      'lacks a.b',
    ],
  ])('report %s', (_name, texts, problem) => {
    writeLanguages(texts);
    expect(localeProblems(folder).join('\n')).toContain(problem);
  });

  it('are sorted at every depth', () => {
    expect(JSON.stringify(sortTexts({ b: { z: '1', a: '2' }, a: '3' }))).toBe('{"a":"3","b":{"a":"2","z":"1"}}');
  });
});

describe('marks of unfinished work', () => {
  it('are problems unless they carry a date', () => {
    const mark = 'TO' + 'DO';
    write(
      'src/a.ts',
      [`// ${mark}(2027-01): drop`, `const ${mark} = 1;`, `// ${mark} drop`, `  /* FIX${'ME'} */`].join('\n'),
    );
    expect(undatedMarks(folder)).toEqual([`src/a.ts:3: // ${mark} drop`, `src/a.ts:4: /* FIX${'ME'} */`]);
  });
});
