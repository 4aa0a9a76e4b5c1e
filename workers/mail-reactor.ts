import type { Transaction } from 'kysely'
import type { RecordedEvent } from '#core/event-store/event-store.ts'
import { unknownWriters } from '#core/event-store/writers/writer-tables.ts'
import type { Log } from '#core/telemetry/log.ts'
import type { RowReactor } from '#core/projections/reactor.ts'
import type { NotificationDraft, NotificationsModule } from '#modules/notifications/module.ts'
import { heldRemedy, type SendingPolicy } from './sending-policy.ts'

export type MailReactorDeps = {
  notifications: Pick<NotificationsModule, 'insert' | 'holdWaiting'>
  policy: Pick<SendingPolicy, 'holdAfterMs'>
  log: Log
}

/** Its name in checkpoints and in the record of operations. */
export const mailReactorName = 'mails'

/**
 * Inserts the mails that events cause; `mails` maps event types to kinds of mail. All share one checkpoint
 * (docs/decisions/one-checkpoint-for-mails.md). The reactor starts at the beginning of the log, so that orders placed
 * before the first worker ran are mailed too. Mails of old events, and of events that a restored database has lost, are
 * held for an operator's decision (docs/decisions/held-mails.md).
 */
export function mailReactor(
  mails: ReadonlyMap<string, string>,
  { notifications, policy, log }: MailReactorDeps,
): RowReactor {
  return {
    name: mailReactorName,
    types: [...mails.keys()],
    startsAt: 'beginning',
    async handle(events, trx) {
      const lost = await countLost(events, trx)
      const drafts = events.flatMap((event, index) =>
        draftsOf(event, mails.get(event.type)).map((draft) => ({ ...draft, isBeforeRestore: index < lost })),
      )
      const waiting = lost > 0 ? await notifications.holdWaiting(trx) : 0
      const held = waiting + (await notifications.insert(trx, drafts, policy))
      if (held > 0)
        log.warn({ held, remedy: heldRemedy }, 'emails are held: they may have been sent before, or are old')
    },
  }
}

/** The recipient is determined when the mail is sent. */
function draftsOf(event: RecordedEvent, kind: string | undefined): NotificationDraft[] {
  if (kind === undefined) return []
  const { id: eventId, stream, revision, at: eventAt, metadata } = event
  return [{ eventId, channel: 'email', kind, stream, revision, eventAt, causedBy: metadata.by.id }]
}

/**
 * The number of events, counted from the first, that the database has lost: it does not know the writer of the last of
 * them, so it was restored to a state before that event.
 */
async function countLost(events: readonly RecordedEvent[], trx: Transaction<unknown>): Promise<number> {
  const unknown = await unknownWriters(
    trx,
    events.flatMap(({ metadata: { writer } }) => writer ?? []),
  )
  return events.findLastIndex(({ metadata: { writer } }) => writer !== undefined && unknown.has(writer)) + 1
}
