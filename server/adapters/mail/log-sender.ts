import type { Logger } from 'pino';
import type { MessageSender } from './port.ts';

/** The default: the message goes to the log, so that a new installation works without a mail server. */
export function createLogSender(log: Logger): MessageSender {
  return {
    async send({ to, subject, text }) {
      log.info({ event: 'message', to, subject, messageText: text }, 'message for %s: %s', to, text);
    },
    async close() {},
  };
}
