import { paise, rupees, sum, times } from '#core/domain/money.ts'
import type { CartState } from './domain/cart.ts'
import type { CartOffer } from './commands.ts'
import type { Cart, CartLine } from './schema.ts'

/** A cart with current prices. A withdrawn product is shown, but excluded from the total. */
export function presentCart(id: string, cart: CartState, offers: ReadonlyMap<string, CartOffer>): Cart {
  const entries = cart.status === 'open' ? Object.entries(cart.items) : []
  const available = entries.flatMap(([productId, quantity]) => {
    const offer = offers.get(productId)
    return offer ? [{ price: paise(offer.pricePaise), quantity }] : []
  })
  return {
    id,
    items: entries.map(([productId, quantity]) => presentLine(productId, quantity, offers.get(productId))),
    total: rupees(sum(available.map(({ price, quantity }) => times(price, quantity)))),
    count: available.reduce((count, { quantity }) => count + quantity, 0),
  }
}

const withdrawn = { title: 'This product is no longer available', company: '', brand: '', logoUrl: '', pricePaise: 0 }

function presentLine(productId: string, quantity: number, offer: CartOffer | undefined): CartLine {
  const { title, company, brand, logoUrl, pricePaise } = offer ?? withdrawn
  const price = paise(pricePaise)
  return {
    id: productId,
    title,
    company,
    brand,
    price: rupees(price),
    logoUrl,
    quantity,
    lineTotal: rupees(times(price, quantity)),
    available: offer !== undefined,
  }
}
