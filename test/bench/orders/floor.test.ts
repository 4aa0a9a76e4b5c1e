import autocannon from 'autocannon'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addProducts, openTestShop, type TestShop } from '../../support/shop/shop.ts'
import { scenariosOf, type Scenario } from '../support/scenarios.ts'
import { completionIn } from './completion.ts'
import { footprints, startFloor, type Floor } from './floor.ts'
import { floorTables } from './floor-tables.ts'

let shop: TestShop
let owner: Client
let order: Scenario | undefined
let floor: Floor

beforeAll(async () => {
  shop = await openTestShop()
  await addProducts(shop, [{}])
  order = (await scenariosOf(shop.url)).find(({ name }) => name === 'order placed')
  const { databaseUrl } = shop.shop.infrastructure
  owner = new Client({ connectionString: databaseUrl })
  await owner.connect()
  floor = await startFloor({ url: shop.url, owner, databaseUrl, ...completionIn(owner) }, nextOrder)
})

afterAll(async () => {
  floor.stop()
  await owner.end()
  await shop.close()
})

function nextOrder() {
  if (order === undefined) throw new Error('there is no scenario of an order')
  return order.next()
}

describe('the floor of an order', () => {
  test('stores a row of the same size with the same indexes in each table that an order inserts into', async () => {
    await placeInFloor(100)
    const pairs = await footprints(owner, floor.tables)
    expect(pairs.map(({ source }) => source)).toContain('public.events')
    for (const { source, shop: mine, floor: bare } of pairs) {
      expect({ source, rows: bare.rows, indexes: bare.indexes }).toEqual({ source, rows: 100, indexes: mine.indexes })
      expect(bare.indexes).not.toEqual([])
      const difference = Math.abs(bare.bytesPerRow - mine.bytesPerRow) / mine.bytesPerRow
      // The shop deletes a job once its mail is sent.
      const isSame = source === 'bullmq.job' ? mine.rows === 0 : difference < 0.03
      expect({ source, difference, isSame }).toMatchObject({ isSame: true })
    }
  })

  test('commits once for all concurrent callers, while the shop commits several times for one', async () => {
    const before = await placedInFloor()
    await placeInFloor(1)
    const alone = await placedInFloor()
    expect(alone.commits - before.commits).toBe(1)
    expect(new Set(floor.writes.map(({ transaction }) => transaction)).size).toBeGreaterThan(1)
    await placeInFloor(200)
    const together = await placedInFloor()
    expect(together.orders - alone.orders).toBe(200)
    expect(together.commits - alone.commits).toBeLessThan(200)
  })

  test('rejects an order that inserts into an unknown table', async () => {
    const write = { operation: 'INSERT' as const, table: 'read_orders.invoices', transaction: '1', row: {} }
    await expect(floorTables(owner, [...floor.writes, write])).rejects.toThrow('read_orders.invoices')
  })
})

async function placeInFloor(amount: number): Promise<void> {
  const { non2xx, errors } = await autocannon({
    url: floor.url,
    connections: Math.min(16, amount),
    amount,
    method: 'POST',
  })
  expect(non2xx + errors).toBe(0)
}

/** A row's `xmin` is the transaction that has written it. */
async function placedInFloor(): Promise<{ orders: number; commits: number }> {
  const { rows } = await owner.query<{ orders: number; commits: number }>(
    'select count(*)::int as orders, count(distinct xmin::text)::int as commits from floor.public_events',
  )
  return rows[0] ?? { orders: 0, commits: 0 }
}
