import type { Place, Position } from '#core/event-store/event-store.ts'
import { plantEvent } from './planted-event.ts'
import type { TestShop } from '../shop/shop.ts'

const unknownOrder: Place = { stream: 'order-ORD00000000', revision: 0 }

/** Appends an order that no read model of orders can apply. The log must not be empty. */
export function plantFaultyEvent(shop: TestShop, place: Place = unknownOrder): Promise<Position> {
  return plantEvent(shop, { ...place, type: 'OrderPlaced', data: { odd: true } })
}
