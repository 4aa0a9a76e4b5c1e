import { sql, type RawBuilder } from 'kysely'
import { Type, type Static } from 'typebox'
import { Compile } from 'typebox/compile'
import type { Db } from '../../database/database.ts'
import type { EventRef } from '../../event-store/event-store.ts'
import type { Failure } from '../follow/failures.ts'

/** Notified with name, generation, positions and what has changed, as JSON, whenever a live checkpoint moves. */
export const movedChannel = 'projection_moved'
/** Notified with a name when a retry or a replay is requested. */
export const requestedChannel = 'projection_asked'
/** Notified with a name when a query waits for that read model. */
export const waitingChannel = 'projection_awaited'

const FailedEvent = Type.Object({
  position: Type.Integer(),
  stream: Type.String(),
  revision: Type.Integer(),
  type: Type.String(),
  id: Type.String(),
})

const Status = Type.Union([
  Type.Literal('catching-up'),
  Type.Literal('live'),
  Type.Literal('failed'),
  Type.Literal('asked'),
  Type.Literal('building'),
  Type.Literal('indexed'),
  Type.Literal('stopped'),
  Type.Literal('kept'),
])
/**
 * `live` rows are catching-up, live or failed; `next` rows asked (requested), building, indexed (indexes created),
 * stopped or failed; `prev` rows are kept.
 */
export type Status = Static<typeof Status>

const Slot = Type.Union([Type.Literal('live'), Type.Literal('next'), Type.Literal('prev'), Type.Literal('verify')])
export type Slot = Static<typeof Slot>

const Kind = Type.Union([Type.Literal('table'), Type.Literal('search'), Type.Literal('reactor')])
export type Kind = Static<typeof Kind>

const Checkpoint = Type.Object({
  name: Type.String(),
  slot: Slot,
  kind: Kind,
  version: Type.Integer(),
  shape: Type.String(),
  generation: Type.Integer(),
  position: Type.Integer(),
  last_position: Type.Union([Type.Integer(), Type.Null()]),
  last_id: Type.Union([Type.String(), Type.Null()]),
  last_is_known: Type.Boolean(),
  changed_position: Type.Integer(),
  total: Type.Union([Type.Integer(), Type.Null()]),
  status: Status,
  error: Type.Union([
    Type.Object({
      message: Type.String(),
      event: Type.Optional(FailedEvent),
      isOfTheLog: Type.Optional(Type.Boolean()),
      isOfAKey: Type.Optional(Type.Boolean()),
    }),
    Type.Null(),
  ]),
  events_per_second: Type.Number(),
  eta_seconds: Type.Union([Type.Number(), Type.Null()]),
  updated_at: Type.String(),
  age_seconds: Type.Number(),
})
/**
 * The progress of a build of a read model, or of a reactor; `age_seconds` is the time since `updated_at`.
 * `last_position` and `last_id` identify the shop's last event at or before `position`, null where there is none;
 * `last_is_known` is false where an earlier release wrote the row and that event has not been looked up yet.
 */
export type Checkpoint = Static<typeof Checkpoint>

const checkpoints = Compile(Type.Array(Checkpoint))

/** The state that a checkpoint must still have in order to move. */
export type Mark = Pick<Checkpoint, 'name' | 'slot' | 'generation' | 'position'>

export async function readCheckpoints(db: Db): Promise<Checkpoint[]> {
  return select(db, sql`order by name, slot`)
}

export async function readLiveCheckpoints(db: Db): Promise<Checkpoint[]> {
  return select(db, sql`where slot = 'live'`)
}

/** The checkpoints of the builds that are requested, in progress or failed. */
export async function readNextCheckpoints(db: Db): Promise<Checkpoint[]> {
  return select(db, sql`where slot = 'next'`)
}

export async function readCheckpoint(db: Db, name: string, slot: Slot): Promise<Checkpoint | undefined> {
  const [found] = await select(db, sql`where name = ${name} and slot = ${slot}`)
  return found
}

/** As `readCheckpoint`, and locks it until the end of the transaction. */
export async function lockCheckpoint(trx: Db, name: string, slot: Slot): Promise<Checkpoint | undefined> {
  const [found] = await select(trx, sql`where name = ${name} and slot = ${slot} for update`)
  return found
}

async function select(db: Db, which: RawBuilder<unknown>): Promise<Checkpoint[]> {
  const { rows } = await sql`
    select *, extract(epoch from clock_timestamp() - updated_at)::float8 as age_seconds
    from projection_checkpoints ${which}`.execute(db)
  return checkpoints.Parse(rows)
}

/** The mark of a checkpoint as a condition of a statement. */
export function whereAt({ name, slot, generation, position }: Mark): RawBuilder<unknown> {
  return sql`name = ${name} and slot = ${slot} and generation = ${generation} and position = ${position}`
}

export type Verdict = { status: Status; error?: Failure }

/** Records a status and its reason, unless the checkpoint has moved since it was read. */
export async function markCheckpoint(db: Db, at: Mark, { status, error }: Verdict): Promise<void> {
  await sql`
    update projection_checkpoints
    set status = ${status}, error = ${error === undefined ? null : JSON.stringify(error)}, events_per_second = 0,
      eta_seconds = null, updated_at = now()
    where ${whereAt(at)}`.execute(db)
}

/** `last` is required for a position other than 0. */
export type NewCheckpoint = Pick<Checkpoint, 'name' | 'slot' | 'kind' | 'version' | 'shape' | 'position' | 'status'> & {
  last?: EventRef | undefined
}

/** Higher than any generation of this name in any slot, so that an old mark never matches again. */
export function nextGeneration(name: string): RawBuilder<unknown> {
  return sql`(select coalesce(max(generation), 0) + 1 from projection_checkpoints where name = ${name})`
}

/** Replaces the checkpoint in a slot, if any, by a new generation. */
export async function putCheckpoint(db: Db, row: NewCheckpoint): Promise<Mark> {
  const { rows } = await sql<{ generation: number }>`
    insert into projection_checkpoints as old
      (name, slot, kind, version, shape, generation, position, last_position, last_id, changed_position, status)
    values (${row.name}, ${row.slot}, ${row.kind}, ${row.version}, ${row.shape}, ${nextGeneration(row.name)},
      ${row.position}, ${row.last?.position ?? null}, ${row.last?.id ?? null}, ${row.position}, ${row.status})
    on conflict (name, slot) do update set
      kind = excluded.kind, version = excluded.version, shape = excluded.shape, generation = excluded.generation,
      position = excluded.position, last_position = excluded.last_position, last_id = excluded.last_id,
      last_is_known = true,       changed_position = excluded.changed_position, total = null,
      status = excluded.status, error = null, events_per_second = 0, eta_seconds = null,
      started_at = now(), updated_at = now()
    returning generation`.execute(db)
  return { name: row.name, slot: row.slot, generation: rows[0]?.generation ?? 1, position: row.position }
}

/** Takes ownership: moves by the previous owner fail from now on. `undefined` when another process has moved it. */
export async function takeCheckpoint(db: Db, at: Mark): Promise<Mark | undefined> {
  const { name, slot, position } = at
  const { rows } = await sql<{ generation: number }>`
    update projection_checkpoints
    set generation = ${nextGeneration(name)}, error = null, updated_at = now()
    where ${whereAt(at)}
    returning generation`.execute(db)
  return rows[0] && { name, slot, position, generation: rows[0].generation }
}

/** Resets an unfinished build: one in progress begins again, and one that was interrupted cannot be resumed. */
export async function beginAgain(db: Db, name: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    // Locked first, so that the generation is higher than one that is being assigned concurrently.
    if ((await lockCheckpoint(trx, name, 'next')) === undefined) return
    await sql`
      update projection_checkpoints set
        generation = ${nextGeneration(name)}, position = 0, last_position = null, last_id = null,
        last_is_known = true, changed_position = 0,
        status = case when status in ('building', 'indexed') then 'asked' else status end, updated_at = now()
      where name = ${name} and slot = 'next'`.execute(trx)
  })
}
