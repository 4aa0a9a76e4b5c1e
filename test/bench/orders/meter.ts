import { setTimeout as sleep } from 'node:timers/promises'
import { usedBy, type Used } from './processor.ts'
import { parts, type SplitShop } from './split-shop.ts'
import type { Executed } from './statements.ts'

/** What an order costs: each process, and the server's statements and commits. */
export type Cost = { used: Record<string, Used>; executed: Executed }

/** What each part of the shop uses in a second without any request: it is no cost of an order. */
export type AtRest = Cost

const restSeconds = 5

export async function costAtRest(shop: SplitShop): Promise<AtRest> {
  const nothing = { processorMs: 0, calls: 0 }
  const used = Object.fromEntries(parts.map((part) => [part, nothing]))
  const cost = await meter(shop, { pids: {}, atRest: { used, executed: { statements: 0, commits: 0 } } })
  await sleep(restSeconds * 1000)
  return cost(restSeconds)
}

/** `pids`: processes to meter besides those of the shop. */
type Metering = { pids: Record<string, number>; atRest: AtRest }

type Reading = Cost & { at: number }

/** Returns a function for the cost since now, per order, less the cost at rest. */
export async function meter(shop: SplitShop, { pids, atRest }: Metering): Promise<(orders: number) => Promise<Cost>> {
  const before = await read(shop, pids)
  return async (orders) => {
    const after = await read(shop, pids)
    const seconds = (after.at - before.at) / 1000
    const per = (now: number, then = 0, resting = 0) => (now - then - resting * seconds) / orders
    const used: Record<string, Used> = {}
    for (const [name, now] of Object.entries(after.used)) {
      const [then, rest] = [before.used[name], atRest.used[name]]
      const processorMs = per(now.processorMs, then?.processorMs, rest?.processorMs)
      used[name] = { processorMs, calls: per(now.calls, then?.calls, rest?.calls) }
    }
    const of = (name: keyof Executed) => per(after.executed[name], before.executed[name], atRest.executed[name])
    return { used, executed: { statements: of('statements'), commits: of('commits') } }
  }
}

async function read(shop: SplitShop, pids: Record<string, number>): Promise<Reading> {
  const used: Record<string, Used> = await shop.used()
  for (const [name, pid] of Object.entries(pids)) used[name] = await usedBy(pid)
  return { used, executed: await shop.executed(), at: performance.now() }
}
