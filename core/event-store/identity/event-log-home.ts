import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { OperatorError } from '../../domain/errors.ts'

/** The store that the positions in this database's checkpoints and read models refer to. */
export const eventLogHomeMigrations: Record<string, Migration> = {
  '2026-11-21-event-log-home': {
    async up(db) {
      await sql`create table event_log_home (kind text not null)`.execute(db)
      await sql`create unique index event_log_home_is_one_row on event_log_home ((true))`.execute(db)
      await sql`insert into event_log_home values ('database')`.execute(db)
    },
  },
  '2026-11-23-event-tables-that-were-left': {
    async up(db) {
      if ((await readHome(db)) === 'eventstoredb') await closeEventTables(db)
    },
  },
}

export type EventLogHome = 'database' | 'eventstoredb'

export async function readHome(db: Kysely<unknown>): Promise<EventLogHome> {
  return homeIn(await sql<{ kind: string }>`select kind from event_log_home`.execute(db))
}

/** Until the end of the transaction, no other process can change the home or append to the event tables. */
export async function lockHome(trx: Kysely<unknown>): Promise<EventLogHome> {
  await sql`select position from log_head for update`.execute(trx)
  return homeIn(await sql<{ kind: string }>`select kind from event_log_home for update`.execute(trx))
}

function homeIn({ rows }: { rows: readonly { kind: string }[] }): EventLogHome {
  return rows[0]?.kind === 'eventstoredb' ? 'eventstoredb' : 'database'
}

/** After the commit, the event tables accept no event from any process. */
export async function leaveEventTables(trx: Kysely<unknown>): Promise<void> {
  await sql`update event_log_home set kind = 'eventstoredb'`.execute(trx)
  await closeEventTables(trx)
}

/** The constraint that makes every append to abandoned event tables fail. */
const leftConstraint = 'events_are_in_eventstoredb'

/** A constraint, because it costs appends nothing while the shop still keeps its events here. */
async function closeEventTables(db: Kysely<unknown>): Promise<void> {
  await sql`alter table events add constraint ${sql.ref(leftConstraint)} check (false) not valid`.execute(db)
}

/** Whether an append failed because the shop has abandoned the event tables. */
export function isAbandonedTablesError(error: unknown): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === leftConstraint
}

/** For a process without EVENTSTORE_URL on the database of a shop whose events are in EventStoreDB. */
export function leftBehind(): OperatorError {
  return new OperatorError(
    'the events of this shop are in EventStoreDB, but EVENTSTORE_URL is not set',
    'Set EVENTSTORE_URL to that EventStoreDB, and start the shop again.',
  )
}
