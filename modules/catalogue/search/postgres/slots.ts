import { sql } from 'kysely'
import type { Db } from '#core/database/database.ts'
import { createGeneration, createSlots, dropAllGenerations, dropGeneration, layout } from './tables.ts'

/** The numbers of the generations: the live one, the one being built, and the generation that the last swap replaced. */
type Slots = { layout: number; live: number; next: number | null; previous: number | null }

const changesLock = 7_363_001
const writersLock = 7_363_002

/** Creates an empty live generation if there is none. If the layout has changed, drops all generations first. */
export async function prepareLive(db: Db): Promise<'kept' | 'made'> {
  return changing(db, async (trx) => {
    await createSlots(trx)
    if ((await readSlots(trx))?.layout === layout) return 'kept'
    await dropAllGenerations(trx)
    await sql`delete from search_index.generation`.execute(trx)
    await sql`
      insert into search_index.generation (layout, live) values (${layout}, ${await newGeneration(trx)})`.execute(trx)
    return 'made'
  })
}

/** Creates an empty generation alongside the live one and drops all others. */
export async function makeNext(db: Db): Promise<number> {
  return changing(db, async (trx) => {
    const { next, previous } = await slotsIn(trx)
    await drop(trx, [next, previous])
    const number = await newGeneration(trx)
    await sql`update search_index.generation set next = ${number}, previous = null`.execute(trx)
    return number
  })
}

/** The last generation from `makeNext`, unless it is live by now. */
export async function unfinishedNext(db: Db): Promise<number | undefined> {
  return (await slotsIn(db)).next ?? undefined
}

export async function makeNextLive(db: Db): Promise<void> {
  await changing(db, async (trx) => {
    const { next, previous } = await slotsIn(trx)
    demand(next, 'next')
    await drop(trx, [previous])
    await sql`update search_index.generation set live = next, next = null, previous = live`.execute(trx)
  })
}

export async function makePreviousLive(db: Db): Promise<void> {
  await changing(db, async (trx) => {
    demand((await slotsIn(trx)).previous, 'previous')
    await sql`update search_index.generation set live = previous, previous = live`.execute(trx)
  })
}

export async function liveNumber(db: Db): Promise<number> {
  return (await slotsIn(db)).live
}

/**
 * Serialises the writers of one generation and excludes changes of slots; which generation is live is read under that
 * lock. The commit is asynchronous: the synchronous commit of the index's checkpoint, in the same database, makes it
 * durable.
 */
export async function writing<T>(
  db: Db,
  number: number | 'live',
  work: (trx: Db, number: number) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async (trx) => {
    await sql`
      select pg_advisory_xact_lock_shared(${changesLock}), set_config('synchronous_commit', 'off', true)`.execute(trx)
    const written = number === 'live' ? await liveNumber(trx) : number
    await sql`select pg_advisory_xact_lock(${writersLock}, ${written})`.execute(trx)
    return work(trx, written)
  })
}

async function changing<T>(db: Db, work: (trx: Db) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${changesLock})`.execute(trx)
    return work(trx)
  })
}

async function readSlots(db: Db): Promise<Slots | undefined> {
  const { rows } = await sql<Slots>`select layout, live, next, previous from search_index.generation`.execute(db)
  return rows[0]
}

async function slotsIn(db: Db): Promise<Slots> {
  const slots = await readSlots(db)
  if (slots === undefined) throw new Error('the search index was not prepared')
  return slots
}

function demand(number: number | null, slot: string): number {
  if (number === null) throw new Error(`the search index has no ${slot} generation`)
  return number
}

async function drop(trx: Db, numbers: readonly (number | null)[]): Promise<void> {
  for (const number of numbers) if (number !== null) await dropGeneration(trx, number)
}

async function newGeneration(trx: Db): Promise<number> {
  const { rows } = await sql<{ number: number }>`select nextval('search_index.generation_number') as number`.execute(
    trx,
  )
  const number = demand(rows[0]?.number ?? null, 'new')
  await createGeneration(trx, number)
  return number
}
