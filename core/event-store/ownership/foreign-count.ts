import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { EventStore, ForeignEvent, Position } from '../event-store.ts'

/** The number of foreign events that the shop has skipped in its log, and the newest of them. */
export type ForeignCount = { events: number; newest?: ForeignEvent }

export const foreignCountMigrations: Record<string, Migration> = {
  '2026-11-22-foreign-events': {
    async up(db) {
      await sql`create table foreign_events (events bigint not null, counted_to bigint not null, newest jsonb)`.execute(
        db,
      )
      await sql`create unique index foreign_events_is_one_row on foreign_events ((true))`.execute(db)
      await sql`insert into foreign_events values (0, 0, null)`.execute(db)
    },
  },
}

export async function readForeignCount(db: Kysely<unknown>): Promise<ForeignCount> {
  const { rows } = await sql<{ events: number; newest: ForeignEvent | null }>`
    select events, newest from foreign_events`.execute(db)
  const [{ events, newest } = { events: 0, newest: null }] = rows
  return { events, ...(newest && { newest }) }
}

/**
 * The subscriptions follow another log from now on, which shares only the positions up to `commonUpTo` with the
 * previous one: later events are counted when they are read. At 0 the logs share nothing, and the count starts again.
 */
export async function rewindForeignCount(db: Kysely<unknown>, commonUpTo: Position): Promise<void> {
  await sql`
    update foreign_events set
      events = case when ${commonUpTo}::bigint = 0 then 0 else events end,
      counted_to = ${commonUpTo}::bigint,
      newest = null
    where counted_to > ${commonUpTo}::bigint`.execute(db)
}

/** The most foreign events that are kept while the database is unavailable. */
const mostPending = 10_000

/**
 * The same store, which counts in the database the foreign events that its pages skip. Subscriptions of all processes
 * read the same pages again and again, so an event counts only if it lies beyond the last one counted. The count
 * therefore covers events read since this release, and may miss some where a process dies; it never counts an event
 * twice.
 */
export function countingForeign(store: EventStore, db: Kysely<unknown>): EventStore {
  let pending: ForeignEvent[] = []
  let seenTo = 0
  let writing: Promise<void> | undefined

  async function writePending(): Promise<void> {
    while (pending.length > 0) {
      const batch = pending
      pending = []
      try {
        await write(db, batch)
      } catch {
        // Counting must not fail a reader; the next page retries it.
        pending = [...batch, ...pending].slice(-mostPending)
        return
      }
    }
  }

  function note(foreign: readonly ForeignEvent[]): void {
    const unseen = foreign.filter(({ position }) => position > seenTo)
    seenTo = unseen.at(-1)?.position ?? seenTo
    pending.push(...unseen)
    if (pending.length > 0) writing ??= writePending().finally(() => (writing = undefined))
  }

  return {
    ...store,
    async readAll(after, options) {
      const page = await store.readAll(after, options)
      if (page.foreign !== undefined) note(page.foreign)
      return page
    },
  }
}

async function write(db: Kysely<unknown>, batch: readonly ForeignEvent[]): Promise<void> {
  const positions = batch.map(({ position }) => position)
  const newest = batch.at(-1)
  await sql`
    update foreign_events set
      events = events + (select count(*) from unnest(${positions}::bigint[]) as seen(position) where position > counted_to),
      counted_to = ${newest?.position ?? 0}::bigint,
      newest = ${JSON.stringify(newest)}::jsonb
    where counted_to < ${newest?.position ?? 0}::bigint`.execute(db)
}
