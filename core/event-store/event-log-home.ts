import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Which store's positions the checkpoints and read models of this database know. */
export const eventLogHomeMigrations: Record<string, Migration> = {
  '2026-11-21-event-log-home': {
    async up(db) {
      await sql`create table event_log_home (kind text not null)`.execute(db)
      await sql`create unique index event_log_home_is_one_row on event_log_home ((true))`.execute(db)
      await sql`insert into event_log_home values ('database')`.execute(db)
    },
  },
}

export type EventLogHome = 'database' | 'eventstoredb'

/** Nobody else changes it until the end of the transaction. */
export async function lockHome(trx: Kysely<unknown>): Promise<EventLogHome> {
  const { rows } = await sql<{ kind: string }>`select kind from event_log_home for update`.execute(trx)
  return rows[0]?.kind === 'eventstoredb' ? 'eventstoredb' : 'database'
}

export async function setHome(trx: Kysely<unknown>, home: EventLogHome): Promise<void> {
  await sql`update event_log_home set kind = ${home}`.execute(trx)
}
