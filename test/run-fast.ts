// `npm run test:fast`: the pure tests and those of the API, without a browser and without the built storefront. It leaves
// out those that take long, and says so in its last lines.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { foldersWithoutPages } from './support/runner/without-pages.ts'

const root = join(import.meta.dirname, '..')

/** vitest matches a filter anywhere in a path, so `projections` would also select these. */
const others = ['test/projections/**', 'test/workers/**']

/** Tests of the API that take long, and what they prove. */
const leftToTest: Readonly<Record<string, string>> = {
  'test/http/permissions/table.test.ts': 'who may make each call',
  'test/http/bad-input.test.ts': 'hostile values in every field of every call',
  'test/http/second-attempts.test.ts': 'commands that are repeated after a lost response',
  'test/http/budgets.test.ts': 'the budgets of addresses and accounts',
  'test/http/*-plans.test.ts': 'the query plans of long lists',
  'test/http/cached-lists.test.ts': 'cached lists next to uncached ones',
  'test/http/deep-lists.test.ts': 'pages far into a list',
  'test/http/*neighbours.test.ts': 'pages from one to the next',
  'test/http/ask-the-log.test.ts': 'predicates on events next to full scans',
  'test/http/*-exports.test.ts': 'exports of the audit',
  'test/http/pictures.test.ts': 'uploaded pictures',
  'test/http/telemetry.test.ts': 'metrics and traces',
  'test/http/readiness.test.ts': 'starts and stops of the shop',
  'test/http/first-admin.test.ts': 'the first start of a shop',
  'test/http-kit/listen.test.ts': 'connections that are slow, idle or cut',
}

const vitest = spawn(
  process.execPath,
  [
    join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    ...foldersWithoutPages.map((path) => join(root, path)),
    ...[...others, ...Object.keys(leftToTest)].flatMap((file) => ['--exclude', file]),
    ...process.argv.slice(2),
  ],
  { cwd: root, stdio: 'inherit', env: { ...process.env, TEST_WITHOUT_PAGES: 'true' } },
)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => vitest.kill(signal))
vitest.once('close', (code) => {
  const left = Object.entries(leftToTest).map(([files, what]) => `  ${files}: ${what}\n`)
  process.stdout.write(`\nLEFT TO npm test: the other folders of test/, and these tests of the API:\n${left.join('')}`)
  process.exitCode = code ?? 1
})
