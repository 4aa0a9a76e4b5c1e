import { setTimeout as sleep } from 'node:timers/promises'

/** The 95th percentile of the latency in ms, and the number of calls. */
export type Latency = { p95: number; calls: number }

/** Lets four callers read pages of the catalogue, one call after the other, during `work`; returns the times in ms. */
export async function timesWhile(url: string, work: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  const ending = new AbortController()
  const call = async (page: number) => {
    const begun = performance.now()
    const response = await fetch(`${url}/api/products?page=${page}&size=10`)
    await response.arrayBuffer()
    if (!response.ok) throw new Error(`The API answered with status ${response.status}`)
    times.push(performance.now() - begun)
  }
  const caller = async (first: number) => {
    for (let page = first; !ending.signal.aborted; page = (page + 4) % 100) await call(page)
  }
  const callers = Promise.all([0, 1, 2, 3].map(caller))
  try {
    await work()
  } finally {
    ending.abort()
  }
  await callers
  return times
}

export function latencyOf(times: readonly number[]): Latency {
  const sorted = times.toSorted((a, b) => a - b)
  return { p95: sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN, calls: sorted.length }
}

/** Work that only waits. */
export const idle = (seconds: number) => () => sleep(seconds * 1_000)
