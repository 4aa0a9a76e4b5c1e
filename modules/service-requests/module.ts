import type { Kysely } from 'kysely'
import type { Position } from '#core/event-store/event-store.ts'
import type { CommandContext } from '#core/handle-command.ts'
import type { Route } from '#core/http/route.ts'
import { sayInStreams } from '#core/say-in-streams.ts'
import { foldServiceRequest } from './commands.ts'
import { serviceRequestStream } from './events.ts'
import { serviceRequestQueries } from './read-model.ts'
import { serviceRequestRoutes, type ServiceRequestRouteNeeds } from './routes.ts'
import { serviceRequestDecider, type ServiceRequest } from './service-request.ts'
import { stepRoutes } from './step-routes.ts'

export type ServiceRequestsModule = {
  routes: Route[]
  /** The request as it stood after that revision of its stream. */
  requestAt: (id: string, revision: number) => Promise<ServiceRequest>
  /** How many requests an account has raised. */
  countOf: (accountId: string) => Promise<number>
  /** Says in each request of that account that its data can no longer be read; where the last of this is, or 0. */
  erasePersonalData: (accountId: string, contextFor: () => CommandContext) => Promise<Position>
}

/** Service requests: their calls, and what other parts of the shop may ask of them. */
export function serviceRequestsModule(
  needs: Omit<ServiceRequestRouteNeeds, 'requests'> & { db: Kysely<unknown> },
): ServiceRequestsModule {
  const requests = serviceRequestQueries(needs.db)
  return {
    routes: [...serviceRequestRoutes({ ...needs, requests }), ...stepRoutes(needs)],
    requestAt: async (id, revision) =>
      foldServiceRequest(await needs.store.readStream(serviceRequestStream(id), { to: revision })),
    countOf: async (accountId) => (await requests.page({ requesterId: accountId }, { page: 0, size: 1 })).total,
    async erasePersonalData(accountId, contextFor) {
      const streams = (await requests.idsOfRequester(accountId)).map(serviceRequestStream)
      const event = { type: 'ServiceRequestPersonalDataErased', data: {} } as const
      const command = { type: 'erasePersonalData' } as const
      return sayInStreams({ store: needs.store, decider: serviceRequestDecider, command, event, contextFor }, streams)
    },
  }
}
