// `npm test`: installs the browser, Redis and Postgres 15 if needed, then runs every test. Arguments after `--` go to vitest.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { providePackage } from './support/engines/debian-package.ts'
import { provideBrowser } from './support/browser/provide-browser.ts'
import { hasPostgres15 } from './support/postgres/postgres-15.ts'
import { hasRedis } from './support/engines/redis.ts'

const root = join(import.meta.dirname, '..')
const { path, remedy } = provideBrowser()
const redisRemedy = hasRedis() ? undefined : providePackage('redis-server', 'the tests with Redis')
const postgresRemedy = hasPostgres15() ? undefined : providePackage('postgresql-15', 'the tests with Postgres 15')
for (const text of [remedy, redisRemedy, postgresRemedy]) if (text !== undefined) process.stderr.write(`${text}\n`)

const env = path === undefined ? process.env : { ...process.env, CHROMIUM_PATH: path }
const vitest = spawn(
  process.execPath,
  [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...process.argv.slice(2)],
  { cwd: root, stdio: 'inherit', env },
)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => vitest.kill(signal))
vitest.once('close', (code) => (process.exitCode = code ?? 1))
