import type { Kysely } from 'kysely'
import type { Route } from '#core/http/routing/route.ts'
import { counted } from '#core/text/counted.ts'
import type { DataOf, ErasurePart, PersonalTraces } from '#core/module/personal-traces.ts'
import { decideInStreams } from '#core/domain/decide-in-streams.ts'
import { foldServiceRequest } from './commands.ts'
import { serviceRequestStream } from './domain/events.ts'
import { replyRoute } from './reply-route.ts'
import { requestsOf } from './requests-of-person.ts'
import { serviceRequestQueries, type ServiceRequestQueries } from './read-model.ts'
import { serviceRequestRoutes, type ServiceRequestRouteDeps } from './routes.ts'
import { serviceRequestDecider, type ServiceRequest } from './domain/service-request.ts'
import { stepRoutes } from './step-routes.ts'

/** An ADMIN to write to; `hasAddress` if the account has an email address. */
type ShopsAdmin = { id: string; hasAddress: boolean }

/** Finds an ADMIN to write to: the preferred one if possible, otherwise one with a confirmed address, or any address. */
export type FindAdmin = (preferredId: string | undefined) => Promise<ShopsAdmin>

export type ServiceRequestsModule = {
  routes: Route[]
  /** How many requesters wait for an answer, and since when the first of them has waited. */
  unanswered: ServiceRequestQueries['unanswered']
  /** The request as of a revision of its stream. */
  requestAt: (id: string, revision: number) => Promise<ServiceRequest>
  /** The ADMIN who last worked on the request up to a revision, or another one. */
  adminFor: (id: string, revision: number) => Promise<ShopsAdmin>
  /** The streams of an account's newest requests. */
  streamsOf: (accountId: string, limit: number) => Promise<string[]>
  /** Appends to each request of the account that its data can no longer be read. */
  traces: PersonalTraces
  dataOf: DataOf
}

/** Service requests: their routes, and the functions that other modules may call. */
export function serviceRequestsModule(
  deps: Omit<ServiceRequestRouteDeps, 'requests'> & { db: Kysely<unknown>; findAdmin: FindAdmin },
): ServiceRequestsModule {
  const requests = serviceRequestQueries(deps.db)
  return {
    routes: [...serviceRequestRoutes({ ...deps, requests }), ...stepRoutes(deps), replyRoute(deps)],
    unanswered: () => requests.unanswered(),
    requestAt: async (id, revision) =>
      foldServiceRequest(await deps.store.readStream(serviceRequestStream(id), { to: revision })),
    adminFor: async (id, revision) => {
      const events = await deps.store.readStream(serviceRequestStream(id), { to: revision })
      return deps.findAdmin(events.findLast(({ metadata }) => metadata.by.role === 'ADMIN')?.metadata.by.id)
    },
    streamsOf: async (accountId, limit) => (await requests.idsOfRequester(accountId, limit)).map(serviceRequestStream),
    dataOf: async (person) => ({ serviceRequests: await requestsOf({ ...deps, requests }, person) }),
    traces: {
      preview: async (accountId) =>
        erasurePart((await requests.page({ requesterId: accountId }, { page: 0, size: 1 })).total),
      async erase(accountId, contextFor) {
        const streams = (await requests.idsOfRequester(accountId)).map(serviceRequestStream)
        const event = { type: 'ServiceRequestPersonalDataErased', data: {} } as const
        const command = { type: 'erasePersonalData' } as const
        return decideInStreams(
          { store: deps.store, decider: serviceRequestDecider, command, event, contextFor },
          streams,
        )
      },
    },
  }
}

function erasurePart(serviceRequests: number): ErasurePart {
  if (serviceRequests === 0) return { counts: { serviceRequests }, goes: [], stays: [] }
  const all = counted(serviceRequests, 'service request')
  return {
    counts: { serviceRequests },
    goes: [`Everything that was written in ${all}`],
    stays: [`The dates and steps of ${all}, without saying whose`],
  }
}
