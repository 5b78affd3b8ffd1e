import { expect, test } from 'vitest';
import type { FetchOutcome } from './fetch-resource.ts';
import { createRobotsGate } from './robots-gate.ts';

const text = (body: string): FetchOutcome => ({
  ok: true,
  status: 200,
  url: 'https://a.example/robots.txt',
  headers: { 'content-type': 'text/plain' },
  body: Buffer.from(body),
  tookMs: 1,
});
const failure = (status: number): FetchOutcome => ({
  ok: false,
  error: 'http',
  detail: '',
  status,
  url: '',
  tookMs: 1,
});

function gateOver(...answers: FetchOutcome[]) {
  let at = 0;
  let asked = 0;
  const gate = createRobotsGate({
    agent: 'Tidings',
    now: () => at,
    fetchResource: async () => answers[Math.min(asked++, answers.length - 1)]!,
  });
  return {
    gate,
    asked: () => asked,
    advance(ms: number) {
      at += ms;
    },
  };
}

test('a page the site keeps from programs is not allowed, others are, and the file is read once a day', async () => {
  const { gate, asked, advance } = gateOver(text('User-agent: *\nDisallow: /private/'));
  expect(await gate.isAllowed('https://a.example/private/x')).toBe(false);
  expect(await gate.isAllowed('https://a.example/news/x')).toBe(true);
  expect(asked()).toBe(1);
  advance(86_400_000);
  await gate.isAllowed('https://a.example/news/x');
  expect(asked()).toBe(2);
});

test('a missing file opens the site, a failing server closes it until it answers', async () => {
  expect(await gateOver(failure(404)).gate.isAllowed('https://a.example/x')).toBe(true);
  const { gate } = gateOver(failure(503), text(''));
  expect(await gate.isAllowed('https://a.example/x')).toBe(false);
  expect(await gate.isAllowed('https://a.example/x')).toBe(true);
});
