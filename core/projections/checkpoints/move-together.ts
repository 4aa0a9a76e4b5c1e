import { sql } from 'kysely'
import { inBatches } from '../../async/batches.ts'
import type { Db } from '../../database/database.ts'
import { executePrepared } from '../../database/session/prepared.ts'
import { type Mark } from './checkpoints.ts'
import { notifyMoved, withoutWaitingForDisk, type Move } from './moves.ts'

/** Moves a checkpoint over events that change nothing; `undefined` when another process has moved it. */
export type MoveOver = (move: Omit<Move, 'changed'>) => Promise<Mark | undefined>

const most = 100

/**
 * Moves the checkpoints of all subscriptions that skip the same page in one statement. Each move succeeds or fails
 * independently. Nothing waits for the disk: what a crash of the server loses is skipped again.
 */
export function movingTogether(db: Db): MoveOver {
  return inBatches((moves) => moveAll(db, moves), { most, keyOf: ({ from }) => keyOf(from) })
}

async function moveAll(db: Db, moves: readonly Parameters<MoveOver>[0][]): Promise<(Mark | undefined)[]> {
  const query = sql<{ name: string; slot: string }>`
    with moved as (
      update projection_checkpoints as live set
        position = given.position,
        last_position = coalesce(given.last_position, live.last_position),
        last_id = coalesce(given.last_id, live.last_id),
        last_is_known = live.last_is_known or given.last_id is not null,
        total = given.total,
        status = given.status,
        error = null,
        events_per_second = given.events_per_second,
        eta_seconds = given.eta_seconds,
        updated_at = now()
      from json_to_recordset(${JSON.stringify(moves.map(given))}::json) as given (
        name text, slot text, generation bigint, came_from bigint, position bigint, last_position bigint, last_id uuid,
        total bigint, status text, events_per_second float8, eta_seconds float8)
      where live.name = given.name and live.slot = given.slot and live.generation = given.generation
        and live.position = given.came_from
      returning live.name, live.slot, live.generation, live.position, live.changed_position, came_from
    )
    select name, slot, ${notifyMoved({ position: sql.ref('came_from') }, undefined)}, ${withoutWaitingForDisk}
    from moved`
  const { rows } = await executePrepared(db, query)
  const moved = new Set(rows.map(keyOf))
  return moves.map(({ from, to }) => (moved.has(keyOf(from)) ? { ...from, position: to } : undefined))
}

function given({ from, to, last, report }: Parameters<MoveOver>[0]) {
  const { name, slot, generation, position } = from
  const { total, status, eventsPerSecond, etaSeconds } = report
  const place = { name, slot, generation, came_from: position, position: to }
  const event = { last_position: last?.position, last_id: last?.id }
  return { ...place, ...event, total, status, events_per_second: eventsPerSecond, eta_seconds: etaSeconds }
}

function keyOf({ name, slot }: { name: string; slot: string }): string {
  return `${slot} ${name}`
}
