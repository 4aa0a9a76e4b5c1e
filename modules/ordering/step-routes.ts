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
import { foldOrder, applyStep, type OrderStep } from './commands.ts'
import { isOrderId } from './domain/order-id.ts'
import type { OrderCommand, PlaceOrder } from './domain/order.ts'
import { presentOrder } from './present.ts'
import { OrderParams, ownEvents, type OrderingRouteDeps } from './query-routes.ts'
import { DispatchInput, Order, ReasonInput } from './schema.ts'

type StepCommand = Exclude<OrderCommand, PlaceOrder>

/** An ADMIN's steps, and the buyer's cancellation. */
export function stepRoutes(deps: OrderingRouteDeps): Route[] {
  const now = deps.clock
  const nothing = Type.Object({})
  return [
    stepRoute(deps, {
      step: 'confirm',
      summary: 'Accept an order',
      body: nothing,
      command: () => ({ type: 'confirm' }),
    }),
    stepRoute(deps, {
      step: 'dispatch',
      summary: 'Mark an order as dispatched',
      body: DispatchInput,
      command: (input) => ({ type: 'dispatch', ...input }),
    }),
    stepRoute(deps, {
      step: 'deliver',
      summary: 'Mark an order as delivered and paid',
      body: nothing,
      command: () => ({ type: 'deliver', now: now() }),
    }),
    stepRoute(deps, {
      step: 'cancel',
      summary: 'Cancel an order before it is dispatched',
      body: ReasonInput,
      command: ({ reason }) => ({ type: 'cancel', reason, by: 'shop' }),
    }),
    stepRoute(deps, {
      step: 'return',
      summary: 'Mark an order as returned, within 14 days of delivery',
      body: ReasonInput,
      command: ({ reason }) => ({ type: 'return', reason, now: now() }),
    }),
    cancelRoute(deps),
  ]
}

type Step<Body extends TSchema> = {
  step: string
  summary: string
  body: Body
  command: (input: Static<Body>) => StepCommand
}

function stepRoute<Body extends TSchema>(deps: OrderingRouteDeps, { step, summary, body, command }: Step<Body>): Route {
  return defineRoute({
    method: 'POST',
    path: `/api/orders/{orderId}/${step}`,
    summary,
    access: adminOnly,
    params: OrderParams,
    body,
    responses: { 200: Order },
    conditional: true,
    handle: (request) => take(deps, { ...stepOf(request), command: command(request.body) }),
  })
}

function cancelRoute(deps: OrderingRouteDeps): Route {
  return defineRoute({
    method: 'DELETE',
    path: '/api/orders/{orderId}',
    summary: 'Cancel an order: its buyer while it is received, an ADMIN until it is dispatched',
    description: 'Cancelling a cancelled order changes nothing and returns it.',
    access: loggedIn,
    params: OrderParams,
    responses: { 200: Order },
    conditional: true,
    // A repeated cancellation appends no event, so the access to the order is recorded as a disclosure.
    discloses: ({ params }) => (isOrderId(params.orderId) ? `Order ${params.orderId}` : undefined),
    handle: (request) => cancel(deps, request),
  })
}

type CancelRequest = RouteRequest<{ orderId: string }, unknown, unknown>

async function cancel(deps: OrderingRouteDeps, request: CancelRequest): Promise<Reply> {
  const { params, actor } = request
  const { buyer, status } = foldOrder(await ownEvents(deps.store, params.orderId, actor))
  // An ADMIN who is the buyer may also cancel their confirmed order.
  const isShop = actor.role === 'ADMIN' && (buyer.id !== actor.id || status !== 'received')
  const reason = isShop ? 'Cancelled by the shop' : 'Cancelled by the buyer'
  const command = { type: 'cancel', reason, by: isShop ? 'shop' : 'buyer' } as const
  return take(deps, { ...stepOf(request), command }).catch(async (error: unknown) => {
    // A retried or concurrent cancellation fails its revision check, but the order is cancelled as requested.
    if (error instanceof Rejection) return cancellationOf(deps, request, error)
    throw error
  })
}

/** The cancelled order. @throws Rejection `refusal` if the order is not cancelled */
async function cancellationOf(
  { store }: OrderingRouteDeps,
  { params, actor }: CancelRequest,
  refusal: Rejection,
): Promise<Reply> {
  const events = await ownEvents(store, params.orderId, actor)
  const order = foldOrder(events)
  if (order.status !== 'cancelled') throw refusal
  const revision = events.length - 1
  return { status: 200, body: presentOrder(order, revision), revision, position: events.at(-1)?.position }
}

function stepOf(request: RouteRequest<{ orderId: string }, unknown, unknown>): Omit<OrderStep, 'command'> {
  return { orderId: request.params.orderId, context: contextOf(request), ifMatch: request.ifMatch }
}

async function take(deps: OrderingRouteDeps, step: OrderStep): Promise<Reply> {
  const { state, revision, position } = await applyStep(deps, step)
  return { status: 200, body: state.status === 'none' ? undefined : presentOrder(state, revision), revision, position }
}
