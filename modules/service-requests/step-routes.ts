import { Type, type Static, type TSchema } from 'typebox'
import { Rejection } from '#core/domain/errors.ts'
import { contextOf } from '#core/http/routing/command-context.ts'
import {
  adminOnly,
  defineRoute,
  loggedIn,
  type Reply,
  type Route,
  type RouteRequest,
} from '#core/http/routing/route.ts'
import { foldServiceRequest, applyStep, type ServiceRequestDeps, type ServiceRequestStep } from './commands.ts'
import { serviceRequestStream } from './domain/events.ts'
import { presentServiceRequest } from './present.ts'
import { RequestParams } from './routes.ts'
import { DeclineInput, ResolveInput, ServiceRequest } from './schema.ts'

/** An ADMIN's steps, and the requester's withdrawal. */
export function stepRoutes(deps: ServiceRequestDeps): Route[] {
  return [
    stepRoute(deps, {
      step: 'acknowledge',
      summary: 'Acknowledge a service request',
      body: Type.Object({}),
      command: () => ({ type: 'acknowledge' }),
    }),
    stepRoute(deps, {
      step: 'resolve',
      summary: 'Resolve a service request',
      body: ResolveInput,
      command: ({ note }) => ({ type: 'resolve', note }),
    }),
    stepRoute(deps, {
      step: 'decline',
      summary: 'Decline a service request, with the reason',
      body: DeclineInput,
      command: ({ reason }) => ({ type: 'decline', reason }),
    }),
    withdrawRoute(deps),
  ]
}

type Step<Body extends TSchema> = {
  step: string
  summary: string
  body: Body
  command: (input: Static<Body>) => ServiceRequestStep['command']
}

function stepRoute<Body extends TSchema>(deps: ServiceRequestDeps, step: Step<Body>): Route {
  return defineRoute({
    method: 'POST',
    path: `/api/orders/productRequest/{id}/${step.step}`,
    summary: step.summary,
    access: adminOnly,
    params: RequestParams,
    body: step.body,
    responses: { 200: ServiceRequest },
    conditional: true,
    handle: (request) => take(deps, { ...stepOf(request), command: step.command(request.body) }),
  })
}

function withdrawRoute(deps: ServiceRequestDeps): Route {
  return defineRoute({
    method: 'POST',
    path: '/api/orders/productRequest/{id}/withdraw',
    summary: 'Withdraw a service request, by its requester',
    access: loggedIn,
    params: RequestParams,
    responses: { 200: ServiceRequest },
    conditional: true,
    async handle(request) {
      const events = await deps.store.readStream(serviceRequestStream(request.params.id))
      if (foldServiceRequest(events).requester.id !== request.actor.id)
        throw new Rejection('forbidden', 'Only the person who raised a service request can withdraw it')
      return take(deps, { ...stepOf(request), command: { type: 'withdraw' } })
    },
  })
}

function stepOf(request: RouteRequest<{ id: string }, unknown, unknown>): Omit<ServiceRequestStep, 'command'> {
  return { id: request.params.id, context: contextOf(request), ifMatch: request.ifMatch }
}

async function take(deps: ServiceRequestDeps, step: ServiceRequestStep): Promise<Reply> {
  const { state, revision, position } = await applyStep(deps, step)
  const body = state.status === 'none' ? undefined : presentServiceRequest(step.id, state, revision)
  return { status: 200, body, revision, position }
}
