import { sql, type Kysely } from 'kysely'
import { stateOf, statusesOf, type NotificationState } from './domain/notification-states.ts'
import { wakeRelay, type NotificationRow, type NotificationTables } from './tables.ts'

export type NotificationCounts = Record<NotificationState, number>

/** Queries on notifications, and the operator's retry. */
export function notificationQueries(db: Kysely<unknown>) {
  const tables = db.$extendTables<NotificationTables>()
  return {
    /** Newest first. */
    page: (state: NotificationState | undefined, { page, size }: { page: number; size: number }) =>
      tables
        .selectFrom('notifications')
        .selectAll()
        .$if(state !== undefined, (query) => query.where('status', 'in', statusesOf[state ?? 'waiting']))
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(size)
        .offset(page * size)
        .execute(),

    async counts(): Promise<NotificationCounts> {
      const rows = await tables
        .selectFrom('notifications')
        .select(['status', sql<number>`count(*)`.as('count')])
        .groupBy('status')
        .execute()
      const counts = { waiting: 0, held: 0, failed: 0, done: 0 }
      for (const row of rows) counts[stateOf(row.status)] += row.count
      return counts
    },

    /** The number that is held for an operator's decision. */
    async heldCount(): Promise<number> {
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from notifications where status = 'held'`.execute(db)
      return rows[0]?.count ?? 0
    },

    find: (id: string): Promise<NotificationRow | undefined> =>
      tables.selectFrom('notifications').selectAll().where('id', '=', id).executeTakeFirst(),

    /** The notifications that these events caused. */
    ofEvents: (eventIds: readonly string[]): Promise<NotificationRow[]> =>
      tables
        .selectFrom('notifications')
        .selectAll()
        .where(sql<boolean>`event_id = any(${eventIds}::uuid[])`)
        .execute(),

    /** Retries now with a new count of attempts; undefined if it has neither failed nor waits for its next attempt. */
    putBack: (id: string): Promise<NotificationRow | undefined> =>
      tables.transaction().execute((trx) => putBack(trx, id)),
  }
}

/** The mails that were sent to an account, oldest first. */
export function mailsToAccount(db: Kysely<unknown>, accountId: string): Promise<NotificationRow[]> {
  return db
    .$extendTables<NotificationTables>()
    .selectFrom('notifications')
    .selectAll()
    .where('recipient_id', '=', accountId)
    .orderBy('sent_at')
    .execute()
}

/** The second copies of these notifications, oldest first. */
export function copiesOf(db: Kysely<unknown>, ids: readonly string[]): Promise<NotificationRow[]> {
  return db
    .$extendTables<NotificationTables>()
    .selectFrom('notifications')
    .selectAll()
    .where(sql<boolean>`copy_of = any(${ids}::text[])`)
    .orderBy('created_at')
    .execute()
}

export type NotificationQueries = ReturnType<typeof notificationQueries>

async function putBack(trx: Kysely<NotificationTables>, id: string): Promise<NotificationRow | undefined> {
  const row = await trx
    .updateTable('notifications')
    .set({ status: 'pending', attempts: 0, error: null, leased_until: null, due_at: null })
    .set({ put_back: sql`put_back + 1` })
    .where('id', '=', id)
    .where(sql<boolean>`(status = 'failed' or (status = 'queued' and due_at > now()))`)
    .returningAll()
    .executeTakeFirst()
  if (row !== undefined) await wakeRelay(trx)
  return row
}
