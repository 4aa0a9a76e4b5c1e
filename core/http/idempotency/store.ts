import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { Type, type Static } from 'typebox'
import { Compile } from 'typebox/compile'
import type { Database } from '../../database/database.ts'
import { databaseFailure } from '../../database/failure.ts'
import { inBatches } from '../../async/batches.ts'
import { idempotencyStatements as statements } from './statements.ts'

/** A command that requests its turn. `scope` is a hash of account, route and key, none of which it reveals. */
export type Reservation = { scope: Buffer; bodyHash: Buffer; commandId: string }

/** The turn of one attempt; a later one may take over when its lease has expired. */
export type Turn = { scope: Buffer; attempt: number; commandId: string }

export type Reserved =
  | { kind: 'turn'; turn: Turn }
  | { kind: 'completed'; turn: Turn; response: Buffer }
  | { kind: 'running' }
  | { kind: 'other-body' }

const Bytes = Type.Refine(Type.Unsafe<Buffer>({}), (value) => Buffer.isBuffer(value))
const Row = Type.Object({ scope: Bytes, attempt: Type.Integer(), command_id: Type.String() })
type Row = Static<typeof Row>
const FoundRow = Type.Object({ ...Row.properties, body_hash: Bytes, answer: Type.Union([Bytes, Type.Null()]) })
type FoundRow = Static<typeof FoundRow>
const TurnRows = Compile(Type.Array(Row))
const FoundRows = Compile(Type.Array(FoundRow))

const migration: Migration = {
  async up(db) {
    await sql`create table idempotency_keys (
      scope bytea primary key,
      body_hash bytea not null,
      command_id uuid not null,
      attempt integer not null,
      answer bytea,
      lease_until timestamptz not null,
      expires_at timestamptz not null
    ) with (fillfactor = 70)`.execute(db)
    await sql`create index on idempotency_keys (expires_at)`.execute(db)
  },
}

export const idempotencyMigrations: Record<string, Migration> = { '2026-11-20-http-idempotency-keys': migration }

/** The rows behind idempotency keys; all times are the database's, so the processes' clocks may differ. */
export type IdempotencyStore = {
  reserve(reservation: Reservation): Promise<Reserved>
  /** Stores the response for retries of the command. */
  complete(turn: Turn, response: Buffer): Promise<void>
  /** The attempt failed and may have had an effect: the next one continues under the same command id. */
  release(turn: Turn): Promise<void>
  /** The command was refused, so nothing happened under this key. */
  remove(turn: Turn): Promise<void>
  /** Deletes expired rows, a limited number at a time. */
  purge(): Promise<void>
}

/**
 * Batches the reservations of many requests into one statement, and likewise the completions. `isDurable: false` does
 * not wait for the disk: see `sharesLogWithEvents`.
 */
export function idempotencyStore(pool: Pool, { isDurable }: { isDurable: boolean }): IdempotencyStore {
  const commitMode = isDurable ? 'on' : 'off'
  const settings = { most: 100, keyOf }
  const reserve = inBatches((items: readonly Reservation[]) => reserveAll(pool, items, commitMode), settings)
  const complete = inBatches((items: readonly Completion[]) => completeAll(pool, items, commitMode), {
    ...settings,
    windowMs: completionWindowMs,
  })
  return {
    reserve,
    complete: (turn, response) => complete({ ...turn, response }),
    async release({ scope, commandId, attempt }) {
      await run(pool, statements.release, [scope, commandId, attempt])
    },
    async remove({ scope, commandId, attempt }) {
      await run(pool, statements.remove, [scope, commandId, attempt])
    },
    async purge() {
      await run(pool, statements.purge, [])
    },
  }
}

/** No client waits for a completion, so there is time to batch many. */
const completionWindowMs = 10

type Pool = Database['pool']
type Completion = Turn & { response: Buffer }

/** Prepared once per connection; the commit mode lasts until the end of the statement's transaction. */
async function run(pool: Pool, statement: { name: string; text: string }, values: unknown[]): Promise<unknown[]> {
  try {
    return (await pool.query<Record<string, unknown>>({ ...statement, values })).rows
  } catch (error) {
    throw databaseFailure(error)
  }
}

async function reserveAll(pool: Pool, items: readonly Reservation[], commitMode: string): Promise<Reserved[]> {
  const sorted = items.toSorted(byScope)
  const columns = [
    sorted.map(({ scope }) => scope),
    sorted.map(({ bodyHash }) => bodyHash),
    sorted.map(({ commandId }) => commandId),
  ]
  const rows = TurnRows.Parse(await run(pool, statements.reserve, [...columns, commitMode]))
  const turns = new Map(rows.map((row) => [keyOf(row), turnOf(row)]))
  const others = await findAll(
    pool,
    items.filter((item) => !turns.has(keyOf(item))),
  )
  return items.map((item) => {
    const turn = turns.get(keyOf(item))
    return turn ? { kind: 'turn', turn } : existing(others.get(keyOf(item)), item)
  })
}

async function findAll(pool: Pool, items: readonly Reservation[]): Promise<Map<string, FoundRow>> {
  if (items.length === 0) return new Map()
  const rows = FoundRows.Parse(await run(pool, statements.find, [items.map(({ scope }) => scope)]))
  return new Map(rows.map((row) => [keyOf(row), row]))
}

async function completeAll(pool: Pool, items: readonly Completion[], commitMode: string): Promise<undefined[]> {
  const sorted = items.toSorted(byScope)
  await run(pool, statements.complete, [
    sorted.map(({ scope }) => scope),
    sorted.map(({ attempt }) => attempt),
    sorted.map(({ response }) => response),
    commitMode,
  ])
  return items.map(() => undefined)
}

function keyOf({ scope }: { scope: Buffer }): string {
  return scope.toString('base64')
}

/** Processes that lock the same rows must lock them in the same order, to prevent deadlocks. */
function byScope(a: { scope: Buffer }, b: { scope: Buffer }): number {
  return a.scope.compare(b.scope)
}

function turnOf({ scope, attempt, command_id: commandId }: Row): Turn {
  return { scope, attempt, commandId }
}

function existing(row: FoundRow | undefined, { bodyHash }: Reservation): Reserved {
  // A missing row means that its attempt was refused a moment ago: the caller may soon try again.
  if (row === undefined) return { kind: 'running' }
  if (!row.body_hash.equals(bodyHash)) return { kind: 'other-body' }
  return row.answer === null ? { kind: 'running' } : { kind: 'completed', turn: turnOf(row), response: row.answer }
}
