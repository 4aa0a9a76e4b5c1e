// `npm run test:fast`: the pure tests and those of the API, without a browser and without the built storefront.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { exceptions, foldersWithoutPages } from './support/runner/without-pages.ts'

const root = join(import.meta.dirname, '..')

/** Their paths contain the name of such a folder. */
const others = ['test/projections/**', 'test/workers/**']

const vitest = spawn(
  process.execPath,
  [
    join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    ...foldersWithoutPages.map((path) => join(root, path)),
    ...[...others, ...exceptions].flatMap((file) => ['--exclude', file]),
    ...process.argv.slice(2),
  ],
  { cwd: root, stdio: 'inherit', env: { ...process.env, TEST_WITHOUT_PAGES: 'true' } },
)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => vitest.kill(signal))
vitest.once('close', (code) => (process.exitCode = code ?? 1))
