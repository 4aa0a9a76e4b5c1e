import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openNamedEngines } from '../support/engines/named-engines.ts'
import { caughtUp } from '../support/shop/caught-up.ts'
import { startShopProcess } from '../support/shop/shop-process.ts'
import { testEnvironment } from '../support/runner/test-environment.ts'
import { compareWithFloor } from './orders/compare-with-floor.ts'
import { writeCatalogue } from './support/catalogue-generator.ts'
import type { BareAnswer } from './support/bare-server.ts'
import { embeddedUrls } from './support/embedded-url.ts'
import { importCatalogue } from './support/import-catalogue.ts'
import { load, median } from './support/load.ts'
import { openMeasuredLog } from './support/measured-log.ts'
import { scenariosOf, type Scenario } from './support/scenarios.ts'

// The short benchmark, about four minutes: the throughput of a shop with 10,000 products at 16 connections, each call
// next to its bare counterpart in the same run. The ratio counts, because it does not depend on the machine. Orders are
// then compared with a second one, which stores the same rows with the same indexes (orders/compare-with-floor.ts).

const products = Number(process.env['BENCH_PRODUCTS'] ?? 10_000)
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 3)
const seconds = Number(process.env['BENCH_SECONDS'] ?? 3)
const orders = Number(process.env['BENCH_ORDERS'] ?? 2_000)
const password = 'a shop that is only measured'

const dataDir = await mkdtemp(join(tmpdir(), 'shop-bench-'))
const engines = await openNamedEngines({ log: true })
// The limits on what a caller may store are lifted, unless the run is to measure their price.
const limits = { BUDGET_SCALE: process.env['BUDGET_SCALE'] ?? '0' }
const env = { ...engines.env, ...limits, DATA_DIR: dataDir, SEED: 'none', ADMIN_PASSWORD: password, LOG_LEVEL: 'error' }
const print = (line = '') => process.stdout.write(`${line}\n`)
const shop = await startShopProcess(env)
try {
  print(await importProducts())
  await caughtUp(shop.url, { username: 'admin', password })
  const scenarios = await scenariosOf(shop.url)
  const bare = await startBare(scenarios)
  try {
    for (const scenario of scenarios) print(await measure(scenario, bare.url))
  } finally {
    bare.stop()
  }
  print(`memory of the shop's process: ${await residentMegabytes(shop.child.pid ?? 0)} MB`)
} finally {
  await shop.end('SIGTERM')
  await engines.close()
  await rm(dataDir, { recursive: true, force: true })
}
// The floor stores what an order writes into Postgres.
if (Object.keys(engines.env).length === 0 && process.platform === 'linux')
  for (const line of await compareWithFloor({ limits, orders, rounds })) print(line)

async function importProducts(): Promise<string> {
  const file = join(dataDir, 'catalogue.csv')
  await writeCatalogue(file, { count: products })
  const begun = performance.now()
  await importCatalogue(file, env)
  return `import of ${products} products: ${((performance.now() - begun) / 1000).toFixed(1)} s`
}

/** Starts the bare counterparts, which answer with the same bytes as the shop and commit the bytes of its events. */
async function startBare(scenarios: readonly Scenario[]): Promise<{ url: string; stop: () => void }> {
  const { owner: databaseUrl } = await embeddedUrls(dataDir)
  const answers: [path: string, answer: BareAnswer][] = []
  for (const scenario of scenarios) answers.push([scenario.barePath, await bareAnswer(scenario, databaseUrl)])
  const child = spawn(process.execPath, [join(import.meta.dirname, 'support', 'bare-server.ts')], {
    env: {
      ...testEnvironment(),
      ...engines.env,
      DATABASE_URL: databaseUrl,
      BARE_ANSWERS: JSON.stringify(Object.fromEntries(answers)),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await once(child.stdout, 'data')
  return { url: `http://127.0.0.1:${String(line).trim()}`, stop: () => child.kill('SIGTERM') }
}

async function bareAnswer({ next, isWriting }: Scenario, databaseUrl: string): Promise<BareAnswer> {
  const log = await openMeasuredLog(databaseUrl, engines.env['EVENTSTORE_URL'])
  try {
    const head = await log.head()
    const { method, path, headers, body } = next()
    const response = await fetch(shop.url + path, { method, ...(headers && { headers }), ...(body && { body }) })
    if (!response.ok)
      throw new Error(`${method} ${path} failed with status ${response.status}: ${await response.text()}`)
    const stored = await log.writtenAfter(head)
    if (isWriting && stored === '') throw new Error(`${method} ${path} wrote no event`)
    return { body: await response.text(), stored: isWriting ? stored : undefined }
  } finally {
    await log.close()
  }
}

/** Measures shop and counterpart in turn, so that changes of the machine's load affect both. */
async function measure(scenario: Scenario, bareUrl: string): Promise<string> {
  const ratios: number[] = []
  const shops: Awaited<ReturnType<typeof load>>[] = []
  const bares: number[] = []
  for (let round = 0; round < rounds; round++) {
    const mine = await load(shop.url, scenario.next, seconds)
    const bare = await load(bareUrl, () => ({ ...scenario.next(), path: scenario.barePath }), seconds)
    if (mine.failed + bare.failed > 0)
      throw new Error(`${scenario.name}: ${mine.failed} + ${bare.failed} requests failed`)
    shops.push(mine)
    bares.push(bare.perSecond)
    ratios.push(mine.perSecond / bare.perSecond)
  }
  const ratio = median(ratios)
  const goal = `${ratio >= scenario.goal ? 'reaches' : 'MISSES'} its goal of ${scenario.goal * 100} %`
  const speed = `${median(shops.map((one) => one.perSecond)).toFixed(0)}/s, bare ${median(bares).toFixed(0)}/s`
  const latency = `p50 ${median(shops.map((one) => one.p50))} ms, p99 ${median(shops.map((one) => one.p99))} ms`
  const spread = ratios.map((one) => `${(one * 100).toFixed(0)} %`).join(', ')
  return `${scenario.name}: ${speed}: ${(ratio * 100).toFixed(0)} % (${spread}), ${goal}; ${latency}`
}

/** Reads /proc, which only Linux has; `NaN` on other systems. */
async function residentMegabytes(pid: number): Promise<string> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return (Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024).toFixed(0)
}
