import type { SearchProjection } from '#core/projections/projection.ts'
import type { SearchDocument } from '#modules/catalogue/search/product-search-index.ts'
import type { Workbench } from './workbench.ts'

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

/** Names and prices twenty things and removes every fourth of them again; resolves to the last position. */
export async function appendThings(workbench: Workbench, round: number): Promise<number> {
  let last = 0
  for (let number = 10; number < 30; number++) {
    const named = ['ThingNamed', { title: `Thing ${number} of round ${round}` }] as const
    const gone = number % 4 === 0 ? [['ThingGone', {}] as const] : []
    last = await workbench.append(`thing-${number}`, named, ['ThingPriced', { price: number }], ...gone)
  }
  return last
}
