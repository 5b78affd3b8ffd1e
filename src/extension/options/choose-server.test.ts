// @vitest-environment node
import '../testing/fake-browser.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { onMessage, removeAllListeners } from '../messages.ts';
import { resetWorld, world } from '../testing/fake-browser.ts';
import { deadOrigin, type StubServer, startStubServer } from '../testing/stub-server.ts';
import { chooseServer, serverOrigin } from './choose-server.ts';

let stub: StubServer;
let chosen: string[];
let health = { live: true, ready: true, version: '1', engine: 'sqlite' };

beforeEach(async () => {
  resetWorld();
  chosen = [];
  health = { live: true, ready: true, version: '1', engine: 'sqlite' };
  onMessage('changeServer', ({ data }) => void chosen.push(data));
  stub = await startStubServer({ 'GET /v1/health': () => ({ data: health }) });
});
afterEach(async () => {
  removeAllListeners();
  await stub.close();
});

test.each([
  ['https://news.example.org/', 'https://news.example.org'],
  ['news.example.org:9000/#/home', 'https://news.example.org:9000'],
  ['localhost:8787', 'http://localhost:8787'],
  ['127.0.0.1:8787', 'http://127.0.0.1:8787'],
  [' http://10.0.0.5 ', 'http://10.0.0.5'],
  ['ftp://example.org', null],
  ['javascript:alert(1)', null],
  ['two words', null],
  ['', null],
])('%j means the server %j', (typed, origin) => {
  expect(serverOrigin(typed)).toBe(origin);
});

test('an address is asked for, checked, and only then chosen', async () => {
  expect(await chooseServer(`${stub.origin}/#/home`)).toBe('ok');
  expect(world.asked).toEqual([`${stub.origin}/*`]);
  expect(chosen).toEqual([stub.origin]);
});

test('each way to fail has its own name and changes nothing', async () => {
  expect(await chooseServer('two words')).toBe('not-an-address');
  expect(await chooseServer(await deadOrigin())).toBe('no-answer');
  health.ready = false;
  expect(await chooseServer(stub.origin)).toBe('not-ready');
  stub.answers['GET /v1/health'] = () => ({ status: 200 });
  expect(await chooseServer(stub.origin)).toBe('not-ours');
  world.grants = false;
  expect(await chooseServer(stub.origin)).toBe('not-allowed');
  expect(chosen).toEqual([]);
});
