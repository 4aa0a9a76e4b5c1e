import { ProductSorting } from '#modules/catalogue/schema.ts'
import { UserSorting } from '#modules/identity/schema.ts'
import { JobSorting } from '#modules/notifications/schema.ts'
import { OrderSorting } from '#modules/ordering/schema.ts'
import { ServiceRequestSorting } from '#modules/service-requests/schema.ts'
import type { Answer } from '../../support/shop/api-caller.ts'
import { ordersOffered } from './orders-offered.ts'

const size = 25
const goalMs = 100

/** The lists of the console by their path, with the orders that each offers. */
const lists = [
  { path: '/api/orders', sorting: OrderSorting },
  { path: '/api/catalogue/products', sorting: ProductSorting },
  { path: '/api/users', sorting: UserSorting },
  { path: '/api/orders/productRequest', sorting: ServiceRequestSorting },
  { path: '/api/ops/jobs', sorting: JobSorting },
] as const

type Measuring = {
  get: (path: string) => Promise<Answer>
  rows: number
  rounds: number
  print: (line: string) => void
}

/** The times of the first page, one in the middle and the last one, in each order. Returns whether the goal is reached. */
export async function measurePages({ get, rows, rounds, print }: Measuring): Promise<boolean> {
  const last = Math.floor(rows / size) - 1
  const pages = [0, Math.floor(last / 2), last]
  const slow: string[] = []
  print(`page of ${size}, p50 / p95 in ms, ${rounds} rounds:`.padEnd(42) + 'first       middle         last')
  for (const { path, sorting } of lists)
    for (const { sort } of ordersOffered(sorting)) {
      const times: number[][] = []
      for (const page of pages)
        times.push(await timesOf(() => get(`${path}?size=${size}&page=${page}&sort=${sort}`), rounds))
      print(`${path} ${sort}`.padEnd(42) + times.map(described).join(' '))
      if (percentile(times[0], 0.95) > goalMs) slow.push(`${path} by ${sort}`)
    }
  const verdict = slow.length === 0 ? 'reach their goal of' : `of ${slow.join(', ')} MISS their goal of`
  print(`first pages ${verdict} p95 ${goalMs} ms`)
  return slow.length === 0
}

async function timesOf(ask: () => Promise<Answer>, rounds: number): Promise<number[]> {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const start = performance.now()
    const { status, text } = await ask()
    if (status !== 200) throw new Error(text)
    times.push(performance.now() - start)
  }
  return times.toSorted((a, b) => a - b)
}

function percentile(sorted: readonly number[] | undefined, share: number): number {
  return sorted?.[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}

function described(sorted: readonly number[]): string {
  return [0.5, 0.95]
    .map((share) => percentile(sorted, share).toFixed(0))
    .join(' / ')
    .padStart(12)
}
