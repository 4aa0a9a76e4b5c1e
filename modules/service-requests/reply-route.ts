import { contextOf } from '#core/http/routing/command-context.ts'
import { defineRoute, loggedIn, type Route } from '#core/http/routing/route.ts'
import type { Budgets } from '#core/http/security/budgets/budgets.ts'
import { chargedStore } from '#core/http/security/budgets/charged-store.ts'
import { chargeForReply } from './budgets.ts'
import { applyStep, foldServiceRequest, type ServiceRequestDeps } from './commands.ts'
import { presentServiceRequest } from './present.ts'
import { ownEvents, RequestParams } from './routes.ts'
import { ReplyInput, ServiceRequest } from './schema.ts'

/** What the requester and the shop write to each other about a request. */
export function replyRoute(deps: ServiceRequestDeps & { budgets: Pick<Budgets, 'take'> }): Route {
  return defineRoute({
    method: 'POST',
    path: '/api/orders/productRequest/{id}/replies',
    summary: 'Write to the other side about a service request',
    description:
      'The requester writes to the shop, an ADMIN to the requester, who gets a mail. The history shows replies.',
    access: loggedIn,
    params: RequestParams,
    body: ReplyInput,
    responses: { 201: ServiceRequest },
    idempotent: {},
    limitsUnstored: true,
    conditional: true,
    async handle(request) {
      const { params, body, actor, ifMatch } = request
      const { requester } = foldServiceRequest(await ownEvents(deps.store, params.id, actor))
      const from = requester.id === actor.id ? 'requester' : 'shop'
      const command = { type: 'reply', text: body.text.trim(), from } as const
      const store = chargedStore(deps.store, chargeForReply(deps.budgets, actor))
      const step = { id: params.id, command, context: contextOf(request), ifMatch }
      const { state, revision, position } = await applyStep({ store }, step)
      const shown = state.status === 'none' ? undefined : presentServiceRequest(params.id, state, revision)
      return { status: 201, body: shown, revision, position }
    },
  })
}
