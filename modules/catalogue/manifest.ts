import { fold } from '#core/domain/decider.ts'
import type { RecordedEvent } from '#core/event-store/event-store.ts'
import { eventsOf } from '#core/event-store/codec/typed-events.ts'
import { defineModule } from '#core/module/manifest.ts'
import { productListProjection } from '#projections/product-list.ts'
import { productsOutOfStockProjection } from '#projections/products-out-of-stock.ts'
import { productSearchProjection } from '#projections/product-search.ts'
import { catalogueEvents, productStream } from './domain/events.ts'
import { productDecider } from './domain/product.ts'
import { pictureMigrations } from './pictures/tables.ts'
import { catalogueMigrations } from './tables.ts'
import { productSentences } from './domain/wording.ts'

/** The catalogue's declarations for the rest of the shop. */
export const catalogueManifest = defineModule({
  tag: 'Products',
  events: catalogueEvents,
  migrations: { ...catalogueMigrations, ...pictureMigrations },
  streams: [
    {
      category: 'product',
      title: 'Product',
      filter: 'product',
      streamOf: productStream,
      idsAre: 'lower-case',
      relatedBy: ['productId'],
      fold: (events) => fold(productDecider, eventsOf(catalogueEvents, events)),
      headingOf: (events) => headingOf(events),
      isPersonal: false,
    },
  ],
  sentences: productSentences,
  projections: {
    'product-list': productListProjection,
    'product-search': productSearchProjection,
    'products-out-of-stock': productsOutOfStockProjection,
  },
  personalReadModels: [],
  privacy: [],
  mails: {},
  adminPlaces: [{ label: 'Products', path: '/admin', order: 3, covers: ['/admin/products', '/admin/import'] }],
})

/** Names a product by its title, because its id means nothing to a reader. */
function headingOf(events: readonly RecordedEvent[]): string | undefined {
  const title = events.findLast(({ data }) => typeof data['title'] === 'string')?.data['title']
  return typeof title === 'string' ? `Product ${title}` : undefined
}
