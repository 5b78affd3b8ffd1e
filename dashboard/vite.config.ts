import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressedFiles } from './compressed-files.ts';
import { firstRequests } from './first-requests.ts';
import { leanAxios } from './lean-axios.ts';
import { slimEndpoints } from './slim-endpoints.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const server = 'http://127.0.0.1:8787';

/** Packages every screen needs, in one file that changes seldom. Of react-query only what shows, not what sends. */
const base = [
  /node_modules\/(react|react-dom|scheduler|use-sync-external-store|i18next|react-i18next|axios|zustand)\//,
  /node_modules\/(clsx|class-variance-authority|tailwind-merge|@radix-ui\/react-slot|@radix-ui\/react-compose-refs)\//,
  /node_modules\/lucide-react\/dist\/esm\/(?!icons\/)/,
  /node_modules\/@tanstack\/(react-router|router-core|history|store|react-store)\//,
  /node_modules\/@tanstack\/(react-query|query-core)\/(?!.*(nfiniteQueryO|seInfinite|utationObserver|useMutation|useQueries|useSuspense))/,
  /vite\/preload-helper/,
];

/**
 * Our own modules that nearly every screen shares, which would otherwise fall into dozens of small files. They import
 * only each other and `base`: a file here that imported a screen would make the files of the build depend in a circle.
 */
const shared = [
  /\/dashboard\/(stores\/[^/?]+|api|cookies|guard|query-client|titles)\.tsx?$/,
  /\/dashboard\/parts\/(failure|list-params|names|news-row|search-params|use-near)\.tsx?$/,
  /\/src\/(api|i18n|rules)\/[^/?]+\.ts$/,
  /\/src\/contract\/(endpoint|envelope|errors|news|permissions)\.ts$/,
  /\/src\/query\/limits\.ts$/,
  /\/src\/ui\/(button|class-groups|cn|empty-state|error-state|foreign-text|highlighted-text|input|native-select|relative-time|skeleton|spinner|ui-texts)\.tsx?$/,
  /\/node_modules\/lucide-react\/dist\/esm\/icons\/(chevron-down|circle-alert|circle-exclamation-point|loader-circle|monitor|moon|search|sun)\.m?js$/,
];

/** The route files without their screens (those carry `?tsr-split`), the frame of the public site and its home page. */
const frame = [
  /\/dashboard\/routes\/[^?]+\?tsr-shared/,
  /\/dashboard\/routes\/([^?]+\/)?-[a-z]+-state\.ts$/,
  /\/dashboard\/(routes\/([^?]+\/)?[^-/?][^/?]*|router|routeTree\.gen)\.tsx?$/,
  /\/dashboard\/layouts\/(?!account-menu|member-)[^/?]+\.tsx$/,
];

export default defineConfig({
  root: here('.'),
  base: './',
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      routesDirectory: here('./routes'),
      generatedRouteTree: here('./routeTree.gen.ts'),
      routeFileIgnorePattern: '\\.test\\.tsx$',
      addExtensions: true,
      semicolons: true,
    }),
    react(),
    tailwindcss(),
    slimEndpoints(),
    leanAxios(),
    firstRequests(),
    compressedFiles(),
  ],
  resolve: {
    alias: [
      // For Reacts without the hook of this name; ours has it.
      { find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'react' },
      {
        find: /^use-sync-external-store\/shim\/with-selector(\.js)?$/,
        replacement: 'use-sync-external-store/with-selector.js',
      },
    ],
  },
  build: {
    outDir: here('../dist/dashboard'),
    emptyOutDir: true,
    assetsDir: 'assets',
    target: 'es2023',
    modulePreload: { polyfill: false },
    rolldownOptions: {
      treeshake: { propertyReadSideEffects: false },
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: 'base', test: (id) => base.some((pattern) => pattern.test(id)) },
            { name: 'frame', test: (id) => frame.some((pattern) => pattern.test(id)) },
            { name: 'shared', test: (id) => shared.some((pattern) => pattern.test(id)) },
          ],
        },
      },
    },
  },
  server: { proxy: { '/v1': server, '/demo': server } },
});
