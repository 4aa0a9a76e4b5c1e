import { inRupees } from '#core/text/indian-words.ts'
import type { Sentences } from '#core/module/manifest.ts'
import type { catalogueEvents } from './events.ts'

/** Sentences for the admin's history; the actor's name precedes each. */
export const productSentences: Sentences<typeof catalogueEvents> = {
  ProductAdded: ({ data }) => `added ${data.title} at ${inRupees(data.pricePaise)}`,
  ProductDetailsChanged: ({ data }) => `changed the details of ${data.title}`,
  ProductPriceChanged: ({ data }) => `changed the price from ${inRupees(data.from)} to ${inRupees(data.to)}`,
  ProductStockChanged: ({ data }) => `changed the stock from ${data.from} to ${data.to}`,
  ProductDeleted: () => 'took the product out of the catalogue',
  ProductRestored: () => 'brought the product back into the catalogue',
}
