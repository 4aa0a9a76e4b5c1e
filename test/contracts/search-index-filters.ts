import { describe, expect, test } from 'vitest'
import type { ProductSearchIndex } from '#modules/catalogue/search/product-search-index.ts'
import type { Facets, SearchFilters, SearchSort } from '#modules/catalogue/search/product-search-index.ts'
import { asking, idsFor, ward } from '#test/support/projections/search-documents.ts'

function choices(facets: Facets): [keyof Facets, string, number][] {
  const names = ['category', 'brand', 'company'] as const
  return names.flatMap((name) =>
    Object.entries(facets[name]).map(([value, count]): [keyof Facets, string, number] => [name, value, count]),
  )
}

export function describeFilters(opened: () => ProductSearchIndex): void {
  const within = async (filters: SearchFilters, text = '') => (await idsFor(opened(), text, { filters })).toSorted()

  const sorted = (sort: SearchSort) => idsFor(opened(), '', { sort, filters: { collection: 'icu-equipments' } })

  describe('a filter', () => {
    test('keeps one collection, ignoring case', async () => {
      expect(await within({ collection: 'medical-furniture' })).toEqual(['arm', 'bed', 'hindi'])
      expect(await within({ collection: 'ICU-Equipments' })).toEqual(['cms', 'draeger', 'infusion', 'syringe', 'vm12'])
      expect(await within({ collection: 'medical-devices' })).toHaveLength(5)
    })

    test('keeps one brand or company, whatever punctuation its name has', async () => {
      expect(await within({ brand: "O'Hara's" })).toEqual(['syringe'])
      expect(await within({ brand: 'Back\\slash' })).toEqual(['infusion'])
      expect(await within({ company: 'Contec "Wards" & Sons' })).toEqual(['cms'])
      expect(await within({ brand: 'Dräger' })).toEqual(['draeger'])
    })

    test('keeps nothing for an unknown name, however it is spelt', async () => {
      const foreign = ['x', '', '%', '_', '\\', `x" OR price >= 0 OR brand = "`, `' OR '1'='1`, 'Contec"', '\0', '*']
      const filters = foreign.flatMap((name) => [{ brand: name }, { company: name }, { collection: name }])
      const kept = await Promise.all(filters.map((filter) => within(filter)))
      expect(kept.flat()).toEqual([])
    })

    test('keeps prices from the minimum to the maximum, inclusive', async () => {
      expect(await within({ minPricePaise: 3_100_000, maxPricePaise: 3_200_000 })).toEqual(['bed', 'hindi', 'infusion'])
      expect(await within({ minPricePaise: 8_450_001 })).toEqual(['draeger'])
      expect(await within({ maxPricePaise: 450_000 })).toEqual(['arm'])
      expect(await within({ minPricePaise: 5, maxPricePaise: 4 })).toEqual([])
    })

    test('combines with others and with a text', async () => {
      expect(await within({ collection: 'icu-equipments', maxPricePaise: 3_000_000 })).toEqual(['syringe'])
      expect(await within({ collection: 'icu-equipments', brand: 'Contec' }, 'monitor')).toEqual(['cms'])
      expect(await within({ collection: 'medical-furniture' }, 'monitor')).toEqual(['arm'])
    })
  })

  describe('facets', () => {
    test('count the results', async () => {
      const { facets } = await opened().search(asking({ text: 'pump' }))
      expect(facets).toEqual({
        category: { 'icu-equipments': 2 },
        brand: { 'Back\\slash': 1, "O'Hara's": 1 },
        company: { 'Nalini Devices': 2 },
      })
    })

    test('ignore their own filter, and no other', async () => {
      const { facets, total } = await opened().search(
        asking({ filters: { company: 'Nalini Devices', brand: 'Nalini', minPricePaise: 1_000_000 } }),
      )
      expect(total).toBe(2)
      expect(facets.brand).toEqual({ 'Back\\slash': 1, "O'Hara's": 1, Nalini: 2 })
      expect(facets.company).toEqual({ 'Nalini Devices': 2 })
      expect(facets.category).toEqual({ 'medical-furniture': 2 })
    })

    test.each<[string, SearchFilters]>([
      ['', {}],
      ['', { collection: 'medical-devices' }],
      ['monitor', {}],
      ['monitor', { brand: 'Contec' }],
      ['moniter', { maxPricePaise: 7_000_000 }],
    ])('of "%s" within %j give the number of results for each value', async (text, filters) => {
      const { facets } = await opened().search(asking({ text, filters }))
      const totals = await Promise.all(
        choices(facets).map(async ([name, value]) => {
          const chosen = name === 'category' ? { collection: value } : { [name]: value }
          const { total } = await opened().search(asking({ text, filters: { ...filters, ...chosen } }))
          return [name, value, total]
        }),
      )
      expect(totals).toEqual(choices(facets))
    })
  })

  describe('an order', () => {
    test('is by time or by price', async () => {
      expect(await sorted('newest')).toEqual(['draeger', 'syringe', 'infusion', 'cms', 'vm12'])
      expect(await sorted('price-asc')).toEqual(['syringe', 'infusion', 'cms', 'vm12', 'draeger'])
      expect(await sorted('price-desc')).toEqual(['draeger', 'vm12', 'cms', 'infusion', 'syringe'])
    })

    test('applies to the results of a text', async () => {
      expect(await idsFor(opened(), 'pump', { sort: 'price-asc' })).toEqual(['syringe', 'infusion'])
      expect(await idsFor(opened(), 'pump', { sort: 'price-desc' })).toEqual(['infusion', 'syringe'])
      expect(await idsFor(opened(), 'monitor', { sort: 'newest' })).toEqual(['arm', 'cms', 'vm12'])
    })
  })

  describe('pages', () => {
    test.each(['', 'monitor', 'pump'])('of "%s" hold each result once', async (text) => {
      for (const sort of ['relevance', 'newest', 'price-asc'] as const) {
        const all = await idsFor(opened(), text, { sort })
        const pages = await Promise.all(
          Array.from({ length: 5 }, (_, page) => opened().search(asking({ text, sort, page, size: 2 }))),
        )
        expect(pages.flatMap(({ hits }) => hits.map(({ document }) => document.id))).toEqual(all)
        expect(new Set(pages.map(({ total }) => total))).toEqual(new Set([all.length]))
      }
    })

    test('beyond the last are empty', async () => {
      const { hits, total } = await opened().search(asking({ page: 1_000, size: 100 }))
      expect([hits, total]).toEqual([[], ward.length])
    })
  })
}
