import { sql } from 'kysely'
import type { Static, TObject } from 'typebox'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#core/database/database.ts'
import { isoTime } from '#core/domain/clock.ts'
import { indianDayOf } from '#core/domain/indian-day.ts'
import { managedQueries } from '#modules/catalogue/admin/read-model.ts'
import { ProductSorting } from '#modules/catalogue/schema.ts'
import { accountQueries } from '#modules/identity/read-model.ts'
import { UserSorting } from '#modules/identity/schema.ts'
import { mailLists } from '#modules/notifications/lists/mails-read-model.ts'
import { JobSorting } from '#modules/notifications/schema.ts'
import { orderQueries, type OrderFilter } from '#modules/ordering/read-model.ts'
import { OrderSorting } from '#modules/ordering/schema.ts'
import { serviceRequestQueries } from '#modules/service-requests/read-model.ts'
import { ServiceRequestSorting } from '#modules/service-requests/schema.ts'
import { lengthenLists } from '../bench/support/long-lists.ts'
import { writeOneOfEach } from '../bench/support/one-of-each.ts'
import { ordersOffered } from '../bench/console/orders-offered.ts'
import { recordingQueries, tablesScanned, workOf } from '../bench/support/query-work.ts'
import { eventually } from '../support/eventually.ts'
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
type Read = (db: Db, part: Part) => Promise<readonly unknown[]>

/** A list: its rows in every order that the API offers, and what else its page shows. */
function list<Sorting extends TObject>(
  name: string,
  sorting: Sorting,
  read: (db: Db, part: Part & Static<Sorting>) => Promise<readonly unknown[]>,
) {
  const orders = ordersOffered(sorting).map((order): [string, Read] => [
    JSON.stringify(order),
    (db, part) => read(db, { ...part, ...order }),
  ])
  return { name, orders }
}

const lists = [
  // The numbers of orders by status have a test of their own.
  list('orders', OrderSorting, (db, part) => orderQueries(db).rows({}, part)),
  list('products', ProductSorting, async (db, part) => (await managedQueries(db).page({ state: 'listed' }, part)).rows),
  list('people', UserSorting, async (db, part) => (await accountQueries(db).page({}, part)).rows),
  list('requests', ServiceRequestSorting, async (db, part) => {
    await serviceRequestQueries(db).countByStatus({})
    return serviceRequestQueries(db).rows({}, part)
  }),
  list('mails', JobSorting, async (db, part) => {
    await mailLists(db).counts({})
    return mailLists(db).page({}, part)
  }),
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

describe.each(lists)('a page far down the list of $name', ({ orders }) => {
  test.each(orders)('in the order %s has the rows at its place', async (_order, read) => {
    const { db } = shop.shop.infrastructure.database
    const first = await read(db, { page: 0, size: 1_100 })
    expect(first).toHaveLength(1_100)
    expect(await read(db, { page: 105, size: 10 })).toEqual(first.slice(1_050, 1_060))
    expect(await read(db, { page: many, size: 10 })).toEqual([])
  })
})

const lastDays = (days: number): string => indianDayOf(isoTime(Date.now() - days * 86_400_000))

/** The figures of the overview open these. */
const figures: [string, OrderFilter][] = [
  ['that are neither cancelled nor returned', { isSold: true }],
  ['that contain a product', { productId: 'copy-7' }],
  ['of a week', { placed: { from: lastDays(7), to: lastDays(1) } }],
  ['of a week that are sold', { placed: { from: lastDays(7), to: lastDays(1) }, isSold: true }],
  [
    'of a month that are sold and contain a product',
    { placed: { from: lastDays(30) }, isSold: true, productId: 'copy-7' },
  ],
]

describe.each(figures)('the orders %s', (_name, filter) => {
  test.each(ordersOffered(OrderSorting).map((order) => [JSON.stringify(order), order] as const))(
    'in the order %s are found and counted without reading a table whole',
    async (_order, { sort }) => {
      const { pool } = shop.shop.infrastructure.database
      const { db, asked } = recordingQueries(pool)
      const queries = orderQueries(db)
      expect(await queries.rows(filter, { page: 0, size: 25, sort })).not.toEqual([])
      await queries.rows(filter, { page: 40, size: 25, sort })
      await queries.countByStatus(filter)
      for await (const batch of queries.all(filter, sort)) expect(batch).not.toEqual([])
      expect(await tablesScanned(pool, asked, many / 10)).toEqual([])
    },
  )
})

/** Each order that a list offers, and its reverse. */
const inBothWays = lists.flatMap(({ name, orders }) =>
  orders.map(([order, read]): [string, string, Read, Read | undefined] => [
    name,
    order,
    read,
    reverseOf(order, orders),
  ]),
)

function reverseOf(order: string, orders: readonly [string, Read][]): Read | undefined {
  const reverse = order.replace(/-(asc|desc)"/, (_, way) => (way === 'asc' ? '-desc"' : '-asc"'))
  return orders.find(([name]) => name === reverse)?.[1]
}

test.each(inBothWays)(
  'the end of the list of %s in the order %s is the beginning in the reverse order',
  async (...given) => {
    const { db } = shop.shop.infrastructure.database
    const [, , read, readReverse] = given
    const size = 1_340
    const rest = await read(db, { page: 14, size })
    expect(rest.length).toBeGreaterThan(many - 14 * size)
    expect(await readReverse?.(db, { page: 0, size: rest.length })).toEqual(rest.toReversed())
    expect(await read(db, { page: 1_880, size: 10 })).toEqual(rest.slice(18_800 - 14 * size, 18_810 - 14 * size))
  },
)

test('the number of all products is the one that their projection keeps, not counted again', async () => {
  const { db } = shop.shop.infrastructure.database
  const total = async () =>
    (await shop.call('GET', '/api/catalogue/products?page=2', { token: shop.adminToken })).body.totalElements
  const before = await total()
  await sql`insert into read_product_list.products_totals (value, total) values ('other', 7)`.execute(db)
  expect(await total()).toBe(before + 7)
  await sql`delete from read_product_list.products_totals where value = 'other'`.execute(db)
})

const tables = [
  'read_orders.orders',
  'read_product_list.products',
  'accounts',
  'read_service_requests.service_requests',
  'notifications',
]

/** As autovacuum does within minutes: which pages need not be read to know that their rows are visible. */
async function vacuumed(): Promise<void> {
  const { db } = shop.shop.infrastructure.database
  for (const table of tables)
    await eventually(async () => {
      await sql`vacuum ${sql.table(table)}`.execute(db)
      const { rows } = await sql<{ share: number }>`
        select relallvisible::float8 / relpages as share from pg_class where oid = ${table}::regclass`.execute(db)
      expect({ table, isVisible: (rows[0]?.share ?? 0) > 0.95 }).toEqual({ table, isVisible: true })
    })
}

/** An index has what sorts these, so that nothing else is read of the rows before a page. */
const skippedRows: Record<string, readonly string[]> = {
  orders: ['placed', 'total'],
  products: ['added', 'changed', 'price', 'stock'],
  people: ['since', 'name', 'username'],
  requests: ['raised'],
  mails: ['created', 'tries', 'next'],
}

const inIndexes = lists.flatMap(({ name, orders }) =>
  orders
    .filter(([order]) => skippedRows[name]?.some((column) => order.includes(`"${column}-`)))
    .map(([order, read]): [string, string, Read] => [name, order, read]),
)

describe('the rows before a page far down', () => {
  beforeAll(vacuumed, 60_000)

  test.each(inIndexes)('the list of %s in the order %s are not read', async (...given) => {
    const [, , read] = given
    const { pool } = shop.shop.infrastructure.database
    const { db, asked } = recordingQueries(pool)
    await read(db, { page: (many * 3) / 100, size: 25 })
    // Reading 15,000 rows touches at least 1,000 pages of the table, one by one far more.
    expect((await workOf(pool, asked)).buffers).toBeLessThan(500)
  })

  /** Lists whose numbers of rows are kept. */
  const counted = inBothWays.filter(([name]) => name !== 'mails')

  test.each(counted)('the list of %s in the order %s are not read for a page at its end', async (...given) => {
    const { pool } = shop.shop.infrastructure.database
    const { db, asked } = recordingQueries(pool)
    await given[2](db, { page: many / 25 - 10, size: 25 })
    expect((await workOf(pool, asked)).buffers).toBeLessThan(500)
  })
})
