/** Everything that can be set, on one page. Each change is stored at once. */
import type { ReactNode } from 'react';
import { noticeKinds } from '#shared/contract/notices.ts';
import { isLanguage, languageNames, languages } from '#shared/i18n/languages.ts';
import { Button } from '#shared/ui/button.tsx';
import { Checkbox } from '#shared/ui/checkbox.tsx';
import { Label } from '#shared/ui/label.tsx';
import { NativeSelect } from '#shared/ui/native-select.tsx';
import { Switch } from '#shared/ui/switch.tsx';
import { sendMessage } from '../messages.ts';
import { type NoticeKindName, type Settings, surfaceNames, themes } from '../storage/items.ts';
import { SignInForm } from '../surface/sign-in-form.tsx';
import { useSurface } from '../surface/surface-store.ts';
import { useTexts } from '../surface/surface-texts.tsx';
import { DataSection } from './data-section.tsx';
import { QueueSection } from './queue-section.tsx';
import { ServerSection } from './server-section.tsx';

const pollChoices = [30, 60, 300, 900, 1800, 3600];

export function OptionsScreen() {
  const { t } = useTexts();
  return (
    <main className="mx-auto max-w-2xl px-6 py-8">
      <h1 className="text-xl font-semibold">{t('options.title')}</h1>
      <Section title={t('options.server')}>
        <ServerSection />
      </Section>
      <Section title={t('options.account')}>
        <Account />
      </Section>
      <Section title={t('options.notices')}>
        <NoticeSettings />
      </Section>
      <Section title={t('options.surfaces')}>
        <SurfaceSettings />
      </Section>
      <Section title={t('options.look')}>
        <LookSettings />
      </Section>
      <Section title={t('options.queue')}>
        <QueueSection />
      </Section>
      <Section title={t('options.data')}>
        <DataSection />
      </Section>
    </main>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-8 border-t pt-4" aria-label={title}>
      <h2 className="mb-4 text-base font-medium">{title}</h2>
      <div className="space-y-4">{children}</div>
    </section>
  );
}

function Account() {
  const { t } = useTexts();
  const session = useSurface((state) => state.session);
  if (!session) return <SignInForm />;
  return (
    <p className="flex items-center gap-4">
      <span className="flex-1">{t('options.signedIn', { name: session.user.userName, server: session.server })}</span>
      <Button variant="outline" size="sm" onClick={() => void sendMessage('signOut')}>
        {t('options.signOut')}
      </Button>
    </p>
  );
}

const save = (change: Partial<Settings>) => void sendMessage('saveSettings', change);

function NoticeSettings() {
  const { t } = useTexts();
  const settings = useSurface((state) => state.settings);
  const counted = settings.badgeKinds ?? noticeKinds;
  const toggle = (kind: NoticeKindName, isOn: boolean) => {
    const kinds = noticeKinds.filter((one) => (one === kind ? isOn : counted.includes(one)));
    save({ badgeKinds: kinds.length === noticeKinds.length ? null : kinds });
  };
  return (
    <>
      <Row id="poll" label={t('options.poll')} hint={t('options.pollHint')}>
        <NativeSelect
          id="poll"
          value={settings.pollSeconds}
          onChange={(event) => save({ pollSeconds: Number(event.target.value) })}
        >
          {[...new Set([...pollChoices, settings.pollSeconds])]
            .sort((a, b) => a - b)
            .map((seconds) => (
              <option key={seconds} value={seconds}>
                {seconds < 60
                  ? t('options.seconds', { count: seconds })
                  : t('options.minutes', { count: seconds / 60 })}
              </option>
            ))}
        </NativeSelect>
      </Row>
      <Row id="desktop" label={t('options.desktop')} hint={t('options.desktopHint')}>
        <Switch
          id="desktop"
          checked={settings.desktopNotifications}
          onCheckedChange={(isOn) => save({ desktopNotifications: isOn })}
        />
      </Row>
      <fieldset>
        <legend className="mb-2 font-medium">{t('options.badge')}</legend>
        <div className="grid grid-cols-2 gap-2 sm:grid-cols-3">
          {noticeKinds.map((kind) => (
            <div key={kind} className="flex items-center gap-2">
              <Checkbox
                id={`badge-${kind}`}
                checked={counted.includes(kind)}
                onCheckedChange={(isOn) => toggle(kind, isOn === true)}
              />
              <Label htmlFor={`badge-${kind}`} className="font-normal">
                {t(`kind.${kind}`)}
              </Label>
            </div>
          ))}
        </div>
      </fieldset>
    </>
  );
}

function SurfaceSettings() {
  const { t } = useTexts();
  const { surfaces } = useSurface((state) => state.settings);
  return surfaceNames.map((name) => (
    <Row key={name} id={name} label={t(`surface.${name}`)} hint={t(`surface.${name}Hint`)}>
      <Switch
        id={name}
        checked={surfaces[name]}
        onCheckedChange={(isOn) => save({ surfaces: { ...surfaces, [name]: isOn } })}
      />
    </Row>
  ));
}

function LookSettings() {
  const { t } = useTexts();
  const settings = useSurface((state) => state.settings);
  return (
    <>
      <Row id="language" label={t('options.language')}>
        <NativeSelect
          id="language"
          value={settings.language ?? ''}
          onChange={({ target }) => save({ language: isLanguage(target.value) ? target.value : null })}
        >
          <option value="">{t('options.languageAuto')}</option>
          {languages.map((language) => (
            <option key={language} value={language}>
              {languageNames[language]}
            </option>
          ))}
        </NativeSelect>
      </Row>
      <Row id="theme" label={t('options.theme')}>
        <NativeSelect
          id="theme"
          value={settings.theme}
          onChange={({ target }) => save({ theme: themes.find((theme) => theme === target.value) ?? 'system' })}
        >
          {themes.map((theme) => (
            <option key={theme} value={theme}>
              {t(`theme.${theme}`)}
            </option>
          ))}
        </NativeSelect>
      </Row>
    </>
  );
}

function Row({ id, label, hint, children }: { id: string; label: string; hint?: string; children: ReactNode }) {
  return (
    <div className="flex items-center gap-6">
      <div className="min-w-0 flex-1">
        <Label htmlFor={id}>{label}</Label>
        {hint && <p className="text-xs text-muted-foreground">{hint}</p>}
      </div>
      {children}
    </div>
  );
}
