import type { Kysely } from 'kysely'
import type { Actor } from '#core/domain/actor.ts'
import { Rejection } from '#core/domain/errors.ts'
import type { Position } from '#core/event-store/event-store.ts'
import { wakeRelay, type NotificationRow, type NotificationTables } from './tables.ts'

/** An operator's decision about held mails: send them now, or mark them as not sent. */
export type HeldDecision = 'send' | 'discard'

/** A recorded decision: the number of mails, and the ids of the first hundred. */
export type RecordedDecision = { decision: HeldDecision; count: number; ids: readonly string[] }

/** Records who decided what. @throws EngineUnavailable, in which case the decision has no effect */
export type RecordDecision = (by: Actor, decided: RecordedDecision) => Promise<Position>

/** The held mails by id, or all of them if their number is `count`. */
export type HeldMails = { ids: readonly string[] } | { count: number }

export type HeldOutcome = { mails: NotificationRow[]; recordedAt: Position }

/** Decisions about held mails. Each is recorded before the transaction that updates the rows commits. */
export function heldMailCommands(db: Kysely<unknown>, record: RecordDecision) {
  return {
    /**
     * @throws Rejection `not-found` or `conflict` if one of `ids` is unknown or not held, `conflict` if the number of
     * held mails is not `count`; then nothing is changed
     */
    decide: (by: Actor, decision: HeldDecision, which: HeldMails): Promise<HeldOutcome> =>
      db
        .$extendTables<NotificationTables>()
        .transaction()
        .execute(async (trx) => {
          const mails = await decided(trx, decision, which)
          await assertMeant(trx, mails, which)
          const ids = mails.slice(0, idsRecorded).map(({ id }) => id)
          const recordedAt = await record(by, { decision, count: mails.length, ids })
          if (decision === 'send') await wakeRelay(trx)
          return { mails, recordedAt }
        }),
  }
}

export type HeldMailCommands = ReturnType<typeof heldMailCommands>

const idsRecorded = 100

/** The queue may hold a job from before the mail was held: `put_back` makes the relay remove that job first. */
const sent = { status: 'pending' as const, attempts: 0, error: null }

const discarded = { status: 'cancelled' as const, error: 'An operator marked it as not sent' }

function decided(
  trx: Kysely<NotificationTables>,
  decision: HeldDecision,
  which: HeldMails,
): Promise<NotificationRow[]> {
  return trx
    .updateTable('notifications')
    .set(decision === 'send' ? sent : discarded)
    .$if(decision === 'send', (update) => update.set(({ eb }) => ({ put_back: eb('put_back', '+', 1) })))
    .where('status', '=', 'held')
    .$if('ids' in which, (update) => update.where('id', 'in', 'ids' in which ? which.ids : []))
    .returningAll()
    .execute()
}

async function assertMeant(
  trx: Kysely<NotificationTables>,
  mails: readonly NotificationRow[],
  which: HeldMails,
): Promise<void> {
  if ('count' in which) return assertCount(mails.length, which.count)
  const missed = which.ids.find((id) => !mails.some((mail) => mail.id === id))
  if (missed === undefined) return
  const row = await trx.selectFrom('notifications').select('status').where('id', '=', missed).executeTakeFirst()
  if (row === undefined) throw new Rejection('not-found', `There is no email ${missed}`)
  throw new Rejection('conflict', `The email ${missed} is ${row.status}: only a held one can be sent or discarded`)
}

function assertCount(held: number, confirmed: number): void {
  if (held === confirmed) return
  throw new Rejection('conflict', `${held} emails are held, not ${confirmed}: nothing was changed`)
}
