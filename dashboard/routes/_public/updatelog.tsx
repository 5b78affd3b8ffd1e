import { createFileRoute } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { loadTexts } from '#shared/i18n/setup.ts';
import { useUiTexts } from '#shared/ui/ui-texts.tsx';

export const Route = createFileRoute('/_public/updatelog')({
  staticData: { title: 'title.updatelog' },
  loader: () => loadTexts('help'),
  component: UpdateLogScreen,
});

const releases = [
  {
    version: '0.1.0',
    day: '2026-11-21',
    changes: ['log.0.1.0.search', 'log.0.1.0.subscribe', 'log.0.1.0.extension', 'log.0.1.0.languages'],
  },
] as const;

function UpdateLogScreen() {
  const { t } = useTranslation(['help', 'common']);
  const { language } = useUiTexts();
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' });
  return (
    <div className="mx-auto max-w-[44em] space-y-8">
      <h1 className="text-xl font-semibold">{t('common:title.updatelog')}</h1>
      {releases.map(({ version, day, changes }) => (
        <section key={version}>
          <h2 className="flex items-baseline gap-3 border-b border-foreground/60 pb-1.5">
            <span className="text-base font-semibold tabular-nums">{version}</span>
            <time dateTime={day} className="text-xs text-muted-foreground">
              {date.format(Date.parse(day))}
            </time>
          </h2>
          <ul className="mt-3 list-disc space-y-1.5 ps-5 leading-6">
            {changes.map((key) => (
              <li key={key}>{t(key)}</li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
