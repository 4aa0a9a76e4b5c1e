import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { executePrepared } from '../../database/session/prepared.ts'

/** The writers of an external event log that are registered in this database (docs/decisions/held-mails.md). */
export const eventWriterMigrations: Record<string, Migration> = {
  '2026-11-22-event-writers': {
    async up(db) {
      await sql`
        create table event_writers (
          run text primary key,
          tick integer not null,
          seen_at timestamptz not null default now()
        )`.execute(db)
    },
  },
}

/**
 * One run of a process and its number of registrations: `tick` only grows, so every lower tick is registered as well.
 */
export type WriterMark = { run: string; tick: number }

/** How long a run stays registered after its last tick. Mails about older events are held anyway. */
const retention = sql`interval '90 days'`

/** Registers a run of a process, and deletes expired ones. */
export async function beginRun(db: Kysely<unknown>, run: string): Promise<WriterMark> {
  await sql`delete from event_writers where seen_at < now() - ${retention}`.execute(db)
  await sql`insert into event_writers (run, tick) values (${run}, 1)`.execute(db)
  return { run, tick: 1 }
}

/** Advances the run's tick; undefined where the database does not hold the previous tick, as after a restore. */
export async function advanceRun(db: Kysely<unknown>, { run, tick }: WriterMark): Promise<WriterMark | undefined> {
  const { rows } = await sql<{ tick: number }>`
    update event_writers set tick = tick + 1, seen_at = now() where run = ${run} and tick = ${tick}
    returning tick`.execute(db)
  return rows[0] && { run, tick: rows[0].tick }
}

/** The writer's name as stored in event metadata. */
export function nameOfWriter({ run, tick }: WriterMark): string {
  return `${run}:${tick}`
}

/** The names that were never registered in this database. */
export async function unknownWriters(db: Kysely<unknown>, names: readonly string[]): Promise<ReadonlySet<string>> {
  const distinct = [...new Set(names)]
  if (distinct.length === 0) return new Set()
  const marks = distinct.map(markOf)
  const query = sql<{ name: string }>`
    select name
    from unnest(${distinct}::text[], ${marks.map(({ run }) => run)}::text[], ${marks.map(({ tick }) => tick)}::integer[])
      as given (name, run, tick)
    where not exists (
      select 1 from event_writers where event_writers.run = given.run and event_writers.tick >= given.tick
    )`
  const { rows } = await executePrepared(db, query)
  return new Set(rows.map(({ name }) => name))
}

/** A malformed name maps to a run that no database has registered. */
function markOf(name: string): WriterMark {
  const [, run = '', tick = '0'] = /^([^:]+):(\d{1,9})$/.exec(name) ?? []
  return { run, tick: Number(tick) }
}
