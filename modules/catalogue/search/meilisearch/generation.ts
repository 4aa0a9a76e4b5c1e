import { isDeepStrictEqual } from 'node:util'
import type { IndexDocument } from '#core/search-index/search-index.ts'
import { byteBudget, fetchedUnweighed, inParts, partsOf } from '#core/async/byte-budget.ts'
import { inSlices } from '#core/async/in-slices.ts'
import type { MeiliClient } from './client.ts'
import { damageIn } from './damage.ts'
import { documentFromHit, readableDocument, meiliDocumentReader, meiliKey, storable } from './document.ts'
import { quotedValue, readingOf, type Reading } from './reading.ts'
import { orderedWrites } from './ordered-writes.ts'
import type { ProductSearchGeneration, SearchDocument } from '../product-search-index.ts'

/** The limits of one write call. */
const batch = { most: 500, bytes: byteBudget.statement }
const idsAtOnce = 10_000
/** Each takes up to half a millisecond to read. */
const slice = 20
/** Keys in one filter; each is 43 characters. */
const keysAtOnce = 1_000
/** Meilisearch merges waiting documents into one batch; a larger one costs less for each document. */
const mostInFlight = 4_000

export type GenerationDeps = { writer: MeiliClient; searcher: () => Promise<MeiliClient>; index: string }

/** One generation of the search index, stored in the Meilisearch index of the given name. */
export function meiliGeneration({ writer, searcher, index }: GenerationDeps): ProductSearchGeneration {
  const read = readingOf(searcher, index)
  const write = orderedWrites(writer, index)
  const reader = meiliDocumentReader()

  return {
    mostInFlight,
    async put(incoming) {
      const latest = [...new Map(incoming.map((document) => [document.id, document])).values()]
      await write([...partsOf(latest, batch)], async (documents, generation) => {
        const map = (document: SearchDocument) => ({ ...reader(document), generation })
        const stamped = await inSlices(documents, { size: slice, map })
        return (meili) => meili.index(index).addDocuments(stamped, { primaryKey: 'key' })
      })
    },
    async remove(ids) {
      await write([...partsOf(new Set(ids), batch)], (some) => {
        const keys = some.map(meiliKey)
        return Promise.resolve((meili) => meili.index(index).deleteDocuments(keys))
      })
    },
    existing: (ids) => existingAmong(read, ids),
    get: (ids) => inParts(ids, async (some) => (await hitsBy(read, some)).map(documentFromHit)),
    async count() {
      const [all] = await read.search([{ attributesToRetrieve: [], size: 0 }])
      return all?.total ?? 0
    },
    // Meilisearch indexes documents as they are written.
    prepare: () => Promise.resolve(),
    all: () => everyDocument(writer, index, read),
    inconsistent: (ids) => inParts(ids, (some) => inconsistentIn(writer, index, some)),
  }
}

async function existingAmong(read: Reading, ids: readonly string[]): Promise<string[]> {
  const found = new Set<unknown>()
  for (const some of partsOf(ids, { most: keysAtOnce, bytes: Infinity })) {
    const filter = [`key IN [${some.map((id) => quotedValue(meiliKey(id))).join(', ')}]`]
    const [result] = await read.search([{ filter, attributesToRetrieve: ['key'], size: some.length }])
    for (const { key } of result?.hits ?? []) found.add(key)
  }
  return ids.filter((id) => found.has(meiliKey(id)))
}

async function hitsBy(read: Reading, ids: readonly string[]): Promise<unknown[]> {
  const keys = ids.map((id) => quotedValue(meiliKey(id)))
  const [found] = await read.search([
    { filter: [`key IN [${keys.join(', ')}]`], attributesToRetrieve: ['source'], size: ids.length },
  ])
  return found?.hits ?? []
}

/** Ordered by id. Documents written during the iteration may be missed. */
async function* everyDocument(writer: MeiliClient, index: string, read: Reading): AsyncGenerator<IndexDocument> {
  const ids = (await everyId(writer, index)).toSorted()
  for (const some of partsOf(ids, { most: fetchedUnweighed, bytes: Infinity })) {
    const readable = (await hitsBy(read, some)).flatMap((hit) => readableDocument(hit) ?? [])
    const found = new Map(readable.map((document) => [storable(document.id), document]))
    for (const id of some) {
      yield found.get(id) ?? { id, position: 0 }
    }
  }
}

async function everyId(writer: MeiliClient, index: string): Promise<string[]> {
  const ids: string[] = []
  for (let isMore = true; isMore;) {
    const { results } = await writer
      .call((meili) =>
        meili.index<{ id: string }>(index).getDocuments({ fields: ['id'], limit: idsAtOnce, offset: ids.length }),
      )
      .catch((error: unknown) => {
        throw damageIn(error, index)
      })
    ids.push(...results.map(({ id }) => id))
    isMore = results.length === idsAtOnce
  }
  return ids
}

/** The documents whose indexed words or keys do not match their source, or whose source cannot be read. */
async function inconsistentIn(writer: MeiliClient, index: string, ids: readonly string[]): Promise<string[]> {
  const keys = ids.map((id) => quotedValue(meiliKey(id)))
  const { results } = await writer
    .call((meili) => meili.index(index).getDocuments({ filter: `key IN [${keys.join(', ')}]`, limit: ids.length }))
    .catch((error: unknown) => {
      throw damageIn(error, index)
    })
  const reader = meiliDocumentReader()
  return results.flatMap((stored) => {
    const document = readableDocument(stored)
    if (document === undefined) return [String(stored['id'])]
    const expected = Object.entries(reader(document))
    return expected.every(([name, value]) => !(name in stored) || isDeepStrictEqual(stored[name], value))
      ? []
      : [document.id]
  })
}
