import type { ProductSearchIndex } from '#modules/catalogue/search/product-search-index.ts'
import type { SearchDocument, SearchQuery } from '#modules/catalogue/search/product-search-index.ts'

const blank: Omit<SearchDocument, 'id'> = {
  title: '',
  brand: 'Nalini',
  company: 'Nalini Devices',
  category: 'medical-furniture',
  collections: ['medical-furniture', 'trolley-mounting'],
  description: '',
  featureDescription: '',
  sku: null,
  modelNumber: null,
  pricePaise: 100_000,
  createdAt: 1_700_000_000_000,
  payload: { qty: 1 },
  position: 1,
}

/** A document with defaults for all fields that are not given. */
export function searchDocument(id: string, changes: Partial<SearchDocument> = {}): SearchDocument {
  return { ...blank, id, ...changes }
}

/** A small catalogue in which every word of a title serves a test. */
export const ward: readonly SearchDocument[] = [
  searchDocument('vm12', {
    title: 'Aarogya VM-12 Patient Monitor',
    brand: 'Aarogya',
    company: 'Aarogya Meditech',
    category: 'icu-equipments',
    collections: ['icu-equipments', 'medical-devices'],
    description: 'Shows heart rate, saturation and temperature at the bedside.',
    featureDescription: 'Screen: 12.1 in\nAlarm: three levels',
    pricePaise: 8_450_000,
    createdAt: 1_700_000_001_000,
  }),
  searchDocument('cms', {
    title: 'Contec CMS-8000 Monitor',
    brand: 'Contec',
    company: 'Contec "Wards" & Sons',
    category: 'icu-equipments',
    collections: ['icu-equipments', 'medical-devices'],
    description: 'For transport inside the hospital.',
    pricePaise: 6_000_000,
    createdAt: 1_700_000_002_000,
  }),
  searchDocument('arm', {
    title: 'Wall Arm',
    description: 'Carries a monitor of up to 14 kg. Turns by 180 degrees.',
    pricePaise: 450_000,
    createdAt: 1_700_000_003_000,
  }),
  searchDocument('infusion', {
    title: 'Infusion Pump',
    brand: 'Back\\slash',
    category: 'icu-equipments',
    collections: ['icu-equipments', 'medical-devices'],
    pricePaise: 3_200_000,
    createdAt: 1_700_000_004_000,
  }),
  searchDocument('syringe', {
    title: 'Syringe Pump',
    brand: "O'Hara's",
    category: 'icu-equipments',
    collections: ['icu-equipments', 'medical-devices'],
    pricePaise: 2_800_000,
    createdAt: 1_700_000_005_000,
  }),
  searchDocument('draeger', {
    title: 'Dräger Ventilator',
    brand: 'Dräger',
    company: 'Dräger India',
    category: 'icu-equipments',
    collections: ['icu-equipments', 'medical-devices'],
    pricePaise: 90_000_000,
    createdAt: 1_700_000_006_000,
  }),
  searchDocument('bed', { title: 'Hospital Bed', pricePaise: 3_200_000, createdAt: 1_700_000_007_000 }),
  searchDocument('hindi', { title: 'रोगी बिस्तर', pricePaise: 3_100_000, createdAt: 1_700_000_008_000 }),
]

/** A query that matches everything by default. */
export function asking(changes: Partial<SearchQuery> = {}): SearchQuery {
  return { text: '', filters: {}, sort: 'relevance', page: 0, size: 50, ...changes }
}

/** The ids of the documents that a text finds, best first. */
export async function idsFor(
  index: ProductSearchIndex,
  text: string,
  changes: Partial<SearchQuery> = {},
): Promise<string[]> {
  const { hits } = await index.search(asking({ text, ...changes }))
  return hits.map(({ document }) => document.id)
}
