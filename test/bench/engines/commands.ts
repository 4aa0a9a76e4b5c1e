import type { BenchShop } from './shop.ts'
import { load, median } from '../support/load.ts'
import { scenariosOf, type Scenario } from '../support/scenarios.ts'

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 5)
const seconds = Number(process.env['BENCH_SECONDS'] ?? 2)

type Compared = { name: string; shop: BenchShop; onPostgres: BenchShop }

/** Orders and cart lines over HTTP at 16 connections, with each log in turn: per second, and as a ratio to Postgres. */
export async function compareCommands({ name, shop, onPostgres }: Compared): Promise<string[]> {
  const [mine, base] = [await writesOf(shop), await writesOf(onPostgres)]
  const lines: string[] = []
  for (const [index, scenario] of mine.entries()) {
    const other = base[index]
    if (other === undefined) throw new Error(`${scenario.name} has no counterpart`)
    const rates = { mine: [] as number[], base: [] as number[] }
    for (let round = 0; round <= rounds; round++) {
      const [first, second] = [await rateOf(shop, scenario), await rateOf(onPostgres, other)]
      // The first round only warms up the code.
      if (round === 0) continue
      rates.mine.push(first)
      rates.base.push(second)
    }
    const ratio = median(rates.mine.map((rate, round) => rate / (rates.base[round] ?? Number.NaN)))
    const [onOther, onBase] = [median(rates.mine).toFixed(0), median(rates.base).toFixed(0)]
    lines.push(`${scenario.name}, events in ${name}: ${onOther}/s; in Postgres ${onBase}/s: ratio ${ratio.toFixed(2)}`)
  }
  return lines
}

async function writesOf({ url }: BenchShop): Promise<Scenario[]> {
  return (await scenariosOf(url)).filter(({ isWriting }) => isWriting)
}

async function rateOf({ url }: BenchShop, { name, next }: Scenario): Promise<number> {
  const { perSecond, failed } = await load(url, next, seconds)
  if (failed > 0) throw new Error(`${failed} calls of ${name} failed`)
  return perSecond
}
