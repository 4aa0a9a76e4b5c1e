// `npm test`: installs the browser, Redis and Postgres 15 if needed, builds the storefront unless the given files open no page,
// then runs every test, or those files. Arguments after `--` go to vitest.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { providePackage } from './support/engines/debian-package.ts'
import { provideBrowser } from './support/browser/provide-browser.ts'
import { hasPostgres15 } from './support/postgres/postgres-15.ts'
import { hasRedis } from './support/engines/redis.ts'
import { mayOpenPages } from './support/runner/without-pages.ts'

const root = join(import.meta.dirname, '..')
const { path, remedy } = provideBrowser()
const redisRemedy = hasRedis() ? undefined : providePackage('redis-server', 'the tests with Redis')
const postgresRemedy = hasPostgres15() ? undefined : providePackage('postgresql-15', 'the tests with Postgres 15')
for (const text of [remedy, redisRemedy, postgresRemedy]) if (text !== undefined) process.stderr.write(`${text}\n`)

const parameters = process.argv.slice(2)
const files = parameters.filter((parameter) => /\.test\.tsx?$|\//.test(parameter) && !parameter.startsWith('-'))
const withPages = files.length === 0 || files.some(mayOpenPages)
const program = 'node_modules/vitest/vitest.mjs'
const command = withPages
  ? [join(root, 'core/launcher/launch.mjs'), '--needs=storefront', program]
  : [join(root, program)]
const env = {
  ...process.env,
  ...(path !== undefined && { CHROMIUM_PATH: path }),
  ...(!withPages && { TEST_WITHOUT_PAGES: 'true' }),
  ...(files.length > 0 && { TEST_FILES_NAMED: 'true' }),
}
const vitest = spawn(process.execPath, [...command, 'run', ...parameters], { cwd: root, stdio: 'inherit', env })
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => vitest.kill(signal))
vitest.once('close', (code) => (process.exitCode = code ?? 1))
