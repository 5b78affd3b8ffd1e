import { expect, test } from 'vitest';
import { indexField } from './evaluate.ts';
import { createKeyMap } from './key-map.ts';
import { tokenise } from './tokens.ts';

const keys = ['ferry', '=harbour', 'gla*', 'night train', 'lang:en', ''];

function found(text: string, left: readonly string[] = keys): string[] {
  const map = createKeyMap<string>();
  for (const key of keys) map.set(key, key);
  for (const key of keys) if (!left.includes(key)) map.delete(key);
  const values = new Set<string>();
  map.eachIn(indexField(tokenise(text, 'en')), (value) => values.add(value));
  return [...values].sort();
}

test('a field brings its words, stems, beginnings of words and pairs of neighbours', () => {
  expect(found('A ferry')).toEqual(['ferry']);
  expect(found('Two harbours')).toEqual(['=harbour']);
  expect(found('The glacier')).toEqual(['gla*']);
  expect(found('By night train')).toEqual(['night train']);
  expect(found('By night, a slow train; lang:en')).toEqual([]);
});

test('what was taken out is not found, whatever its kind', () => {
  const text = 'A ferry, two harbours, the glacier, a night train';
  for (const key of ['ferry', '=harbour', 'gla*', 'night train']) {
    expect(found(text, [key])).toEqual([key]);
    expect(
      found(
        text,
        keys.filter((one) => one !== key),
      ),
    ).not.toContain(key);
  }
});

test('a key is read back as it was set', () => {
  const map = createKeyMap<number>();
  keys.forEach((key, at) => {
    map.set(key, at);
  });
  expect(keys.map((key) => map.get(key))).toEqual([0, 1, 2, 3, 4, 5]);
  expect(map.get('night ferry')).toBeUndefined();
  expect(map.get('day train')).toBeUndefined();
});
