import { createFileRoute, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { loadTexts } from '#shared/i18n/setup.ts';

export const Route = createFileRoute('/_public/help')({
  staticData: { title: 'title.help' },
  loader: () => loadTexts('help'),
  component: HelpScreen,
});

/** What one writes, and the key of what it means. */
const syntax = [
  ['"气候变化"', 'syntax.phrase'],
  ['地震 海啸', 'syntax.and'],
  ['欧盟 OR EU', 'syntax.or'],
  ['苹果 -手机', 'syntax.not'],
  ['(台风 OR 颱風) 停课', 'syntax.group'],
  ['econom*', 'syntax.prefix'],
  ['title:央行', 'syntax.title'],
  ['site:example.com', 'syntax.site'],
  ['lang:ja', 'syntax.lang'],
  ['date:2026-11-01/2026-11-07', 'syntax.date'],
  ['date:last-7-days', 'syntax.dateShort'],
  ['关税 NEAR/5 出口', 'syntax.near'],
] as const;

const steps = ['extension.step1', 'extension.step2', 'extension.step3', 'extension.step4'] as const;

function HelpScreen() {
  const { t } = useTranslation(['help', 'common']);
  return (
    <div className="mx-auto max-w-[44em] space-y-10">
      <h1 className="text-xl font-semibold">{t('common:title.help')}</h1>
      <Section title={t('search.title')}>
        <p>{t('search.scripts')}</p>
        <p>{t('search.sorting')}</p>
        <table className="mt-4 w-full border-collapse">
          <thead>
            <tr className="border-b border-foreground/60 text-start">
              <th scope="col" className="py-1.5 pe-4 text-start font-medium">
                {t('syntax.write')}
              </th>
              <th scope="col" className="py-1.5 text-start font-medium">
                {t('syntax.finds')}
              </th>
            </tr>
          </thead>
          <tbody>
            {syntax.map(([example, key]) => (
              <tr key={key} className="border-b align-top">
                <td className="py-2 pe-4">
                  <Link to="/search" search={{ q: example }} className="text-link break-all">
                    {example}
                  </Link>
                </td>
                <td className="py-2">{t(key)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Section>
      <Section title={t('subscribe.title')}>
        <p>{t('subscribe.keyword')}</p>
        <p>{t('subscribe.regex')}</p>
        <p>{t('subscribe.website')}</p>
        <p>{t('subscribe.once')}</p>
      </Section>
      <Section title={t('extension.title')}>
        <ol className="list-decimal space-y-1.5 ps-5">
          {steps.map((step) => (
            <li key={step}>{t(step)}</li>
          ))}
        </ol>
        <p>{t('extension.firefox')}</p>
      </Section>
      <Section title={t('keys.title')}>
        <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1.5">
          <Key name="j / k">{t('keys.move')}</Key>
          <Key name="Enter">{t('keys.open')}</Key>
          <Key name="m">{t('keys.read')}</Key>
        </dl>
      </Section>
    </div>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="border-b border-foreground/60 pb-1.5 text-base font-semibold">{title}</h2>
      <div className="mt-3 space-y-2.5 leading-6">{children}</div>
    </section>
  );
}

function Key({ name, children }: { name: string; children: string }) {
  return (
    <>
      <dt>
        <kbd className="rounded-sm border bg-muted px-1.5 font-[inherit] text-xs">{name}</kbd>
      </dt>
      <dd>{children}</dd>
    </>
  );
}
