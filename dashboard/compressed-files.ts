/** A build step that lays every file that compresses well also compressed beside itself, so that the server never does it. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const worthCompressing = /\.(js|css|html|json|svg)$/;
/** Below this many bytes a file travels in one packet either way. */
const sizeMin = 1024;

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

export function compressedFiles(): Plugin {
  return {
    name: 'compressed-files',
    apply: 'build',
    writeBundle: {
      order: 'post',
      async handler({ dir = '.' }, bundle) {
        const files = Object.values(bundle).filter(({ fileName }) => worthCompressing.test(fileName));
        await Promise.all(
          files.map(async (file) => {
            const content = Buffer.from(file.type === 'chunk' ? file.code : file.source);
            if (content.length < sizeMin) return;
            const path = join(dir, file.fileName);
            const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
            await writeFile(`${path}.br`, await toBrotli(content, { params }));
            await writeFile(`${path}.gz`, await toGzip(content, { level: constants.Z_BEST_COMPRESSION }));
          }),
        );
      },
    },
  };
}
