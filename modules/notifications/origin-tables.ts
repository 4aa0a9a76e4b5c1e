import { sql, type Kysely } from 'kysely'
import { databaseId } from '#core/database/database-id.ts'
import { heldBecause, type NotificationTables } from './tables.ts'

/** The result of the check at start-up: whether the database or log changed, and the number of mails held for it. */
export type Origin = { isChanged: boolean; held: number }

/**
 * Compares the database and the log with those of the last start. If either has changed, waiting mails are held, and so
 * are the mails of all events up to now. A restored dump has new tables, so it counts as another database. `log` names
 * the log and, if it is outside the database, the shop that it belongs to: `eventstoredb/019aab…`.
 */
export function checkOrigin(db: Kysely<unknown>, log: string): Promise<Origin> {
  return db.transaction().execute(async (trx) => {
    const database = await identityOf(trx)
    await sql`
      insert into notification_origin (database, log) values (${database}, ${log}) on conflict do nothing`.execute(trx)
    // Until a shop has an identity, only the kind of its log is known.
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

/** Holds all waiting mails: they may have been sent after the state that was restored. Resolves to their number. */
export async function holdWaiting(trx: Kysely<unknown>): Promise<number> {
  const { numUpdatedRows } = await trx
    .$extendTables<NotificationTables>()
    .updateTable('notifications')
    .set({ status: 'held', lease: null, leased_until: null, due_at: null, error: heldBecause.restored })
    .where('status', 'in', ['pending', 'queued', 'sending'])
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** The database and the table's oid, which differs after a restore into the same database. */
async function identityOf(trx: Kysely<unknown>): Promise<string> {
  const { rows } = await sql<{ oid: string }>`select 'notification_origin'::regclass::oid::text as oid`.execute(trx)
  return `${await databaseId(trx)}/${rows[0]?.oid ?? ''}`
}
