import type { AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:net';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLogSender } from './log-sender.ts';
import type { MessageSender } from './port.ts';
import { createSmtpSender } from './smtp-sender.ts';

/** A mail server that takes everything but messages to refused@…, and keeps what it took. */
function startMailServer(taken: string[]): Promise<Server> {
  const server = createServer((socket) => {
    let data: string | undefined;
    socket.write('220 test\r\n');
    let buffer = '';
    socket.on('data', (chunk) => {
      buffer += chunk;
      for (let end = buffer.indexOf('\r\n'); end >= 0; end = buffer.indexOf('\r\n')) {
        const line = buffer.slice(0, end);
        buffer = buffer.slice(end + 2);
        if (data !== undefined) {
          if (line !== '.') data += `${line}\n`;
          else {
            taken.push(data);
            data = undefined;
            socket.write('250 ok\r\n');
          }
        } else if (/^RCPT TO:<refused@/i.test(line)) socket.write('550 no such person\r\n');
        else if (/^DATA/i.test(line)) {
          data = '';
          socket.write('354 go on\r\n');
        } else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n');
        else socket.write('250 ok\r\n');
      }
    });
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

const mails: string[] = [];
const logged: string[] = [];
let mailServer: Server;
const senders: Record<string, MessageSender> = {};
beforeAll(async () => {
  mailServer = await startMailServer(mails);
  const { port } = mailServer.address() as AddressInfo;
  senders.smtp = createSmtpSender(`smtp://127.0.0.1:${port}`, 'Tidings <tidings@example.org>');
  senders.log = createLogSender(pino({}, { write: (line: string) => void logged.push(line) }));
});
afterAll(async () => {
  await Promise.all(Object.values(senders).map((sender) => sender.close()));
  await new Promise((resolve) => mailServer.close(resolve));
});

describe.each([
  ['smtp', mails],
  ['log', logged],
] as const)('the %s sender', (name, delivered) => {
  test('delivers recipient and text', async () => {
    await senders[name]!.send({ to: 'reader@example.com', subject: 'Code', text: 'Your code is 123456.' });
    expect(delivered.at(-1)).toContain('reader@example.com');
    expect(delivered.at(-1)).toContain('123456');
  });
});

test('a refused recipient is an error, so that the outbox tries again', async () => {
  await expect(senders.smtp!.send({ to: 'refused@example.com', subject: 'x', text: 'x' })).rejects.toThrow(/550/);
});
