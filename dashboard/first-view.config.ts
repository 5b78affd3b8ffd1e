import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { slimEndpoints } from './slim-endpoints.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** What is drawn is given; nothing is called. */
const withoutCalls: Plugin = {
  name: 'without-calls',
  enforce: 'pre',
  load: {
    filter: { id: /\/src\/api\/create-client\.ts$/ },
    handler: () => 'export class ApiError extends Error {} export const createClient = () => undefined;',
  },
};

/** One file with everything in it: the server that runs it installs no package of the dashboard. */
export default defineConfig({
  root: here('.'),
  publicDir: false,
  plugins: [withoutCalls, react(), slimEndpoints()],
  define: { 'process.env.NODE_ENV': '"production"' },
  ssr: { noExternal: true },
  build: {
    ssr: here('./first-view.tsx'),
    outDir: here('../dist/first-view'),
    emptyOutDir: true,
    target: 'es2023',
    minify: true,
    rolldownOptions: { output: { codeSplitting: false } },
  },
});
