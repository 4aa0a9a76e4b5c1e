import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startShopProcess } from '../support/shop/shop-process.ts'
import { load, median } from './support/load.ts'
import { scenariosOf, type Scenario } from './support/scenarios.ts'

// What the budgets cost: orders and cart lines of a shop whose budgets count everything but are never used up, next to
// those of one without budgets, in turn, in about two minutes. A shop should keep 95 %.

const goal = 0.95
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 9)
const seconds = Number(process.env['BENCH_SECONDS'] ?? 3)
const warmUpSeconds = 2
const print = (line: string) => process.stdout.write(`${line}\n`)

const shops = await Promise.all([openShop('100000'), openShop('0')])
try {
  const [withBudgets = [], without = []] = await Promise.all(shops.map(({ url }) => writesOf(url)))
  for (const [i, scenario] of withBudgets.entries()) {
    const other = without[i]
    if (other !== undefined) print(await compare(scenario, other))
  }
} finally {
  await Promise.all(shops.map(({ close }) => close()))
}

type Write = Scenario & { url: string }

/** Calls a second: of the shop whose budgets count, and of the one without. */
type Speeds = { counted: number; free: number }

async function openShop(scale: string) {
  const dataDir = await mkdtemp(join(tmpdir(), 'shop-bench-budgets-'))
  const env = { DATA_DIR: dataDir, ADMIN_PASSWORD: 'a shop that is only measured', LOG_LEVEL: 'error' }
  const shop = await startShopProcess({ ...env, BUDGET_SCALE: scale })
  const close = async () => {
    await shop.end('SIGTERM')
    await rm(dataDir, { recursive: true, force: true })
  }
  return { url: shop.url, close }
}

async function writesOf(url: string): Promise<Write[]> {
  const all = await scenariosOf(url)
  return all.filter(({ isWriting }) => isWriting).map((scenario) => ({ ...scenario, url }))
}

/** Measures both in turn, and each as often first as second, so that changes of the machine's load affect both. */
async function compare(withBudgets: Write, without: Write): Promise<string> {
  for (const one of [withBudgets, without]) await speedOf(one, warmUpSeconds)
  const speeds: Speeds[] = []
  for (let round = 0; round < rounds; round++) {
    const first = round % 2 === 0 ? await speedOf(withBudgets, seconds) : undefined
    const free = await speedOf(without, seconds)
    speeds.push({ free, counted: first ?? (await speedOf(withBudgets, seconds)) })
  }
  return `${withBudgets.name}: ${resultOf(speeds)}`
}

function resultOf(speeds: readonly Speeds[]): string {
  const ratios = speeds.map(({ counted, free }) => counted / free)
  const kept = median(ratios)
  const counted = median(speeds.map((one) => one.counted)).toFixed(0)
  const free = median(speeds.map((one) => one.free)).toFixed(0)
  const spread = ratios.map((one) => `${(one * 100).toFixed(0)} %`).join(', ')
  const verdict = `${kept >= goal ? 'reaches' : 'MISSES'} its goal of ${goal * 100} %`
  return `${counted}/s with budgets, ${free}/s without: ${(kept * 100).toFixed(1)} % (${spread}), ${verdict}`
}

async function speedOf({ name, url, next }: Write, forSeconds: number): Promise<number> {
  const { perSecond, failed } = await load(url, next, forSeconds)
  if (failed > 0) throw new Error(`${name}: ${failed} requests failed`)
  return perSecond
}
