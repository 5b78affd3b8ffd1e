import { readFileSync } from 'node:fs';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'wxt';

/** The words of the shop's page and of the browser's own lists, from `locales/manifest` in the browsers' folder and form. */
const storeLocales = { en: 'en', zh_CN: 'zh-cn', zh_TW: 'zh-tw' };

function storeMessages(language: string): string {
  const words: Record<string, string> = JSON.parse(readFileSync(`locales/manifest/${language}.json`, 'utf8'));
  return JSON.stringify(Object.fromEntries(Object.entries(words).map(([key, message]) => [key, { message }])));
}

/** Keeps the id the same wherever the unpacked extension lies. A public key; nobody holds the private half. */
const publicKey =
  'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAt6aW3g24K5fbmLm0JmwUelGdnlgYsVnYmKKrp4FN1V6Y9GrMyZ+TzkT9jIe9Lflyl/xPab9bnQwyxVLs2H397bDaQSn0mwH67+AAyIQBx0HROJj25gqciS9zFB0Lhy+moM1MpEvILYvcbGQxMayxd12SjKY0jxcR5SVMRDqev5EEwYSJcBunJMC182GTz6PQJQrviTpK2T4yKrl5Ox92KvHrHcTY7v8zFx2+snDQmhZ1EHueFsBT3CBdsGu3QFccPxRNcm1xvVNqQISstq86yUWLrhZSzWGFbaAfMfuyxOXXDF1Vv9JyWkyYESi+gB5M5oAVoWnnPyXKq36LqbvTMwIDAQAB';

/** The program's own default; any other server is allowed by the member when it is chosen. */
const ownServer = {
  chrome: ['http://127.0.0.1:8787/*', 'http://localhost:8787/*'],
  // Firefox knows no ports in patterns.
  firefox: ['http://127.0.0.1/*', 'http://localhost/*'],
};

export default defineConfig({
  srcDir: '.',
  imports: false,
  modules: ['@wxt-dev/module-react'],
  vite: () => ({ plugins: [tailwindcss()] }),
  hooks: {
    'build:publicAssets': (_wxt, files) => {
      for (const [folder, language] of Object.entries(storeLocales)) {
        files.push({ relativeDest: `_locales/${folder}/messages.json`, contents: storeMessages(language) });
      }
    },
  },
  zip: { excludeSources: ['dist/**', 'data/**', 'test-results/**', 'tests/**', 'docs/**'] },
  manifest: ({ browser }) => ({
    name: '__MSG_name__',
    description: '__MSG_description__',
    default_locale: 'en',
    permissions: [
      'storage',
      'alarms',
      'activeTab',
      'scripting',
      'contextMenus',
      'notifications',
      ...(browser === 'firefox' ? [] : ['sidePanel']),
    ],
    host_permissions: browser === 'firefox' ? ownServer.firefox : ownServer.chrome,
    optional_host_permissions: ['http://*/*', 'https://*/*'],
    action: { default_title: '__MSG_name__' },
    omnibox: { keyword: 'tn' },
    commands: {
      'subscribe-selection': { suggested_key: { default: 'Alt+Shift+S' }, description: '__MSG_commandSubscribe__' },
      'collect-page': { suggested_key: { default: 'Alt+Shift+K' }, description: '__MSG_commandCollect__' },
      'open-side-panel': { suggested_key: { default: 'Alt+Shift+M' }, description: '__MSG_commandSidePanel__' },
    },
    ...(browser === 'firefox'
      ? {
          // Firefox's default is the same and upgrades to https, where the own server on this computer does not listen.
          content_security_policy: { extension_pages: "script-src 'self'" },
          browser_specific_settings: {
            gecko: {
              id: 'tidings@tidings.example',
              strict_min_version: '142.0',
              // Only on the member's own act, and only to the server that the member chose.
              data_collection_permissions: {
                required: ['authenticationInfo', 'browsingActivity', 'searchTerms', 'websiteContent'],
              },
            },
          },
        }
      : { key: publicKey, minimum_chrome_version: '127' }),
  }),
});
