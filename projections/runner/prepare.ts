import { sql } from 'kysely'
import type { Actor } from '#core/actor.ts'
import type { Db } from '#core/database/database.ts'
import type { EventStore } from '#core/event-store/event-store.ts'
import { schemaOf, type Projection } from '#core/projection.ts'
import type { Reactor } from '#core/reactor.ts'
import type { SearchIndex } from '#core/search-index/search-index.ts'
import { noteAsker } from './asked-by.ts'
import { tableExists } from './build.ts'
import { askedChannel, putCheckpoint, readCheckpoint, type Checkpoint } from './checkpoints.ts'
import { storedTable } from './read-table.ts'
import { isOf, isTable, unitOf, unitOfReactor, type Unit } from './unit.ts'

/** Makes the live read model where there is none. Several processes may do this at once. */
export async function ensureLive(db: Db, projection: Projection, searchIndex: SearchIndex): Promise<void> {
  const unit = unitOf(projection, searchIndex)
  if (!isTable(projection)) await searchIndex.prepare()
  const isLost = isTable(projection)
    ? async (trx: Db) => !(await tableExists(trx, schemaOf(unit.name), projection.sink.table.name))
    : async (_trx: Db, live: Checkpoint) => live.changed_position > 0 && (await searchIndex.live().count()) === 0
  await db.transaction().execute(async (trx) => {
    await oneAtATime(trx, unit.name)
    const live = await readCheckpoint(trx, unit.name, 'live')
    if (live === undefined || (await isLost(trx, live))) await createLive(trx, projection, unit)
  })
}

async function createLive(trx: Db, projection: Projection, unit: Unit): Promise<void> {
  if (isTable(projection)) {
    const table = storedTable(schemaOf(unit.name), projection.sink.table)
    await table.create(trx)
    await table.createIndexes(trx)
  }
  await putCheckpoint(trx, { ...unit, slot: 'live', position: 0, status: 'catching-up' })
}

/**
 * Asks for a rebuild where the live read model was made by another version. A build of this version that is under way, or
 * was broken off, is gone on with; one that failed, or was stopped, starts anew.
 */
export async function ensureVersion(db: Db, unit: Unit): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await oneAtATime(trx, unit.name)
    if (isOf(unit, await readCheckpoint(trx, unit.name, 'live'))) return
    const next = await readCheckpoint(trx, unit.name, 'next')
    const isUnderWay = next !== undefined && ['asked', 'building', 'indexed'].includes(next.status)
    if (!isUnderWay || !isOf(unit, next)) await askForRebuild(trx, unit)
  })
}

/** Leaves it to whichever process follows the events to rebuild it. */
export async function askForRebuild(db: Db, unit: Unit, by?: Actor): Promise<void> {
  await putCheckpoint(db, { ...unit, slot: 'next', position: 0, status: 'asked' })
  await noteAsker(db, unit.name, by)
  await sql`select pg_notify(${askedChannel}, ${unit.name})`.execute(db)
}

/** Gives a reactor that the shop has not seen before the place from which it declares to start. */
export async function prepareReactor(db: Db, reactor: Reactor, store: EventStore): Promise<void> {
  const unit = unitOfReactor(reactor)
  if ((await readCheckpoint(db, unit.name, 'live')) !== undefined) return
  const position = reactor.startsAt === 'head' ? await store.head() : 0
  await db.transaction().execute(async (trx) => {
    await oneAtATime(trx, unit.name)
    if ((await readCheckpoint(trx, unit.name, 'live')) !== undefined) return
    await putCheckpoint(trx, { ...unit, slot: 'live', position, status: 'catching-up' })
  })
}

async function oneAtATime(trx: Db, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`prepare ${name}`}, 0))`.execute(trx)
}
