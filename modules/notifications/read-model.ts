import { sql, type Kysely } from 'kysely'
import { Rejection } from '#core/domain/errors.ts'
import { wakeRelay, type NotificationRow, type NotificationTables } from './tables.ts'

/** Queries on notifications, and the operator's retry. */
export function notificationQueries(db: Kysely<unknown>) {
  const tables = db.$extendTables<NotificationTables>()
  return {
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

    /**
     * Retries all that have failed, like one.
     * @throws Rejection `conflict` if their number is not `count`; then nothing is changed
     */
    putAllBack: (count: number): Promise<void> => tables.transaction().execute((trx) => putAllBack(trx, count)),
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

const asNew = { status: 'pending' as const, attempts: 0, error: null, leased_until: null, due_at: null }

async function putBack(trx: Kysely<NotificationTables>, id: string): Promise<NotificationRow | undefined> {
  const row = await trx
    .updateTable('notifications')
    .set({ ...asNew, put_back: sql`put_back + 1` })
    .where('id', '=', id)
    .where(sql<boolean>`(status = 'failed' or (status = 'queued' and due_at > now()))`)
    .returningAll()
    .executeTakeFirst()
  if (row !== undefined) await wakeRelay(trx)
  return row
}

async function putAllBack(trx: Kysely<NotificationTables>, count: number): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('notifications')
    .set({ ...asNew, put_back: sql`put_back + 1` })
    .where('status', '=', 'failed')
    .executeTakeFirst()
  if (Number(numUpdatedRows) !== count)
    throw new Rejection('conflict', `${numUpdatedRows} emails have failed, not ${count}: nothing was changed`)
  await wakeRelay(trx)
}
