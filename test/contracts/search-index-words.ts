import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ProductSearchIndex, SearchDocument } from '#modules/catalogue/search/product-search-index.ts'
import { searchWordsOf } from '#modules/catalogue/search/words/search-words.ts'
import type { SynonymEntry } from '#modules/catalogue/search/words/synonym-entry.ts'
import { asking, searchDocument } from '#test/support/projections/search-documents.ts'

const entry = (changes: Partial<SynonymEntry>): SynonymEntry => ({
  id: 'entry',
  language: 'en',
  kind: 'synonym',
  terms: [],
  means: [],
  ...changes,
})

const words = searchWordsOf(
  [
    entry({ terms: ['USG', 'sonography machine'], means: ['colour scanner'], kind: 'abbreviation' }),
    entry({ terms: ['saans ki machine'], means: ['breathing apparatus'], language: 'hi-Latn' }),
    entry({ terms: ['imaging'], means: ['zoo scanners'] }),
    entry({ terms: ['intensive unit'], means: ['icu equipments'] }),
    entry({ terms: ['Chewwell', 'chew well forte'], means: ['oats', 'hay'], kind: 'brand-generic' }),
    entry({ terms: ['Galopin'], means: ['straw'], kind: 'brand-generic' }),
  ],
  'test',
)

const accessory = { payload: { lookupType: 'Accessory' } }
const ration = { payload: { lookupType: 'Zoo Rations' } }

/** Products of a category of their own, so that no other test sees them. */
const zoo: Record<string, Partial<SearchDocument>> = {
  scanner: { title: 'Zebra Z-40 Colour Scanner, 12.1 in', sku: 'ZOO-SCN-0008', modelNumber: 'Z-40' },
  small: { title: 'Zebra Z-20 Colour Scanner, 8 in', sku: 'ZOO-SCN-0012', modelNumber: 'Z-20' },
  gel: { title: 'Zebra Gel for Colour Scanner', ...accessory },
  mount: { title: 'Zebra Colour Scanner Mount', ...accessory },
  mask: { title: 'Zebra Mask', description: 'Belongs to a breathing apparatus and to a colour scanner.' },
  breath: { title: 'Zebra Breathing Apparatus' },
  stethoscope: { title: 'Zebra Stethoscope' },
  oats: { title: 'Zebra Oats', ...ration },
  hay: { title: 'Zebra Hay', sku: 'HAY-BALE', ...ration },
  tube: { title: 'Zebra Tube, 0.50 mm', ...accessory },
  knife: { title: 'Zebra Knife, 5 mm', description: 'Opens 0.5 mm.' },
  scales: { title: 'Zebra Scales', description: 'Weighs each zoo ration.' },
}

/** What documents are found by besides their own words, and which come first. */
export function describeWordsOfTheTrade(opened: () => ProductSearchIndex): void {
  const find = async (text: string) => opened().search(asking({ text, words }))
  const finds = async (text: string) => (await find(text)).hits.map(({ document }) => document.id)
  const collectionsFor = async (text: string) => (await opened().suggest({ text, size: 3, words })).categories
  const best = async (texts: readonly string[]) => Promise.all(texts.map(async (text) => (await finds(text))[0]))

  describe('with products of one more category', () => {
    beforeAll(() =>
      opened()
        .live()
        .put(
          Object.entries(zoo).map(([id, changes]) =>
            searchDocument(id, { category: 'zoo-scanners', collections: ['zoo-scanners'], ...changes }),
          ),
        ),
    )
    afterAll(() => opened().live().remove(Object.keys(zoo)))

    describe('the synonyms', () => {
      test('find what they mean, the device before what belongs to it', async () => {
        const found = await finds('USG')
        expect(found.slice(0, 2).toSorted()).toEqual(['scanner', 'small'])
        expect(found).toEqual(expect.arrayContaining(['gel', 'mount', 'mask']))
        expect(await best(['usg mount', 'saans ki machine', 'sans ki mashine'])).toEqual(['mount', 'breath', 'breath'])
      })

      test('find nothing without them', async () => {
        const { total } = await opened().search(asking({ text: 'USG' }))
        expect(total).toBe(0)
      })

      test('find a whole collection by its name', async () => {
        expect((await finds('imaging')).toSorted()).toEqual(Object.keys(zoo).toSorted())
        expect((await finds('Zoo Scanners')).toSorted()).toEqual(Object.keys(zoo).toSorted())
      })

      test('find a whole kind of product by its name, before what only mentions it', async () => {
        const found = await finds('zoo rations')
        expect(found.slice(0, 2).toSorted()).toEqual(['hay', 'oats'])
        expect(await best(['scales'])).toEqual(['scales'])
      })

      test('lead to the collections that they mean', async () => {
        expect(await collectionsFor('intensive unit')).toEqual(['icu-equipments'])
        expect(await collectionsFor('intensive un')).toEqual(['icu-equipments'])
        expect(await collectionsFor('intensiv unit')).toEqual(['icu-equipments'])
        expect(await collectionsFor('imaging')).toEqual([])
      })

      test('are suggested while they are typed', async () => {
        const { products: suggested } = await opened().suggest({ text: 'zebra stetho', size: 3 })
        expect(suggested.map(({ document }) => document.id)).toEqual(['stethoscope'])
      })
    })

    describe('a code', () => {
      test('is found before everything, in any writing', async () => {
        const texts = ['ZOO-SCN-0008', 'zoo scn 0008', 'zooscn8', 'Z40', 'z 40', 'zebra z-40']
        expect(await best(texts)).toEqual(texts.map(() => 'scanner'))
      })

      test('without a digit is found if it is the whole text', async () => {
        expect((await finds('hay bale'))[0]).toBe('hay')
        expect(await finds('HAY-BALE')).toEqual(['hay'])
        expect((await finds('zebra hay bale'))[0]).toBe('hay')
      })

      test('is found while it is typed', async () => {
        const { products: suggested } = await opened().suggest({ text: 'zoo-scn-00', size: 5 })
        expect(suggested.map(({ document }) => document.id).toSorted()).toEqual(['scanner', 'small'])
      })

      test('finds its documents in a list of codes', async () => {
        const found = await opened().byCodes(['zoo scn 0012', 'Z40', 'ZOO-SCN-9999', 'hay bale'])
        expect(found.map(({ id }) => id).toSorted()).toEqual(['hay', 'scanner', 'small'])
        expect(await opened().byCodes(['Zebra', 'bale', ''])).toEqual([])
      })

      test('with a wrong digit is not found', async () => expect(await finds('zooscn9')).toEqual([]))
    })

    describe('a value with its unit', () => {
      test('puts what has it first, then near values', async () => {
        expect((await finds('0.5mm'))[0]).toBe('tube')
        expect((await finds('12 inch colour scanner')).slice(0, 2)).toEqual(['scanner', 'small'])
        expect((await finds('8in colour scanner')).slice(0, 2)).toEqual(['small', 'scanner'])
      })
    })

    describe('a value alone', () => {
      const mills: Record<string, Partial<SearchDocument>> = {
        two: { title: 'Zebra Mill, 2 hp' },
        nearly: { title: 'Zebra Grinder, 1.97 hp' },
        three: { title: 'Zebra Saw', featureDescription: 'Motor: 3 hp' },
        ten: { title: 'Zebra Crusher, 10 hp' },
        none: { title: 'Zebra Mill by hand' },
      }
      beforeAll(() =>
        opened()
          .live()
          .put(Object.entries(mills).map(([id, changes]) => searchDocument(id, changes))),
      )
      afterAll(() => opened().live().remove(Object.keys(mills)))

      test('finds every value of its unit: what has it first, then the others by their distance', async () => {
        expect(await finds('2 hp')).toEqual(['two', 'nearly', 'three', 'ten'])
        expect(await finds('1.97hp')).toEqual(['nearly', 'two', 'three', 'ten'])
        expect(await finds('9 hp')).toEqual(['ten', 'three', 'two', 'nearly'])
        expect((await finds('0.5mm')).slice(0, 2)).toEqual(['tube', 'knife'])
        expect((await finds('12 inch')).slice(0, 3).toSorted()).toEqual(['scanner', 'small', 'vm12'])
        expect((await finds('12 inch'))[2]).toBe('small')
      })

      test('is suggested in this order', async () => {
        const { products: suggested } = await opened().suggest({ text: '2 hp', size: 3 })
        expect(suggested.map(({ document }) => document.id)).toEqual(['two', 'nearly', 'three'])
      })
    })

    describe('a query with typos', () => {
      test('is shown as it was probably meant', async () => {
        const [wrong, right] = await Promise.all([find('patiemt monitor'), find('patient monitor')])
        expect([wrong.didYouMean, right.didYouMean]).toEqual(['patient monitor', undefined])
      })

      test('is shown as it was probably meant, though its last word is not finished', async () =>
        expect((await find('zebra stetos')).didYouMean).toBe('zebra stethoscope'))

      test('is corrected although its word is another one in English', async () => {
        const { hits, didYouMean, foundAsTyped } = await find('mast')
        expect([hits.map(({ document }) => document.id), didYouMean, foundAsTyped]).toEqual([
          ['mask'],
          'mask',
          undefined,
        ])
        expect((await find('zebra mast')).hits[0]?.document.id).toBe('mask')
        expect((await find('zebra mast')).didYouMean).toBe('zebra mask')
      })

      test('keeps what was found as typed, and offers what names clearly more', async () => {
        const lamps = Array.from({ length: 12 }, (_, at) => searchDocument(`lamp-${at}`, { title: `Zebra Lamp ${at}` }))
        const one = searchDocument('trap', { title: 'Zebra Trap', description: 'Catches each lump.' })
        await opened()
          .live()
          .put([...lamps, one])
        const { hits, didYouMean, foundAsTyped } = await find('lump')
        expect([hits.map(({ document }) => document.id), didYouMean, foundAsTyped]).toEqual([['trap'], 'lamp', true])
        expect((await find('lamp')).didYouMean).toBeUndefined()
        expect((await find('zebra trap')).didYouMean).toBeUndefined()
        await opened()
          .live()
          .remove([...lamps, one].map(({ id }) => id))
      })

      test('is not corrected to words that no product has together', async () =>
        expect((await find('zebar ventilator')).didYouMean).toBeUndefined())

      test('a brand of medicine is explained by its generic names, also if no product has them', async () => {
        const oats = { brand: 'Chewwell', names: ['oats', 'hay'] }
        expect(await find('CHEWWELL')).toMatchObject({ genericNames: [oats] })
        expect(await find('zebra chew-well forte')).toMatchObject({
          genericNames: [{ ...oats, brand: 'chew well forte' }],
        })
        expect(await find('chewvell')).toMatchObject({ genericNames: [oats] })
        expect(await find('galopin')).toMatchObject({
          total: 0,
          genericNames: [{ brand: 'Galopin', names: ['straw'] }],
        })
        expect((await find('imaging')).genericNames).toBeUndefined()
      })
    })
  })
}
