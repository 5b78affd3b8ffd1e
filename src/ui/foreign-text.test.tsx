import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { ForeignText, textAttributes } from './foreign-text.tsx';

afterEach(cleanup);

test.each([
  ['zh', 'Hans', 'zh-Hans', 'ltr'],
  ['zh', 'Hant', 'zh-Hant', 'ltr'],
  ['zh', '', 'zh-Hans', 'ltr'],
  ['ja', 'Jpan', 'ja', 'ltr'],
  ['ar', 'Arab', 'ar', 'rtl'],
  ['he', '', 'he', 'rtl'],
  ['ks', 'Arab', 'ks', 'rtl'],
  ['und', '', '', 'auto'],
])('%s in %s is marked lang="%s" dir="%s"', (language, script, lang, dir) => {
  expect(textAttributes(language, script)).toEqual({ lang, dir });
});

test('any element can carry foreign text', () => {
  const { container } = render(
    <ForeignText as="h1" language="ja" className="big">
      日本
    </ForeignText>,
  );
  expect(container.innerHTML).toBe('<h1 lang="ja" dir="ltr" class="big">日本</h1>');
});
