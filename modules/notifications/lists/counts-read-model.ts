import { sql, type Kysely } from 'kysely'
import type { NotificationState } from '../domain/notification-states.ts'

export type NotificationCounts = Record<NotificationState, number>

/** The stored total is brought up to date once more mails than this have been created since. */
const mostSince = 10_000

type Counted = Omit<NotificationCounts, 'done'> & {
  stored: number
  /** Those created since: up to a day ago, and later. */
  older: number
  recent: number
  /** Both times are exact to the microsecond. */
  until: string
  dayAgo: string
}

/**
 * The exact number of mails by state. Mails are never deleted, so those that are done are all but the unfinished ones;
 * and all are those up to a time, whose number is stored, and those created since. What is read does not grow with the table.
 */
export async function countMails(db: Kysely<unknown>): Promise<NotificationCounts> {
  const { rows } = await sql<Counted>`
    select total as stored, until::text as until, (now() - interval '1 day')::text as "dayAgo",
      (select count(*) from notifications
        where created_at >= until and created_at < now() - interval '1 day') as older,
      (select count(*) from notifications
        where created_at >= greatest(until, now() - interval '1 day')) as recent,
      (select count(*) from notifications where status in ('pending', 'queued', 'sending')) as waiting,
      (select count(*) from notifications where status = 'held') as held,
      (select count(*) from notifications where status = 'failed') as failed
    from notification_totals`.execute(db)
  const [counted] = rows
  if (counted === undefined) throw new TypeError('notification_totals has no row')
  if (counted.older > mostSince) await storeTotal(db, counted)
  const { waiting, held, failed, stored, older, recent } = counted
  return { waiting, held, failed, done: stored + older + recent - waiting - held - failed }
}

/**
 * Stores the number of mails that existed a day ago. By then every transaction that could add one has ended, and a clock
 * that was set back by less than a day adds none before it. The update does nothing if another process has made it first.
 */
async function storeTotal(db: Kysely<unknown>, { stored, older, until, dayAgo }: Counted): Promise<void> {
  await sql`update notification_totals set total = ${stored + older}, until = ${dayAgo}::timestamptz
    where until = ${until}::timestamptz`.execute(db)
}

/** The number that is held for an operator's decision. */
export async function countHeld(db: Kysely<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from notifications where status = 'held'`.execute(db)
  return rows[0]?.count ?? 0
}
