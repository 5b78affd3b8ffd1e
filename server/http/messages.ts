import type { Language } from '#shared/contract/envelope.ts';
import type { ErrorName } from '#shared/contract/errors.ts';
import en from '../../locales/errors/en.json' with { type: 'json' };
import zhCn from '../../locales/errors/zh-cn.json' with { type: 'json' };
import zhTw from '../../locales/errors/zh-tw.json' with { type: 'json' };

const texts: Record<Language, Record<string, string>> = { 'zh-cn': zhCn, 'zh-tw': zhTw, en };

/** The error's sentence in the caller's language, `{{name}}` filled in; `{{reason}}` names a sentence part of its own. */
export function errorMessage(language: Language, name: ErrorName, args: Record<string, string | number>): string {
  const known = texts[language];
  const value = (key: string) => (key === 'reason' ? (known[`reason.${args.reason}`] ?? args.reason) : args[key]);
  return (known[name] ?? name).replace(/\{\{(\w+)\}\}/g, (_, key: string) => String(value(key) ?? ''));
}
