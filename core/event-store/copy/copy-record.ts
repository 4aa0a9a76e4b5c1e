import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Db } from '../../database/database.ts'
import type { EventRef, EventStore, Position } from '../event-store.ts'

/** The progress of each copy of the event tables, and whether both logs compared equal. One row per target. */
export const copyRecordMigrations: Record<string, Migration> = {
  '2026-11-22-event-copies': {
    async up(db) {
      await sql`
        create table event_copies (
          target text primary key,
          position bigint not null,
          event_id uuid not null,
          is_whole boolean not null,
          updated_at timestamptz not null default now()
        )`.execute(db)
    },
  },
}

/** The progress record of a copy, from which the next run resumes. */
export type CopyRecord = {
  /** The last event of the source that the target is known to hold; undefined before the first run. */
  read(): Promise<EventRef | undefined>
  write(reached: EventRef): Promise<void>
  /** Records whether both logs compared equal up to the last written event. */
  judge(isWhole: boolean): Promise<void>
}

/** The record of the copy to `target`, a name with hosts but no credentials. */
export function copyRecordIn(db: Db, target: string): CopyRecord {
  return {
    async read() {
      const { rows } = await sql<{ position: string; event_id: string }>`
        select position, event_id from event_copies where target = ${target}`.execute(db)
      const [row] = rows
      return row && { position: Number(row.position), id: row.event_id }
    },
    async write({ position, id }) {
      await sql`
        insert into event_copies (target, position, event_id, is_whole) values (${target}, ${position}, ${id}, false)
        on conflict (target) do update
        set position = excluded.position, event_id = excluded.event_id, is_whole = false, updated_at = now()`.execute(
        db,
      )
    },
    async judge(isWhole) {
      await sql`update event_copies set is_whole = ${isWhole} where target = ${target}`.execute(db)
    },
  }
}

/**
 * Whether the shop may use a copy of everything up to `head`: one must have compared equal that far. A copy made by an
 * earlier release has left no record; without any record the caller's check for the last event has to suffice.
 */
export async function isCopied(db: Db, head: Position): Promise<boolean> {
  const { rows } = await sql<{ count: string; whole: string }>`
    select count(*), count(*) filter (where is_whole and position >= ${head}) as whole from event_copies`.execute(db)
  return Number(rows[0]?.count ?? 0) === 0 || Number(rows[0]?.whole ?? 0) > 0
}

/** Where a copy resumes: after the recorded event, if source and target both still hold it; otherwise at 0. */
export async function startOf(
  record: CopyRecord,
  from: Pick<EventStore, 'readAll'>,
  to: Pick<EventStore, 'readPlaces'>,
): Promise<Position> {
  const reached = await record.read()
  if (reached === undefined) return 0
  const [event] = (await from.readAll(reached.position - 1, { limit: 1 })).events
  if (event?.id !== reached.id || event.position !== reached.position) return 0
  const [there] = await to.readPlaces([event])
  return there?.id === reached.id ? reached.position : 0
}
