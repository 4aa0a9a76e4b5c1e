import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import { Meilisearch } from 'meilisearch'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { EngineUnavailable } from '#core/domain/errors.ts'
import { openLog, silentLog } from '#core/telemetry/log.ts'
import { layout } from '#modules/catalogue/search/meilisearch/settings.ts'
import { openMeiliSearchIndex } from '#modules/catalogue/search/meilisearch/search-index.ts'
import type { ProductSearchIndex } from '#modules/catalogue/search/product-search-index.ts'
import { needsMeili } from '#test/support/engines/engines.ts'
import { openMeili, openMeiliIndexes, type TestMeili } from '#test/support/engines/meilisearch.ts'
import { asking, idsFor, searchDocument } from '#test/support/projections/search-documents.ts'
import { openTcpProxy } from '#test/support/engines/tcp-proxy.ts'
import { describeSearchIndexContract } from './search-index.ts'

let meili: TestMeili
beforeAll(async () => {
  if (!needsMeili.skip) meili = await openMeili()
})
afterAll(() => meili?.close())

describeSearchIndexContract('Meilisearch', () => openMeiliIndexes(meili), needsMeili)

describe('the search index in Meilisearch', needsMeili, () => {
  test('tolerates a mistake in the first letter like any other', async () => {
    const { index } = await openMeiliIndexes(meili)
    await index.live().put(['pump', 'monitor', 'nebuliser'].map((title) => searchDocument(title, { title })))
    const mistyped = ['wump', 'ponitor', 'onitor', 'xmonitor', 'omnitor', 'bebuliser']
    const found = await Promise.all(mistyped.map((text) => idsFor(index, text)))
    expect(found.map((ids) => ids[0])).toEqual(['pump', 'monitor', 'monitor', 'monitor', 'monitor', 'nebuliser'])
  })

  test('finds compounds written as one word, as two or with a hyphen', async () => {
    const { index } = await openMeiliIndexes(meili)
    await index.live().put([searchDocument('xray', { title: 'X-Ray Viewer' }), searchDocument('bed', { title: 'Bed' })])
    const found = await Promise.all(['xray', 'x ray', 'x-ray'].map((text) => idsFor(index, text)))
    expect(found).toEqual([['xray'], ['xray'], ['xray']])
  })

  test('counts names that differ in case or accents as one', async () => {
    const { index } = await openMeiliIndexes(meili)
    const brands = ['Dräger', 'DRAGER', 'Drager ']
    await index.live().put(brands.map((brand, number) => searchDocument(String(number), { brand })))
    const { facets, total } = await index.search(asking({ filters: { brand: 'dräger' } }))
    expect([Object.values(facets.brand), total]).toEqual([[3], 3])
  })

  test('searches with a search-only key, and logs no key', async () => {
    const lines: string[] = []
    const log = openLog('trace', { write: (line) => void lines.push(line) })
    const { name } = await openMeiliIndexes(meili)
    const index = openMeiliSearchIndex({ ...meili, searchKey: undefined, index: name, log })
    await index.search(asking())
    const answer = await fetch(`${meili.url}/keys`, { headers: { Authorization: `Bearer ${meili.key}` } })
    const { results } = (await answer.json()) as { results: { key: string; actions: string[]; indexes: string[] }[] } // oxlint-disable-line typescript/no-unsafe-type-assertion -- the server's own answer
    const own = results.find(({ indexes }) => indexes.includes(`${name}-*`))
    expect(own?.actions).toEqual(['search'])
    expect(lines.join()).not.toContain(meili.key)
    expect(lines.join()).not.toContain(own?.key)
  })

  test('can be read but not written with a search-only key', async () => {
    const { name, index } = await openMeiliIndexes(meili)
    await index.live().put([searchDocument('a', { title: 'Otoscope' })])
    await index.search(asking())
    const answer = await fetch(`${meili.url}/keys`, { headers: { Authorization: `Bearer ${meili.key}` } })
    const { results } = (await answer.json()) as { results: { key: string; indexes: string[] }[] } // oxlint-disable-line typescript/no-unsafe-type-assertion -- the server's own answer
    const searchKey = results.find(({ indexes }) => indexes.includes(`${name}-*`))?.key
    const reader = openMeiliSearchIndex({ url: meili.url, key: searchKey, searchKey, index: name, log: silentLog })
    expect(await idsFor(reader, 'otoscope')).toEqual(['a'])
    expect((await reader.live().get(['a']))[0]?.title).toBe('Otoscope')
    await expect(reader.live().put([searchDocument('b')])).rejects.toThrow(EngineUnavailable)
  })

  test('applies missing settings to a live index, once', async () => {
    const { name, index } = await openMeiliIndexes(meili)
    const server = new Meilisearch({ host: meili.url, apiKey: meili.key ?? '' })
    const live = `${name}-${layout}`
    await server.deleteIndex(live).waitTask()
    await server.createIndex(live, { primaryKey: 'key' }).waitTask()
    await index.live().put([searchDocument('a', { title: 'Otoscope', brand: 'Welch' })])
    expect(await index.prepare()).toBe('kept')
    const { total } = await index.search(asking({ filters: { brand: 'welch' }, sort: 'newest' }))
    expect(total).toBe(1)
    const changes = async () => (await server.tasks.getTasks({ indexUids: [live] })).total
    const before = await changes()
    expect(await index.prepare()).toBe('kept')
    expect(await changes()).toBe(before)
  })

  test('refuses to write to an index that Meilisearch has lost, and is complete again after a new build', async () => {
    const { name, index } = await openMeiliIndexes(meili)
    const server = new Meilisearch({ host: meili.url, apiKey: meili.key ?? '' })
    await server.deleteIndex(`${name}-${layout}`).waitTask()
    await expect(index.live().put([searchDocument('a')])).rejects.toThrow(EngineUnavailable)
    await expect(index.search(asking())).rejects.toThrow(EngineUnavailable)
    await (await index.beginBuild()).put([searchDocument('a', { title: 'Otoscope' })])
    await index.swap()
    expect(await idsFor(index, 'otoscope')).toEqual(['a'])
  })

  test('reports Meilisearch as unavailable when it stops responding', async () => {
    const proxy = await openTcpProxy(meili.url)
    const { name } = await openMeiliIndexes(meili)
    const index = openMeiliSearchIndex({
      ...meili,
      url: proxy.url.replace(/\/$/, ''),
      searchKey: undefined,
      index: name,
      log: silentLog,
    })
    await index.ping()
    proxy.silence('forGood')
    await expect(index.ping()).rejects.toThrow(EngineUnavailable)
    await expect(index.search(asking())).rejects.toThrow(EngineUnavailable)
    await proxy.close()
  })
})

describe('a search index whose URL does not lead to Meilisearch', () => {
  let server: Server
  let index: ProductSearchIndex

  beforeAll(async () => {
    server = createServer((_request, response) => {
      response.writeHead(200, { 'Content-Type': 'text/html' }).end('<!doctype html><title>Welcome</title>')
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    const url = `http://127.0.0.1:${port}`
    index = openMeiliSearchIndex({ url, key: undefined, searchKey: undefined, index: 'products', log: silentLog })
  })
  afterAll(() => server.close())

  test('does not accept an HTML page as an answer', async () => {
    await expect(index.search(asking())).rejects.toThrow(EngineUnavailable)
    await expect(index.ping()).rejects.toThrow(EngineUnavailable)
    await expect(index.live().put([searchDocument('a')])).rejects.toThrow(EngineUnavailable)
  })

  test('reports Meilisearch as unavailable if no server listens', async () => {
    const unreachable = openMeiliSearchIndex({
      url: 'http://127.0.0.1:1',
      key: 'k',
      searchKey: undefined,
      index: 'products',
      log: silentLog,
    })
    await expect(unreachable.search(asking())).rejects.toThrow(EngineUnavailable)
    await expect(unreachable.prepare()).rejects.toThrow(EngineUnavailable)
  })
})
