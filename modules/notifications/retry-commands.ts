import { sql, type Kysely } from 'kysely'
import type { Actor } from '#core/domain/actor.ts'
import { Rejection } from '#core/domain/errors.ts'
import type { Position } from '#core/event-store/event-store.ts'
import { wakeRelay, type NotificationRow, type NotificationTables } from './tables.ts'

/** A recorded retry: the number of mails, and the ids of the first hundred. */
export type RecordedRetry = { count: number; ids: readonly string[] }

/** Records who had failed emails retried. @throws EngineUnavailable, in which case nothing is tried */
export type RecordRetry = (by: Actor, retried: RecordedRetry) => Promise<Position>

/** The operator's retry of mails. It is recorded before the transaction that updates the rows commits. */
export function retryCommands(db: Kysely<unknown>, record: RecordRetry) {
  const tables = db.$extendTables<NotificationTables>()
  return {
    /** Retries now with a new count of attempts; undefined if it has neither failed nor waits for its next attempt. */
    retry: (by: Actor, id: string): Promise<{ mail: NotificationRow; recordedAt: Position } | undefined> =>
      tables.transaction().execute(async (trx) => {
        const mail = await putBack(trx)
          .where('id', '=', id)
          .where(sql<boolean>`(status = 'failed' or (status = 'queued' and due_at > now()))`)
          .returningAll()
          .executeTakeFirst()
        if (mail === undefined) return undefined
        const recordedAt = await record(by, { count: 1, ids: [id] })
        await wakeRelay(trx)
        return { mail, recordedAt }
      }),

    /**
     * Retries all that have failed, like one.
     * @throws Rejection `conflict` if their number is not `count`; then nothing is changed
     */
    retryAll: (by: Actor, count: number): Promise<Position> =>
      tables.transaction().execute(async (trx) => {
        const failed = await putBack(trx).where('status', '=', 'failed').returning('id').execute()
        if (failed.length !== count)
          throw new Rejection('conflict', `${failed.length} emails have failed, not ${count}: nothing was changed`)
        const recordedAt = await record(by, { count, ids: failed.slice(0, idsRecorded).map(({ id }) => id) })
        await wakeRelay(trx)
        return recordedAt
      }),
  }
}

export type RetryCommands = ReturnType<typeof retryCommands>

const idsRecorded = 100

const asNew = { status: 'pending' as const, attempts: 0, error: null, leased_until: null, due_at: null }

function putBack(trx: Kysely<NotificationTables>) {
  return trx.updateTable('notifications').set({ ...asNew, put_back: sql`put_back + 1` })
}
