import type { Kysely } from 'kysely'
import type { Actor } from '#core/domain/actor.ts'
import { Rejection } from '#core/domain/errors.ts'
import type { Position } from '#core/event-store/event-store.ts'
import { wakeRelay, type NotificationRow, type NotificationTables } from './tables.ts'

/** What an operator decides about held mails: they are sent now, or marked as not sent. */
export type HeldDecision = 'send' | 'discard'

/** A decision as it is recorded: how many mails it was about, and the ids of the first hundred. */
export type RecordedDecision = { decision: HeldDecision; count: number; ids: readonly string[] }

/** Records who decided. @throws EngineUnavailable: then nothing was decided */
export type RecordDecision = (by: Actor, decided: RecordedDecision) => Promise<Position>

/** Which held mails: by id, or all of them, whose number must be as given. */
export type HeldMails = { ids: readonly string[] } | { count: number }

export type HeldOutcome = { mails: NotificationRow[]; recordedAt: Position }

/** The decisions about held mails. Each is recorded before it takes effect, in one transaction with the rows. */
export function heldMailCommands(db: Kysely<unknown>, record: RecordDecision) {
  return {
    /**
     * @throws Rejection `not-found` or `conflict` where one of `ids` is unknown or not held, `conflict` where another number
     * of mails is held than `count`; nothing is changed then
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

/** The queue may still know one from before it was held: `put_back` makes the relay take that job out first. */
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
  if (row === undefined) throw new Rejection('not-found', `There is no notification ${missed}`)
  throw new Rejection('conflict', `The notification ${missed} is ${row.status}: only a held one can be decided about`)
}

function assertCount(held: number, confirmed: number): void {
  if (held === confirmed) return
  throw new Rejection('conflict', `${held} mails are held, not ${confirmed}: nothing was changed`)
}
