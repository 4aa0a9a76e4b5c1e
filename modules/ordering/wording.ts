import { inRupees } from '#core/indian-words.ts'
import type { Sentences } from '#core/module/manifest.ts'
import type { orderEvents } from './events.ts'

/** What was done to an order, as an admin reads it after the name of who did it. */
export const orderSentences: Sentences<typeof orderEvents> = {
  OrderPlaced: ({ data }) => `placed the order, ${pieces(data.items)}, ${inRupees(data.totalPaise)}`,
  OrderConfirmed: () => 'accepted the order',
  OrderDispatched: ({ data }) => `sent the order off${byCarrier(data)}`,
  OrderDelivered: () => 'noted that the buyer has the goods',
  PaymentCollected: ({ data }) => `noted ${inRupees(data.amountPaise)} collected in cash`,
  OrderCancelled: ({ data }) => `cancelled the order for the ${data.by}`,
  OrderReturned: () => 'took the goods back',
  OrderPersonalDataErased: () => 'erased the buyer’s personal data from this order',
}

function pieces(items: readonly { quantity: number }[]): string {
  const count = items.reduce((sum, { quantity }) => sum + quantity, 0)
  return count === 1 ? '1 item' : `${count.toLocaleString('en-IN')} items`
}

function byCarrier({ carrier, trackingNumber }: { carrier?: string; trackingNumber?: string }): string {
  const by = carrier ? ` with ${carrier}` : ''
  return trackingNumber ? `${by}, tracking number ${trackingNumber}` : by
}
