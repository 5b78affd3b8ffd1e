import { defineConfig } from '@playwright/test';

// The journeys use the installed browsers (tests/support/browsers.ts), so no browser is downloaded.
export default defineConfig({
  testDir: 'tests/journeys',
  workers: 1,
  fullyParallel: false,
  forbidOnly: true,
  timeout: 180_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['json', { outputFile: process.env.JOURNEY_REPORT ?? 'test-results/reports/playwright.json' }]],
  projects: [
    {
      name: 'chromium',
      testMatch: '**/*.spec.ts',
      testIgnore: '**/*.firefox.spec.ts',
      outputDir: 'test-results/chromium',
    },
    { name: 'firefox', testMatch: '**/*.firefox.spec.ts', outputDir: 'test-results/firefox' },
  ],
});
