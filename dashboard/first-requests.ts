/**
 * A build step for the order of what a first view asks for. The page can be read without scripts (see first-view.tsx), so
 * they come after the style; and what the entry is going to import is asked for together with it.
 */
import type { Plugin, Rolldown } from 'vite';

export function firstRequests(): Plugin {
  return {
    name: 'first-requests',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (page, { chunk, bundle = {} }) => {
        const wanted = new Set<string>();
        for (const file of chunk?.dynamicImports ?? []) collectImports(file, bundle, wanted);
        return {
          html: page.replaceAll(/<(script type="module"|link rel="modulepreload")/g, '$& fetchpriority="low"'),
          tags: [...wanted]
            .filter((file) => !page.includes(file))
            .map((file) => ({
              tag: 'link',
              attrs: { rel: 'modulepreload', fetchpriority: 'low', crossorigin: true, href: `./${file}` },
              injectTo: 'head',
            })),
        };
      },
    },
  };
}

function collectImports(file: string, bundle: Rolldown.OutputBundle, found: Set<string>): void {
  if (found.has(file)) return;
  found.add(file);
  const chunk = bundle[file];
  for (const imported of chunk?.type === 'chunk' ? chunk.imports : []) collectImports(imported, bundle, found);
}
