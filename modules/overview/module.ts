import { Type } from 'typebox'
import { isoTime, type Clock } from '#core/domain/clock.ts'
import { indianDayOf } from '#core/domain/indian-day.ts'
import { Day } from '#core/http/schemas/day.ts'
import { adminOnly, defineRoute, type Route } from '#core/http/routing/route.ts'
import { periodBefore, periodOf, type Period } from './domain/period.ts'
import { presentOverview, type Counted, type Sales } from './present.ts'
import { Overview } from './schema.ts'

/** What other modules count; the overview has no data of its own. */
export type OverviewDeps = {
  clock: Clock
  sales: {
    days: (period: Period) => Promise<Sales['days']>
    statuses: (period: Period) => Promise<Sales['statuses']>
    bestSellers: (period: Period, limit: number) => Promise<Sales['bestSellers']>
    waiting: () => Promise<Counted['orders']>
  }
  unansweredRequests: () => Promise<Counted['requests']>
  countMails: () => Promise<Counted['mails']>
  countOutOfStock: () => Promise<number>
  /** The status of every read model and reactor. */
  statusesOfReadModels: () => Promise<Counted['readModels']>
  searchesWithoutHits: (page: { page: number; size: number }) => Promise<{ rows: Sales['searches'] }>
  /** The names of the read models behind these. */
  reads: readonly string[]
}

/** The length of the lists of the overview. */
const listed = 8

/** The overview: open work and sales. */
export function overviewModule(deps: OverviewDeps): { routes: Route[] } {
  return {
    routes: [
      defineRoute({
        method: 'GET',
        path: '/api/overview',
        summary: 'Open work and sales',
        description:
          'Orders and revenue count for the day in India on which the order was placed: a later cancellation or return ' +
          'takes its total from the revenue of that day. Without days, the period is the week that ends today. `before` has ' +
          'the days with which they are compared: 7 days earlier, or for a longer period as few weeks as do not overlap.',
        access: adminOnly,
        query: Type.Object({ from: Type.Optional(Day), to: Type.Optional(Day) }),
        responses: { 200: Overview },
        // Numbers alone: no person is among them.
        discloses: () => undefined,
        reads: deps.reads,
        async handle({ query }) {
          const period = periodOf(query, indianDayOf(isoTime(deps.clock())))
          const before = periodBefore(period)
          const [counted, sales] = await Promise.all([countedBy(deps), salesIn(deps, period, before)])
          return { status: 200, body: presentOverview({ period, before, counted, sales }) }
        },
      }),
    ],
  }
}

async function countedBy(deps: OverviewDeps): Promise<Counted> {
  const [orders, requests, mails, productsOutOfStock, readModels] = await Promise.all([
    deps.sales.waiting(),
    deps.unansweredRequests(),
    deps.countMails(),
    deps.countOutOfStock(),
    deps.statusesOfReadModels(),
  ])
  return { orders, requests, mails, productsOutOfStock, readModels }
}

async function salesIn({ sales, searchesWithoutHits }: OverviewDeps, period: Period, before: Period): Promise<Sales> {
  const [days, daysBefore, statuses, bestSellers, searches] = await Promise.all([
    sales.days(period),
    sales.days(before),
    sales.statuses(period),
    sales.bestSellers(period, listed),
    searchesWithoutHits({ page: 0, size: listed }),
  ])
  return { days, daysBefore, statuses, bestSellers, searches: searches.rows }
}
