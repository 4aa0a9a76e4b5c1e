import { ApiError, isStatus } from '../../../lib/api/api-error.ts'
import type { ApiClient } from '../../../lib/api/client.ts'
import { fetchOrder, placeOrder, type OrderPayload } from '../../../lib/api/orders.ts'
import type { OrderedCart } from '../../../entities/cart/cart-atoms.ts'
import type { Submission } from '../../../lib/forms/idempotent-submit.ts'
import type { Session } from '../../../entities/session/session.ts'
import type { Placed } from '../checkout-state.ts'
import type { OrderDraft } from './order-payload.ts'
import { isForCart, refusedLines } from './refused-lines.ts'
import type { createPendingOrders, PendingOrder } from './pending-order.ts'

export type Address = Pick<Session, 'address' | 'city' | 'state' | 'zipCode'>

export type PlaceOrderDeps = {
  api: ApiClient
  pending: ReturnType<typeof createPendingOrders>
  /** The login name of the person who is logged in. */
  ownerNow: () => string | undefined
  /** Called once per order. */
  placed: (ordered: OrderedCart) => void
  celebrate: (owner: string, placed: Placed, address: Address) => void
}

/** Places an order, unless an earlier pending one turns out to be placed. @throws ApiError if neither is placed */
export async function placeOnce(deps: PlaceOrderDeps, draft: OrderDraft): Promise<Placed> {
  const owner = deps.ownerNow()
  if (owner === undefined) throw new ApiError(401, '')
  const sent = deps.pending.find(owner)
  const search = findEarlierOrder(deps)
  // The same order can be sent even if the search failed: its idempotency key makes a duplicate impossible.
  const earlier = await (deps.pending.again(owner, draft) ? search.catch(() => undefined) : search)
  if (earlier) return earlier
  const isCancelled = sent !== undefined && deps.pending.find(owner)?.key !== sent.key
  const next = isCancelled ? withoutCart(draft, sent.cartId) : draft
  return send(deps, owner, deps.pending.again(owner, next) ?? deps.pending.start(owner, next))
}

/** The cancelled order has ended its cart, which cannot be ordered again. */
function withoutCart(draft: OrderDraft, ended: string | null): OrderDraft {
  return draft.cartId === ended ? { ...draft, cartId: null } : draft
}

/** The pending order, if it was placed after all. @throws ApiError if the server cannot be reached */
export async function findEarlierOrder(deps: PlaceOrderDeps): Promise<Placed | undefined> {
  const { api, pending } = deps
  const owner = deps.ownerNow()
  const sent = owner === undefined ? undefined : pending.find(owner)
  const order = sent && (await findOrder(api, sent.orderId))
  // An ADMIN may read the orders of others, one of which may have the same id.
  if (!sent || order?.loginUserName.toLowerCase() !== sent.owner.toLowerCase()) return undefined
  return handleFoundOrder(deps, sent, order)
}

function handleFoundOrder(
  { pending, placed, celebrate }: PlaceOrderDeps,
  sent: PendingOrder,
  order: Awaited<ReturnType<typeof fetchOrder>>,
): Placed | undefined {
  const isFirst = pending.remove(sent.owner, sent.key)
  // The buyer cancelled it, so they know of it and may order the lines of its cart again.
  if (order.status === 'cancelled') {
    if (isFirst) placed({ cartId: sent.cartId, items: [] })
    return undefined
  }
  const found = { orderId: order.orderId, isEarlier: true }
  if (isFirst) {
    placed({ cartId: sent.cartId, items: order.items })
    celebrate(sent.owner, found, order.shipping)
  }
  return found
}

async function send(
  { api, pending, ownerNow, placed, celebrate }: PlaceOrderDeps,
  owner: string,
  { key, payload }: Submission<OrderPayload>,
): Promise<Placed> {
  try {
    const { orderId } = await placeOrder(api, payload, key)
    // A logout discards the pending order, but does not empty the cart that was ordered.
    const isFirst = pending.remove(owner, key) || ownerNow() !== owner
    if (isFirst) placed({ cartId: payload.cartId ?? null, items: payload.items })
    const now = { orderId, isEarlier: false }
    celebrate(owner, now, payload.shipping)
    return now
  } catch (error) {
    if (isRefusal(error)) pending.remove(owner, key)
    throw error
  }
}

async function findOrder(api: ApiClient, orderId: string) {
  try {
    return await fetchOrder(api, orderId)
  } catch (error) {
    // 403: the order id belongs to another person.
    if (isStatus(error, 404) || isStatus(error, 403)) return undefined
    throw error
  }
}

/** Whether the server definitely refused the order; after any other error an earlier attempt may have been placed. */
function isRefusal(error: unknown): boolean {
  if (isStatus(error, 409)) return refusedLines(error).length > 0 || isForCart(error)
  return isStatus(error, 400) || isStatus(error, 422)
}
