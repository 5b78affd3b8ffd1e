/** One line on stderr that shows how far long work has come; silent where nobody watches. */
export interface ProgressBar {
  show(done: number, total: number, what?: string): void;
  /** Clears the line. */
  end(): void;
}

const width = 30;
const redrawMs = 100;

export function createProgressBar(title: string, options: { isShown?: boolean } = {}): ProgressBar {
  const isShown = options.isShown ?? Boolean(process.stderr.isTTY);
  const startedAt = performance.now();
  let drawnAt = 0;
  return {
    show(done, total, what = '') {
      const now = performance.now();
      if (!isShown || (now - drawnAt < redrawMs && done < total)) return;
      drawnAt = now;
      process.stderr.write(`\r\x1b[K${progressLine(title, done, total, now - startedAt, what)}`);
    },
    end() {
      if (isShown) process.stderr.write('\r\x1b[K');
    },
  };
}

export function progressLine(title: string, done: number, total: number, elapsedMs: number, what: string): string {
  const share = total > 0 ? Math.min(1, done / total) : 0;
  const filled = Math.round(share * width);
  const bar = `${'█'.repeat(filled)}${'░'.repeat(width - filled)}`;
  const leftSeconds = share > 0.01 ? Math.round(((elapsedMs / share) * (1 - share)) / 1000) : undefined;
  const left = leftSeconds === undefined ? '' : `, ${leftSeconds} s left`;
  return `${title} ${bar} ${Math.floor(share * 100)} %${left}${what && `  ${what}`}`;
}
