import { setTimeout as sleep } from 'node:timers/promises'
import type { OwnershipRecord } from '#core/event-store/identity/events.ts'
import type { StoredOwnership, OwnedEngine } from '#core/event-store/identity/own-engine.ts'
import { meiliCode, SearchChangeFailed, type MeiliClient } from './client.ts'

/** The id of the only document in this index, which names the owner of the search index. */
/** The name under which earlier releases stored it. */
const key = 'seat'

/** A process that did not create the index polls for the owner that the creating process writes. */
const attempts = 20
const pauseMs = 100

type Place = { writer: MeiliClient; index: string }

/** A separate index that no search reads. Meilisearch creates an index only once, so of several shops one wins. */
export function meiliOwnership(writer: MeiliClient, index: string): OwnedEngine {
  const place = { writer, index: `${index}-shop` }
  return {
    name: `the search index ${index} of MEILI_URL`,
    alternative: 'another MEILI_INDEX or another MEILI_URL',
    release: `delete the index ${place.index} in Meilisearch, and start again`,
    read: () => read(place),
    write: (ownership) => write(place, ownership),
    async claim(ownership) {
      const owner = (await create(place)) ? undefined : await awaited(place)
      if (owner !== undefined) return owner
      await write(place, ownership)
      return ownership
    },
  }
}

async function read({ writer, index }: Place): Promise<unknown> {
  return writer.call(async (meili) => {
    try {
      const { key: _, ...ownership } = await meili.index(index).getDocument<OwnershipRecord & { key: string }>(key)
      return ownership
    } catch (error) {
      if (['index_not_found', 'document_not_found'].includes(meiliCode(error) ?? '')) return undefined
      throw error
    }
  })
}

async function write({ writer, index }: Place, ownership: StoredOwnership): Promise<void> {
  await writer.change((meili) => meili.index(index).addDocuments([{ key, ...ownership }], { primaryKey: 'key' }))
}

/** Returns whether this call created the index. */
async function create({ writer, index }: Place): Promise<boolean> {
  try {
    await writer.change((meili) => meili.createIndex(index, { primaryKey: 'key' }))
    return true
  } catch (error) {
    if (error instanceof SearchChangeFailed && error.code === 'index_already_exists') return false
    throw error
  }
}

/** The owner written by the process that created the index; `undefined` if it stopped before writing. */
async function awaited(place: Place): Promise<unknown> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const owner = await read(place)
    if (owner !== undefined) return owner
    await sleep(pauseMs)
  }
  return undefined
}
