// Guards the guards: every import rule watches real files, and every import rule fires on a planted violation.
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { cruise, type ICruiseOptions, type ICruiseResult, type IForbiddenRuleType } from 'dependency-cruiser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listFiles, root } from './project-files.ts';

interface Configuration {
  forbidden: IForbiddenRuleType[];
  options: ICruiseOptions;
}

const configuration: Configuration = createRequire(import.meta.url)(path.join(root, '.dependency-cruiser.cjs'));
const packageFile = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as Record<string, unknown>;

/** Per rule: a file that breaks it, and the line with which it does. */
const violations: Record<string, [file: string, line: string]> = {
  'no-cycles': ['src/rules/cycle-a.ts', "import './cycle-b.ts';"],
  resolvable: ['src/rules/lost.ts', "import './nowhere.ts';"],
  'tests-are-never-imported': ['server/log-x.ts', "import '../tests/support/target.ts';"],
  'programs-apart-extension': ['entrypoints/apart.ts', "import '#server/config-x.ts';"],
  'programs-apart-dashboard': ['dashboard/apart.ts', "import '#server/config-x.ts';"],
  'programs-apart-server': ['server/apart.ts', "import '../src/ui/target.ts';"],
  'src-is-below-the-programs': ['src/extension/upwards.ts', "import type {} from '#dashboard/target.ts';"],
  'contract-is-the-bottom': ['src/contract/upwards.ts', "import '../rules/target.ts';"],
  'query-imports-nothing': ['src/query/package.ts', "import 'zod';"],
  'rules-are-pure': ['src/rules/impure.ts', "import 'node:fs';"],
  'rules-take-types-only': ['src/rules/by-value.ts', "import { target } from '#shared/contract/target.ts'; target();"],
  'api-is-contract-and-axios': ['src/api/react.ts', "import 'react';"],
  'axios-in-one-place': ['dashboard/stores/calls.ts', "import 'axios';"],
  'i18n-stands-alone': ['src/i18n/calls.ts', "import '../api/target.ts';"],
  'ui-stands-alone': ['src/ui/data.ts', "import '../contract/target.ts';"],
  'polyfill-in-one-place': ['src/extension/popup/polyfill.ts', "import 'webextension-polyfill';"],
  'content-asks-the-background': ['src/extension/content/calls.ts', "import '../../api/target.ts';"],
  'content-takes-contract-types-only': ['src/extension/content/value.ts', "import '#shared/contract/target.ts';"],
  'entrypoints-only-mount': ['entrypoints/popup/main.ts', "import 'react';"],
  'route-parts-are-private': ['dashboard/routes/_member/other.ts', "import '../_public/home/-part.ts';"],
  'stores-stand-alone': ['dashboard/stores/first.ts', "import './target.ts';"],
  'layouts-know-no-route': ['dashboard/layouts/route.ts', "import '../routes/_public/home/-part.ts';"],
  'server-runs-without-dev-packages': ['server/tooled.ts', "import 'vitest';"],
  'main-is-the-top': ['server/again.ts', "import './main.ts';"],
  'web-framework-in-http': ['server/domains/accounts/web.routes.ts', "import type {} from 'hono';"],
  'drivers-in-db': ['server/domains/accounts/driver.queries.ts', "import 'node:sqlite';"],
  'query-builder-in-queries': ['server/domains/accounts/sql.service.ts', "import 'kysely';"],
  'dictionaries-know-nobody': ['server/dictionaries/knowing.ts', "import '../config-x.ts';"],
  'text-is-pure': ['server/text/impure.ts', "import '../config-x.ts';"],
  'text-does-no-io': ['server/text/reads.ts', "import 'node:fs';"],
  'db-is-below-the-domains': ['server/db/upwards.ts', "import '../domains/accounts/target.service.ts';"],
  'adapters-know-their-port': ['server/adapters/mail/domain.ts', "import '../../domains/accounts/target.service.ts';"],
  'ports-are-apart': ['server/adapters/mail/other.ts', "import '../signals/port.ts';"],
  'crawl-stages-are-pure': ['server/crawl/parse/stores.ts', "import '../../db/target.ts';"],
  'jobs-go-through-services': ['server/jobs/sql.ts', "import '../domains/accounts/target.queries.ts';"],
  'demo-is-a-foreign-site': ['server/demo/short-cut.ts', "import '../db/target.ts';"],
  'tools-are-at-the-top': ['server/tooling.ts', "import './tools/target.ts';"],
  'domains-meet-at-services': ['server/domains/notices/x.service.ts', "import '../accounts/target.queries.ts';"],
  'domains-do-not-know-http': ['server/domains/notices/http.service.ts', "import '../../http/target.ts';"],
  'domains-are-called': ['server/domains/notices/job.service.ts', "import '../../jobs/target.ts';"],
  'domains-know-ports-not-vendors': [
    'server/domains/notices/smtp.service.ts',
    "import '../../adapters/mail/vendor.ts';",
  ],
  'services-hold-no-engine': ['server/domains/notices/engine.service.ts', "import '../../db/target.ts';"],
  'routes-call-services': ['server/domains/notices/x.routes.ts', "import './x.queries.ts';"],
  'queries-are-the-bottom': ['server/domains/notices/x.queries.ts', "import './x.service.ts';"],
};

/** What the rules allow, so that a rule that forbids everything is noticed too. */
const allowed: [file: string, line: string][] = [
  ['src/contract/fine.ts', "import 'zod';"],
  ['src/rules/fine.ts', "import type { target } from '#shared/contract/target.ts';"],
  ['src/api/fine.ts', "import 'axios'; import '../contract/target.ts';"],
  ['src/extension/browser.ts', "import 'webextension-polyfill';"],
  ['src/extension/content/fine.ts', "import type { target } from '#shared/contract/target.ts';"],
  ['entrypoints/fine.ts', "import 'wxt/utils/define-background'; import '#shared/extension/target.ts';"],
  ['dashboard/routes/_public/home/index.ts', "import './-part.ts'; import '#shared/ui/target.ts';"],
  ['server/http/fine.ts', "import 'hono'; import '@hono/node-server';"],
  ['server/db/fine.ts', "import 'node:sqlite'; import 'pg'; import 'kysely';"],
  ['server/text/fine.ts', "import '#shared/query/target.ts';"],
  ['server/domains/fines/fines.routes.ts', "import './fines.service.ts'; import '../../http/target.ts';"],
  [
    'server/domains/fines/fines.service.ts',
    "import './fines.queries.ts'; import '../accounts/target.service.ts'; import '../../adapters/mail/port.ts'; import type { target } from '../../db/target.ts';",
  ],
  ['server/domains/fines/fines.queries.ts', "import 'kysely'; import '../../db/schema/target.ts';"],
  ['server/jobs/fine.ts', "import '../domains/accounts/target.service.ts'; import '../crawl/parse/target.ts';"],
  ['tests/api/fine.test.ts', "import '#server/db/target.ts'; import 'vitest';"],
];

const targets = [
  ...['api', 'contract', 'extension', 'query', 'rules', 'ui'].map((folder) => `src/${folder}/target.ts`),
  ...['db', 'db/schema', 'crawl/parse', 'http', 'jobs', 'tools'].map((folder) => `server/${folder}/target.ts`),
  ...['service', 'queries'].map((role) => `server/domains/accounts/target.${role}.ts`),
  ...['server/adapters/mail/port.ts', 'server/adapters/mail/vendor.ts', 'server/adapters/signals/port.ts'],
  ...['server/main.ts', 'server/config-x.ts', 'tests/support/target.ts'],
  ...['dashboard/target.ts', 'dashboard/stores/target.ts', 'dashboard/routes/_public/home/-part.ts'],
];

const packages = [
  '@hono/node-server',
  'axios',
  'hono',
  'kysely',
  'pg',
  'react',
  'vitest',
  'webextension-polyfill',
  'wxt',
  'zod',
];

let planted: string;
let found: Set<string>;

beforeAll(async () => {
  planted = realpathSync(mkdtempSync(path.join(tmpdir(), 'tidings-rules-')));
  plant();
  const here = process.cwd();
  // The rules are about paths from the root, so the planted tree has to be the root.
  process.chdir(planted);
  try {
    const { doNotFollow, exclude, tsPreCompilationDeps, combinedDependencies, enhancedResolveOptions } =
      configuration.options;
    const options = { doNotFollow, exclude, tsPreCompilationDeps, combinedDependencies, enhancedResolveOptions };
    const result = await cruise(['src', 'server', 'dashboard', 'entrypoints', 'tests'], {
      ...options,
      validate: true,
      ruleSet: { forbidden: configuration.forbidden },
    });
    const { violations: all } = (result.output as ICruiseResult).summary;
    found = new Set(all.map((violation) => `${violation.rule.name}: ${violation.from}`));
  } finally {
    process.chdir(here);
  }
});

afterAll(() => rmSync(planted, { recursive: true, force: true }));

function plant() {
  const { imports, dependencies, devDependencies } = packageFile;
  write('package.json', JSON.stringify({ name: 'planted', type: 'module', imports, dependencies, devDependencies }));
  for (const name of packages) {
    const manifest = { name, version: '1.0.0', exports: { '.': './index.js', './*': './index.js' } };
    write(`node_modules/${name}/package.json`, JSON.stringify(manifest));
    write(`node_modules/${name}/index.js`, 'module.exports = {};');
  }
  for (const target of targets) write(target, 'export const target = () => 1;');
  for (const [file, line] of [...allowed, ...Object.values(violations)]) write(file, `${line}\nexport const used = 1;`);
  write('src/rules/cycle-b.ts', "import './cycle-a.ts';");
}

function write(file: string, text: string) {
  const full = path.join(planted, file);
  mkdirSync(path.dirname(full), { recursive: true });
  writeFileSync(full, text);
}

function toPatterns(value: unknown): RegExp[] {
  return [value ?? []].flat().map((pattern) => new RegExp(String(pattern)));
}

describe.each(configuration.forbidden.map((rule) => [String(rule.name), rule] as const))(
  'import rule %s',
  (name, rule) => {
    it('watches at least one real file', () => {
      const from = rule.from as { path?: unknown; pathNot?: unknown };
      const wanted = toPatterns(from.path);
      const unwanted = toPatterns(from.pathNot);
      const watched = listFiles('src', 'server', 'dashboard', 'entrypoints', 'tests', 'scripts').filter(
        (file) =>
          /\.(ts|tsx|mjs)$/.test(file) &&
          (wanted.length === 0 || wanted.some((pattern) => pattern.test(file))) &&
          !unwanted.some((pattern) => pattern.test(file)),
      );
      expect(watched.length).toBeGreaterThan(0);
    });

    it('fires on a planted violation', () => {
      const violation = violations[name];
      expect(violation, 'add a violation for the new rule to this test').toBeDefined();
      expect(found).toContain(`${name}: ${violation?.[0]}`);
    });
  },
);

describe('the import rules', () => {
  it.each(allowed.map(([file]) => file))('let %s pass', (file) => {
    expect([...found].filter((entry) => entry.endsWith(`: ${file}`))).toEqual([]);
  });

  it('are all errors and all named in the planted violations', () => {
    expect(configuration.forbidden.filter((rule) => rule.severity !== 'error')).toEqual([]);
    expect(Object.keys(violations).sort()).toEqual(configuration.forbidden.map((rule) => rule.name).sort());
  });
});
