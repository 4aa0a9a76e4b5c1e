import { daysOf, type IndianDay } from '#core/domain/indian-day.ts'
import { rupees } from '#core/domain/money.ts'
import type { Period } from './domain/period.ts'
import type { Overview, OverviewDay } from './schema.ts'

type DayOfSales = { day: IndianDay; orders: number; revenue_paise: number }

/** Open work, as counted by the modules. */
export type Counted = {
  orders: readonly { status: string; orders: number; oldest: string }[]
  requests: { count: number; oldest: string | null }
  mails: { failed: number; held: number }
  productsOutOfStock: number
  readModels: readonly string[]
}

/** The figures of a period; days without orders are missing. */
export type Sales = {
  days: readonly DayOfSales[]
  daysBefore: readonly DayOfSales[]
  statuses: Readonly<Partial<Record<string, number>>>
  bestSellers: readonly { product_id: string; title: string; quantity: number; revenue_paise: number }[]
  searches: readonly { text: string; count: number; last_at: string }[]
}

type Found = { period: Period; before: Period; counted: Counted; sales: Sales }

/** The answer of the API. */
export function presentOverview({ period, before, counted, sales }: Found): Overview {
  return {
    ...period,
    ...presentWaiting(counted),
    days: everyDay(period, sales.days),
    before: everyDay(before, sales.daysBefore),
    statuses: Object.fromEntries(
      Object.entries(sales.statuses).flatMap(([status, orders]) => (orders === undefined ? [] : [[status, orders]])),
    ),
    bestSellers: sales.bestSellers.map(({ product_id: id, title, quantity, revenue_paise: paise }) => ({
      id,
      title,
      quantity,
      revenue: rupees(paise),
    })),
    searchesWithoutHits: sales.searches.map(({ text, count, last_at: lastAt }) => ({ text, count, lastAt })),
  }
}

function presentWaiting({ orders, requests, mails, productsOutOfStock, readModels }: Counted) {
  const toConfirm = orders.find(({ status }) => status === 'received')
  const toDispatch = orders.find(({ status }) => status === 'confirmed')
  return {
    waiting: {
      ordersToConfirm: toConfirm?.orders ?? 0,
      ordersToDispatch: toDispatch?.orders ?? 0,
      requestsUnanswered: requests.count,
      mailsFailed: mails.failed,
      mailsHeld: mails.held,
      productsOutOfStock,
      readModelsFailed: readModels.filter((status) => status === 'failed').length,
      readModelsBehind: readModels.filter((status) => status === 'catching-up').length,
    },
    oldest: {
      ...(toConfirm && { ordersToConfirm: toConfirm.oldest }),
      ...(toDispatch && { ordersToDispatch: toDispatch.oldest }),
      ...(requests.oldest !== null && { requestsUnanswered: requests.oldest }),
    },
  }
}

function everyDay(period: Period, found: readonly DayOfSales[]): OverviewDay[] {
  const byDay = new Map(found.map((one) => [one.day, one]))
  return daysOf(period).map((date) => {
    const { orders, revenue_paise: paise } = byDay.get(date) ?? { orders: 0, revenue_paise: 0 }
    return { date, orders, revenue: rupees(paise) }
  })
}
