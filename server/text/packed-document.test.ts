import { describe, expect, it } from 'vitest';
import { toTokenDocument, writtenOf } from './document.ts';
import { packDocument, unpackDocument } from './packed-document.ts';

const article = { publishedAt: 5, sourceId: 1, url: 'https://paper.example/world/1' };

describe('a packed document', () => {
  it.each([
    [
      'en',
      'Ferries are sinking',
      'The crews were saved. Nobody drowned.\n\nDivers look on.',
      'Jane Doe',
      ['sea', 'c++'],
    ],
    ['zh', '渡轮沉没', '船员获救。\n没有人 drowned 溺水。', '', []],
    ['th', 'เรือเฟอร์รี่จม', 'ลูกเรือได้รับการช่วยเหลือ', '', ['ทะเล']],
    ['und', '', '', '', []],
  ])('is the same document again: %s', (language, title, text, author, tags) => {
    const written = { title, text, author, tags };
    const { id: _, ...document } = toTokenDocument({ id: 0, ...article, language, ...written });
    expect(unpackDocument(structuredClone(packDocument(document)), writtenOf(written))).toEqual(document);
  });
});
