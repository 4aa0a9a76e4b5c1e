import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { EventStore, ForeignEvent, Position } from '../event-store.ts'

/** How many events of others the shop has passed over in its log, and the newest of them. */
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
 * Another log is followed from now on, which has no more than these positions in common with that of before: what comes after
 * them is counted when it is met. At 0 they have nothing in common, and the count starts again.
 */
export async function rewindForeignCount(db: Kysely<unknown>, commonUpTo: Position): Promise<void> {
  await sql`
    update foreign_events set
      events = case when ${commonUpTo}::bigint = 0 then 0 else events end,
      counted_to = ${commonUpTo}::bigint,
      newest = null
    where counted_to > ${commonUpTo}::bigint`.execute(db)
}

/** More than this are not kept while the database is away. */
const mostPending = 10_000

/**
 * The same store, which counts in the database what its pages pass over. Followers of all processes read the same pages again
 * and again: an event counts once, when it lies beyond the last one that was counted. So the count begins with the events that
 * are met from this release on, and may miss some where a process dies; it never counts one twice.
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
        // Counting must not fail a reader; it is tried again with the next page.
        pending = [...batch, ...pending].slice(-mostPending)
        return
      }
    }
  }

  function note(passedOver: readonly ForeignEvent[]): void {
    const unseen = passedOver.filter(({ position }) => position > seenTo)
    seenTo = unseen.at(-1)?.position ?? seenTo
    pending.push(...unseen)
    if (pending.length > 0) writing ??= writePending().finally(() => (writing = undefined))
  }

  return {
    ...store,
    async readAll(after, options) {
      const page = await store.readAll(after, options)
      if (page.passedOver !== undefined) note(page.passedOver)
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
