import type { Position } from '#core/event-store/event-store.ts'
import { plantEvent } from './planted-event.ts'
import { addProducts, orderFor, type TestShop } from '../shop/shop.ts'

export const unreadableType = 'OrderConfirmed'

export type UnreadableOrder = {
  orderId: string
  /** The position of the unreadable event in its stream: an `OrderConfirmed` without its required fields. */
  position: Position
  /** The buyer's access token. */
  token: string
}

/** Places a readable order, then appends a foreign, unreadable event to its stream. */
export async function placeUnreadableOrder(shop: TestShop): Promise<UnreadableOrder> {
  const [product] = await addProducts(shop, [{}])
  if (product === undefined) throw new Error('no product was added')
  const { accessToken: token } = await shop.signUp()
  const { body } = await shop.call('POST', '/api/orders', { token, body: orderFor([[product, 2]]) })
  const orderId: string = body.orderId
  await shop.settled()
  const data = { note: '<script>alert(1)</script>' }
  const event = { stream: `order-${orderId}`, revision: 1, type: unreadableType, data, metadata: {} }
  return { orderId, position: await plantEvent(shop, event), token }
}
