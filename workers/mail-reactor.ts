import type { EventDefinitions } from '#core/event-store/codec.ts'
import type { RecordedEvent } from '#core/event-store/event-store.ts'
import type { Reactor } from '#core/reactor.ts'
import type { NotificationDraft, NotificationsModule } from '#modules/notifications/module.ts'
import type { MailKind } from './mails/compose-mail.ts'

/** What one event type makes the shop tell: pure, and told by the name of its file. */
export type Notify = {
  on: string
  drafts: (event: RecordedEvent) => readonly NotificationDraft[]
}

/** Tells by e-mail about every event of that type. Who it goes to is known when it is sent. */
export function byEmail<Events extends EventDefinitions>(
  _definitions: Events,
  on: keyof Events & string,
  kind: MailKind,
): Notify {
  return {
    on,
    drafts: ({ id, stream, revision, at }) => [{ eventId: id, channel: 'email', kind, stream, revision, eventAt: at }],
  }
}

type Needs = Pick<NotificationsModule, 'insert'>

/**
 * All of them under one checkpoint (docs/decisions/one-checkpoint-for-mails.md). It starts at the very beginning, so that
 * orders placed before the first worker ran are told as well; what is old by then is written down but not sent.
 */
export function mailReactor(notifies: readonly Notify[], { insert }: Needs): Reactor {
  const byType = Map.groupBy(notifies, ({ on }) => on)
  return {
    name: 'mails',
    types: [...byType.keys()],
    startsAt: 'beginning',
    async handle(events, trx) {
      const drafts = events.flatMap((event) => (byType.get(event.type) ?? []).flatMap((notify) => notify.drafts(event)))
      await insert(trx, drafts)
    },
  }
}
