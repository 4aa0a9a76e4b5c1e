import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { EngineUnavailable } from '#core/domain/errors.ts'
import { meiliClient } from '#modules/catalogue/search/meilisearch/client.ts'
import { readingOf } from '#modules/catalogue/search/meilisearch/reading.ts'
import { layout } from '#modules/catalogue/search/meilisearch/settings.ts'
import type { ProductSearchIndex } from '#modules/catalogue/search/product-search-index.ts'
import { needsMeili } from '#test/support/engines/engines.ts'
import {
  askMeili,
  damageMeili,
  openMeili,
  openMeiliIndexes,
  type TestMeili,
} from '#test/support/engines/meilisearch.ts'
import { searchDocument } from '#test/support/projections/search-documents.ts'

let meili: TestMeili

beforeAll(async () => {
  if (!needsMeili.skip) meili = await openMeili()
})
afterAll(() => meili?.close())

const reads: Record<string, (index: ProductSearchIndex) => Promise<unknown>> = {
  search: (index) => index.search({ text: 'otoscope', filters: { brand: 'b' }, sort: 'newest', page: 0, size: 5 }),
  similar: (index) => index.similar('a', 5),
  'documents of a company': (index) => index.byCompany('Aarogya', 0, 5),
  ping: (index) => index.ping(),
}

async function open() {
  const { index, name } = await openMeiliIndexes(meili)
  await index.live().put([searchDocument('a', { title: 'Otoscope' }), searchDocument('b', { title: 'Stethoscope' })])
  return { index, name, path: `/indexes/${name}-${layout}` }
}

describe('a Meilisearch index that was changed from outside', needsMeili, () => {
  test.each<[what: string, damages: (path: string) => Promise<void>]>([
    ['is gone', (path) => damageMeili(meili, `DELETE ${path}`)],
    ['has lost its settings', (path) => damageMeili(meili, `DELETE ${path}/settings`)],
  ])('that %s is unavailable, with the remedy', async (_, damages) => {
    const { index, path } = await open()
    await damages(path)
    for (const read of Object.values(reads)) {
      const failure = await read(index).catch((error: unknown) => error)
      expect(failure).toBeInstanceOf(EngineUnavailable)
      expect(failure).toMatchObject({ cause: { remedy: expect.stringContaining('replay product-search') } })
    }
  })

  test('that has lost its settings is unavailable, with the remedy, to the query for words too', async () => {
    const { name, path } = await open()
    await damageMeili(meili, `DELETE ${path}/settings`)
    const client = meiliClient({ url: meili.url, key: meili.key })
    const failure = await readingOf(() => Promise.resolve(client), `${name}-${layout}`)
      .values('words', 'oto')
      .catch((error: unknown) => error)
    expect(failure).toMatchObject({ cause: { remedy: expect.stringContaining('replay product-search') } })
  })

  test('that has an unreadable document is unavailable to searches that find it, and a check names it', async () => {
    const { index, path } = await open()
    await damageMeili(meili, `PUT ${path}/documents`, [
      { key: 'x', id: 'broken', words: ['otoscope'], heads: ['otoscope'], companyKey: 'aarogya' },
    ])
    await expect(index.search({ text: 'otoscope', filters: {}, sort: 'relevance', page: 0, size: 5 })).rejects.toThrow(
      EngineUnavailable,
    )
    const ids: string[] = []
    for await (const { id } of index.live().all()) ids.push(id)
    expect(ids).toEqual(['a', 'b', 'broken'])
  })

  test('whose search key was deleted creates it again', async () => {
    const { index, name } = await open()
    await index.suggest({ text: 'oto', size: 5 })
    const { results } = await askMeili(meili, 'GET /keys?limit=100')
    const own = results.find(({ indexes }: { indexes: string[] }) => indexes.includes(`${name}-*`))
    await askMeili(meili, `DELETE /keys/${own.uid}`)
    expect((await index.suggest({ text: 'oto', size: 5 })).products).toHaveLength(1)
  })
})
