// What the tests need from the machine: browsers, a Chinese font, PostgreSQL. Installs it where it may, else says how.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { findChromium, findFirefox } from '../tests/support/browsers.ts';
import { findPostgresBin } from '../tests/support/postgres.ts';

export type Need = 'chromium' | 'firefox' | 'font' | 'postgres';

interface Provision {
  label: string;
  packages: string[];
  isThere: () => boolean;
}

const provisions: Record<Need, Provision> = {
  chromium: {
    label: 'Chromium with its languages',
    packages: ['chromium', 'chromium-l10n'],
    isThere: () =>
      findChromium() !== undefined &&
      (!isDebian() ||
        existsSync('/usr/lib/chromium/locales/zh-CN.pak') ||
        existsSync('/usr/share/chromium/locales/zh-CN.pak')),
  },
  firefox: { label: 'Firefox', packages: ['firefox-esr'], isThere: () => findFirefox() !== undefined },
  font: {
    label: 'a font with Chinese, Japanese and Korean',
    packages: ['fontconfig', 'fonts-noto-cjk'],
    isThere: () => !isDebian() || spawnSync('fc-list', [':lang=zh'], { encoding: 'utf8' }).stdout?.trim().length > 0,
  },
  postgres: { label: 'PostgreSQL', packages: ['postgresql'], isThere: () => findPostgresBin() !== undefined },
};

/** Installs what is missing of `needs`, as far as that is allowed here, and returns what is missing still. */
export function provide(needs: Need[]): Need[] {
  const missing = needs.filter((need) => !provisions[need].isThere());
  if (missing.length === 0) return [];
  const packages = missing.flatMap((need) => provisions[need].packages);
  const install = ['apt-get', 'install', '-y', '--no-install-recommends', ...packages];
  console.log(`Missing on this machine: ${missing.map((need) => provisions[need].label).join(', ')}.`);
  if (process.getuid?.() === 0 && isDebian()) {
    console.log(`Installing: ${install.join(' ')}`);
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    for (const [file = '', ...args] of [['apt-get', 'update', '-q'], install]) {
      const result = spawnSync(file, args, { env, encoding: 'utf8' });
      if (result.status !== 0) console.log(`${result.stdout}${result.stderr}`.trim());
    }
  }
  const still = missing.filter((need) => !provisions[need].isThere());
  if (still.length > 0) {
    const names = still.flatMap((need) => provisions[need].packages).join(' ');
    console.log(
      `\nStill missing. On Debian, run this once, then the tests again:\n  sudo apt-get install -y --no-install-recommends ${names}`,
    );
    console.log(
      'On other systems install the programs and name them in CHROMIUM_PATH, FIREFOX_PATH and POSTGRES_BIN.\n',
    );
  }
  return still;
}

function isDebian(): boolean {
  return (
    existsSync('/usr/bin/apt-get') &&
    existsSync('/etc/os-release') &&
    /debian/i.test(readFileSync('/etc/os-release', 'utf8'))
  );
}
