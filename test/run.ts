// `npm test`: sees to the browser, runs every test, and ends with the runner's summary. What follows `--` goes to vitest.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { provideBrowser } from './support/provide-browser.ts'

const root = join(import.meta.dirname, '..')
const { path, remedy } = provideBrowser()
if (remedy !== undefined) process.stderr.write(`${remedy}\n`)

const env = path === undefined ? process.env : { ...process.env, CHROMIUM_PATH: path }
const vitest = spawn(
  process.execPath,
  [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...process.argv.slice(2)],
  { cwd: root, stdio: 'inherit', env },
)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => vitest.kill(signal))
vitest.once('close', (code) => (process.exitCode = code ?? 1))
