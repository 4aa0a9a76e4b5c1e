import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { isoTime, type Clock } from '#core/domain/clock.ts'
import type { EventStore } from '#core/event-store/event-store.ts'
import { shopIdentityStream } from '#core/event-store/identity/events.ts'
import type { NewId } from '#core/domain/ids.ts'
import { fetchNoPictures } from '../import/fetch-pictures.ts'
import { importCatalogue } from '../import/ops.ts'
import { synonymStream } from '../../search-words/domain/events.ts'
import { seedRecord } from '../tables.ts'

const demoCatalogue = join(import.meta.dirname, 'catalogue.csv')

type Deps = { db: Kysely<unknown>; store: EventStore; clock: Clock; newId: NewId }

/**
 * Imports the demo catalogue into an empty shop like any supplier's file, and completes an import that a killed start
 * interrupted. A shop that already has a history is left unchanged.
 */
export async function seedDemoCatalogue({ db, store, clock, newId }: Deps): Promise<void> {
  const seed = seedRecord(db, 'demo')
  const state = await seed.state()
  if (state === 'completed' || (state === 'none' && (await hasHistory(store)))) return
  await seed.begin(isoTime(clock()))
  await importCatalogue({ store, newId, fetchPictures: fetchNoPictures }, { file: demoCatalogue, isDryRun: false })
  await seed.complete(isoTime(clock()))
}

/** The streams that every shop has: those that identify it, and the words by which its search begins. */
const streamsOfEveryShop = new Set([shopIdentityStream, synonymStream])

/** Whether the log holds any event that makes it more than a new shop's, wherever it is in the log. */
async function hasHistory(store: EventStore): Promise<boolean> {
  for (let after = 0; ;) {
    const { events, position, isFull } = await store.readAll(after, { limit: 500 })
    if (events.some(({ stream }) => !streamsOfEveryShop.has(stream))) return true
    if (!isFull) return false
    after = position
  }
}
