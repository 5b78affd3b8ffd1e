import { describe, expect, it } from 'vitest';
import { countPlaywright, countVitest } from './test-counts.ts';

const file = (status: string, tests: number) => ({ status, assertionResults: Array.from({ length: tests }) });

describe('the count of passed and failed tests', () => {
  it('takes what vitest reports', () => {
    const report = { numPassedTests: 5, numTotalTests: 6, success: false, testResults: [file('failed', 6)] };
    expect(countVitest(report, 1)).toEqual({ passed: 5, failed: 1 });
  });

  it('counts a skipped test as failed', () => {
    const report = { numPassedTests: 5, numTotalTests: 7, success: true, testResults: [file('passed', 7)] };
    expect(countVitest(report, 0)).toEqual({ passed: 5, failed: 2 });
    expect(countPlaywright({ stats: { expected: 3, unexpected: 0, flaky: 0, skipped: 1 }, errors: [] }, 0).failed).toBe(
      1,
    );
  });

  it('counts a file that could not be loaded as failed', () => {
    const report = {
      numPassedTests: 2,
      numTotalTests: 2,
      success: false,
      testResults: [file('passed', 2), file('failed', 0)],
    };
    expect(countVitest(report, 1)).toEqual({ passed: 2, failed: 1 });
  });

  it('never passes a run without tests', () => {
    const report = { numPassedTests: 0, numTotalTests: 0, success: true, testResults: [] };
    expect(countVitest(report, 0)).toEqual({ passed: 0, failed: 1 });
    expect(countPlaywright({ stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 0 }, errors: [] }, 0).failed).toBe(
      1,
    );
  });

  it('never passes a run that ended badly', () => {
    const report = { numPassedTests: 4, numTotalTests: 4, success: true, testResults: [file('passed', 4)] };
    expect(countVitest(report, 1)).toEqual({ passed: 4, failed: 1 });
  });

  it('counts a flaky journey as failed', () => {
    const stats = { expected: 2, unexpected: 0, flaky: 1, skipped: 0 };
    expect(countPlaywright({ stats, errors: [] }, 0)).toEqual({ passed: 2, failed: 1 });
  });
});
