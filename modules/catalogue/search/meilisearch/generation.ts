import { isDeepStrictEqual } from 'node:util'
import type { IndexDocument } from '#core/search-index/search-index.ts'
import { byteBudget, fetchedUnweighed, inParts, partsOf } from '#core/async/byte-budget.ts'
import type { MeiliClient } from './client.ts'
import { damaged, damageIn } from './damage.ts'
import { documentFromHit, readableDocument, meiliDocumentReader, meiliKey, storable } from './document.ts'
import { quotedValue, readingOf, type Reading } from './reading.ts'
import { creationOf } from './slots.ts'
import type { ProductSearchGeneration } from '../product-search-index.ts'

/** The limits of one write call. */
const batch = { most: 500, bytes: byteBudget.statement }
const idsAtOnce = 10_000

export type GenerationDeps = { writer: MeiliClient; searcher: () => Promise<MeiliClient>; index: string }

/** One generation of the search index, stored in the Meilisearch index of the given name. */
export function meiliGeneration({ writer, searcher, index }: GenerationDeps): ProductSearchGeneration {
  const read = readingOf(searcher, index)

  /** Meilisearch would create a missing index implicitly, but without the settings that searches rely on. */
  async function write(change: (generation: string) => Parameters<MeiliClient['change']>[0]): Promise<void> {
    const generation = await creationOf(writer, index)
    if (generation !== undefined) return writer.change(change(generation))
    throw damaged(index, new Error('Meilisearch has lost it'))
  }

  return {
    async put(incoming) {
      const reader = meiliDocumentReader()
      const latest = [...new Map(incoming.map((document) => [document.id, document])).values()]
      for (const documents of partsOf(latest, batch)) {
        const read = documents.map(reader)
        await write((generation) => (meili) => {
          const stamped = read.map((document) => ({ ...document, generation }))
          return meili.index(index).addDocuments(stamped, { primaryKey: 'key' })
        })
      }
    },
    async remove(ids) {
      for (const some of partsOf(new Set(ids), batch)) {
        await write(() => (meili) => meili.index(index).deleteDocuments(some.map(meiliKey)))
      }
    },
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
  return results.flatMap((kept) => {
    const document = readableDocument(kept)
    if (document === undefined) return [String(kept['id'])]
    const expected = Object.entries(reader(document))
    return expected.every(([name, value]) => !(name in kept) || isDeepStrictEqual(kept[name], value))
      ? []
      : [document.id]
  })
}
