import type { SearchDocument } from '#modules/catalogue/search/product-search-index.ts'

export type Contender = {
  name: string
  put(documents: readonly SearchDocument[]): Promise<unknown>
  ask(text: string): Promise<unknown>
}

export type Percentiles = { p50: number; p95: number; p99: number; max: number }

/** The first queries warm the connections up and are not counted. */
const warmUp = 20

export async function fill(contender: Contender, documents: readonly SearchDocument[]): Promise<void> {
  for (let at = 0; at < documents.length; at += 5_000) await contender.put(documents.slice(at, at + 5_000))
}

/** Asks each query once of every contender, in turns that begin with each of them; the times in ms. */
export async function timesOfAll(contenders: readonly Contender[], queries: readonly string[]): Promise<number[][]> {
  const taken = contenders.map((): number[] => [])
  for (const [round, text] of queries.entries())
    for (const [turn] of contenders.entries()) {
      const place = (round + turn) % contenders.length
      const begun = performance.now()
      await contenders[place]?.ask(text)
      if (round >= warmUp) taken[place]?.push(performance.now() - begun)
    }
  return taken
}

export function percentilesOf(taken: readonly number[]): Percentiles {
  const sorted = taken.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), max: at(1) }
}

export const headOfTimes = (title: string) => `${title.padEnd(36)}p50     p95     p99     max`

export function rowOfTimes(name: string, { p50, p95, p99, max }: Percentiles): string {
  return (
    name.padEnd(30) +
    [p50, p95, p99, max]
      .map((ms) => ms.toFixed(1).padStart(9))
      .join('')
      .slice(1)
  )
}
