import { sql, type Kysely } from 'kysely'
import type { IndianDay } from '#core/domain/indian-day.ts'
import type { OrderLine } from '../domain/events.ts'
import type { OrderStatus } from '../schema.ts'

/** What one order adds to the figures, written by the projection `sales`. */
export type SaleRow = {
  order_id: string
  /** The day in India on which it was placed. */
  day: IndianDay
  status: OrderStatus
  /** The time since which it has had this status. */
  since: string
  total_paise: number
  items: readonly Pick<OrderLine, 'productId' | 'title' | 'quantity' | 'pricePaise'>[]
}

export type SalesTables = { 'read_sales.sales': SaleRow }

/** A period of days; `to` is included. */
export type Period = { from: IndianDay; to: IndianDay }

/** All orders placed that day; `revenue_paise` is the total of those that are neither cancelled nor returned now. */
export type DayOfSales = { day: IndianDay; orders: number; revenue_paise: number }

/** A product in the orders that are neither cancelled nor returned, under the title it had in the newest of them. */
export type BestSeller = { product_id: string; title: string; quantity: number; revenue_paise: number }

/** Orders that wait for the shop, and the time since which the oldest has waited. */
export type WaitingOrders = { status: OrderStatus; orders: number; oldest: string }

const unsold: readonly string[] = ['cancelled', 'returned'] satisfies OrderStatus[]

/** Whether an order counts as revenue, by its column `status`. */
export const isSold = sql<boolean>`status not in (${sql.join(unsold.map((status) => sql.lit(status)))})`

/** The numbers of orders by status, of those alone that count as revenue. */
export function soldAmong(totals: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(totals).filter(([status]) => !unsold.includes(status)))
}

/** The figures of the orders. */
export function salesQueries(db: Kysely<unknown>) {
  const sales = () => db.$extendTables<SalesTables>().selectFrom('read_sales.sales')
  const salesOf = ({ from, to }: Period) => sales().where('day', '>=', from).where('day', '<=', to)

  return {
    /** Only the days with orders, in order. */
    days: (period: Period): Promise<DayOfSales[]> =>
      salesOf(period)
        .select('day')
        .select(sql<number>`count(*)`.as('orders'))
        .select(sql<number>`coalesce(sum(total_paise) filter (where ${isSold}), 0)::bigint`.as('revenue_paise'))
        .groupBy('day')
        .orderBy('day')
        .execute(),

    /** The number of orders placed in the period, by what they are now. */
    async statuses(period: Period): Promise<Partial<Record<OrderStatus, number>>> {
      const rows = await salesOf(period)
        .select(['status', sql<number>`count(*)`.as('orders')])
        .groupBy('status')
        .execute()
      return Object.fromEntries(rows.map(({ status, orders }) => [status, orders]))
    },

    /** By the number of pieces. */
    async bestSellers({ from, to }: Period, limit: number): Promise<BestSeller[]> {
      const { rows } = await sql<BestSeller>`
        select item->>'productId' as product_id,
          (array_agg(item->>'title' order by day desc, order_id desc))[1] as title,
          sum((item->>'quantity')::bigint)::bigint as quantity,
          sum((item->>'quantity')::bigint * (item->>'pricePaise')::bigint)::bigint as revenue_paise
        from read_sales.sales cross join lateral jsonb_array_elements(items) as item
        where day between ${from} and ${to} and ${isSold}
        group by 1 order by quantity desc, revenue_paise desc, product_id limit ${limit}`.execute(db)
      return rows
    },

    /** The orders to confirm (`received`) and to dispatch (`confirmed`), of any day. */
    waiting: (): Promise<WaitingOrders[]> =>
      sales()
        .where('status', 'in', ['received', 'confirmed'])
        .select(['status', sql<number>`count(*)`.as('orders'), sql<string>`min(since)`.as('oldest')])
        .groupBy('status')
        .execute(),
  }
}

export type SalesQueries = ReturnType<typeof salesQueries>
