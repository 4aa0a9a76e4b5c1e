import type { KnipConfig } from 'knip'

/** Finds files, exports and packages that nothing uses. */
const config: KnipConfig = {
  entry: [
    'main.ts',
    'ops.ts',
    'core/launcher/launch.mjs',
    // Sent to the browser as it is.
    'core/http/docs/docs.js',
    // Run by hand, to update a table.
    'modules/pincodes/derive-places.ts',
    'storefront/server.ts',
    'storefront/generate.ts',
    'storefront/src/entry-server.tsx',
    // The first script of a rendered page, which fetches the others by their addresses.
    'storefront/src/start.ts',
    'storefront/src/routes/**/*.tsx',
    // Replaces a module of a package in the build.
    'storefront/src/ui/media/create-lucide-icon.ts',
    'test/*.ts',
    'test/bench/*.ts',
    'test/golden/write.ts',
    'test/screens/shared-pictures.ts',
    // Read from their folder.
    'test/personal-data/histories/*.ts',
    // Programs that tests and benchmarks start as processes of their own.
    'test/bench/lists/bare-lists.ts',
    'test/bench/orders/floor-server.ts',
    'test/support/event-store-double/process.ts',
    'test/support/postgres/process.ts',
    'test/support/projections/replayer-process.ts',
    'test/workers/*-worker.ts',
  ],
  project: ['*.ts', '{core,modules,projections,workers,storefront,test}/**/*.{ts,tsx,js,mjs}', 'storefront/**/*.css'],
  vite: { config: ['storefront/vite.config.ts'] },
  compilers: {
    css: (text) => Array.from(text.matchAll(/url\('(@[^']+)'\)/g), ([, path]) => `import '${path}'`).join('\n'),
  },
  // A type that a function's signature names is exported with it, whether or not other code names it already.
  ignoreExportsUsedInFile: { interface: true, type: true },
  // Started as programs (test/check.ts), or loaded by one of them.
  ignoreDependencies: ['@swc/core', 'oxlint', 'oxlint-tsgolint'],
  // Part of Linux: how root runs the embedded Postgres, and how a test gets a small disk or a terminal.
  ignoreBinaries: ['unshare', 'mount', 'umount', 'script'],
}

export default config
