import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type {
  ProductSearchIndex,
  SearchDocument,
  SearchFilters,
  SearchQuery,
} from '#modules/catalogue/search/product-search-index.ts'
import { asking, searchDocument } from '#test/support/projections/search-documents.ts'

const features = (display: string, alarm: string, more = '') => `Display: ${display}\nAlarm: ${alarm}${more}`

/** Products of a category of their own, so that no other test sees them. */
const yaks: Record<string, Partial<SearchDocument>> = {
  small: { brand: 'Zora', pricePaise: 100, featureDescription: features('8 in', 'Voice', '\nWeight: 900 g') },
  middle: { brand: 'zora ', pricePaise: 300, featureDescription: features('10.4in', 'Light', '\nWeight: 2 kg') },
  large: { brand: 'Yuva', pricePaise: 200, featureDescription: features('15 inch', 'voice', '\nWeight: 4.5 kg') },
  plain: { brand: 'Yuva', pricePaise: 400, featureDescription: 'Alarm: Light' },
}

/** Filters by what the specifications say, and by several values of one facet. */
export function describeAttributes(opened: () => ProductSearchIndex): void {
  const find = (filters: SearchFilters, changes: Partial<SearchQuery> = {}) =>
    opened().search(asking({ text: 'yakstand', sort: 'price-asc', filters, ...changes }))
  const idsIn = async (...asked: Parameters<typeof find>) =>
    (await find(...asked)).hits.map(({ document }) => document.id)

  /** The numbers of the booths. */
  const boothsWith = async (attributes: SearchFilters['attributes']) =>
    (await idsIn({ attributes }, { text: 'boothoid' })).map((id) => id.slice(-1)).toSorted()

  describe('with products whose specifications differ', () => {
    beforeAll(() =>
      opened()
        .live()
        .put(
          Object.entries(yaks).map(([id, changes]) =>
            searchDocument(id, { title: `Yakstand ${id}`, category: 'yaks', collections: ['yaks'], ...changes }),
          ),
        ),
    )
    afterAll(() => opened().live().remove(Object.keys(yaks)))

    test('numbers are kept from a minimum to a maximum, in whatever spelling and size of the unit', async () => {
      expect(await idsIn({ attributes: { 'Weight (kg)': { min: 0.9, max: 2 } } })).toEqual(['small', 'middle'])
      expect(await idsIn({ attributes: { 'Display (in)': { min: 10 } } })).toEqual(['large', 'middle'])
      expect(await idsIn({ attributes: { 'Display (in)': { max: 1 } } })).toEqual([])
    })

    test('one of several values of a choice, a brand or a category is enough', async () => {
      expect(await idsIn({ attributes: { Alarm: ['VOICE', 'bell'] } })).toEqual(['small', 'large'])
      expect(await idsIn({ attributes: { Alarm: ['light', 'voice'] } })).toEqual(['small', 'large', 'middle', 'plain'])
      expect(await idsIn({ brand: ['ZORA', 'Yuva'], collection: ['other', 'Yaks'] })).toHaveLength(4)
      expect(await idsIn({ brand: ['Zora', 'nobody'] })).toEqual(['small', 'middle'])
    })

    test('all filters together keep what passes each, in every order, page by page', async () => {
      const filters = { brand: ['Zora', 'Yuva'], attributes: { Alarm: ['voice'], 'Display (in)': { min: 1 } } }
      expect(await idsIn(filters, { sort: 'price-desc' })).toEqual(['large', 'small'])
      expect(await idsIn(filters, { sort: 'price-desc', page: 1, size: 1 })).toEqual(['small'])
      expect((await idsIn(filters, { sort: 'relevance' })).toSorted()).toEqual(['large', 'small'])
      expect(await idsIn({ ...filters, maxPricePaise: 150 })).toEqual(['small'])
      expect(await idsIn({ collection: 'yaks', attributes: { Alarm: ['light'] } }, { text: '' })).toEqual([
        'middle',
        'plain',
      ])
    })

    test('every count is exact: a facet ignores its own filter and no other', async () => {
      const { total, facets, attributeFacets } = await find({ brand: 'Zora', attributes: { Alarm: ['voice'] } })
      expect(total).toBe(1)
      expect(facets.brand).toEqual({ Yuva: 1, Zora: 1 })
      expect(facets.category).toEqual({ yaks: 1 })
      expect(attributeFacets).toEqual({ Alarm: { values: { Light: 1, Voice: 1 } } })
    })

    test('attributes are offered only if they divide the results', async () => {
      const offered = {
        Alarm: { values: { Light: 2, Voice: 2 } },
        'Display (in)': { min: 8, max: 15, count: 3 },
        'Weight (kg)': { min: 0.9, max: 4.5, count: 3 },
      }
      const { attributeFacets } = await find({})
      expect({ ...attributeFacets, Alarm: undefined }).toEqual({ ...offered, Alarm: undefined })
      expect((await find({}, { sort: 'relevance' })).attributeFacets).toEqual(attributeFacets)
      expect((await find({ collection: 'yaks' }, { text: '' })).attributeFacets).toEqual(attributeFacets)
      expect((await find({ brand: 'nobody' })).attributeFacets).toEqual({})
      expect(Object.keys((await find({}, { text: 'yakstand plain' })).attributeFacets)).toEqual([])
    })
  })

  describe('with products that state one attribute as a number or in words', () => {
    const booths = ['1', '2', '2', '3 or 5', 'Many'].map((channels, at) =>
      searchDocument(`booth-${at}`, {
        title: `Boothoid ${at}`,
        featureDescription: `Channels: ${channels}\nNoise: ${50 + at} dB(A)\nWarranty: ${at > 2 ? 'None' : '1 year'}`,
        category: 'booths',
      }),
    )
    beforeAll(() => opened().live().put(booths))
    afterAll(() =>
      opened()
        .live()
        .remove(booths.map(({ id }) => id)),
    )

    test('both forms are offered and can be filtered by', async () => {
      const { attributeFacets } = await find({}, { text: 'boothoid' })
      expect(attributeFacets).toMatchObject({
        Channels: { min: 1, max: 2, count: 3, values: { '3 or 5': 1, Many: 1 } },
        'Noise (dB(A))': { min: 50, max: 54, count: 5 },
      })
      expect(await boothsWith({ Channels: { min: 2 } })).toEqual(['1', '2'])
      expect(await boothsWith({ Channels: ['many', '2'] })).toEqual(['1', '2', '4'])
      expect(await boothsWith({ 'Noise (dB(A))': { max: 51 } })).toEqual(['0', '1'])
      const chosen = await find({ attributes: { Channels: ['Many'] } }, { text: 'boothoid' })
      expect(chosen.attributeFacets['Channels']).toEqual(attributeFacets['Channels'])
    })
  })

  describe('with products whose specifications state what decides before measurements and warranty', () => {
    const kiosks = [
      'Flow: 5 L/min\nHumidifier: Yes\nDepth: 300 mm\nWarranty: 1 year',
      'Flow: 5 L/min\nHumidifier: Yes\nDepth: 310 mm\nWarranty: 1 year',
      'Flow: 10 L/min\nHumidifier: No\nDepth: 320 mm\nWarranty: 1 year',
      'Flow: 10 L/min\nHumidifier: Yes\nDepth: 330 mm\nWarranty: 2 years',
    ].map((featureDescription, at) =>
      searchDocument(`kiosk-${at}`, { title: `Kioskoid ${at}`, featureDescription, category: 'kiosks' }),
    )
    beforeAll(() => opened().live().put(kiosks))
    afterAll(() =>
      opened()
        .live()
        .remove(kiosks.map(({ id }) => id)),
    )

    test('attributes are in order of their use: how evenly they divide the results, and how early they are stated', async () => {
      const { attributeFacets } = await find({}, { text: 'kioskoid' })
      const names = ['Flow (L/min)', 'Warranty (months)', 'Depth (mm)']
      expect(Object.keys(attributeFacets).toSorted()).toEqual([...names, 'Humidifier'].toSorted())
      expect(Object.keys(attributeFacets)).toEqual(['Flow (L/min)', 'Humidifier', 'Warranty (months)', 'Depth (mm)'])
      const narrowed = await find({ attributes: { Humidifier: ['yes'] } }, { text: 'kioskoid' })
      expect(Object.keys(narrowed.attributeFacets)).toEqual(['Humidifier', ...names])
    })
  })
}
