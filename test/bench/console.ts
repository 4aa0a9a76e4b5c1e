import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '#core/database/database.ts'
import { apiCaller } from '../support/shop/api-caller.ts'
import { adminPassword } from '../support/shop/shop.ts'
import { startShopProcess } from '../support/shop/shop-process.ts'
import { provideWholeBrowser } from '../support/browser/provide-browser.ts'
import { measurePages } from './console/pages.ts'
import { measureScrolling } from './console/scrolling.ts'
import { embeddedUrls } from './support/embedded-url.ts'
import { lengthenLists } from './support/long-lists.ts'
import { writeOneOfEach } from './support/one-of-each.ts'

// `npm run bench:console`: the lists of the console with 100,000 rows each (BENCH_ROWS). Over HTTP: the time of a page in
// every order that the API offers. In a whole Chromium: the rows that the page holds, and the tasks that block it, while
// somebody scrolls, turns pages and sorts. Exits with code 1 if a goal is missed.

const rows = Number(process.env['BENCH_ROWS'] ?? 100_000)
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 20)
const print = (line: string) => process.stdout.write(`${line}\n`)
const { path: browserPath, remedy } = provideWholeBrowser()
if (browserPath === undefined) throw new Error(remedy)

const dataDir = await mkdtemp(join(tmpdir(), 'shop-bench-console-'))
const shop = await startShopProcess({ DATA_DIR: dataDir, SEED: 'none', ADMIN_PASSWORD: adminPassword })
try {
  const call = apiCaller(shop.url)
  const login = { username: 'admin', password: adminPassword }
  const { body: admin } = await call('POST', '/api/auth/authenticate', { body: login })
  await writeOneOfEach({ call, adminToken: admin.accessToken })
  // Until the row of each list is there, and its mail is sent.
  for (const path of ['/api/orders', '/api/orders/productRequest'])
    await call('GET', path, { token: admin.accessToken })
  await lengthen()
  const get = (path: string) => call('GET', path, { token: admin.accessToken })
  const isFast = await measurePages({ get, rows, rounds, print })
  const isSmooth = await measureScrolling({ url: shop.url, browserPath, print })
  if (!isFast || !isSmooth) process.exitCode = 1
} finally {
  await shop.end('SIGTERM')
  await rm(dataDir, { recursive: true, force: true })
}

async function lengthen(): Promise<void> {
  const { owner } = await embeddedUrls(dataDir)
  const database = openDatabase(owner, { applicationName: 'bench', max: 1, statementTimeoutMs: 0 })
  try {
    const start = performance.now()
    await lengthenLists(database.db, rows)
    print(`${rows} rows in each list, written in ${((performance.now() - start) / 1000).toFixed(0)} s`)
  } finally {
    await database.close()
  }
}
