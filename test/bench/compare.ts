import { access, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { caughtUp } from '../support/shop/caught-up.ts'
import { startShopProcess, type ShopProcess } from '../support/shop/shop-process.ts'
import { usedBy } from './orders/processor.ts'
import { writeCatalogue } from './support/catalogue-generator.ts'
import { importCatalogue } from './support/import-catalogue.ts'
import { load } from './support/load.ts'
import { quantile } from './support/percentiles.ts'
import { scenariosOf, type Scenario } from './support/scenarios.ts'

// `npm run bench:compare -- FOLDER`: the throughput of this version compared with that of the version in a folder, whose
// packages are installed and whose storefront is built. Each has BENCH_PRODUCTS products and an embedded Postgres; both
// are measured in turn, BENCH_ROUNDS times for BENCH_SECONDS per call, so that changes of the machine's load affect both.
// The processor time of the shop's own process depends least on what else runs. It is counted until the read models have
// what the calls have written, without the mails, which are limited per second. Linux only, as it is in /proc.

const products = Number(process.env['BENCH_PRODUCTS'] ?? 10_000)
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 8)
const seconds = Number(process.env['BENCH_SECONDS'] ?? 2)
const admin = { username: 'admin', password: 'a shop that is only measured' }
const print = (line: string) => process.stdout.write(`${line}\n`)

const [argument] = process.argv.slice(2)
const other = resolve(argument ?? '')
if (argument === undefined || !(await exists(join(other, 'storefront', 'dist', 'server')))) {
  process.stderr.write(
    'usage: npm run bench:compare -- FOLDER, a checkout of another version after `npm ci` and `npx vite build storefront`\n',
  )
  process.exit(1)
}

const folder = await mkdtemp(join(tmpdir(), 'shop-compare-'))
const catalogue = join(folder, 'catalogue.csv')
const started: ShopProcess[] = []
try {
  await writeCatalogue(catalogue, { count: products })
  const theirs = await start(other, 'theirs')
  const ours = await start(resolve(import.meta.dirname, '..', '..'), 'ours')
  print(
    `${''.padEnd(14)}  calls per second: other, this, ratio (quartiles)   processor µs per call: other, this, ratio (quartiles)`,
  )
  const [theirScenarios, ourScenarios] = [await scenariosOf(theirs.url), await scenariosOf(ours.url)]
  for (const [at, scenario] of ourScenarios.entries()) {
    const counterpart = theirScenarios[at]
    if (counterpart) print(await compared({ ...scenario, ...ours }, { ...counterpart, ...theirs }))
  }
} finally {
  for (const shop of started) await shop.end('SIGTERM')
  await rm(folder, { recursive: true, force: true })
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}

/** A shop of a version, with the catalogue in every read model. */
async function start(version: string, name: string): Promise<ShopProcess> {
  const env = { DATA_DIR: join(folder, name), SEED: 'none', ADMIN_PASSWORD: admin.password, LOG_LEVEL: 'error' }
  const shop = await startShopProcess(env, undefined, version)
  started.push(shop)
  await importCatalogue(catalogue, env, version)
  await caughtUp(shop.url, admin)
  return shop
}

type Measured = Scenario & Pick<ShopProcess, 'url' | 'child'>
type Figures = { perSecond: number; microseconds: number }

/** The medians of both, and of the ratios of the rounds. Which one is first alternates. */
async function compared(ours: Measured, theirs: Measured): Promise<string> {
  await figures(theirs)
  await figures(ours)
  const pairs: { ours: Figures; theirs: Figures }[] = []
  for (let round = 0; round < rounds; round++) {
    const isOursFirst = round % 2 === 0
    const first = await figures(isOursFirst ? ours : theirs)
    const second = await figures(isOursFirst ? theirs : ours)
    pairs.push(isOursFirst ? { ours: first, theirs: second } : { ours: second, theirs: first })
  }
  const column = (name: keyof Figures) => {
    const values = (version: 'ours' | 'theirs') => pairs.map((pair) => pair[version][name])
    const of = (version: 'ours' | 'theirs') => quantile(values(version), 0.5).toFixed(0).padStart(6)
    const ratios = pairs.map((pair) => pair.ours[name] / pair.theirs[name])
    const [low, middle, high] = [0.25, 0.5, 0.75].map((part) => percent(quantile(ratios, part)))
    return `${of('theirs')} ${of('ours')}  ${middle} (${low} to ${high})`
  }
  return `${ours.name.padEnd(14)}  ${column('perSecond')}   ${column('microseconds')}`
}

function percent(ratio: number): string {
  return `${(ratio * 100).toFixed(1)} %`
}

async function figures({ url, child, name, isWriting, next }: Measured): Promise<Figures> {
  const pid = child.pid ?? 0
  const before = await usedBy(pid)
  const { succeeded, perSecond, failed } = await load(url, next, seconds)
  if (failed > 0) throw new Error(`${name}: ${failed} requests failed at ${url}`)
  if (isWriting) await caughtUp(url, admin)
  const { processorMs } = await usedBy(pid)
  return { perSecond, microseconds: ((processorMs - before.processorMs) * 1000) / succeeded }
}
