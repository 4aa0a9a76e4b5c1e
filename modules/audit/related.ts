import { erasedText } from '#core/erased-text.ts'
import type { RecordedEvent } from '#core/event-store/event-store.ts'
import { cartStream } from '#modules/cart/events.ts'
import { productStream } from '#modules/catalogue/events.ts'
import { orderStream } from '#modules/ordering/events.ts'
import type { RelatedStream } from './schema.ts'
import { titleOf } from './wording.ts'

const streamOf: Record<string, (id: string) => string> = {
  orderId: orderStream,
  cartId: cartStream,
  mergedInto: cartStream,
  mergedFrom: cartStream,
  productId: productStream,
}

/** The streams that these events speak of, other than their own: from a cart to its order, from an order to its products. */
export function relatedStreams(events: readonly RecordedEvent[]): RelatedStream[] {
  const own = events[0]?.stream
  const streams = new Set(events.flatMap(({ data }) => namesIn(data)))
  return [...streams].filter((stream) => stream !== own).map((stream) => ({ stream, label: titleOf(stream) }))
}

function namesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(namesIn)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, part]) => {
    if (typeof part !== 'string' || part === erasedText || !Object.hasOwn(streamOf, key)) return namesIn(part)
    return streamOf[key]?.(part) ?? []
  })
}
