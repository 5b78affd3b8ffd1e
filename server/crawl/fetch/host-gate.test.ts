import { expect, test } from 'vitest';
import { createHostGate, orderFairly } from './host-gate.ts';

function setup() {
  const clock = { ms: 1_000_000 };
  return { clock, gate: createHostGate({ now: () => clock.ms }) };
}

test('starts on one host are a second apart, other hosts do not wait', () => {
  const { clock, gate } = setup();
  expect(gate.tryStart('a')).toEqual({ started: true });
  clock.ms += 400;
  expect(gate.tryStart('a')).toEqual({ started: false, waitMs: 600 });
  expect(gate.tryStart('b')).toEqual({ started: true });
  clock.ms += 600;
  expect(gate.tryStart('a')).toEqual({ started: true });
});

test('a third fetch waits until one of two is finished', () => {
  const { clock, gate } = setup();
  gate.tryStart('a');
  clock.ms += 1_000;
  gate.tryStart('a');
  clock.ms += 60_000;
  expect(gate.tryStart('a')).toEqual({ started: false });
  gate.finish('a');
  expect(gate.tryStart('a')).toEqual({ started: true });
});

test('a host that answered 429 is started every five seconds for an hour', () => {
  const { clock, gate } = setup();
  gate.tryStart('a');
  gate.finish('a', { status: 429, tookMs: 80 });
  expect(gate.tryStart('a')).toEqual({ started: false, waitMs: 5_000 });
  expect(gate.stats()).toEqual([{ host: 'a', inFlight: 0, isThrottled: true, meanTookMs: 80 }]);
  clock.ms += 3_600_000;
  gate.tryStart('a');
  gate.finish('a', { status: 200 });
  expect(gate.tryStart('a')).toEqual({ started: false, waitMs: 1_000 });
});

test('a finish without a start changes nothing', () => {
  const { gate } = setup();
  gate.finish('a', { status: 429 });
  expect(gate.stats()).toEqual([]);
});

test('one big host cannot push the others back', () => {
  const big = [1, 2, 3].map((dueAt) => ({ host: 'big', dueAt }));
  const small = { host: 'small', dueAt: 9 };
  expect(orderFairly([...big, small])).toEqual([big[0], small, big[1], big[2]]);
});
