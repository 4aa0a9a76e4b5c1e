import { ApiError, isStatus } from '../../lib/api/api-error.ts'
import type { ApiClient } from '../../lib/api/client.ts'
import { fetchOrder, placeOrder, type OrderPayload } from '../../lib/api/orders.ts'
import type { OrderedCart } from '../../entities/cart/cart-atoms.ts'
import type { Submission } from '../../lib/forms/idempotent-submit.ts'
import type { Session } from '../../entities/session/session.ts'
import type { OrderDraft } from './checkout.ts'
import { refusedLines } from './refused-lines.ts'
import type { createUnsettledOrders } from './unsettled-order.ts'

/** What was placed; `isEarlier`: not what was asked for just now, but an order before it whose answer was lost. */
export type Placed = { orderId: string; isEarlier: boolean }

export type Address = Pick<Session, 'address' | 'city' | 'state' | 'zipCode'>

export type PlacingNeeds = {
  api: ApiClient
  unsettled: ReturnType<typeof createUnsettledOrders>
  /** Whoever is logged in, by their login name. */
  ownerNow: () => string | undefined
  /** Told of each order once. */
  placed: (ordered: OrderedCart) => void
  celebrate: (owner: string, placed: Placed, address: Address) => void
}

/** Places an order, unless one before it is found that was placed. @throws ApiError where it was not */
export async function placeOnce(needs: PlacingNeeds, draft: OrderDraft): Promise<Placed> {
  const owner = needs.ownerNow()
  if (owner === undefined) throw new ApiError(401, '')
  const looking = lookBack(needs)
  // The very same order may be sent without having looked: under its key it is placed once.
  const earlier = await (needs.unsettled.again(owner, draft) ? looking.catch(() => undefined) : looking)
  if (earlier) return earlier
  return send(needs, owner, needs.unsettled.again(owner, draft) ?? needs.unsettled.start(owner, draft))
}

/** The order without an answer, if it was placed nevertheless. @throws ApiError where the shop cannot be asked */
export async function lookBack(needs: PlacingNeeds): Promise<Placed | undefined> {
  const { api, unsettled, placed, celebrate } = needs
  const owner = needs.ownerNow()
  const sent = owner === undefined ? undefined : unsettled.find(owner)
  const order = sent && (await findOrder(api, sent.orderId))
  if (!sent || !order) return undefined
  const isNews = unsettled.settle(sent.owner, sent.key)
  // Whoever called it off knows of it, and may order again.
  if (order.status === 'cancelled') return undefined
  const found = { orderId: order.orderId, isEarlier: true }
  if (isNews) {
    placed({ cartId: sent.cartId, items: order.items })
    celebrate(sent.owner, found, order.shipping)
  }
  return found
}

async function send(
  { api, unsettled, ownerNow, placed, celebrate }: PlacingNeeds,
  owner: string,
  { key, payload }: Submission<OrderPayload>,
): Promise<Placed> {
  try {
    const { orderId } = await placeOrder(api, payload, key)
    // A logout has forgotten the order, but not emptied the cart that it was made of.
    const isNews = unsettled.settle(owner, key) || ownerNow() !== owner
    if (isNews) placed({ cartId: payload.cartId ?? null, items: payload.items })
    const now = { orderId, isEarlier: false }
    celebrate(owner, now, payload.shipping)
    return now
  } catch (error) {
    if (isRefusal(error)) unsettled.settle(owner, key)
    throw error
  }
}

async function findOrder(api: ApiClient, orderId: string) {
  try {
    return await fetchOrder(api, orderId)
  } catch (error) {
    // Forbidden: the number is somebody else's.
    if (isStatus(error, 404) || isStatus(error, 403)) return undefined
    throw error
  }
}

/** The shop has looked at the order and did not place it; any other fault leaves open what became of an earlier try. */
function isRefusal(error: unknown): boolean {
  if (isStatus(error, 409)) return refusedLines(error).length > 0
  return isStatus(error, 400) || isStatus(error, 422)
}
