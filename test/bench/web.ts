import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { provideWholeBrowser } from '../support/browser/provide-browser.ts'
import { apiCaller } from '../support/shop/api-caller.ts'
import { caughtUp } from '../support/shop/caught-up.ts'
import { startShopProcess } from '../support/shop/shop-process.ts'
import { writeCatalogue } from './support/catalogue-generator.ts'
import { importCatalogue } from './support/import-catalogue.ts'
import { measurePage, type PageFigures } from './web/pages.ts'
import { measureSuggestions } from './web/suggestions.ts'

// `npm run bench:web`: Lighthouse's figures of the built storefront for a phone on slow 4G, and the delay until
// suggestions appear below the search field with 10,000 products.

const runs = Number(process.env['BENCH_WEB_RUNS'] ?? 5)
const products = Number(process.env['BENCH_PRODUCTS'] ?? 10_000)
const print = (line: string) => process.stdout.write(`${line}\n`)
const { path: chromePath, remedy } = provideWholeBrowser()
if (chromePath === undefined) throw new Error(remedy)

const dataDir = await mkdtemp(join(tmpdir(), 'shop-bench-web-'))
const admin = { username: 'admin', password: 'a shop that is only measured' }
const env = { DATA_DIR: dataDir, SEED: 'demo', ADMIN_PASSWORD: admin.password, LOG_LEVEL: 'error' }
const shop = await startShopProcess(env)
try {
  const { body } = await apiCaller(shop.url)('GET', '/api/products?size=1')
  const pages = { home: '/', collection: '/collection/icu-equipments', product: `/products/${body.content[0].id}` }
  for (const [name, path] of Object.entries(pages))
    judgePage(name, await measurePage(shop.url + path, runs, chromePath))
  await importProducts()
  await caughtUp(shop.url, admin)
  const painted = (await measureSuggestions(shop.url, chromePath)).toSorted((a, b) => a - b)
  judge('suggestions after a keystroke, p95', {
    value: painted[Math.ceil(painted.length * 0.95) - 1] ?? Number.NaN,
    most: 150,
    unit: `ms (${painted.length} keystrokes, ${products} more products)`,
  })
} finally {
  await shop.end('SIGTERM')
  await rm(dataDir, { recursive: true, force: true })
}

type Judged = { value: number; least?: number; most?: number; unit?: string }

function judge(what: string, { value, least, most, unit = '' }: Judged): void {
  const isReached = least === undefined ? value <= (most ?? Infinity) : value >= least
  const goal = least === undefined ? `at most ${most}` : `at least ${least}`
  print(
    `${what}: ${Number(value.toFixed(3))} ${unit}`.trimEnd() +
      `: ${isReached ? 'reaches' : 'MISSES'} its goal of ${goal}`,
  )
}

function judgePage(name: string, figures: PageFigures): void {
  judge(`${name}, performance`, { value: figures.performance, least: 95 })
  for (const kind of ['accessibility', 'best-practices', 'seo'] as const) {
    judge(`${name}, ${kind}`, { value: figures[kind], least: 100 })
  }
  judge(`${name}, largest contentful paint`, { value: figures.largestPaint, most: 1_600, unit: 'ms' })
  judge(`${name}, layout shift`, { value: figures.layoutShift, most: 0.02 })
  judge(`${name}, scripts`, { value: figures.scripts, most: 110, unit: 'KiB' })
  judge(`${name}, whole first load`, { value: figures.whole, most: 350, unit: 'KiB' })
  if (figures.lost.length > 0) print(`  points lost by ${figures.lost.join(', ')}`)
}

async function importProducts(): Promise<void> {
  const file = join(dataDir, 'catalogue.csv')
  await writeCatalogue(file, { count: products })
  await importCatalogue(file, env)
}
