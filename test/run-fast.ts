// `npm run test:fast`: the pure tests and the API tests, without a browser and without the built storefront.
import { spawn } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const folders = ['core', 'modules', 'projections', 'workers', 'storefront', 'test/architecture', 'test/event-store']
const api = ['test/http', 'test/http-kit', 'test/golden/events.test.ts', 'test/golden/read-models.test.ts']

/** Tests that read pages of the storefront or are slow, and folders whose path contains one of the names above. */
const excluded = [
  'test/projections/**',
  'test/workers/**',
  'test/http/files.test.ts',
  'test/http/bad-input.test.ts',
  'test/http/second-tries.test.ts',
]

const vitest = spawn(
  process.execPath,
  [
    join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    ...[...folders, ...api].map((path) => join(root, path)),
    ...excluded.flatMap((file) => ['--exclude', file]),
    ...process.argv.slice(2),
  ],
  { cwd: root, stdio: 'inherit', env: { ...process.env, TEST_WITHOUT_PAGES: 'true' } },
)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => vitest.kill(signal))
vitest.once('close', (code) => (process.exitCode = code ?? 1))
