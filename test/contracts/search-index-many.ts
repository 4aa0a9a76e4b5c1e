import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ProductSearchIndex, SearchDocument } from '#modules/catalogue/search/product-search-index.ts'
import { asking, idsFor, searchDocument } from '#test/support/projections/search-documents.ts'

type Changes = Partial<SearchDocument>

const many = (count: number, name: string, changes: (at: number) => Changes) =>
  Array.from({ length: count }, (_, at) => searchDocument(`${name}-${at}`, { category: 'inns', ...changes(at) }))

const newer = (at: number) => ({ createdAt: 1_800_000_000_000 + at })
const accessory = { payload: { lookupType: 'Accessory' } }

/** More products than are ranked, of which the newest are those that fit worst. */
const inn: readonly SearchDocument[] = [
  ...many(12, 'lantern', (at) => ({ title: `Innkeep Lantern ${at}`, brand: 'Osric' })),
  ...many(280, 'hook', (at) => ({ title: `Innkeep Lantern Hook ${at}`, ...accessory, ...newer(at) })),
  ...many(3, 'oven', (at) => ({ title: `Roaster ${at}, 2 hp` })),
  ...many(2, 'large-oven', (at) => ({ title: `Roaster ${at}, 2.2 hp` })),
  ...many(260, 'fan', (at) => ({ title: `Blower ${at}, 90 hp`, ...newer(at) })),
]

const kinds = (ids: readonly string[]) => ids.map((id) => id.replace(/-\d+$/, ''))

/** What holds for texts that match more documents than are ranked. */
export function describeMany(opened: () => ProductSearchIndex): void {
  const finds = async (text: string, size: number) => kinds(await idsFor(opened(), text, { size }))

  describe('with more products than are ranked', () => {
    beforeAll(() => opened().live().put(inn))
    afterAll(() =>
      opened()
        .live()
        .remove(inn.map(({ id }) => id)),
    )

    test('the devices that a text names come before newer accessories', async () => {
      const { hits, total, facets } = await opened().search(asking({ text: 'innkeep lantern', size: 14 }))
      expect(total).toBe(292)
      expect(facets.brand).toEqual({ Nalini: 280, Osric: 12 })
      expect(kinds(hits.map(({ document }) => document.id))).toEqual([
        ...Array.from({ length: 12 }, () => 'lantern'),
        'hook',
        'hook',
      ])
      expect(await finds('lantern', 12)).toEqual(Array.from({ length: 12 }, () => 'lantern'))
      const { products } = await opened().suggest({ text: 'innkeep lant', size: 8 })
      expect(kinds(products.map(({ document }) => document.id))).toEqual(Array.from({ length: 8 }, () => 'lantern'))
    })

    test('the best of what passes a filter come first', async () => {
      expect(await idsFor(opened(), 'innkeep lantern', { filters: { brand: 'Osric' }, size: 50 })).toHaveLength(12)
      const cheap = await idsFor(opened(), 'innkeep lantern', { filters: { maxPricePaise: 100_000 }, size: 12 })
      expect(kinds(cheap)).toEqual(Array.from({ length: 12 }, () => 'lantern'))
    })

    test('the value that is asked for comes first, then near values', async () => {
      expect(await finds('2 hp', 6)).toEqual(['oven', 'oven', 'oven', 'large-oven', 'large-oven', 'fan'])
    })

    test('every result is on one page', async () => {
      const found: string[][] = []
      for (let page = 0; page < 8; page++) found.push(await idsFor(opened(), 'innkeep lantern', { page, size: 45 }))
      expect(found.map((ids) => ids.length)).toEqual([45, 45, 45, 45, 45, 45, 22, 0])
      expect(new Set(found.flat()).size).toBe(292)
    })
  })

  describe('with products that have some words of a long text each', () => {
    const quarry = [
      searchDocument('four', { title: 'Amber Ebony Flint Garnet' }),
      searchDocument('three', { title: 'Basalt Coral Diorite' }),
      searchDocument('scattered', { title: 'Amber', description: 'Basalt, coral, diorite, ebony, flint.' }),
    ]
    beforeAll(() => opened().live().put(quarry))
    afterAll(() =>
      opened()
        .live()
        .remove(quarry.map(({ id }) => id)),
    )

    test('those with the most important ones are found, however many they are', async () => {
      const text = 'amber basalt coral diorite ebony flint garnet halite'
      expect(await idsFor(opened(), text)).toEqual(['four'])
      expect((await idsFor(opened(), text.replace('garnet', 'gypsum'))).toSorted()).toEqual([
        'four',
        'scattered',
        'three',
      ])
    })
  })
}
