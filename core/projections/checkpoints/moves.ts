import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../database/database.ts'
import { executePrepared } from '../../database/session/prepared.ts'
import type { EventRef, Position } from '../../event-store/event-store.ts'
import { movedChannel, nextGeneration, requestedChannel, whereAt, type Mark, type Status } from './checkpoints.ts'

/** What a move stores in addition to the position. */
export type Report = {
  status: Status
  eventsPerSecond: number
  total?: Position
  etaSeconds?: number | undefined
}

/**
 * `last`: the last event of the shop up to `to`; `undefined` where there is none after `from`. `changed`: the position
 * of the last event up to `to` that changed any row; `undefined` where none did.
 */
export type Move = {
  from: Mark
  to: Position
  last: EventRef | undefined
  changed?: Position | undefined
  report: Report
}

/**
 * The update of a move, for the `with moved as (…)` of the statement that writes the rows. It returns no row when
 * another process has moved the checkpoint, and then nothing else may be written either.
 */
export function moving({ from, to, last, changed, report }: Move): RawBuilder<unknown> {
  return sql`
    update projection_checkpoints set
      position = ${to},
      last_position = coalesce(${last?.position ?? null}, last_position),
      last_id = coalesce(${last?.id ?? null}::uuid, last_id),
      last_is_known = last_is_known or ${last !== undefined},
      changed_position = coalesce(${changed ?? null}, changed_position),
      total = ${report.total ?? null},
      status = ${report.status},
      error = null,
      events_per_second = ${report.eventsPerSecond},
      eta_seconds = ${report.etaSeconds ?? null},
      updated_at = now()
    where ${whereAt(from)}
    returning name, slot, generation, position, changed_position`
}

const moved = sql`
  'name', name, 'generation', generation, 'position', position, 'changedPosition', changed_position`

/** Notifies every process that a live checkpoint has changed in any way; a column of a select from `moved`. */
export const notifyChanged = sql`
  case when slot = 'live' then pg_notify(${movedChannel}, json_build_object(${moved})::text) end`

/** Well below the limit of 8,000 bytes for a notification. */
const mostTagBytes = 6_000

/**
 * Like `notifyChanged`, for a move from a position. `tags`: the tags of the changed rows; `undefined` if they are
 * unknown. If there are too many, none are sent, and the whole read model counts as changed.
 */
export function notifyMoved(
  { position }: { position: Position | RawBuilder<unknown> },
  tags: readonly string[] | undefined,
): RawBuilder<unknown> {
  const json = tags && JSON.stringify([...new Set(tags)])
  const sent = json !== undefined && Buffer.byteLength(json) <= mostTagBytes ? json : null
  return sql`
    case when slot = 'live' then pg_notify(${movedChannel}, json_build_object(${moved},
      'from', ${position}::bigint, 'tags', ${sent}::json)::text) end`
}

/**
 * Lets the commit return before it is flushed to disk; a column of a select. Safe for read models: a crash of the
 * server loses rows and checkpoint together, and they are built again.
 */
export const withoutWaitingForDisk = sql`set_config('synchronous_commit', 'off', true)`

/** Moves a checkpoint without writing rows; `undefined` when another process has moved it. */
export async function moveCheckpoint(db: Db, move: Move): Promise<Mark | undefined> {
  const query = sql`with moved as (${moving(move)}) select ${notifyMoved(move.from, undefined)} from moved`
  const { rows } = await executePrepared(db, query)
  return rows.length === 0 ? undefined : { ...move.from, position: move.to }
}

/**
 * Moves a checkpoint back to `to`, unless it is already at or before it: the events since then are processed again. A
 * process that moves it afterwards must read it again first.
 */
export async function moveBack(db: Db, to: Mark): Promise<void> {
  await sql`
    with moved as (
      update projection_checkpoints set
        position = ${to.position}, last_position = null, last_id = null, last_is_known = false,
        generation = ${nextGeneration(to.name)}, updated_at = now()
      where name = ${to.name} and slot = ${to.slot} and position > ${to.position}
      returning name, slot, generation, position, changed_position)
    select ${notifyChanged}, pg_notify(${requestedChannel}, name) from moved`.execute(db)
}
