import type { Language } from '#shared/contract/envelope.ts';
import en from '../../../locales/told/en.json' with { type: 'json' };
import zhCn from '../../../locales/told/zh-cn.json' with { type: 'json' };
import zhTw from '../../../locales/told/zh-tw.json' with { type: 'json' };

type Texts = typeof en;
const texts: Record<Language, Texts> = { 'zh-cn': zhCn, 'zh-tw': zhTw, en };

const reasons: Record<string, keyof Texts> = {
  gone: 'dead.gone',
  dns: 'dead.dns',
  'robots-refused': 'dead.refused',
  'too-large': 'dead.tooLarge',
  'html-instead': 'dead.content',
  'not-a-feed': 'dead.content',
  'broken-xml': 'dead.content',
  empty: 'dead.content',
};

/** What a follower is told about a source that cannot be read, in the follower's language. */
export function deadSourceText(
  source: { error_kind: string | null; error_detail: string },
  name: string,
  language: Language,
): { title: string; body: string } {
  const isMissing = source.error_kind === 'http' && source.error_detail.includes('404');
  const reason = isMissing ? 'dead.missing' : (reasons[source.error_kind ?? ''] ?? 'dead.unreachable');
  const fill = (key: keyof Texts) => texts[language][key].replaceAll('{{name}}', () => name);
  return { title: fill('dead.title'), body: `${fill(reason)}${language === 'en' ? ' ' : ''}${fill('dead.next')}` };
}
