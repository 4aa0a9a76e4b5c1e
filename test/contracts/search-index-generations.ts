import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ProductSearchGeneration, ProductSearchIndex } from '#modules/catalogue/search/product-search-index.ts'
import { storedDocument } from '#modules/catalogue/search/stored-document.ts'
import type { SearchDocument } from '#modules/catalogue/search/product-search-index.ts'
import { asking, idsFor, searchDocument, ward } from '#test/support/projections/search-documents.ts'
import { eventually } from '#test/support/eventually.ts'
import { whileRunning } from '#test/support/while-running.ts'
import type { SearchIndexes } from './search-indexes.ts'

export function describeGenerations(open: () => Promise<SearchIndexes>): void {
  let indexes: SearchIndexes
  let index: ProductSearchIndex

  beforeEach(async () => {
    indexes = await open()
    index = indexes.index
  })
  afterEach(() => indexes.dispose())

  describe('an empty index', () => {
    test('answers every query with nothing', async () => {
      expect(await index.search(asking())).toEqual(nothing)
      expect(await index.search(asking({ text: 'monitor' }))).toEqual(nothing)
      expect((await index.suggest({ text: 'mon', size: 8 })).products).toEqual([])
      expect(await index.live().count()).toBe(0)
    })

    test('is prepared once, even by several processes, and keeps its documents', async () => {
      await index.live().put([searchDocument('one')])
      const others = await Promise.all([indexes.another(), indexes.another()])
      await Promise.all([index, ...others].map((each) => each.prepare()))
      expect(await index.live().count()).toBe(1)
    })
  })

  describe('a generation', () => {
    test('returns documents exactly as put, by id, in any number', async () => {
      const odd = searchDocument('odd', {
        title: 'Odd "title" \\ with \u0000 and 🩺',
        payload: { list: [1, 'two', { three: null }], text: "it's", deep: { '%': true } },
      })
      const many = Array.from({ length: 1_203 }, (_, number) =>
        searchDocument(`many-${number}`, { title: `Thing ${number}` }),
      )
      await index.live().put([...many, odd])
      expect(await index.live().get(['odd', 'nobody', 'many-7'])).toEqual(expect.arrayContaining([odd, many[7]]))
      expect(await index.live().get(['odd', 'nobody'])).toEqual([odd])
      expect(await index.live().count()).toBe(1_204)
      const all = await everyDocument(index.live())
      expect(all.map(({ id }) => id)).toEqual([...many.map(({ id }) => id), 'odd'].toSorted())
      expect(await index.live().inconsistent([...all.map(({ id }) => id), 'nobody'])).toEqual([])
    })

    test('accepts empty lists to put and to remove', async () => {
      await index.live().put([])
      await index.live().remove([])
      await index.live().remove(['nobody'])
      expect(await index.live().get([])).toEqual([])
      expect(await index.live().count()).toBe(0)
    })

    test('replaces a document that is put again, and keeps the last of two in one call', async () => {
      await index.live().put([searchDocument('a', { title: 'Otoscope', brand: 'Surya', position: 9 })])
      await index
        .live()
        .put([
          searchDocument('a', { title: 'Laryngoscope', position: 5 }),
          searchDocument('a', { title: 'Stethoscope', brand: 'Prana', position: 3 }),
        ])
      expect(await idsFor(index, 'stethoscope')).toEqual(['a'])
      expect(await idsFor(index, 'otoscope')).not.toContain('a')
      expect(await idsFor(index, 'laryngoscope')).toEqual([])
      const { total, facets } = await index.search(asking())
      expect([total, facets.brand]).toEqual([1, { Prana: 1 }])
    })

    test('ranks its documents by what they say now', async () => {
      const [device, mount] = ['Otoscope', 'Otoscope Wall Mount']
      const put = (titles: Record<string, string>) =>
        index.live().put(Object.entries(titles).map(([id, title]) => searchDocument(id, { title })))
      await put({ a: mount, b: device })
      expect(await idsFor(index, 'otoscope')).toEqual(['b', 'a'])
      await put({ a: device, b: mount })
      expect(await idsFor(index, 'otoscope')).toEqual(['a', 'b'])
      await index
        .beginBuild()
        .then((next) => next.put([searchDocument('a', { title: mount }), searchDocument('b', { title: device })]))
      await index.swap()
      expect(await idsFor(index, 'otoscope')).toEqual(['b', 'a'])
    })

    test('shows its documents as they are now, also to another process that has shown them before', async () => {
      const other = await indexes.another()
      for (const [pricePaise, description] of [
        [1, 'With a halogen lamp.'],
        [2, 'With a halogen lamp.'],
        [2, 'With an LED lamp.'],
      ] as const) {
        const document = searchDocument('a', { title: 'Otoscope', pricePaise, description })
        await index.live().put([document])
        for (const each of [index, other]) {
          const { hits } = await each.search(asking({ text: 'otoscope' }))
          expect(hits.map((hit) => hit.document)).toEqual([document])
          expect(hits.map(({ highlight }) => highlight.description)).toEqual([description])
        }
      }
    })

    test.each([1, 50])('counts the names of few and of many results of a text, %i times as many', async (times) => {
      const brands = ['Dräger', 'Dräger', 'drager ', 'BPL', '']
      const documents = Array.from({ length: times * brands.length }, (_, number) =>
        searchDocument(`${number}`, { title: 'Otoscope', brand: brands[number % brands.length] ?? '' }),
      )
      await index.live().put(documents)
      for (const page of [0, 21]) {
        const { total, facets } = await index.search(asking({ text: 'otoscope', page, size: 10 }))
        expect(total).toBe(5 * times)
        expect(facets.brand).toEqual({ Dräger: 3 * times, BPL: times })
        expect(facets.category).toEqual({ 'medical-furniture': 5 * times })
      }
    })

    test('counts a name once, in its most frequent spelling, and finds it in any', async () => {
      const spellings = ['DRÄGER', 'Dräger', 'Dräger', 'drager ', 'Drager']
      await index
        .live()
        .put([
          ...spellings.map((name, number) => searchDocument(`${number}`, { brand: name, company: `${name} India` })),
          searchDocument('b', { brand: 'bpl', company: 'BPL' }),
          searchDocument('c', { brand: 'BPL', company: 'BPL' }),
        ])
      const { facets } = await index.search(asking())
      expect(facets.brand).toEqual({ Dräger: 5, BPL: 2 })
      expect(facets.company).toEqual({ 'Dräger India': 5, BPL: 2 })
      for (const brand of [...spellings, 'dräger', 'DRAGER'])
        expect((await index.search(asking({ filters: { brand } }))).total).toBe(5)
      const { facets: dear } = await index.search(asking({ filters: { brand: 'drager', company: 'bpl' } }))
      expect([dear.brand, dear.company]).toEqual([{ BPL: 2 }, { 'Dräger India': 5 }])
    })

    test('no longer returns a removed document from any query', async () => {
      await index.live().put(ward)
      await index.live().remove(['vm12', 'nobody'])
      expect(await idsFor(index, 'patient')).toEqual([])
      expect((await index.suggest({ text: 'patient', size: 8 })).products).toEqual([])
      expect(await index.live().get(['vm12'])).toEqual([])
      const { total, facets } = await index.search(asking())
      expect(total).toBe(ward.length - 1)
      expect(facets.brand).not.toHaveProperty('Aarogya')
    })

    test('knows which of many ids have a document', async () => {
      await index.live().put([searchDocument('one'), searchDocument('two'), searchDocument('\ud800')])
      const many = Array.from({ length: 1_200 }, (_, i) => `nobody-${i}`)
      expect(await index.live().existing(['two', ...many, '\ud800', 'one'])).toEqual(['two', '\ud800', 'one'])
      expect(await index.live().existing([])).toEqual([])
    })

    test('makes changes that may be in flight together in the order of the calls', async () => {
      const live = index.live()
      const named = (title: string) => () => live.put([searchDocument('one', { title })])
      const gone = () => live.remove(['one', 'two'])
      const changes = [named('Otoscope'), gone, () => live.put(batch(1)), named('Monitor'), gone, named('Stethoscope')]
      if (live.mostInFlight > 0) await Promise.all(changes.map((change) => change()))
      else for (const change of changes) await change()
      expect((await live.get(['one', 'two'])).map(({ title }) => title)).toEqual(['Stethoscope'])
      expect(await live.count()).toBe(1 + batch(1).length)
    })

    test('is searchable by another process as soon as the put is confirmed', async () => {
      const other = await indexes.another()
      for (const document of ward.slice(0, 3)) {
        await index.live().put([document])
        expect((await other.live().get([document.id]))[0]).toEqual(document)
        expect(await idsFor(other, document.title)).toContain(document.id)
      }
    })

    test('accepts concurrent puts', async () => {
      await Promise.all([0, 1, 2, 3].map((caller) => index.live().put(batch(caller))))
      expect((await index.search(asking({ text: 'shared' }))).total).toBe(160)
      await Promise.all([0, 1, 2, 3].map((caller) => index.live().remove(batch(caller).map(({ id }) => id))))
      expect(await index.search(asking({ text: 'shared' }))).toEqual(nothing)
    })
  })

  describe('a generation built alongside the live one', () => {
    test('is not searched until it is swapped in, and can be swapped back', async () => {
      await index.live().put(title('Otoscope'))
      const build = await index.beginBuild()
      await build.put(title('Stethoscope'))
      expect(await build.count()).toBe(1)
      expect(await idsFor(index, 'otoscope')).toEqual(['one'])
      await index.swap()
      expect(await idsFor(index, 'stethoscope')).toEqual(['one'])
      expect((await index.live().get(['one']))[0]?.title).toBe('Stethoscope')
      await index.swapBack()
      expect((await index.live().get(['one']))[0]?.title).toBe('Otoscope')
    })

    test('begins empty, and drops an unfinished older one', async () => {
      await (await index.beginBuild()).put(title('Unfinished'))
      const build = await (await indexes.another()).beginBuild()
      expect(await build.count()).toBe(0)
      await index.swap()
      expect(await index.live().count()).toBe(0)
    })

    test('is found with its documents by another process until it is live', async () => {
      const other = await indexes.another()
      expect(await other.unfinishedBuild()).toBeUndefined()
      await (await index.beginBuild()).put(title('Stethoscope'))
      const found = await other.unfinishedBuild()
      expect((await found?.get(['one']))?.[0]?.title).toBe('Stethoscope')
      await found?.put([searchDocument('two', { title: 'Otoscope' })])
      await other.swap()
      expect(await index.live().count()).toBe(2)
      expect(await index.unfinishedBuild()).toBeUndefined()
    })

    test('must exist to be swapped in or back', async () => {
      await expect(index.swap()).rejects.toThrow(/generation/)
      await expect(index.swapBack()).rejects.toThrow(/generation/)
      await index.live().put(title('Otoscope'))
      expect(await idsFor(index, 'otoscope')).toEqual(['one'])
    })

    test('is searched by every process after the swap, and no search fails or is incomplete', async () => {
      const other = await indexes.another()
      await index.live().put(title('Otoscope'))
      const seen = new Set<string>()
      const searching = [index, other].map((each) =>
        whileRunning(async () => {
          const { hits, total, facets } = await each.search(asking({ text: 'otoscope stethoscope' }))
          seen.add(JSON.stringify([hits.map(({ document }) => document.title), total, facets.brand]))
        }),
      )
      await eventually(() => expect(seen.size).toBeGreaterThan(0))
      for (const text of ['Stethoscope', 'Otoscope', 'Stethoscope']) {
        // May be refused while another search still reads the generation to drop: tries again, as a replay does.
        await eventually(async () => (await index.beginBuild()).put(title(text)))
        await index.swap()
        expect(await titleOf(other)).toBe(text)
      }
      const whole = ['Otoscope', 'Stethoscope'].map((text) => JSON.stringify([[text], 1, { Nalini: 1 }]))
      // On a busy machine, the searches may lag behind the swaps.
      await eventually(() => expect([...seen]).toEqual(expect.arrayContaining(whole)))
      await Promise.all(searching.map((each) => each.stop()))
      expect([...seen].toSorted()).toEqual(whole)
    })
  })
}

function title(text: string): SearchDocument[] {
  return [searchDocument('one', { title: text })]
}

function batch(caller: number): SearchDocument[] {
  return Array.from({ length: 40 }, (_, number) => searchDocument(`${caller}-${number}`, { title: `Shared ${number}` }))
}

const nothing = { hits: [], total: 0, facets: { category: {}, brand: {}, company: {} }, attributeFacets: {} }

async function titleOf(index: ProductSearchIndex): Promise<string | undefined> {
  return (await index.live().get(['one']))[0]?.title
}

async function everyDocument(generation: ProductSearchGeneration): Promise<SearchDocument[]> {
  const all: SearchDocument[] = []
  for await (const document of generation.all()) all.push(storedDocument(document))
  return all
}
