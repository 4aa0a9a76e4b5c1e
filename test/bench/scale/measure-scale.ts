import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Client } from 'pg'
import { median, sendRequests, type Request } from '../support/load.ts'
import { scenariosOf } from '../support/scenarios.ts'
import { costAtRest, meter, type AtRest, type Cost } from '../orders/meter.ts'
import { openSplitShop, type SplitShop } from '../orders/split-shop.ts'

/** Times in ms; `followersMs`: from the last answer until every read model has the orders. */
export type ScaleRound = { perSecond: number; p50: number; p99: number; followersMs: number; cost: Cost }

/** The rounds of a shop with this many API processes. */
export type Scale = { processes: number; rounds: ScaleRound[] }

type Options = { processes: number; orders: number; rounds: number; limits: Record<string, string> }

const warmUps = 100

/**
 * Places orders at a new shop with this many API processes, on sixteen connections that these share. The cost is counted
 * until the last mail is out. @throws Error if an order fails, is stored twice, or leaves a gap in the log
 */
export async function measureScale({ processes, orders, rounds, limits }: Options): Promise<Scale> {
  if (orders % processes > 0) throw new Error(`${orders} orders are no multiple of ${processes} processes`)
  const dataDir = await mkdtemp(join(tmpdir(), 'shop-bench-scale-'))
  try {
    const shop = await openSplitShop(dataDir, limits, processes)
    try {
      const next = await orderRequests(shop)
      await sendToAll(shop, next, warmUps)
      await shop.readModelsAreDone()
      await shop.mailsAreDone()
      const atRest = await costAtRest(shop)
      const measured: ScaleRound[] = []
      while (measured.length < rounds) measured.push(await measureRound({ shop, next, orders, atRest }))
      return { processes, rounds: measured }
    } finally {
      await shop.close()
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function orderRequests(shop: SplitShop): Promise<() => Request> {
  const order = (await scenariosOf(shop.url)).find(({ name }) => name === 'order placed')
  if (order === undefined) throw new Error('there is no scenario of an order')
  return order.next
}

type Measured = { shop: SplitShop; next: () => Request; orders: number; atRest: AtRest }

async function measureRound({ shop, next, orders, atRest }: Measured): Promise<ScaleRound> {
  const before = await headOf(shop.owner)
  const costOfShop = await meter(shop, { pids: {}, atRest })
  const begun = performance.now()
  const latency = await sendToAll(shop, next, orders)
  const answered = performance.now()
  await shop.readModelsAreDone()
  const done = performance.now()
  await assertStoredOnce(shop.owner, before, orders)
  await shop.mailsAreDone()
  const perSecond = orders / ((done - begun) / 1000)
  return { ...latency, perSecond, followersMs: done - answered, cost: await costOfShop(orders) }
}

/** The processes share sixteen connections evenly; the p99 is that of the slowest. */
async function sendToAll({ apiUrls }: SplitShop, next: () => Request, amount: number) {
  const share = { next, amount: Math.ceil(amount / apiUrls.length), connections: 16 / apiUrls.length }
  const latencies = await Promise.all(apiUrls.map((url) => sendRequests(url, share)))
  return { p50: median(latencies.map(({ p50 }) => p50)), p99: Math.max(...latencies.map(({ p99 }) => p99)) }
}

async function headOf(database: Client): Promise<number> {
  const { rows } = await database.query<{ position: number }>('select position::float8 from log_head')
  return rows[0]?.position ?? 0
}

/** Each order is one event of the log, and the positions after `before` have no gap. */
async function assertStoredOnce(database: Client, before: number, orders: number): Promise<void> {
  const { rows } = await database.query<{ events: number; last: number; placed: number; streams: number }>(
    `select count(*)::int as events, coalesce(max(position), 0)::float8 as last,
       count(*) filter (where type = 'OrderPlaced')::int as placed,
       count(distinct stream) filter (where type = 'OrderPlaced')::int as streams
     from events where position > $1`,
    [before],
  )
  const [stored] = rows
  if (stored?.placed !== orders || stored.streams !== orders)
    throw new Error(`${orders} orders were acknowledged, and ${stored?.placed} of ${stored?.streams} orders are stored`)
  if (stored.last - before !== stored.events)
    throw new Error(`the log has ${stored.events} events at the ${stored.last - before} positions after ${before}`)
}
