import { Type } from 'typebox'
import { visibleText } from '#core/text/blank.ts'
import type { CommandOutcome } from '#core/domain/handle-command.ts'
import { contextOf } from '#core/http/routing/command-context.ts'
import { defineRoute, loggedIn, type Reply, type Route, type RouteRequest } from '#core/http/routing/route.ts'
import { requireOwner, type CartState } from './domain/cart.ts'
import type { Budgets } from '#core/http/security/budgets/budgets.ts'
import { chargedStore } from '#core/http/security/budgets/charged-store.ts'
import { chargeForCart } from './budgets.ts'
import { changeCart, claimCart, readCart, type CartDeps } from './commands.ts'
import { presentCart } from './present.ts'
import { CartId } from './domain/events.ts'
import { Cart, QuantityInput } from './schema.ts'

const CartParams = Type.Object({ cartId: CartId })
const LineParams = Type.Object({
  cartId: CartId,
  productId: Type.String({ inLowerCase: true, pattern: visibleText, maxLength: 200 }),
})

export type CartRouteDeps = CartDeps & { budgets: Budgets }

/** All routes of carts. They need no login until an account claims the cart. */
export function cartRoutes(deps: CartRouteDeps): Route[] {
  return [readRoute(deps), setRoute(deps), removeRoute(deps), clearRoute(deps), claimRoute(deps)]
}

function readRoute(deps: CartDeps): Route {
  return defineRoute({
    method: 'GET',
    path: '/api/carts/{cartId}',
    summary: 'A cart with today’s prices',
    access: 'everyone',
    params: CartParams,
    responses: { 200: Cart },
    refuses: ['forbidden', 'unauthenticated'],
    reads: 'product-list',
    async handle({ params, actor }) {
      const { state, revision } = await readCart(deps.store, params.cartId)
      requireOwner(state, actor.id)
      return replyWith(deps, params.cartId, { state, revision })
    },
  })
}

function setRoute(deps: CartRouteDeps): Route {
  return defineRoute({
    method: 'PUT',
    path: '/api/carts/{cartId}/items/{productId}',
    summary: 'Set how many pieces of a product are in the cart',
    description: 'A quantity of 0 or less removes the line.',
    access: 'everyone',
    params: LineParams,
    body: QuantityInput,
    responses: { 200: Cart },
    refuses: ['forbidden', 'unauthenticated'],
    conditional: true,
    limitsUnstored: true,
    reads: 'product-list',
    async handle(request) {
      const { cartId, productId } = request.params
      const command = { type: 'setQuantity', productId, quantity: request.body.quantity } as const
      const change = { cartId, command, context: contextOf(request), ifMatch: request.ifMatch }
      return replyWith(deps, cartId, await changeCart(charged(deps, request), change))
    },
  })
}

function removeRoute(deps: CartRouteDeps): Route {
  return defineRoute({
    method: 'DELETE',
    path: '/api/carts/{cartId}/items/{productId}',
    summary: 'Remove a product from the cart',
    access: 'everyone',
    params: LineParams,
    responses: { 200: Cart },
    refuses: ['forbidden', 'unauthenticated'],
    conditional: true,
    limitsUnstored: true,
    async handle(request) {
      const { cartId, productId } = request.params
      const command = { type: 'removeItem', productId } as const
      const change = { cartId, command, context: contextOf(request), ifMatch: request.ifMatch }
      return replyWith(deps, cartId, await changeCart(charged(deps, request), change))
    },
  })
}

function clearRoute(deps: CartRouteDeps): Route {
  return defineRoute({
    method: 'DELETE',
    path: '/api/carts/{cartId}/items',
    summary: 'Empty the cart',
    access: 'everyone',
    params: CartParams,
    responses: { 200: Cart },
    refuses: ['forbidden', 'unauthenticated'],
    conditional: true,
    limitsUnstored: true,
    async handle(request) {
      const { cartId } = request.params
      const change = {
        cartId,
        command: { type: 'clear' },
        context: contextOf(request),
        ifMatch: request.ifMatch,
      } as const
      return replyWith(deps, cartId, await changeCart(charged(deps, request), change))
    },
  })
}

function claimRoute(deps: CartRouteDeps): Route {
  return defineRoute({
    method: 'POST',
    path: '/api/carts/{cartId}/claim',
    summary: 'Bind the cart to the account',
    description: 'What an earlier open cart of the account held is merged in; the larger quantity of each line wins.',
    access: loggedIn,
    params: CartParams,
    responses: { 200: Cart },
    limitsUnstored: true,
    reads: 'carts',
    async handle(request) {
      const { cartId } = request.params
      return replyWith(deps, cartId, await claimCart(charged(deps, request), { cartId, context: contextOf(request) }))
    },
  })
}

/** The dependencies of a request's command, whose events count against the caller's budgets. */
function charged(
  deps: CartRouteDeps,
  request: Pick<RouteRequest<unknown, unknown, unknown>, 'actor' | 'clientAddress'>,
) {
  return { ...deps, store: chargedStore(deps.store, chargeForCart(deps.budgets, request)) }
}

type Outcome = Pick<CommandOutcome<CartState, never>, 'state' | 'revision'> & {
  position?: number
  events?: readonly unknown[]
}

async function replyWith(deps: CartDeps, cartId: string, outcome: Outcome): Promise<Reply> {
  const { state, revision, position, events } = outcome
  const offers = await deps.findOffers(Object.keys(state.items))
  const body = presentCart(cartId.toLowerCase(), state, offers)
  return {
    status: 200,
    body,
    isUnchanged: events?.length === 0,
    ...(revision < 0 ? {} : { revision }),
    ...(position ? { position } : {}),
  }
}
