import { Type } from 'typebox'
import type { Kysely } from 'kysely'
import { coalesceCalls } from '#core/async/coalesce.ts'
import type { Clock } from '#core/domain/clock.ts'
import { defineRoute, type Route } from '#core/http/routing/route.ts'
import { administrationRoutes, type AdministrationDeps } from './routes.ts'
import { samplesRoute } from './samples/routes.ts'
import { operationsSampler, type Sampler } from './samples/sampler.ts'

export { openOperationsRecord, type OperationEvent, type OperationsRecord, type RecordedOperation } from './record.ts'

export type OperationsDeps = AdministrationDeps & {
  db: Kysely<unknown>
  clock: Clock
  countUsers: () => Promise<number>
  countOrders: () => Promise<number>
}

/** The operators' routes, the two public numbers, and the sampler of lag and latency. */
export function operationsModule(deps: OperationsDeps): { routes: Route[]; sampler: Sampler } {
  return {
    routes: [...administrationRoutes(deps), samplesRoute(deps), ...numberRoutes(deps)],
    sampler: operationsSampler({ ...deps, status: () => deps.administration.status() }),
  }
}

function numberRoutes({ countUsers, countOrders }: OperationsDeps): Route[] {
  return [
    numberRoute('numberOfUsers', 'How many people have an account', countUsers),
    { ...numberRoute('numberOfOrders', 'How many orders were placed', countOrders), reads: 'orders' },
  ]
}

/** The route is public and each count takes a connection, so concurrent requests share one count. */
function numberRoute(name: string, summary: string, count: () => Promise<number>): Route {
  const shared = coalesceCalls(count)
  return defineRoute({
    method: 'GET',
    path: `/public/${name}`,
    also: [`/api/public/${name}`],
    tag: 'Public',
    summary,
    access: 'everyone',
    responses: { 200: Type.Integer() },
    handle: async () => ({ status: 200, body: await shared() }),
  })
}
