import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createKeyMap } from './key-map.ts';
import { tokenise } from './tokens.ts';

const keys = ['ferry', '=harbour', 'gla*', 'night train', 'slow night train', 'lang:en', ''];

function found(text: string, left: readonly string[] = keys): string[] {
  const map = createKeyMap();
  keys.forEach((key, at) => {
    map.set(key, at + 1);
  });
  for (const key of keys) if (!left.includes(key)) map.set(key, 0);
  const values = new Set(map.valuesIn(tokenise(text, 'en')));
  return [...values].map((value) => keys[value - 1]!).sort();
}

test('a field brings its words, stems, beginnings of words and words in a row', () => {
  expect(found('A ferry')).toEqual(['ferry']);
  expect(found('Two harbours')).toEqual(['=harbour']);
  expect(found('The glacier')).toEqual(['gla*']);
  expect(found('By night train')).toEqual(['night train']);
  expect(found('A slow night train')).toEqual(['night train', 'slow night train']);
  expect(found('A slow night, and a slow train')).toEqual([]);
  expect(found('By night, a slow train; lang:en')).toEqual([]);
});

test('what was taken out is not found, whatever its kind', () => {
  const text = 'A ferry, two harbours, the glacier, a slow night train';
  for (const key of ['ferry', '=harbour', 'gla*', 'night train', 'slow night train']) {
    expect(found(text, [key])).toEqual([key]);
    const others = keys.filter((one) => one !== key);
    expect(found(text, others)).not.toContain(key);
  }
});

test('literals are found in the middle of words, until they are taken out', () => {
  const map = createKeyMap();
  map.set('~gpt', 1);
  map.set('~gp', 2);
  expect(map.valuesOfLiteralsIn('chatgpt').sort()).toEqual([1, 2]);
  map.set('~gp', 0);
  expect(map.valuesOfLiteralsIn('chatgpt')).toEqual([1]);
  map.set('~gpt', 0);
  expect(map.hasLiterals).toBe(false);
});

test('keys that come, change and go are read back as in a plain map', () => {
  const key = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1, maxLength: 4 });
  const change = fc.tuple(
    key.map((words) => words.join(' ')),
    fc.nat(2),
  );
  fc.assert(
    fc.property(
      fc.array(change, { maxLength: 60 }),
      fc.array(fc.constantFrom('a', 'b', 'c', 'd')),
      (changes, words) => {
        const map = createKeyMap();
        const plain = new Map<string, number>();
        changes.forEach(([key, kind], at) => {
          const value = kind === 0 ? 0 : at + 1;
          map.set(key, value);
          plain.set(key, value);
        });
        for (const [key, value] of plain) expect(map.get(key)).toBe(value);
        const text = words.join(' ');
        const wanted = [...plain].filter(([key, value]) => value !== 0 && ` ${text} `.includes(` ${key} `));
        expect(new Set(map.valuesIn(tokenise(text, 'fr')))).toEqual(new Set(wanted.map(([, value]) => value)));
      },
    ),
  );
});

test('of 300,000 keys each keeps its own number, also when half of them go', () => {
  const map = createKeyMap();
  const count = 300_000;
  const keyOf = (n: number) => `${n % 2 === 0 ? '' : '='}${String.fromCharCode(0x4e00 + (n % 5_000))}${n % 7_919} ${n}`;
  for (let n = 1; n <= count; n++) map.set(keyOf(n), n);
  for (let n = 1; n <= count; n += 2) map.set(keyOf(n), 0);
  let wrong = 0;
  for (let n = 1; n <= count; n++) if (map.get(keyOf(n)) !== (n % 2 === 0 ? n : 0)) wrong++;
  expect(wrong).toBe(0);
});
