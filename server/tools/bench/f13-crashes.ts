// F13: the crash test as a figure.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { atMost, type FigureResult, figureResult } from './measure.ts';

const kills = 100;
const crashTest = join(import.meta.dirname, '../crash-test.ts');

export async function measureCrashes(): Promise<FigureResult> {
  const output = await new Promise<string>((resolve, reject) => {
    const args = ['--disable-warning=ExperimentalWarning', crashTest, '--times', String(kills)];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    let text = '';
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
    child.once('error', reject);
    child.once('close', () => resolve(text));
  });
  const result = JSON.parse(output) as {
    kills: number;
    acknowledged: number;
    problems: string[];
    volumes: Record<string, number>;
  };
  return figureResult(
    'F13',
    'Killed at random instants under write load',
    [
      { name: 'things lost, doubled or damaged', value: result.problems.length, unit: '', bar: atMost(0) },
      { name: 'acknowledged writes', value: result.acknowledged, unit: '' },
    ],
    { kills: result.kills, ...result.volumes },
  );
}
