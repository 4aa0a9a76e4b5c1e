import { sql, type Kysely } from 'kysely'
import type { NotificationRow, NotificationTables } from './tables.ts'

/** Queries on notifications. */
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
