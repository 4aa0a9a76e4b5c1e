import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { categoriesIn } from '#modules/catalogue/read-model.ts'
import { apiCaller } from '../support/shop/api-caller.ts'
import { caughtUp } from '../support/shop/caught-up.ts'
import { startShopProcess } from '../support/shop/shop-process.ts'
import { testEnvironment } from '../support/runner/test-environment.ts'
import { writeCatalogue } from './support/catalogue-generator.ts'
import { importCatalogue } from './support/import-catalogue.ts'
import { embeddedUrls } from './support/embedded-url.ts'
import { load, median, type Request } from './support/load.ts'
import { inTurn } from './support/in-turn.ts'

// The product lists at 16 connections. Those that memory does not hold are compared with `pg` behind `node:http`, which
// reads the same pages; those that memory holds, while an admin changes one price a second, with `node:http` alone. In
// the same run: how long a list shows the old price after the change was acknowledged.

const products = Number(process.env['BENCH_PRODUCTS'] ?? 10_000)
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 3)
const seconds = Number(process.env['BENCH_SECONDS'] ?? 3)
const password = 'a shop that is only measured'

const dataDir = await mkdtemp(join(tmpdir(), 'shop-bench-lists-'))
const env = { DATA_DIR: dataDir, SEED: 'none', ADMIN_PASSWORD: password, LOG_LEVEL: 'error', BUDGET_SCALE: '0' }
const print = (line = '') => process.stdout.write(`${line}\n`)
const shop = await startShopProcess(env)
const call = apiCaller(shop.url)
try {
  await importProducts()
  await caughtUp(shop.url, { username: 'admin', password })
  const { category, pages, size } = await largestCategory()
  const bare = await startBare(await (await fetch(`${shop.url}/api/products?size=20`)).text())
  try {
    const all = inTurn(distinctPages(200))
    const own = inTurn(distinctPages(Math.floor(size / 50)))
    print(
      await compare('list not in memory', bare.url, {
        goal: 0.6,
        shop: () => `/api/products?${all()}`,
        bare: () => `/list?${all()}`,
      }),
    )
    print(
      await compare(`category not in memory (${size} products)`, bare.url, {
        goal: 0.6,
        shop: () => `/api/products/collection/${category}?${own()}`,
        bare: () => `/list/${categoriesIn(category).join(',')}?${own()}`,
      }),
    )
    await pause(2_000)
    const held = inTurn([
      ...Array.from({ length: 200 }, (_, page) => `/api/products?size=20&page=${page}`),
      ...Array.from({ length: pages }, (_, page) => `/api/products/collection/${category}?size=20&page=${page}`),
    ])
    const edits = await editEverySecond()
    const paths = { goal: 0.5, shop: held, bare: () => '/cached' }
    print(await compare('lists in memory, one price edit a second', bare.url, paths))
    print(await edits.stop())
  } finally {
    bare.stop()
  }
} finally {
  await shop.end('SIGTERM')
  await rm(dataDir, { recursive: true, force: true })
}

async function importProducts(): Promise<void> {
  const file = join(dataDir, 'catalogue.csv')
  await writeCatalogue(file, { count: products })
  await importCatalogue(file, env)
}

/** The category with the most products among those of the newest, and the number of its pages of 20. */
async function largestCategory() {
  const { body } = await call('GET', '/api/products?size=100')
  const names = new Set<string>(body.content.map(({ posttype }: { posttype: string }) => posttype))
  const sizes = await Promise.all(
    [...names].map(async (name) => {
      const found = await call('GET', `/api/products/collection/${name}?size=1`)
      return { category: name, size: Number(found.body.totalElements) }
    }),
  )
  const largest = sizes.toSorted((a, b) => b.size - a.size)[0]
  if (largest === undefined) throw new Error('the shop has no products')
  return { ...largest, pages: Math.floor(largest.size / 20) }
}

async function startBare(answer: string): Promise<{ url: string; stop: () => void }> {
  const { owner } = await embeddedUrls(dataDir)
  const child = spawn(process.execPath, [join(import.meta.dirname, 'lists', 'bare-lists.ts')], {
    env: { ...testEnvironment(), DATABASE_URL: owner, BARE_ANSWER: answer },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await once(child.stdout, 'data')
  return { url: `http://127.0.0.1:${String(line).trim()}`, stop: () => child.kill('SIGTERM') }
}

/** Queries for pages that all differ: every size from 10 to 50 of the first `most` pages. */
function distinctPages(most: number): string[] {
  return Array.from({ length: 41 * most }, (_, index) => `size=${10 + (index % 41)}&page=${Math.floor(index / 41)}`)
}

type Compared = { goal: number; shop: () => string; bare: () => string }

function get(path: () => string): () => Request {
  return () => ({ method: 'GET', path: path() })
}

/** Measures both in turn, so that changes of the machine's load affect both. */
async function compare(name: string, bareUrl: string, paths: Compared): Promise<string> {
  const ratios: number[] = []
  const rates: { mine: number; bare: number }[] = []
  for (let round = 0; round < rounds; round++) {
    const mine = await load(shop.url, get(paths.shop), seconds)
    const bare = await load(bareUrl, get(paths.bare), seconds)
    if (mine.failed + bare.failed > 0) throw new Error(`${name}: ${mine.failed} + ${bare.failed} requests failed`)
    ratios.push(mine.perSecond / bare.perSecond)
    rates.push({ mine: mine.perSecond, bare: bare.perSecond })
  }
  const ratio = median(ratios)
  const spread = ratios.map((one) => `${(one * 100).toFixed(0)} %`).join(', ')
  const [mine, bare] = [median(rates.map((one) => one.mine)), median(rates.map((one) => one.bare))]
  const verdict = ratio >= paths.goal ? 'reaches' : 'MISSES'
  return `${name}: ${mine.toFixed(0)}/s, bare ${bare.toFixed(0)}/s: ${(ratio * 100).toFixed(0)} % (${spread}), ${verdict} its goal of ${paths.goal * 100} %`
}

/** Changes the price of one product each second, and measures until its page of the list shows that. */
async function editEverySecond(): Promise<{ stop(): Promise<string> }> {
  const login = await call('POST', '/api/auth/authenticate', { body: { username: 'admin', password } })
  const token = String(login.body.accessToken)
  const { body } = await call('GET', '/api/products?size=100')
  const delays: number[] = []
  const ending = new AbortController()
  const edit = async (price: number) => {
    const place = price % 100
    const product = body.content[place]
    await call('PUT', `/api/products/${product.id}`, { token, body: { ...product, price } })
    const begun = performance.now()
    const shown = async () => {
      const list = await fetch(`${shop.url}/api/products?size=20&page=${Math.floor(place / 20)}`)
      return (await list.text()).includes(`"price":${price},`)
    }
    while (!(await shown())) continue
    delays.push(performance.now() - begun)
  }
  const running = (async () => {
    for (let price = 1_234_500; !ending.signal.aborted; price++) {
      await edit(price)
      await pause(1_000)
    }
  })()
  return {
    async stop() {
      ending.abort()
      await running
      const sorted = delays.toSorted((a, b) => a - b)
      const slowest = sorted.at(-1) ?? Number.NaN
      return `the list showed ${sorted.length} edits after ${median(sorted).toFixed(0)} ms (median), ${slowest.toFixed(0)} ms (slowest)`
    },
  }
}
