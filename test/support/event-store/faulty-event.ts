import type { Place, Position } from '#core/event-store/event-store.ts'
import { plantEvent } from './planted-event.ts'
import type { TestShop } from '../shop/shop.ts'

const nobodysOrder: Place = { stream: 'order-ORD00000000', revision: 0 }

/** Appends, by hand, an order that no read model of orders can take. The log must hold an event already. */
export function plantFaultyEvent(shop: TestShop, place: Place = nobodysOrder): Promise<Position> {
  return plantEvent(shop, { ...place, type: 'OrderPlaced', data: { odd: true } })
}
