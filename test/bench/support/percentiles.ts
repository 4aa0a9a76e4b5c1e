import { median } from './load.ts'

/** Formats the percentiles of times in ms. */
export function percentiles(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1)
  return `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`
}

/** Formats the cost of an adapter over the bare client, and whether it is within the goal of 20 %. */
export function costOf(mine: readonly number[], bare: readonly number[]): string {
  const cost = median(mine.map((time, index) => time / (bare[index] ?? Number.NaN))) - 1
  const goal = cost <= 0.2 ? 'reaches' : 'MISSES'
  return `costs ${(cost * 100).toFixed(0)} % over the bare client, ${goal} its goal of 20 %`
}

/** The value that this part of the values is below, between two of them if need be. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (sorted.length - 1) * part
  const [low = Number.NaN, high = low] = sorted.slice(Math.floor(at), Math.floor(at) + 2)
  return low + (high - low) * (at % 1)
}
