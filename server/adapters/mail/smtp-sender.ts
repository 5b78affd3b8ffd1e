import { createTransport } from 'nodemailer';
import type { MessageSender } from './port.ts';

/** E-mail over SMTP; `url` is `smtp://user:password@host:port` or `smtps://…`. */
export function createSmtpSender(url: string, from: string): MessageSender {
  const transport = createTransport(url);
  return {
    async send({ to, subject, text }) {
      await transport.sendMail({ from, to, subject, text });
    },
    async close() {
      transport.close();
    },
  };
}
