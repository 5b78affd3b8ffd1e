/** Starts the dashboard: its texts, and beside them everything else. It holds no screen. */
import './without-eval.ts';
import './main.css';
import { setupI18n } from '#shared/i18n/setup.ts';
import { usePreferences } from './stores/preferences.ts';

const { language, rememberLanguage } = usePreferences.getState();
const opensHome = /^(#\/?(home)?)?$/.test(location.hash);
const texts = setupI18n({
  stored: language,
  wanted: navigator.languages,
  // Where most visits begin: its texts come together with the first ones, not after them.
  namespaces: opensHome ? ['home', 'news'] : [],
  onChange: rememberLanguage,
});

const root = document.getElementById('root');
// Apart, so that a phone may paint and answer between the two.
const { startApp } = await import('./app.tsx');
if (root) await startApp(root, opensHome, texts);
