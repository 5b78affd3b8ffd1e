// Who may import whom. docs/architecture.md says why; tests/architecture/import-rules.test.ts proves that each rule bites.
// Paths are regular expressions; $1 is what the first group of `from.path` matched.

const tests = '\\.test\\.tsx?$';
/** A package by name, with or without @types, wherever npm put it. */
const npm = (...names) => `node_modules/(@types/)?(${names.join('|')})(/|$)`;
const inProject = '^(src|server|dashboard|entrypoints|tests|scripts|locales)/';

/** Forbids what `to` says for the files of `path`, except their tests. */
const rule = (name, comment, path, to, except = []) => ({
  name,
  comment,
  severity: 'error',
  from: { path, pathNot: [tests, ...except] },
  to,
});

/** Of the project's own folders, only those in `folders`. */
const onlyFolders = (...folders) => ({ path: inProject, pathNot: folders });

const anyPackage = '^node_modules/|/node_modules/';
const coreModule = { dependencyTypes: ['core'] };

module.exports = {
  forbidden: [
    // Everywhere
    {
      name: 'no-cycles',
      comment: 'A cycle has no bottom to start reading from: move the shared part into a file of its own.',
      severity: 'error',
      from: { pathNot: '\\.gen\\.ts$' },
      to: { circular: true, viaOnly: { pathNot: '\\.gen\\.ts$' } },
    },
    rule('resolvable', 'The import leads nowhere: a typing error, or a missing package.', inProject, {
      couldNotResolve: true,
    }),
    rule(
      'tests-are-never-imported',
      'Tests may import anything; nothing but their runner imports tests.',
      '^(src|server|dashboard|entrypoints)/',
      { path: ['^tests/', tests] },
    ),
    rule('programs-apart-extension', 'Programs share code through src/ only.', '^entrypoints/', {
      path: '^(dashboard|server)/',
    }),
    rule('programs-apart-dashboard', 'Programs share code through src/ only.', '^dashboard/', {
      path: '^(entrypoints|server|src/extension)/',
    }),
    rule('programs-apart-server', 'Programs share code through src/ only.', '^server/', {
      path: '^(entrypoints|dashboard)/|^src/(api|i18n|ui|extension)/',
    }),
    rule('src-is-below-the-programs', 'The shared core knows no program.', '^src/', {
      path: '^(entrypoints|dashboard|server|scripts)/',
    }),

    // src: the shared core
    rule('contract-is-the-bottom', 'The contract imports zod and itself.', '^src/contract/', {
      pathNot: ['^src/contract/', npm('zod')],
    }),
    rule('query-imports-nothing', 'The query language stands alone.', '^src/query/', { pathNot: '^src/query/' }),
    rule('rules-are-pure', 'Rules are pure: no Node, no packages but dayjs, nothing but the contract.', '^src/rules/', {
      pathNot: '^(src/(rules|contract)|node_modules/dayjs)/',
    }),
    rule('rules-take-types-only', 'Of the contract, rules take types only.', '^src/rules/', {
      path: '^src/contract/',
      // The names of permissions exist once, in a file without schemas.
      pathNot: '^src/contract/permissions\\.ts$',
      dependencyTypesNot: ['type-only'],
    }),
    rule('api-is-contract-and-axios', 'The client throws; the shell decides what to show.', '^src/api/', {
      pathNot: ['^src/(api|contract)/', npm('axios', 'zod')],
    }),
    rule(
      'axios-in-one-place',
      'Calls go through the typed client.',
      '^(src|dashboard|entrypoints)/',
      { path: npm('axios') },
      ['^src/api/'],
    ),
    rule(
      'i18n-stands-alone',
      'i18n imports locales, not its users.',
      '^src/i18n/',
      onlyFolders('^src/i18n/', '^locales/'),
    ),
    rule(
      'ui-stands-alone',
      'Primitives know no data, no texts, no stores.',
      '^src/ui/',
      onlyFolders('^src/(ui|rules)/'),
    ),
    rule(
      'polyfill-in-one-place',
      'The polyfill throws outside an extension; one module imports it.',
      '^(src|dashboard|entrypoints)/',
      { path: npm('webextension-polyfill'), dependencyTypesNot: ['type-only'] },
      ['^src/extension/browser\\.ts$'],
    ),
    rule(
      'content-asks-the-background',
      'What runs in foreign pages stays bare: no client, no libraries of the surfaces.',
      '^src/extension/(content|page)/',
      { path: ['^src/(api|i18n|ui)/', npm('react', 'react-dom', 'axios', 'zod')] },
    ),
    rule(
      'content-takes-contract-types-only',
      'In a content script the contract is types: its schemas would bring the validator into every page.',
      '^src/extension/(content|page)/',
      { path: '^src/contract/', dependencyTypesNot: ['type-only'] },
    ),

    // entrypoints: they mount or register
    rule('entrypoints-only-mount', 'An entry mounts or registers; the code is in src/extension.', '^entrypoints/', {
      pathNot: ['^entrypoints/', '^src/extension/', npm('wxt')],
    }),

    // dashboard
    rule(
      'route-parts-are-private',
      "A file starting with '-' belongs to its own route; what two routes need moves to src/ui or dashboard/layouts.",
      '^dashboard/routes/(.*?)[^/]+$',
      { path: ['^dashboard/routes/-', '^dashboard/routes/.*/-'], pathNot: '^dashboard/routes/$1-' },
    ),
    rule('stores-stand-alone', 'A store never imports a store or a screen.', '^dashboard/stores/([^/]+)\\.tsx?$', {
      path: '^dashboard/(routes|layouts|stores)/',
      pathNot: '^dashboard/stores/$1\\.',
    }),
    rule('layouts-know-no-route', 'Layouts are below the routes.', '^dashboard/layouts/', {
      path: '^dashboard/routes/',
    }),

    // server
    rule(
      'server-runs-without-dev-packages',
      'What the server imports is a declared dependency, not a tool.',
      '^server/',
      { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'] },
    ),
    rule(
      'main-is-the-top',
      'main.ts acts on import; nobody imports it.',
      '^(src|server|dashboard|entrypoints|tests)/',
      {
        path: '^server/main\\.ts$',
      },
    ),
    rule(
      'web-framework-in-http',
      'Only server/http knows the web framework.',
      '^server/',
      { path: npm('hono', '@hono/[^/]+') },
      ['^server/http/', '^server/demo/'],
    ),
    rule(
      'drivers-in-db',
      'Only server/db talks to the engines; LISTEN needs a connection of its own.',
      '^(server|src)/',
      { path: ['^(node:)?sqlite$', npm('pg', 'pg-[^/]+')] },
      ['^server/db/', '^server/adapters/signals/'],
    ),
    rule(
      'query-builder-in-queries',
      'SQL is written in *.queries.ts, server/db and the search-index adapters.',
      '^(server|src)/',
      { path: npm('kysely') },
      ['^server/db/', '^server/adapters/search-index/', '\\.queries\\.ts$'],
    ),
    rule('text-is-pure', 'Text preparation knows its dictionaries and the query language.', '^server/text/', {
      path: ['^(server|src|dashboard)/'],
      pathNot: ['^server/text/', '^server/dictionaries/', '^src/query/'],
    }),
    rule('dictionaries-know-nobody', 'Dictionaries are read for whoever asks.', '^server/dictionaries/', {
      path: '^(server|src|dashboard)/',
      pathNot: '^server/dictionaries/',
    }),
    rule('text-does-no-io', 'Text preparation does no I/O.', '^server/text/', coreModule),
    rule('db-is-below-the-domains', 'The database layer knows no domain.', '^server/db/', {
      path: '^server/(domains|http|jobs|crawl|adapters|demo|tools)/',
    }),
    rule('adapters-know-their-port', 'An adapter knows its port and its vendor.', '^server/adapters/', {
      path: '^server/(domains|http|jobs|crawl|demo|tools)/',
    }),
    rule('ports-are-apart', 'One port knows no other.', '^server/adapters/([^/]+)/', {
      path: '^server/adapters/',
      pathNot: '^server/adapters/$1/',
    }),
    rule(
      'crawl-stages-are-pure',
      'A stage turns input into output; storing is the job of services.',
      '^server/crawl/',
      {
        path: '^server/(domains|http|jobs|db|adapters|demo|tools)/',
      },
    ),
    rule('jobs-go-through-services', 'Jobs call services, never queries or routes.', '^server/jobs/', {
      path: ['^server/(http|tools)/', '^server/domains/.*\\.(queries|routes|stream)\\.ts$'],
    }),
    rule('demo-is-a-foreign-site', 'The newsroom is read over HTTP; it takes no short cut.', '^server/demo/', {
      path: ['^server/(db|http|jobs|crawl|adapters|tools)/', '^server/domains/.*\\.(queries|routes|stream)\\.ts$'],
    }),
    rule(
      'tools-are-at-the-top',
      'Operator tools are programs; nobody imports them.',
      '^(server|src|dashboard|entrypoints)/',
      {
        path: '^server/tools/',
      },
      ['^server/tools/'],
    ),

    // server/domains
    rule(
      'domains-meet-at-services',
      'A domain uses another one through its service only.',
      '^server/domains/([^/]+)/',
      { path: '^server/domains/[^/]+/', pathNot: ['^server/domains/$1/', '\\.service\\.ts$'] },
    ),
    rule(
      'domains-do-not-know-http',
      'Only routes (and streams) speak HTTP.',
      '^server/domains/[^/]+/',
      { path: '^server/http/' },
      ['\\.(routes|stream)\\.ts$'],
    ),
    rule('domains-are-called', 'Jobs, the demo and tools call domains, not the other way round.', '^server/domains/', {
      path: '^server/(jobs|demo|tools)/',
    }),
    rule(
      'domains-know-ports-not-vendors',
      'A domain is handed its adapters; it imports the port.',
      '^server/domains/[^/]+/',
      { path: '^server/adapters/', pathNot: '/port\\.ts$' },
    ),
    rule(
      'services-hold-no-engine',
      'Outside queries, the database is a type that is passed in.',
      '^server/domains/[^/]+/',
      {
        path: '^server/db/',
        pathNot: '^server/db/(schema/|seed/|database-error\\.ts$)',
        dependencyTypesNot: ['type-only'],
      },
      ['\\.queries\\.ts$'],
    ),
    rule('routes-call-services', 'A route calls its service.', '^server/domains/.+\\.(routes|stream)\\.ts$', {
      path: ['\\.queries\\.ts$', '^server/db/'],
    }),
    rule('queries-are-the-bottom', 'Queries hold SQL and no rules.', '^server/domains/.+\\.queries\\.ts$', {
      path: ['\\.(service|routes|stream)\\.ts$', '^server/(http|crawl|jobs)/'],
    }),
  ],
  options: {
    doNotFollow: { path: anyPackage },
    exclude: { path: '(^|/)(dist|\\.output|\\.wxt|test-results)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    combinedDependencies: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.json', '.d.ts'],
    },
  },
};
