import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Migration } from 'kysely/migration'
import { inBatches } from './batches.ts'

/** A command that asks for its turn. `scope` names account, route and key; neither can be read back from it. */
export type Reservation = { scope: Buffer; bodyHash: Buffer; commandId: string }

/** The turn of one try; a later one may take over when its lease has run out. */
export type Turn = { scope: Buffer; attempt: number; commandId: string }

export type Reserved =
  | { kind: 'turn'; turn: Turn }
  | { kind: 'answered'; turn: Turn; answer: Buffer }
  | { kind: 'running' }
  | { kind: 'other-body' }

type Row = { scope: Buffer; attempt: number; command_id: string }
type FoundRow = Row & { body_hash: Buffer; answer: Buffer | null }

/** How long a try may take before another one may assume that its process is dead; longer than any statement may. */
const lease = sql`interval '15 seconds'`
const kept = sql`interval '72 hours'`

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

/** The rows behind idempotency keys; times are the database's, so that clocks need not agree. */
export type IdempotencyStore = {
  reserve(reservation: Reservation): Promise<Reserved>
  /** Keeps the answer for whoever repeats the command. */
  complete(turn: Turn, answer: Buffer): Promise<void>
  /** The try failed, and may have had an effect: the next one goes on under the same command id. */
  release(turn: Turn): Promise<void>
  /** The command was refused, so nothing happened under this key. */
  forget(turn: Turn): Promise<void>
  /** Deletes what has expired, not too much at a time. */
  purge(): Promise<void>
}

/**
 * Reserving and completing are done for many requests in one statement each. `isDurable: false` does not wait for the
 * disk: `createIdempotency` says when that is right.
 */
export function idempotencyStore(db: Kysely<unknown>, { isDurable }: { isDurable: boolean }): IdempotencyStore {
  // Holds to the end of this one statement's transaction, its commit included.
  const commitMode = sql`(select set_config('synchronous_commit', ${isDurable ? 'on' : 'off'}, true)) as mode`
  const settings = { most: 100, keyOf }
  const reserve = inBatches((items: readonly Reservation[]) => reserveAll(db, items, commitMode), settings)
  const complete = inBatches((items: readonly Completion[]) => completeAll(db, items, commitMode), settings)
  return {
    reserve,
    complete: (turn, answer) => complete({ ...turn, answer }),
    async release({ scope, attempt }) {
      await sql`update idempotency_keys set lease_until = '-infinity'
        where scope = ${scope} and attempt = ${attempt} and answer is null`.execute(db)
    },
    async forget({ scope, attempt }) {
      await sql`delete from idempotency_keys where scope = ${scope} and attempt = ${attempt}`.execute(db)
    },
    async purge() {
      await sql`delete from idempotency_keys where scope in (
        select scope from idempotency_keys where expires_at < now() limit 10000)`.execute(db)
    },
  }
}

type Completion = Turn & { answer: Buffer }

async function reserveAll(
  db: Kysely<unknown>,
  items: readonly Reservation[],
  mode: RawBuilder<unknown>,
): Promise<Reserved[]> {
  const sorted = items.toSorted(byScope)
  const { rows } = await sql<Row>`
    insert into idempotency_keys as known (scope, body_hash, command_id, attempt, lease_until, expires_at)
    select scope, body_hash, command_id, 1, now() + ${lease}, now() + ${kept}
    from unnest(
      ${sorted.map(({ scope }) => scope)}::bytea[],
      ${sorted.map(({ bodyHash }) => bodyHash)}::bytea[],
      ${sorted.map(({ commandId }) => commandId)}::uuid[]
    ) as asked (scope, body_hash, command_id), ${mode}
    on conflict (scope) do update set
      body_hash = excluded.body_hash,
      command_id = case when known.expires_at < now() then excluded.command_id else known.command_id end,
      attempt = case when known.expires_at < now() then 1 else known.attempt + 1 end,
      answer = null,
      lease_until = excluded.lease_until,
      expires_at = excluded.expires_at
    where known.expires_at < now()
      or (known.answer is null and known.lease_until < now() and known.body_hash = excluded.body_hash)
    returning scope, attempt, command_id`.execute(db)
  const turns = new Map(rows.map((row) => [keyOf(row), turnOf(row)]))
  const others = await findAll(
    db,
    items.filter((item) => !turns.has(keyOf(item))),
  )
  return items.map((item) => {
    const turn = turns.get(keyOf(item))
    return turn ? { kind: 'turn', turn } : standing(others.get(keyOf(item)), item)
  })
}

async function findAll(db: Kysely<unknown>, items: readonly Reservation[]): Promise<Map<string, FoundRow>> {
  if (items.length === 0) return new Map()
  const { rows } = await sql<FoundRow>`
    select scope, body_hash, command_id, attempt, answer from idempotency_keys
    where scope = any(${items.map(({ scope }) => scope)}::bytea[])`.execute(db)
  return new Map(rows.map((row) => [keyOf(row), row]))
}

async function completeAll(
  db: Kysely<unknown>,
  items: readonly Completion[],
  mode: RawBuilder<unknown>,
): Promise<undefined[]> {
  const sorted = items.toSorted(byScope)
  await sql`
    update idempotency_keys as known set answer = done.answer
    from unnest(
      ${sorted.map(({ scope }) => scope)}::bytea[],
      ${sorted.map(({ attempt }) => attempt)}::integer[],
      ${sorted.map(({ answer }) => answer)}::bytea[]
    ) as done (scope, attempt, answer), ${mode}
    where known.scope = done.scope and known.attempt = done.attempt`.execute(db)
  return items.map(() => undefined)
}

function keyOf({ scope }: { scope: Buffer }): string {
  return scope.toString('base64')
}

/** Two processes that lock the same rows must do it in the same order. */
function byScope(a: { scope: Buffer }, b: { scope: Buffer }): number {
  return a.scope.compare(b.scope)
}

function turnOf({ scope, attempt, command_id: commandId }: Row): Turn {
  return { scope, attempt, commandId }
}

function standing(row: FoundRow | undefined, { bodyHash }: Reservation): Reserved {
  // Where the row is gone, its try was refused just now: it can be tried again in a moment.
  if (row === undefined) return { kind: 'running' }
  if (!row.body_hash.equals(bodyHash)) return { kind: 'other-body' }
  return row.answer === null ? { kind: 'running' } : { kind: 'answered', turn: turnOf(row), answer: row.answer }
}
