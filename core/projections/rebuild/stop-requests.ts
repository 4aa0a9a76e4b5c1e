import { sql } from 'kysely'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { Actor } from '../../domain/actor.ts'
import { Rejection } from '../../domain/errors.ts'
import type { Db } from '../../database/database.ts'
import type { Log } from '../../telemetry/log.ts'
import type { Slot } from '../checkpoints/checkpoints.ts'
import { heldKeys } from '../follow/leases.ts'

/** The slot `next` is that of a replay, `verify` that of a comparison or copy. */
export type StoppableWork = { name: string; slot: Extract<Slot, 'next' | 'verify'> }

/** An operator has stopped the work. By its name it is an abort, which ends the work cleanly. */
export class StoppedByOperator extends Error {
  override readonly name = 'AbortError'
  readonly by: Actor

  constructor(by: Actor) {
    super('an operator has stopped it')
    this.by = by
  }
}

/**
 * Requests that the process that does the work stops it; `key` is the key of its lease.
 * @throws Rejection `conflict` if no process does it, so that there is nothing to stop
 */
export async function requestStop(
  db: Db,
  { name, slot, key }: StoppableWork & { key: string },
  by: Actor,
): Promise<void> {
  const isHeld = (await heldKeys(db, [key])).has(key)
  const { rows } = await sql`
    update projection_checkpoints set stop_asked_by = ${JSON.stringify(by)}
    where name = ${name} and slot = ${slot} and (${isHeld} or status = 'asked') returning name`.execute(db)
  if (rows.length > 0) return
  const what = slot === 'next' ? 'is not being replayed' : 'is not being compared with the log'
  throw new Rejection('conflict', `${name} ${what}: there is nothing to stop`)
}

/** Discards an earlier request to stop, because the work is requested again. */
export async function clearStopRequest(db: Db, { name, slot }: StoppableWork): Promise<void> {
  await sql`
    update projection_checkpoints set stop_asked_by = null
    where name = ${name} and slot = ${slot} and stop_asked_by is not null`.execute(db)
}

export const endNotRecorded = 'the end of a replay could not be recorded in its checkpoint'

/**
 * Runs a build that an operator can stop, and records the stop, unless the lease was `lost`.
 * @throws StoppedByOperator
 */
export async function stoppableBuild<T>(
  { db, log }: { db: Db; log: Log },
  { name, lost }: { name: string; lost: AbortSignal },
  work: (stopped: AbortSignal) => Promise<T>,
): Promise<T> {
  try {
    return await stoppable(db, { name, slot: 'next' }, work)
  } catch (error) {
    if (error instanceof StoppedByOperator && !lost.aborted)
      await noteStopped(db, name).catch((err: unknown) => log.warn({ err, subscription: name }, endNotRecorded))
    throw error
  }
}

async function noteStopped(db: Db, name: string): Promise<void> {
  await sql`
    update projection_checkpoints
    set status = 'stopped', stop_asked_by = null, error = null, events_per_second = 0, eta_seconds = null, updated_at = now()
    where name = ${name} and slot = 'next'`.execute(db)
}

/**
 * Runs work that an operator can stop from any process.
 * @throws StoppedByOperator once it was stopped
 */
export async function stoppable<T>(
  db: Db,
  which: StoppableWork,
  work: (stopped: AbortSignal) => Promise<T>,
): Promise<T> {
  const stopping = new AbortController()
  const poll = pollingFor(() => requesterOfStop(db, which), stopping)
  await poll()
  const timer = setInterval(() => void poll(), everyMs)
  try {
    stopping.signal.throwIfAborted()
    return await work(stopping.signal)
  } catch (error) {
    throw stopping.signal.aborted ? stopping.signal.reason : error
  } finally {
    clearInterval(timer)
  }
}

const everyMs = 500

/** Returns a function that checks whether a stop was requested, and then aborts the work. */
function pollingFor(request: () => Promise<Actor | undefined>, stopping: AbortController): () => Promise<void> {
  let isLooking = false
  return async () => {
    if (isLooking || stopping.signal.aborted) return
    isLooking = true
    try {
      const by = await request()
      if (by !== undefined) stopping.abort(new StoppedByOperator(by))
    } catch {
      // The work itself reports that the database is unavailable.
    } finally {
      isLooking = false
    }
  }
}

const requests = Compile(Type.Array(Type.Object({ by: Actor })))

async function requesterOfStop(db: Db, { name, slot }: StoppableWork): Promise<Actor | undefined> {
  const { rows } = await sql`
    select stop_asked_by as by from projection_checkpoints
    where name = ${name} and slot = ${slot} and stop_asked_by is not null`.execute(db)
  return requests.Parse(rows)[0]?.by
}
