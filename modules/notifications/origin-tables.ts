import { sql, type Kysely } from 'kysely'
import { databaseId } from '#core/database/database-id.ts'
import { heldBecause, type NotificationTables } from './tables.ts'

/** What was found at a start: whether the database or the log is another one, and how many mails are held therefore. */
export type Origin = { isChanged: boolean; held: number }

/**
 * Compares the database and the log with those of the last start. Where either is another one, mails that wait are held,
 * and so are those of all events up to now. A dump that was restored has tables of its own, so it is another database.
 * `log` names the log, with the shop that it belongs to where that is outside the database: `eventstoredb/019aab…`.
 */
export function checkOrigin(db: Kysely<unknown>, log: string): Promise<Origin> {
  return db.transaction().execute(async (trx) => {
    const database = await identityOf(trx)
    await sql`
      insert into notification_origin (database, log) values (${database}, ${log}) on conflict do nothing`.execute(trx)
    // Until a shop has an identity, the kind of its log is all that is known.
    await sql`
      update notification_origin set log = ${log}
      where log <> ${log} and log = split_part(${log}, '/', 1)`.execute(trx)
    const { numAffectedRows = 0n } = await sql`
      update notification_origin set database = ${database}, log = ${log}, changed_at = clock_timestamp()
      where database <> ${database} or log <> ${log}`.execute(trx)
    if (numAffectedRows === 0n) return { isChanged: false, held: 0 }
    return { isChanged: true, held: await holdWaiting(trx) }
  })
}

/** Holds whatever waits to be sent: it may have been sent after the state that the database holds. Resolves to the count. */
export async function holdWaiting(trx: Kysely<unknown>): Promise<number> {
  const { numUpdatedRows } = await trx
    .$extendTables<NotificationTables>()
    .updateTable('notifications')
    .set({ status: 'held', lease: null, leased_until: null, due_at: null, error: heldBecause.restored })
    .where('status', 'in', ['pending', 'queued', 'sending'])
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** The database, and the table in it: a dump that was restored into the same database has another table. */
async function identityOf(trx: Kysely<unknown>): Promise<string> {
  const { rows } = await sql<{ oid: string }>`select 'notification_origin'::regclass::oid::text as oid`.execute(trx)
  return `${await databaseId(trx)}/${rows[0]?.oid ?? ''}`
}
