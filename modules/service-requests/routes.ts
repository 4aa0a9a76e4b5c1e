import { Type } from 'typebox'
import { sumOf } from '#core/database/lists/stored-totals.ts'
import type { Actor } from '#core/domain/actor.ts'
import { Rejection } from '#core/domain/errors.ts'
import type { RecordedEvent } from '#core/event-store/event-store.ts'
import { contextOf } from '#core/http/routing/command-context.ts'
import { HistoryEntry, presentHistoryEntry } from '#core/http/schemas/history.ts'
import { pageOf, PageOf, PageQuery } from '#core/http/schemas/pagination.ts'
import { adminOnly, defineRoute, loggedIn, type LoggedIn, type Route } from '#core/http/routing/route.ts'
import type { Budgets } from '#core/http/security/budgets/budgets.ts'
import { chargedStore } from '#core/http/security/budgets/charged-store.ts'
import { chargeForRequest } from './budgets.ts'
import { foldServiceRequest, raiseServiceRequest, type ServiceRequestDeps } from './commands.ts'
import { csvRoute, filterOf } from './csv.ts'
import { serviceRequestStream } from './domain/events.ts'
import { presentRow } from './present.ts'
import type { ServiceRequestQueries } from './read-model.ts'
import {
  ListedServiceRequest,
  ServiceRequestCounts,
  ServiceRequestFilters,
  ServiceRequestInput,
  ServiceRequestReceipt,
  ServiceRequestSorting,
} from './schema.ts'

/** The dependencies of this module's routes. */
export type ServiceRequestRouteDeps = ServiceRequestDeps & {
  requests: ServiceRequestQueries
  budgets: Budgets
  /** Resolves a login name to an account that the actor may see. @throws Rejection */
  resolveOwner: (loginUserName: string, actor: LoggedIn) => Promise<string>
}

export const RequestParams = Type.Object({ id: Type.String({ maxLength: 100 }) })

/** The routes that raise and query service requests. */
export function serviceRequestRoutes(deps: ServiceRequestRouteDeps): Route[] {
  return [raiseRoute(deps), listRoute(deps), csvRoute(deps), ownRoute(deps), historyRoute(deps)]
}

function raiseRoute(deps: ServiceRequestRouteDeps): Route {
  return defineRoute({
    method: 'POST',
    path: '/api/orders/productRequest',
    summary: 'Raise a service request',
    access: loggedIn,
    body: ServiceRequestInput,
    responses: { 201: ServiceRequestReceipt },
    idempotent: {},
    limitsUnstored: true,
    async handle(request) {
      const { id, name, loginUserName } = request.actor
      const requester = { id, name, loginUserName }
      const store = chargedStore(deps.store, chargeForRequest(deps.budgets, request))
      const raised = await raiseServiceRequest(
        { ...deps, store },
        { input: request.body, requester, context: contextOf(request) },
      )
      return { status: 201, body: { id: raised.id, status: 'received' }, position: raised.position, revision: 0 }
    },
  })
}

const ListQuery = Type.Object({
  ...PageQuery.properties,
  ...ServiceRequestFilters.properties,
  ...ServiceRequestSorting.properties,
})

const ServiceRequestBoard = Type.Intersect([
  PageOf(ListedServiceRequest),
  Type.Object({ statusCounts: ServiceRequestCounts }),
])

function listRoute({ requests }: ServiceRequestRouteDeps): Route {
  return defineRoute({
    method: 'GET',
    path: '/api/orders/productRequest',
    summary: 'All service requests, newest first or sorted',
    access: adminOnly,
    query: ListQuery,
    responses: { 200: ServiceRequestBoard },
    discloses: () => 'the list of service requests',
    reads: ['service-requests', 'unanswered-requests'],
    async handle({ query }) {
      const { status, ...filter } = filterOf(query)
      const [rows, statusCounts] = await Promise.all([
        requests.rows({ ...filter, status }, query),
        requests.countByStatus(filter),
      ])
      const totalElements = status === undefined ? sumOf(statusCounts) : (statusCounts[status] ?? 0)
      const page = pageOf(rows.map(presentRow), { ...query, totalElements })
      return { status: 200, body: { ...page, statusCounts } }
    },
  })
}

function ownRoute({ requests, resolveOwner }: ServiceRequestRouteDeps): Route {
  return defineRoute({
    method: 'GET',
    path: '/api/orders/productRequest/{loginUserName}',
    summary: 'The service requests of one user, newest first',
    access: loggedIn,
    params: Type.Object({ loginUserName: Type.String({ maxLength: 320, examples: ['asha.rao'] }) }),
    query: PageQuery,
    responses: { 200: PageOf(ListedServiceRequest) },
    discloses: () => 'the service requests of one user',
    reads: 'service-requests',
    async handle({ params, query, actor }) {
      const requesterId = await resolveOwner(params.loginUserName, actor)
      const { rows, total } = await requests.page({ requesterId }, query)
      return { status: 200, body: pageOf(rows.map(presentRow), { ...query, totalElements: total }) }
    },
  })
}

function historyRoute({ store }: ServiceRequestRouteDeps): Route {
  return defineRoute({
    method: 'GET',
    path: '/api/orders/productRequest/{id}/history',
    summary: 'The history of a service request, oldest first',
    access: loggedIn,
    params: RequestParams,
    responses: { 200: Type.Array(HistoryEntry) },
    discloses: ({ params }) => `Service request ${params.id}`,
    async handle({ params, actor }) {
      const events = await ownEvents(store, params.id, actor)
      return {
        status: 200,
        body: events.map((event) => presentHistoryEntry(event, actor)),
        revision: events.length - 1,
      }
    },
  })
}

/** The events of the actor's own service request, or of any for an ADMIN. @throws Rejection */
export async function ownEvents(
  store: ServiceRequestDeps['store'],
  id: string,
  actor: Actor,
): Promise<RecordedEvent[]> {
  const events = await store.readStream(serviceRequestStream(id))
  if (foldServiceRequest(events).requester.id !== actor.id && actor.role !== 'ADMIN')
    throw new Rejection('forbidden', 'You can see your own service requests only')
  return events
}
