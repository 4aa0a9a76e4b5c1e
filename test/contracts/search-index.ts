import { afterAll, beforeAll, describe, expect, test, type TestOptions } from 'vitest'
import type { ProductSearchIndex } from '#modules/catalogue/search/product-search-index.ts'
import { asking, idsFor, searchDocument, ward } from '#test/support/projections/search-documents.ts'
import type { SearchIndexes } from './search-indexes.ts'
import { describeGenerations } from './search-index-generations.ts'
import { describeHighlights } from './search-index-highlights.ts'
import { describeFilters } from './search-index-filters.ts'
import { describeAttributes } from './search-index-attributes.ts'
import { describeWordsOfTheTrade } from './search-index-words.ts'
import { describeMany } from './search-index-many.ts'
import { describeText } from './search-index-text.ts'

/**
 * The contract of the port, which every adapter passes. `open` starts an engine without documents. The order of
 * documents that match equally well is not part of the contract: engines may differ.
 */
export function describeSearchIndexContract(
  name: string,
  open: () => Promise<SearchIndexes>,
  options: TestOptions = {},
): void {
  describe(`${name}, as a search index`, options, () => {
    describe('with a catalogue', () => {
      let indexes: SearchIndexes
      const opened = () => indexes.index

      beforeAll(async () => {
        indexes = await open()
        await indexes.index.live().put(ward)
      })
      afterAll(() => indexes.dispose())

      describeText(opened)
      describeFilters(opened)
      describeHighlights(opened)
      describeWordsOfTheTrade(opened)
      describeAttributes(opened)
      describeSuggestions(opened)
      describeCompanies(opened)
      describeSimilar(opened)
      describeMany(opened)
    })

    describeGenerations(open)
  })
}

function describeSuggestions(opened: () => ProductSearchIndex): void {
  const suggested = async (text: string, size = 8) =>
    (await opened().suggest({ text, size })).products.map(({ document }) => document.id)

  const named = async (text: string) => {
    const { categories, brands } = await opened().suggest({ text, size: 8 })
    return [categories, brands]
  }

  describe('suggestions', () => {
    test('appear from the first letters', async () => {
      expect(await suggested('ven')).toEqual(['draeger'])
      expect((await suggested('pum')).toSorted()).toEqual(['infusion', 'syringe'])
      expect(await suggested('patient mon')).toEqual(['vm12'])
    })

    test('forgive a typing mistake', async () => {
      expect(await suggested('vemtilator')).toEqual(['draeger'])
      expect(await suggested('patinet monitor')).toContain('vm12')
    })

    test('name collections and brands, with typing mistakes and unfinished, too', async () => {
      expect(await named('icu equip')).toEqual([['icu-equipments'], []])
      expect(await named('icu equpiments')).toEqual([['icu-equipments'], []])
      expect(await named('dental')).toEqual([['dental-equipments'], []])
      expect(await named('arogya')).toEqual([[], ['Aarogya']])
      expect(await named('aaro')).toEqual([[], ['Aarogya']])
      expect(await named('aarogya monitor')).toEqual([[], []])
      expect(await named('m')).toEqual([[], []])
      expect(await named('')).toEqual([[], []])
    })

    test('are as many as requested', async () => expect(await suggested('pump', 1)).toHaveLength(1))

    test('are none for an empty text, or for punctuation alone', async () => {
      expect(await suggested('')).toEqual([])
      expect(await suggested('  ')).toEqual([])
      expect(await suggested('%')).toEqual([])
    })

    test('carry the escaped title with the matched words marked', async () => {
      await opened()
        .live()
        .put([searchDocument('odd', { title: 'Zebra <b>&"\'' })])
      const [suggestion] = (await opened().suggest({ text: 'zebra', size: 8 })).products
      expect(suggestion?.highlight).toBe('<mark>Zebra</mark> &lt;b&gt;&amp;&quot;&#39;')
      await opened().live().remove(['odd'])
    })
  })
}

function describeCompanies(opened: () => ProductSearchIndex): void {
  describe('the documents of a company', () => {
    test('are sorted newest first, page by page', async () => {
      const first = await opened().byCompany('Nalini Devices', 0, 3)
      const second = await opened().byCompany('Nalini Devices', 1, 3)
      expect(first.documents.map(({ id }) => id)).toEqual(['hindi', 'bed', 'syringe'])
      expect(second.documents.map(({ id }) => id)).toEqual(['infusion', 'arm'])
      expect([first.total, second.total]).toEqual([5, 5])
    })

    test('are found by names with punctuation', async () => {
      const { documents, total } = await opened().byCompany('Contec "Wards" & Sons', 0, 10)
      expect([documents.map(({ id }) => id), total]).toEqual([['cms'], 1])
    })

    test('are none for an unknown company, whatever its name', async () => {
      const names = ['', '%', 'Nalini', `x" OR company = "Nalini Devices`, `x' OR '1'='1`, 'a\0b', '\\']
      for (const name of names) expect(await opened().byCompany(name, 0, 10)).toEqual({ documents: [], total: 0 })
    })
  })
}

function describeSimilar(opened: () => ProductSearchIndex): void {
  const similarTo = async (id: string, size = 10) => (await opened().similar(id, size)).map((found) => found.id)

  describe('similar documents', () => {
    test('are of the same category first, and never the document itself', async () => {
      const found = await similarTo('infusion')
      expect(found.slice(0, 4).toSorted()).toEqual(['cms', 'draeger', 'syringe', 'vm12'])
      expect(found).not.toContain('infusion')
    })

    test('share words of the title', async () => {
      expect((await similarTo('infusion'))[0]).toBe('syringe')
      expect((await similarTo('vm12'))[0]).toBe('cms')
    })

    test('are as many as requested', async () => expect(await similarTo('vm12', 2)).toHaveLength(2))

    test('are none for an unknown document', async () => {
      expect(await similarTo('nobody')).toEqual([])
      expect(await similarTo(`' or true --`)).toEqual([])
    })
  })

  test('answers a ping', async () => {
    await expect(opened().ping()).resolves.toBeUndefined()
  })

  test('finds everything for a blank text', async () => {
    expect((await idsFor(opened(), ' \t\n')).toSorted()).toEqual(ward.map(({ id }) => id).toSorted())
    expect((await opened().search(asking())).total).toBe(ward.length)
  })
}
