import { isDeepStrictEqual } from 'node:util'
import { EngineUnavailable } from '../errors.ts'
import type { MeiliClient } from './meilisearch-client.ts'
import { keptDocument, meiliDocument, meiliKey, storable } from './meilisearch-document.ts'
import { quotedValue, readingOf, type Reading } from './meilisearch-reading.ts'
import { exists } from './meilisearch-slots.ts'
import type { SearchDocument, SearchGeneration } from './search-index.ts'

const batchSize = 500
const idsAtOnce = 10_000

export type GenerationNeeds = { writer: MeiliClient; searcher: () => Promise<MeiliClient>; index: string }

/** One generation of the index, by the name of Meilisearch's own. */
export function meiliGeneration({ writer, searcher, index }: GenerationNeeds): SearchGeneration {
  const read = readingOf(searcher, index)

  /** Meilisearch would make a missing index by itself, without settings: nothing would be found in it as it should. */
  async function write(change: Parameters<MeiliClient['change']>[0]): Promise<void> {
    if (await exists(writer, index)) return writer.change(change)
    throw new EngineUnavailable('search index', { cause: new Error(`Meilisearch has lost the index ${index}`) })
  }

  return {
    async put(incoming) {
      const latest = [...new Map(incoming.map((document) => [document.id, document])).values()]
      for (const batch of batches(latest)) {
        await write((meili) => meili.index(index).addDocuments(batch.map(meiliDocument), { primaryKey: 'key' }))
      }
    },
    async remove(ids) {
      for (const batch of batches([...new Set(ids)])) {
        await write((meili) => meili.index(index).deleteDocuments(batch.map(meiliKey)))
      }
    },
    async get(ids) {
      const found = []
      for (const batch of batches(ids)) found.push(...(await documentsBy(read, batch)))
      return found
    },
    async count() {
      const [all] = await read([{ attributesToRetrieve: [], size: 0 }])
      return all?.total ?? 0
    },
    // It indexes as it takes documents in.
    settle: () => Promise.resolve(),
    all: () => everyDocument(writer, index, read),
    async misfiled(ids) {
      const found = []
      for (const batch of batches(ids)) found.push(...(await misfiledIn(writer, index, batch)))
      return found
    },
  }
}

async function documentsBy(read: Reading, ids: readonly string[]): Promise<SearchDocument[]> {
  const keys = ids.map((id) => quotedValue(meiliKey(id)))
  const [found] = await read([
    { filter: [`key IN [${keys.join(', ')}]`], attributesToRetrieve: ['source'], size: ids.length },
  ])
  return (found?.hits ?? []).map(keptDocument)
}

/** In the order of ids. What is written meanwhile may be missed. */
async function* everyDocument(writer: MeiliClient, index: string, read: Reading): AsyncGenerator<SearchDocument> {
  const ids = (await everyId(writer, index)).toSorted()
  for (const batch of batches(ids)) {
    const found = new Map((await documentsBy(read, batch)).map((document) => [storable(document.id), document]))
    for (const id of batch) {
      const document = found.get(id)
      if (document !== undefined) yield document
    }
  }
}

async function everyId(writer: MeiliClient, index: string): Promise<string[]> {
  const ids: string[] = []
  for (let isMore = true; isMore;) {
    const { results } = await writer.call((meili) =>
      meili.index<{ id: string }>(index).getDocuments({ fields: ['id'], limit: idsAtOnce, offset: ids.length }),
    )
    ids.push(...results.map(({ id }) => id))
    isMore = results.length === idsAtOnce
  }
  return ids
}

/** Which documents are found, filtered or sorted by something else than what they say. */
async function misfiledIn(writer: MeiliClient, index: string, ids: readonly string[]): Promise<string[]> {
  const keys = ids.map((id) => quotedValue(meiliKey(id)))
  const { results } = await writer.call((meili) =>
    meili.index(index).getDocuments({ filter: `key IN [${keys.join(', ')}]`, limit: ids.length }),
  )
  return results.flatMap((kept) => {
    const document = keptDocument(kept)
    const expected = Object.entries(meiliDocument(document))
    return expected.every(([name, value]) => !(name in kept) || isDeepStrictEqual(kept[name], value))
      ? []
      : [document.id]
  })
}

function batches<T>(all: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / batchSize) }, (_, index) =>
    all.slice(index * batchSize, (index + 1) * batchSize),
  )
}
