import { median } from '../support/load.ts'
import { parts } from '../orders/split-shop.ts'
import type { Scale, ScaleRound } from './measure-scale.ts'

/** A table with a line per number of API processes; medians of the rounds. */
export function scaleLines(scales: readonly Scale[]): string[] {
  return [
    'orders on several API processes; every position of the log is taken, and each order is stored once',
    row('API processes', ...columns.map(({ head }) => head)),
    ...scales.map(({ processes, rounds }) => row(String(processes), ...columns.map(({ of }) => of(rounds)))),
  ]
}

function row(...cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`
}

const columns: readonly { head: string; of: (rounds: readonly ScaleRound[]) => string }[] = [
  column('orders per second until every read model has them', ({ perSecond }) => perSecond, 0),
  column('p50 ms', ({ p50 }) => p50, 0),
  column('p99 ms', ({ p99 }) => p99, 0),
  column('ms from the last answer until every read model has it', ({ followersMs }) => followersMs, 0),
  ...parts.map((part) =>
    column(`${part}: processor ms per order`, ({ cost }) => cost.used[part]?.processorMs ?? Number.NaN, 2),
  ),
  column('statements per order', ({ cost }) => cost.executed.statements, 2),
  column('commits per order', ({ cost }) => cost.executed.commits, 2),
]

function column(head: string, value: (round: ScaleRound) => number, digits: number) {
  return { head, of: (rounds: readonly ScaleRound[]) => median(rounds.map(value)).toFixed(digits) }
}
