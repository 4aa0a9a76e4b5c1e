import type { SearchProjection } from '#core/projections/projection.ts'
import type { SearchDocument } from '#modules/catalogue/search/product-search-index.ts'

/** A document with default values in all fields but its id and title. */
export const blankThing: Omit<SearchDocument, 'id' | 'title'> = {
  brand: 'Nalini',
  company: 'Nalini Devices',
  category: 'stethoscope',
  collections: ['stethoscope'],
  description: '',
  featureDescription: '',
  sku: null,
  modelNumber: null,
  pricePaise: 100,
  createdAt: 0,
  payload: { nested: { list: [1, 2] } },
  position: 0,
}

const keys = ({ stream }: { stream: string }) => [stream.slice('thing-'.length)]

/** A search projection of streams `thing-{id}`, whose events set the name and the price, and remove the thing. */
export const things: SearchProjection = {
  name: 'thing-search',
  version: 1,
  sink: { kind: 'search' },
  rowsOf: 'one-stream',
  on: {
    ThingNamed: {
      keys,
      evolve: (row, { data }, id) => ({
        ...(row ?? blankThing),
        id,
        title: typeof data['title'] === 'string' ? data['title'] : '',
      }),
    },
    ThingPriced: { keys, evolve: (row, { data }) => row && { ...row, pricePaise: Number(data['price']) } },
    ThingGone: { keys, evolve: () => undefined },
  },
}
