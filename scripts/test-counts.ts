// Reads how many tests passed from the reports of the test runners. A skipped test counts as failed: it proved nothing.
export interface Counts {
  passed: number;
  failed: number;
}

export interface VitestReport {
  numPassedTests: number;
  numTotalTests: number;
  success: boolean;
  testResults: { status: string; assertionResults: unknown[] }[];
}

export interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  errors: unknown[];
}

export function countVitest(report: VitestReport, exitCode: number): Counts {
  // A file that cannot be loaded holds no tests that could fail by themselves.
  const unloaded = report.testResults.filter(
    (file) => file.status !== 'passed' && file.assertionResults.length === 0,
  ).length;
  const failed = report.numTotalTests - report.numPassedTests + unloaded;
  return settle({ passed: report.numPassedTests, failed }, exitCode);
}

export function countPlaywright({ stats, errors }: PlaywrightReport, exitCode: number): Counts {
  const failed = stats.unexpected + stats.flaky + stats.skipped + errors.length;
  return settle({ passed: stats.expected, failed }, exitCode);
}

/** A run that tested nothing, or that ended badly although every test passed, is one failure. */
export function settle({ passed, failed }: Counts, exitCode: number): Counts {
  const isHollow = passed + failed === 0;
  return { passed, failed: failed === 0 && (isHollow || exitCode !== 0) ? 1 : failed };
}
