/** The data that text preparation comes with; it reads no files itself. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** What `scripts/make-language-model.ts` wrote. */
export function readLanguageModel(): Buffer {
  return readFileSync(new URL('./language-model.bin', import.meta.url));
}

/** Chinese words with their frequencies. The package's own module would keep the files of all its dictionaries in memory. */
export function readChineseDictionary(): Buffer {
  return readFileSync(createRequire(import.meta.url).resolve('@node-rs/jieba/dict.txt'));
}
