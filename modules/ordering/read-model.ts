import { sql, type Kysely } from 'kysely'
import { likePatterns } from '#core/database/like-patterns.ts'
import type { OrderLine, Shipping } from './domain/events.ts'
import type { OrderStatus } from './schema.ts'

/** One order in the list of orders, folded by the projection `orders`. */
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
  /** Orders the list: the position of the event that placed it. */
  placed_position: number
  revision: number
  /** What `text` looks in: id, buyer, city and item titles, in lower case. */
  search_text: string
}

type Tables = { 'read_orders.orders': OrderRow }

export type OrderFilter = { text?: string | undefined; status?: OrderStatus | undefined; buyerId?: string | undefined }
export type OrderPage = { rows: OrderRow[]; total: number }

/** Questions to the list of orders. It lags behind the events by a moment: no command on an order asks it. */
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

    /** How many each status has, among those that the words match. */
    async countByStatus(text: string | undefined): Promise<Record<string, number>> {
      const rows = await matching({ text })
        .select(['status', sql<number>`count(*)`.as('total')])
        .groupBy('status')
        .execute()
      return Object.fromEntries(rows.map(({ status, total }) => [status, total]))
    },

    /** Newest first: as many as are asked for, or all. */
    async idsOfBuyer(buyerId: string, limit: number | null = null): Promise<string[]> {
      const newest = matching({ buyerId }).orderBy('placed_position', 'desc').limit(limit)
      return (await newest.select('order_id').execute()).map((row) => row.order_id)
    },

    /** How many orders an account has, and how many of them are not over. */
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

/** What the filter leaves, in no order yet. */
function matchingIn(db: Kysely<unknown>, { text, status, buyerId }: OrderFilter) {
  let query = db.$extendTables<Tables>().selectFrom('read_orders.orders')
  if (buyerId !== undefined) query = query.where('buyer_id', '=', buyerId)
  if (status !== undefined) query = query.where('status', '=', status)
  for (const pattern of likePatterns(text)) query = query.where('search_text', 'like', pattern)
  return query
}

async function countOfBuyer(orders: ReturnType<typeof matchingIn>): Promise<{ orders: number; underWay: number }> {
  const row = await orders
    .select(sql<number>`count(*)`.as('orders'))
    .select(sql<number>`count(*) filter (where status in ('received', 'confirmed', 'dispatched'))`.as('under_way'))
    .executeTakeFirst()
  return { orders: row?.orders ?? 0, underWay: row?.under_way ?? 0 }
}
