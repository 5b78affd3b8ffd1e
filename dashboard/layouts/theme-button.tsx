import { MonitorIcon, MoonIcon, SunIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#shared/ui/button.tsx';
import { type Theme, themes, usePreferences } from '../stores/preferences.ts';

const icons = { system: MonitorIcon, light: SunIcon, dark: MoonIcon } satisfies Record<Theme, unknown>;

/** Goes through system, light and dark. */
export function ThemeButton() {
  const { t } = useTranslation();
  const { theme, setTheme } = usePreferences();
  const Icon = icons[theme];
  const next = themes[(themes.indexOf(theme) + 1) % themes.length] ?? 'system';
  const label = t('theme.button', { theme: t(`theme.${theme}`) });
  return (
    <Button variant="ghost" size="icon-sm" aria-label={label} title={label} onClick={() => setTheme(next)}>
      <Icon />
    </Button>
  );
}
