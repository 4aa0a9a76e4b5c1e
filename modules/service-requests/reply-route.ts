import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import type { Actor } from '#core/domain/actor.ts'
import { contextOf } from '#core/http/routing/command-context.ts'
import { defineRoute, loggedIn, type Route } from '#core/http/routing/route.ts'
import type { Budgets } from '#core/http/security/budgets/budgets.ts'
import { chargedStore } from '#core/http/security/budgets/charged-store.ts'
import { chargeForReply } from './budgets.ts'
import { applyStep, foldServiceRequest, type ServiceRequestDeps } from './commands.ts'
import { presentServiceRequest } from './present.ts'
import { ownEvents, RequestParams } from './routes.ts'
import { ReplyInput, ServiceRequest } from './schema.ts'

/** What an idempotency record may hold of a reply. */
const StoredReply = Compile(Type.Object({ revision: Type.Integer() }))

/** What the requester and the shop write to each other about a request. */
export function replyRoute(deps: ServiceRequestDeps & { budgets: Pick<Budgets, 'take'> }): Route {
  return defineRoute({
    method: 'POST',
    path: '/api/orders/productRequest/{id}/replies',
    summary: 'Write to the other side about a service request',
    description:
      'The requester writes to the shop, an ADMIN to the requester. The other side is notified by email. The history shows replies.',
    access: loggedIn,
    params: RequestParams,
    body: ReplyInput,
    responses: { 201: ServiceRequest },
    idempotent: {
      complete: (stored, { params, actor }) => shownAt(deps.store, { id: params.id, actor }, StoredReply.Parse(stored)),
    },
    limitsUnstored: true,
    conditional: true,
    async handle(request) {
      const { params, body, actor, ifMatch } = request
      const { requester } = foldServiceRequest(await ownEvents(deps.store, params.id, actor))
      const from = requester.id === actor.id ? 'requester' : 'shop'
      const command = { type: 'reply', text: body.text.trim(), from } as const
      const store = chargedStore(deps.store, chargeForReply(deps.budgets, actor))
      const step = { id: params.id, command, context: contextOf(request), ifMatch }
      const { revision, position } = await applyStep({ store }, step)
      return { status: 201, body: { revision }, revision, position }
    },
  })
}

/**
 * The service request as it was after this reply. An idempotency record keeps the response for 72 hours, also if the
 * requester's account is erased by then, so it does not hold the texts of the request.
 */
async function shownAt(
  store: ServiceRequestDeps['store'],
  { id, actor }: { id: string; actor: Actor },
  { revision }: { revision: number },
): Promise<ServiceRequest> {
  const events = await ownEvents(store, id, actor)
  const until = events.filter((event) => event.revision <= revision)
  return presentServiceRequest(id, foldServiceRequest(until), revision)
}
