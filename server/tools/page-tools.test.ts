import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, expect, it } from 'vitest';

const folder = mkdtempSync(path.join(tmpdir(), 'tidings-pages-'));
afterAll(() => rmSync(folder, { recursive: true }));

const page =
  '<html><head><title>Ferry</title><link rel="alternate" type="application/rss+xml" href="/rss" title="All"></head><body><p>The ferry sailed, at last, on Sunday morning, with two hundred people on board.</p></body></html>';
writeFileSync(path.join(folder, 'a.html'), page);
writeFileSync(path.join(folder, 'b.html.gz'), gzipSync(page));
const index = path.join(folder, 'index.json');
const cases = [
  { file: 'a.html', base_url: 'https://a.example/x' },
  { file: 'b.html.gz', url: 'https://b.example/' },
  { file: 'missing.html' },
];
writeFileSync(index, JSON.stringify({ cases }));

const run = (tool: string, ...args: string[]) =>
  execFileSync(process.execPath, [path.join(import.meta.dirname, tool), ...args], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

it('page-discover prints the announced feeds of each case, packed or not, and goes on after a failure', () => {
  const [a, b, missing] = run('page-discover.ts', '--index', index);
  expect(a).toMatchObject({
    file: 'a.html',
    encoding: 'utf-8',
    feeds: [{ url: 'https://a.example/rss', type: 'application/rss+xml', title: 'All' }],
  });
  expect(b.feeds[0].url).toBe('https://b.example/rss');
  expect(missing).toMatchObject({ file: 'missing.html', ok: false, error: expect.stringContaining('ENOENT') });
});

it('page-extract prints the article of a file', () => {
  const [article] = run(
    'page-extract.ts',
    '--url',
    'https://a.example/2026/10/31/ferry',
    path.join(folder, 'b.html.gz'),
  );
  expect(article).toMatchObject({ ok: true, title: 'Ferry', published: '2026-10-31T00:00:00.000Z', encoding: 'utf-8' });
  expect(article.text).toContain('The ferry sailed');
});

it('both explain themselves', () => {
  for (const tool of ['page-discover.ts', 'page-extract.ts']) {
    expect(
      execFileSync(process.execPath, [path.join(import.meta.dirname, tool), '--help'], { encoding: 'utf8' }),
    ).toContain('--index');
  }
});
