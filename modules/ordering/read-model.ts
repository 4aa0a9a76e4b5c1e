import { sql, type Kysely } from 'kysely'
import { inBatches } from '#core/database/in-batches.ts'
import { likePatterns } from '#core/database/like-patterns.ts'
import type { OrderLine, Shipping } from './domain/events.ts'
import type { Period, SalesTables, SaleRow } from './sales/read-model.ts'
import type { OrderStatus } from './schema.ts'

/** For the projection `sales`, which writes these rows. */
export type { SaleRow }

/** One order in the list of orders, written by the projection `orders`. */
export type OrderRow = {
  order_id: string
  buyer_id: string
  login_user_name: string
  items: readonly OrderLine[]
  shipping: Shipping
  payment_status: 'pending' | 'collected'
  total_paise: number
  status: OrderStatus
  placed_at: string
  /** The position of the event that placed it, which orders the list. */
  placed_position: number
  dispatched_at: string | null
  revision: number
  /** The text searched by `text`: id, buyer, city and item titles, in lower case. */
  search_text: string
}

type Tables = { 'read_orders.orders': OrderRow } & SalesTables

export type OrderFilter = {
  text?: string | undefined
  status?: OrderStatus | undefined
  buyerId?: string | undefined
  /** The days in India on which it was placed. */
  placed?: Partial<Period> | undefined
}
export type OrderPage = { rows: OrderRow[]; total: number }

/** Queries on the list of orders. It is eventually consistent, so no command on an order reads it. */
export function orderQueries(db: Kysely<unknown>) {
  const matching = (filter: OrderFilter) => matchingIn(db, filter)

  return {
    /** Newest first. */
    async page(filter: OrderFilter, { page, size }: { page: number; size: number }): Promise<OrderPage> {
      const [rows, count] = await Promise.all([
        matching(filter)
          .selectAll()
          .orderBy('placed_position', 'desc')
          .limit(size)
          .offset(page * size)
          .execute(),
        matching(filter)
          .select(sql<number>`count(*)`.as('total'))
          .executeTakeFirst(),
      ])
      return { rows, total: count?.total ?? 0 }
    },

    /** Newest first, of any number. */
    all: (filter: OrderFilter) => inBatches<OrderRow>((after, limit) => pageAfter(matching(filter), after, limit)),

    /** The number of orders per status, among those that match. */
    async countByStatus(filter: Pick<OrderFilter, 'text' | 'placed'>): Promise<Record<string, number>> {
      const rows = await matching(filter)
        .select(['status', sql<number>`count(*)`.as('total')])
        .groupBy('status')
        .execute()
      return Object.fromEntries(rows.map(({ status, total }) => [status, total]))
    },

    /** Newest first; all if `limit` is null. */
    async idsOfBuyer(buyerId: string, limit: number | null = null): Promise<string[]> {
      const newest = matching({ buyerId }).orderBy('placed_position', 'desc').limit(limit)
      return (await newest.select('order_id').execute()).map((row) => row.order_id)
    },

    /** The number of an account's orders, and how many of them are not final. */
    countOfBuyer: (buyerId: string) => countOfBuyer(matching({ buyerId })),

    async count(): Promise<number> {
      const row = await matching({})
        .select(sql<number>`count(*)`.as('total'))
        .executeTakeFirst()
      return row?.total ?? 0
    },
  }
}

export type OrderQueries = ReturnType<typeof orderQueries>

/** The matching rows, unordered. */
function matchingIn(db: Kysely<unknown>, { text, status, buyerId, placed }: OrderFilter) {
  let query = db.$extendTables<Tables>().selectFrom('read_orders.orders')
  if (buyerId !== undefined) query = query.where('buyer_id', '=', buyerId)
  if (status !== undefined) query = query.where('status', '=', status)
  if (placed?.from !== undefined || placed?.to !== undefined)
    query = query.where('order_id', 'in', placedIn(db, placed))
  for (const pattern of likePatterns(text)) query = query.where('search_text', 'like', pattern)
  return query
}

function pageAfter(orders: ReturnType<typeof matchingIn>, after: OrderRow | undefined, limit: number) {
  const newest = orders.selectAll().orderBy('placed_position', 'desc').limit(limit)
  return (after === undefined ? newest : newest.where('placed_position', '<', after.placed_position)).execute()
}

/** The ids of the orders of a period, which the index on the days of `sales` finds. */
function placedIn(db: Kysely<unknown>, { from, to }: Partial<Period>) {
  let query = db.$extendTables<Tables>().selectFrom('read_sales.sales').select('order_id')
  if (from !== undefined) query = query.where('day', '>=', from)
  if (to !== undefined) query = query.where('day', '<=', to)
  return query
}

async function countOfBuyer(orders: ReturnType<typeof matchingIn>): Promise<{ orders: number; underWay: number }> {
  const row = await orders
    .select(sql<number>`count(*)`.as('orders'))
    .select(sql<number>`count(*) filter (where status in ('received', 'confirmed', 'dispatched'))`.as('under_way'))
    .executeTakeFirst()
  return { orders: row?.orders ?? 0, underWay: row?.under_way ?? 0 }
}
