import type { Kysely, Transaction } from 'kysely'
import type { Actor } from '#core/domain/actor.ts'
import { Rejection } from '#core/domain/errors.ts'
import type { Position } from '#core/event-store/event-store.ts'
import { notificationId, wakeRelay, type NotificationRow, type NotificationTables } from './tables.ts'

/** A second copy of a mail: the ids of both notifications, and the stream that the mail is about. */
export type MailCopy = { mail: string; copy: string; stream: string }

export type SendAgainDeps = {
  /**
   * Records who requested a copy, as the event `id`; idempotent.
   * @throws EngineUnavailable, and nothing is sent
   */
  recordCopy: (by: Actor, copied: MailCopy, id: string) => Promise<Position>
  /** Whether events cause mails of this kind. Others hold links that are old by the time of a copy. */
  isCausedByEvents: (kind: string) => boolean
}

/** `commandId` is the same in a retry, which finds the copy of the first call. */
type Wanted = { id: string; commandId: string }

export type SentAgain = { mail: NotificationRow; recordedAt: Position }

/**
 * Sends a mail that was sent already a second time, as a notification of its own, with its own Message-ID. The copy is
 * never held, because an ADMIN has just decided about it, and is charged to the budgets of mails like any other.
 */
export function sendAgainCommand(db: Kysely<unknown>, deps: SendAgainDeps) {
  /** @throws Rejection `not-found`, or `conflict` if the mail was not sent yet or is of a kind that is not copied */
  return (by: Actor, { id, commandId }: Wanted): Promise<SentAgain> =>
    db.transaction().execute(async (trx) => {
      const original = await findSent(trx, id, deps)
      const mail = await insertCopy(trx, { original, by, commandId })
      const recordedAt = await deps.recordCopy(by, { mail: id, copy: mail.id, stream: mail.stream }, commandId)
      await wakeRelay(trx)
      return { mail, recordedAt }
    })
}

export type SendAgain = ReturnType<typeof sendAgainCommand>

function find(trx: Transaction<unknown>, id: string): Promise<NotificationRow | undefined> {
  const tables = trx.$extendTables<NotificationTables>()
  return tables.selectFrom('notifications').selectAll().where('id', '=', id).executeTakeFirst()
}

async function findSent(
  trx: Transaction<unknown>,
  id: string,
  { isCausedByEvents }: SendAgainDeps,
): Promise<NotificationRow> {
  const row = await find(trx, id)
  if (row === undefined) throw new Rejection('not-found', 'There is no such email')
  if (!isCausedByEvents(row.kind))
    throw new Rejection('conflict', 'This email answered a request, and its link may be old: it is not sent again')
  if (row.status !== 'sent')
    throw new Rejection('conflict', `The email is ${row.status}: only one that was sent can be sent again`)
  return row
}

type Copy = { original: NotificationRow; by: Actor; commandId: string }

/** `put_back` says that an operator has decided: the age of the event does not hold it. A retry finds the first copy. */
async function insertCopy(trx: Transaction<unknown>, { original, by, commandId }: Copy): Promise<NotificationRow> {
  const { channel, kind, stream, revision, event_at } = original
  const id = notificationId({ eventId: commandId, channel })
  const about = {
    channel,
    kind,
    stream,
    revision,
    event_at,
    caused_by: by.id,
    copy_of: original.copy_of ?? original.id,
  }
  await trx
    .$extendTables<{ notifications: Partial<NotificationRow> }>()
    .insertInto('notifications')
    .values({ id, event_id: commandId, ...about, status: 'pending', put_back: 1 })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const copy = await find(trx, id)
  if (copy === undefined) throw new TypeError(`the copy ${id} was not inserted`)
  return copy
}
