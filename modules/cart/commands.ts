import { EngineUnavailable, Rejection } from '#core/domain/errors.ts'
import type { EventStore } from '#core/event-store/event-store.ts'
import { handleCommand, readState, type CommandContext } from '#core/domain/handle-command.ts'
import { handleKnown, type KnownStreams } from '#core/domain/handle-known.ts'
import { eventIdOf } from '#core/domain/ids.ts'
import { cartDecider, requireOwner, type CartCommand, type CartItems, type CartState } from './domain/cart.ts'
import { cartStream } from './domain/events.ts'

/** A product as a cart shows it now. `pricePaise` is exclusive of GST. */
export type CartOffer = {
  productId: string
  title: string
  company: string
  brand: string
  logoUrl: string
  pricePaise: number
}

export type CartDeps = {
  store: EventStore
  /** Carts that this process changed recently, which saves one of two round trips to the event store per change. */
  known: KnownStreams<CartState>
  /** The current offers by product id; a missing product was withdrawn. */
  findOffers: (productIds: readonly string[]) => Promise<ReadonlyMap<string, CartOffer>>
  /** The open carts of an account, the last used first. */
  openCartsOf: (accountId: string) => Promise<readonly { cart_id: string }[]>
  /** The cart ids of an account's newest orders, in lower case, read after the list has caught up. */
  orderedCartsOf: (accountId: string) => Promise<ReadonlySet<string>>
}

export type ChangeCart = {
  cartId: string
  command: CartCommand
  context: CommandContext
  ifMatch?: number | undefined
}

/** The cart with its revision. An unused id is an open, empty cart. */
export function readCart(store: EventStore, cartId: string) {
  return readState(store, cartDecider, { stream: cartStream(cartId) })
}

/** Whether the account could order the cart. A cart that was merged into another one may still be ordered. */
export async function findCartUse(
  store: EventStore,
  cartId: string,
  accountId: string,
): Promise<'free' | 'ordered' | 'of-another-account'> {
  const { state } = await readCart(store, cartId)
  if (state.accountId !== undefined && state.accountId !== accountId) return 'of-another-account'
  return state.status === 'checkedOut' ? 'ordered' : 'free'
}

/** Changes a cart. @throws Rejection if it belongs to another account, has ended, or the product is not on offer */
export async function changeCart(deps: CartDeps, { cartId, command, context, ifMatch }: ChangeCart) {
  if (command.type === 'setQuantity' && command.quantity > 0) {
    const offers = await deps.findOffers([command.productId])
    if (!offers.has(command.productId)) throw new Rejection('not-found', 'There is no such product')
  }
  const stream = cartStream(cartId)
  const decider = ownedBy(context.actor.id)
  return handleKnown({ store: deps.store, decider, stream, command, context, ifMatch }, deps.known)
}

/** Wraps the decider so that it first checks who owns the cart. */
function ownedBy(accountId: string): typeof cartDecider {
  return {
    ...cartDecider,
    decide(command, cart) {
      requireOwner(cart, accountId)
      return cartDecider.decide(command, cart)
    },
  }
}

/** If the earlier cart changes during the merge, the merge is retried. */
const mergeAttempts = 5

/**
 * Binds a cart to the actor's account, merges the account's earlier open carts into it, and ends those. If that is
 * interrupted, the next claim merges again; nothing is lost or doubled, because the larger quantity wins.
 */
export async function claimCart(deps: CartDeps, { cartId, context }: Omit<ChangeCart, 'command'>) {
  for (let attempt = 0; ; attempt++) {
    const commandId = attempt === 0 ? context.commandId : eventIdOf(context.commandId, 1000 * attempt)
    try {
      return await mergeEarlier(deps, { cartId, context: { ...context, commandId } })
    } catch (error) {
      const hasChanged = error instanceof Rejection && error.code === 'precondition-failed'
      if (!hasChanged || attempt === mergeAttempts) throw error
    }
  }
}

async function mergeEarlier(deps: CartDeps, { cartId, context }: Omit<ChangeCart, 'command'>) {
  const accountId = context.actor.id
  const carts = await earlierCarts(deps, cartId, accountId)
  const latest = carts[0]?.id
  const earlier = latest === undefined ? undefined : { cartId: latest, items: largestQuantities(carts) }
  const outcome = await changeCart(deps, { cartId, command: { type: 'claim', accountId, earlier }, context })
  let { position } = outcome
  for (const [i, { id, revision }] of carts.entries()) {
    const own = { ...context, commandId: eventIdOf(context.commandId, 500 + i) }
    const command = { type: 'mergeInto', cartId } as const
    const merged = await changeCart(deps, { cartId: id, command, context: own, ifMatch: revision })
    position = Math.max(position, merged.position)
  }
  return { ...outcome, position }
}

/**
 * The account's other carts that are really open: the list of carts lags behind the streams, and an ordered cart stays
 * open until the reactor `cart-check-out` ends it. Ordered goods must not return to the cart.
 */
async function earlierCarts(deps: CartDeps, cartId: string, accountId: string) {
  const listed = await deps.openCartsOf(accountId)
  const ids = listed.map((row) => row.cart_id).filter((id) => id !== cartId.toLowerCase())
  const carts = await Promise.all(ids.map(async (id) => ({ id, ...(await readCart(deps.store, id)) })))
  const open = carts.filter(({ state }) => state.status === 'open')
  if (open.length === 0) return []
  const ordered = await deps.orderedCartsOf(accountId).catch(ignoreUnavailable)
  return ordered === undefined ? [] : open.filter(({ id }) => !ordered.has(id))
}

/** The list of orders may have failed or lag too far: then this claim merges nothing, and the next one does. */
function ignoreUnavailable(error: unknown): undefined {
  if (!(error instanceof EngineUnavailable)) throw error
}

/** The largest quantity of each product. */
function largestQuantities(carts: readonly { state: CartState }[]): CartItems {
  const items: Record<string, number> = {}
  for (const [productId, quantity] of carts.flatMap(({ state }) => Object.entries(state.items)))
    items[productId] = Math.max(items[productId] ?? 0, quantity)
  return items
}

export type CheckOutCart = { cartId: string; orderId: string; accountId: string; context: CommandContext }

/** Ends the cart that became the order. Has no effect if the cart has ended or belongs to another account. */
export async function checkOutCart(
  store: EventStore,
  { cartId, orderId, accountId, context }: CheckOutCart,
): Promise<void> {
  const command = { type: 'checkOut', orderId, accountId } as const
  try {
    await handleCommand({ store, decider: cartDecider, stream: cartStream(cartId), command, context })
  } catch (error) {
    if (!(error instanceof Rejection && error.code === 'forbidden')) throw error
  }
}
