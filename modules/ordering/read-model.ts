import { sql, type Kysely } from 'kysely'
import { inBatches } from '#core/database/lists/in-batches.ts'
import { likePatterns } from '#core/database/like-patterns.ts'
import { storedTotals, sumOf } from '#core/database/lists/stored-totals.ts'
import { onDays } from '#core/database/lists/on-days.ts'
import { pageAt } from '#core/database/lists/page-at.ts'
import { afterRow, sorted, type ListOrder, type SortColumn } from '#core/database/lists/sorted.ts'
import { sortParts } from '#core/http/schemas/sort.ts'
import type { OrderLine, Shipping } from './domain/events.ts'
import { isSold, soldAmong, type Period, type SaleRow } from './sales/read-model.ts'
import type { OrderSort, OrderSortColumn, OrderStatus } from './schema.ts'

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
  delivered_at: string | null
  revision: number
  /** The text searched by `text`: id, buyer, city and item titles, in lower case. */
  search_text: string
}

type Tables = { 'read_orders.orders': OrderRow }

export type OrderFilter = {
  text?: string | undefined
  status?: OrderStatus | undefined
  buyerId?: string | undefined
  /** Only those that are neither cancelled nor returned. */
  isSold?: boolean | undefined
  /** Only those that contain this product. */
  productId?: string | undefined
  /** The days in India on which it was placed. */
  placed?: Partial<Period> | undefined
}
export type OrderPage = { rows: OrderRow[]; total: number }

/** A part of a list in an order; newest first if `sort` is left out. */
type Part = { page: number; size: number; sort?: OrderSort | undefined }

/** Queries on the list of orders. It is eventually consistent, so no command on an order reads it. */
export function orderQueries(db: Kysely<unknown>) {
  const matching = (filter: OrderFilter) => matchingIn(db, filter)

  return {
    async page(filter: OrderFilter, part: Part): Promise<OrderPage> {
      const [rows, count] = await Promise.all([
        partOf(db, filter, part),
        matching(filter)
          .select(sql<number>`count(*)`.as('total'))
          .executeTakeFirst(),
      ])
      return { rows, total: count?.total ?? 0 }
    },

    /** The rows of a page, for a caller that counts the matching orders by status anyway. */
    rows: (filter: OrderFilter, part: Part): Promise<OrderRow[]> => partOf(db, filter, part),

    /** Any number of orders; newest first if `sort` is left out. */
    all: (filter: OrderFilter, sort?: OrderSort): AsyncGenerator<OrderRow[]> => batchesOf(matching(filter), sort),

    /** The number of orders per status, among those that match. */
    async countByStatus(filter: Omit<OrderFilter, 'status'>): Promise<Record<string, number>> {
      return (await storedCounts(db, filter)) ?? countedTotals(matching(filter))
    },

    /** Newest first; all if `limit` is null. */
    async idsOfBuyer(buyerId: string, limit: number | null = null): Promise<string[]> {
      const newest = matching({ buyerId }).orderBy('placed_position', 'desc').limit(limit)
      return (await newest.select('order_id').execute()).map((row) => row.order_id)
    },

    /** The number of an account's orders, and how many of them are not final. */
    countOfBuyer: (buyerId: string) => countOfBuyer(matching({ buyerId })),

    async count(): Promise<number> {
      return sumOf((await storedTotals(db, ordersTable)) ?? (await countedTotals(matching({}))))
    },
  }
}

export type OrderQueries = ReturnType<typeof orderQueries>

/** The matching rows, unordered. */
function matchingIn(db: Kysely<unknown>, { text, status, buyerId, placed = {}, ...filter }: OrderFilter) {
  let query = onDays(db.$extendTables<Tables>().selectFrom('read_orders.orders'), 'placed_at', placed)
  if (buyerId !== undefined) query = query.where('buyer_id', '=', buyerId)
  if (status !== undefined) query = query.where('status', '=', status)
  if (filter.isSold === true) query = query.where(isSold)
  if (filter.productId !== undefined) query = query.where(contains(filter.productId))
  for (const pattern of likePatterns(text)) query = query.where('search_text', 'like', pattern)
  return query
}

/** Whether an order has a line of this product, which an index finds. */
const contains = (productId: string) =>
  sql<boolean>`jsonb_path_query_array(items, '$[*].productId') @> ${JSON.stringify([productId])}::jsonb`

/** The columns of the indexes of the projection `orders`; its last one is unique. */
const sortColumns: Record<OrderSortColumn, readonly SortColumn<OrderRow>[]> = {
  placed: [],
  total: [{ by: sql.ref('total_paise'), valueIn: (row) => row.total_paise }],
  name: [{ by: sql`lower(shipping->>'name')`, valueIn: (row) => sql`lower(${row.shipping.name}::text)` }],
  city: [{ by: sql`lower(shipping->>'city')`, valueIn: (row) => sql`lower(${row.shipping.city}::text)` }],
}

const placed: SortColumn<OrderRow> = { by: sql.ref('placed_position'), valueIn: (row) => row.placed_position }

function listOrder(sort: OrderSort = 'placed-desc'): ListOrder<OrderRow> {
  const [column, direction] = sortParts(sort)
  return { columns: [...sortColumns[column], placed], direction }
}

function partOf(db: Kysely<unknown>, filter: OrderFilter, { sort, ...part }: Part): Promise<OrderRow[]> {
  const orders = matchingIn(db, filter)
  const total = () => storedTotal(db, filter)
  return pageAt(orders, orders.selectAll(), { ...part, order: listOrder(sort), total })
}

/** The number of matching orders, if the projection keeps it. */
async function storedTotal(db: Kysely<unknown>, filter: OrderFilter): Promise<number | undefined> {
  const totals = await storedCounts(db, filter)
  return totals && (filter.status === undefined ? sumOf(totals) : (totals[filter.status] ?? 0))
}

function batchesOf(orders: ReturnType<typeof matchingIn>, sort?: OrderSort): AsyncGenerator<OrderRow[]> {
  const order = listOrder(sort)
  return inBatches((after, limit) => afterRow(sorted(orders.selectAll(), order), order, after).limit(limit).execute())
}

/** Whether no filter narrows the list, except those by which the stored numbers are grouped. */
function isOfAll({ text, placed = {}, status: _status, isSold: _isSold, ...others }: OrderFilter): boolean {
  const isNarrowed = Object.values({ ...placed, ...others }).some((value) => value !== undefined)
  return !isNarrowed && likePatterns(text).length === 0
}

const ordersTable = 'read_orders.orders'

/** The numbers of orders by status, if they follow from those that the projection keeps. */
async function storedCounts(db: Kysely<unknown>, filter: OrderFilter): Promise<Record<string, number> | undefined> {
  const totals = isOfAll(filter) ? await storedTotals(db, ordersTable) : undefined
  return totals && filter.isSold === true ? soldAmong(totals) : totals
}

async function countedTotals(orders: ReturnType<typeof matchingIn>): Promise<Record<string, number>> {
  const rows = await orders
    .select(['status', sql<number>`count(*)`.as('total')])
    .groupBy('status')
    .execute()
  return Object.fromEntries(rows.map(({ status, total }) => [status, total]))
}

async function countOfBuyer(orders: ReturnType<typeof matchingIn>): Promise<{ orders: number; underWay: number }> {
  const row = await orders
    .select(sql<number>`count(*)`.as('orders'))
    .select(sql<number>`count(*) filter (where status in ('received', 'confirmed', 'dispatched'))`.as('under_way'))
    .executeTakeFirst()
  return { orders: row?.orders ?? 0, underWay: row?.under_way ?? 0 }
}
