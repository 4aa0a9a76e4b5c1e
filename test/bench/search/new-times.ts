import { hasMeili, openMeili } from '#test/support/engines/meilisearch.ts'
import { openBareMeilisearch } from './bare-meilisearch.ts'
import type { DemoProduct } from './demo-products.ts'
import type { Judged } from './judge.ts'
import { newQueries } from './new-queries.ts'
import { fill, headOfTimes, percentilesOf, rowOfTimes, timesOfAll, type Contender, type Percentiles } from './taken.ts'
import { variedProducts } from './varied-products.ts'

/** The goals for Postgres, in ms, and how many times longer a larger catalogue may take. */
const goals = { p50: 5, p99: 25, growth: 3 }

type Given = { judged: Judged; demo: readonly DemoProduct[]; texts: readonly string[] }

/**
 * The times of queries never asked before, each asked once of Postgres and of bare Meilisearch in turns, in catalogues of
 * these sizes.
 */
export async function newTimesOf(given: Given, sizes: readonly number[], calls: number): Promise<string[]> {
  const meili = hasMeili() ? await openMeili() : undefined
  try {
    const postgres = postgresContender(given.judged)
    const contenders = meili === undefined ? [postgres] : [postgres, await openBareMeilisearch(meili)]
    const catalogue = variedProducts(given.demo, Math.max(...sizes))
    const queries = newQueries(catalogue, given.texts, calls * sizes.length)
    const lines: string[] = []
    const results: Percentiles[] = []
    for (const [place, size] of sizes.entries()) {
      for (const contender of contenders) await fill(contender, catalogue.slice(sizes[place - 1] ?? 0, size))
      await given.judged.index.live().prepare()
      const taken = await timesOfAll(contenders, queries.slice(place * calls, (place + 1) * calls))
      const times = taken.map(percentilesOf)
      results.push(...times.slice(0, 1))
      lines.push(headOfTimes(`${size} products, new queries, ms`))
      lines.push(...contenders.map(({ name }, index) => rowOfTimes(name, times[index] ?? percentilesOf([]))))
    }
    return [...lines, ...verdict(results)]
  } finally {
    await meili?.close()
  }
}

function postgresContender({ index, words }: Judged): Contender {
  return {
    name: 'Postgres',
    put: (documents) => index.live().put(documents),
    ask: (text) => index.search({ text, filters: {}, sort: 'relevance', words, page: 0, size: 10 }),
  }
}

function verdict([first, ...others]: readonly Percentiles[]): string[] {
  if (first === undefined) return []
  const isFast = first.p50 < goals.p50 && first.p99 < goals.p99
  const growths = others.map(({ p50, p99 }) => Math.max(p50 / first.p50, p99 / first.p99))
  return [
    `Postgres ${isFast ? 'reaches' : 'MISSES'} its goal of p50 < ${goals.p50} ms and p99 < ${goals.p99} ms`,
    ...growths.map((growth) => {
      const outcome = growth <= goals.growth ? 'reaches' : 'MISSES'
      return `with more products it takes ${growth.toFixed(1)} times as long, and ${outcome} its goal of ${goals.growth}`
    }),
  ]
}
