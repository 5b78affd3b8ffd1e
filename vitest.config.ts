import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    reporters: ['default'],
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{src,server,scripts}/**/*.test.ts', 'tests/architecture/**/*.test.ts'],
          exclude: ['src/extension/**', 'src/ui/**', 'server/domains/**', 'server/db/**', 'server/adapters/**'],
          environment: 'node',
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'screen',
          include: ['dashboard/**/*.test.tsx', 'src/ui/**/*.test.tsx', 'src/extension/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          testTimeout: 15_000,
          env: { TZ: 'UTC' },
        },
      },
      {
        test: {
          name: 'api',
          include: ['server/{domains,db,adapters}/**/*.test.ts', 'tests/api/**/*.test.ts'],
          environment: 'node',
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
