import type { Kysely } from 'kysely'
import type { Clock } from '#core/domain/clock.ts'
import { adminOnly, defineRoute, type Route } from '#core/http/routing/route.ts'
import { Samples, SamplesQuery } from './schema.ts'
import { readSamples } from './series.ts'

export function samplesRoute(deps: { db: Kysely<unknown>; clock: Clock }): Route {
  return defineRoute({
    method: 'GET',
    path: '/api/ops/samples',
    summary: 'Lag and latency over the last hour, day or week',
    access: adminOnly,
    query: SamplesQuery,
    responses: { 200: Samples },
    handle: async ({ query }) => ({ status: 200, body: await readSamples(deps, query.over) }),
  })
}
