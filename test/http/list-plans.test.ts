import type { Static, TObject } from 'typebox'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#core/database/database.ts'
import { managedQueries } from '#modules/catalogue/admin/read-model.ts'
import { ProductSorting } from '#modules/catalogue/schema.ts'
import { accountQueries } from '#modules/identity/read-model.ts'
import { UserSorting } from '#modules/identity/schema.ts'
import { mailLists } from '#modules/notifications/lists/mails-read-model.ts'
import { JobSorting } from '#modules/notifications/schema.ts'
import { orderQueries } from '#modules/ordering/read-model.ts'
import { OrderSorting } from '#modules/ordering/schema.ts'
import { serviceRequestQueries } from '#modules/service-requests/read-model.ts'
import { ServiceRequestSorting } from '#modules/service-requests/schema.ts'
import { lengthenLists } from '../bench/support/long-lists.ts'
import { writeOneOfEach } from '../bench/support/one-of-each.ts'
import { ordersOffered } from '../bench/support/orders-offered.ts'
import { recordingQueries, tablesScanned, workOf } from '../bench/support/query-work.ts'
import { openTestShop, type TestShop } from '../support/shop/shop.ts'

// Postgres plans here as in a shop with long lists: whatever order a list offers, no page and no total reads a table whole.

const many = 20_000

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop()
  await writeOneOfEach(shop)
  await shop.settled()
  await lengthenLists(shop.shop.infrastructure.database.db, many)
}, 120_000)
afterAll(() => shop.close())

type Part = { page: number; size: number }

/** A list, and what the API reads for one of its pages. */
function list<Sorting extends TObject>(
  name: string,
  sorting: Sorting,
  read: (db: Db, part: Part & Static<Sorting>) => Promise<unknown>,
) {
  const orders = ordersOffered(sorting).map((order): [string, (db: Db, part: Part) => Promise<unknown>] => [
    JSON.stringify(order),
    (db, part) => read(db, { ...part, ...order }),
  ])
  return { name, orders }
}

const lists = [
  // The numbers of orders by status have a test of their own.
  list('orders', OrderSorting, (db, part) => orderQueries(db).rows({}, part)),
  list('products', ProductSorting, (db, part) => managedQueries(db).page({ state: 'listed' }, part)),
  list('people', UserSorting, (db, part) => accountQueries(db).page({}, part)),
  list('requests', ServiceRequestSorting, (db, part) =>
    Promise.all([serviceRequestQueries(db).rows({}, part), serviceRequestQueries(db).countByStatus({})]),
  ),
  list('mails', JobSorting, (db, part) => Promise.all([mailLists(db).page({}, part), mailLists(db).counts({})])),
]

describe.each(lists)('a page of $name', ({ orders }) => {
  test.each(orders)('in the order %s reads no table whole, and sorts no table', async (_order, read) => {
    const { pool } = shop.shop.infrastructure.database
    const { db, asked } = recordingQueries(pool)
    for (const page of [0, 40]) await read(db, { page, size: 25 })
    expect(asked.length).toBeGreaterThanOrEqual(2)
    expect(await tablesScanned(pool, asked, many / 10)).toEqual([])
    expect((await workOf(pool, asked)).sorted).toBeLessThan(many / 10)
  })
})
