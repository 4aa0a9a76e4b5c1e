import { median } from '../support/load.ts'
import type { Floor, Pair } from './floor.ts'
import type { Cost } from './meter.ts'
import { parts } from './split-shop.ts'
import type { Footprint } from './floor-tables.ts'

/** One side of a round; times in ms. */
type Side = { perSecond: number; p50: number; p99: number; cost: Cost }

/** `beforeMails`: the cost until every read model is done; `withMails`: orders per second until every mail is out. */
export type Round = { shop: Side & { beforeMails: Cost; withMails: number }; floor: Side }

/** The share of the floor's throughput that orders should reach. */
const goal = 0.6

const partsOfFloor = ['process', 'Postgres']

export function footprintLines({ tables, writes }: Floor, pairs: readonly Pair[]): string[] {
  const commits = new Set(writes.map(({ transaction }) => transaction)).size
  return [
    ...pairs.map(({ source, shop, floor }) => `${source}: ${described(shop)}; floor ${described(floor)}`),
    `one order alone: ${writes.length} rows written in ${commits} commits; floor ${tables.length} rows in 1 commit`,
  ]
}

function described({ rows, bytesPerRow, indexes }: Footprint): string {
  return `${rows === 0 ? 'no row is left' : `${bytesPerRow.toFixed(0)} bytes per row`}, ${indexes.length} indexes`
}

export function resultLines(rounds: readonly Round[]): string[] {
  const of = (value: (round: Round) => number, digits = 0) => median(rounds.map(value)).toFixed(digits)
  const both = (value: (side: Side) => number, digits = 0) =>
    `${of(({ shop }) => value(shop), digits)}, floor ${of(({ floor }) => value(floor), digits)}`
  const costs = (value: (cost: Cost, part: string) => number, digits: number) => ({
    ofShop: parts.map((part) => `${part} ${of(({ shop }) => value(shop.cost, part), digits)}`).join(', '),
    ofFloor: partsOfFloor.map((part) => `${part} ${of(({ floor }) => value(floor.cost, part), digits)}`).join(', '),
  })
  const ms = costs(({ used }, part) => used[part]?.processorMs ?? Number.NaN, 2)
  const calls = costs(({ used }, part) => used[part]?.calls ?? Number.NaN, 1)
  return [
    `orders per second until every read model has them: ${both((side) => side.perSecond)}: ` +
      shareOfFloor(rounds, ({ perSecond }) => perSecond),
    `orders per second until every mail is out as well: ${of(({ shop }) => shop.withMails)}: ` +
      shareOfFloor(rounds, ({ withMails }) => withMails),
    `latency in ms: p50 ${both((side) => side.p50)}; p99 ${both((side) => side.p99)}`,
    `processor ms per order: ${both((side) => totalMs(side.cost), 2)}; until the read models are done ` +
      of(({ shop }) => totalMs(shop.beforeMails), 2),
    `  of which ${ms.ofShop}; floor ${ms.ofFloor}`,
    `read and write calls per order: ${calls.ofShop}; floor ${calls.ofFloor}`,
    `statements per order: ${both((side) => side.cost.executed.statements, 2)}`,
    `commits per order: ${both((side) => side.cost.executed.commits, 2)}`,
  ]
}

function shareOfFloor(rounds: readonly Round[], rate: (shop: Round['shop']) => number): string {
  const ratios = rounds.map(({ shop, floor }) => rate(shop) / floor.perSecond)
  const spread = ratios.map((one) => `${(one * 100).toFixed(0)} %`).join(', ')
  const verdict = `${median(ratios) >= goal ? 'reaches' : 'MISSES'} its goal of ${goal * 100} %`
  return `${(median(ratios) * 100).toFixed(0)} % (${spread}), ${verdict}`
}

function totalMs({ used }: Cost): number {
  return Object.values(used).reduce((sum, { processorMs }) => sum + processorMs, 0)
}
