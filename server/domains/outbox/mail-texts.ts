import type { Language } from '#shared/contract/envelope.ts';
import en from '../../../locales/mail/en.json' with { type: 'json' };
import zhCn from '../../../locales/mail/zh-cn.json' with { type: 'json' };
import zhTw from '../../../locales/mail/zh-tw.json' with { type: 'json' };

export type MailTemplate = 'code' | 'digest' | 'feed' | 'notice' | 'webhookOff';

const texts: Record<Language, Record<string, string>> = { 'zh-cn': zhCn, 'zh-tw': zhTw, en };

/** Subject and body of a message in the reader's language. */
export function mailText(template: MailTemplate, language: Language, args: Record<string, string | number>) {
  const fill = (text: string) => text.replace(/\{\{(\w+)\}\}/g, (_, key: string) => String(args[key] ?? ''));
  return {
    subject: fill(texts[language][`${template}.subject`] ?? ''),
    text: fill(texts[language][`${template}.text`] ?? ''),
  };
}
