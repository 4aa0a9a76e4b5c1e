import { sql } from 'kysely'
import type { Db } from '#core/database/database.ts'
import type { EventStore, Position, Place } from '#core/event-store/event-store.ts'
import { lostIds } from './lost-events.ts'

/** An unfinished mail for an event that the log no longer holds. */
export type LostNotification = Place & { id: string; event_id: string; kind: string; status: string }

/** The unfinished mails whose events the log does not hold; each event is looked up by stream and revision. */
export async function lostNotifications(
  db: Db,
  store: Pick<EventStore, 'readPlaces'>,
  commonUpTo: Position,
): Promise<LostNotification[]> {
  const { rows } = await sql<LostNotification & { isLost: boolean }>`
    select id, event_id, kind, stream, revision, status, event_id::text in (${lostIds(commonUpTo)}) as "isLost"
    from notifications
    where status not in ('sent', 'cancelled') and event_id::text not in (
      select event_id from read_event_log.events where position <= ${commonUpTo})
    order by created_at, id`.execute(db)
  const lost: LostNotification[] = []
  for (const { isLost, ...row } of rows) if (isLost || !(await isThere(store, row))) lost.push(row)
  return lost
}

/** An event that cannot be read counts as present. */
async function isThere(store: Pick<EventStore, 'readPlaces'>, { stream, revision, event_id }: LostNotification) {
  const found = await store.readPlaces([{ stream, revision }]).catch(() => undefined)
  return found === undefined || found.some(({ id }) => id === event_id)
}

const reason = 'Its event is no longer in the event log, which was replaced'

/** Cancels the mails, so that they are never sent. */
export async function closeNotifications(trx: Db, lost: readonly LostNotification[]): Promise<void> {
  await sql`
    update notifications
    set status = 'cancelled', error = ${reason}, lease = null, leased_until = null, due_at = null
    where id = any(${lost.map(({ id }) => id)}::text[])`.execute(trx)
}
