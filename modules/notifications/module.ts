import type { Kysely } from 'kysely'
import type { Route } from '#core/http/routing/route.ts'
import {
  notificationDeliveries,
  notificationHandOver,
  type Lease,
  type LeasedNotification,
  type NotificationDeliveries,
  type NotificationHandOver,
} from './delivery-commands.ts'
import { heldMailCommands, type RecordDecision, type RecordedDecision } from './held-commands.ts'
import { checkOrigin, holdWaiting, type Origin } from './origin-tables.ts'
import { presentMail, type DeliveryStatus } from './present.ts'
import { notificationQueries, type NotificationCounts } from './read-model.ts'
import { notificationRoutes } from './routes.ts'
import { insertNotifications, notificationsChannel, type NotificationDraft } from './tables.ts'

export type { RecordedDecision, Lease, LeasedNotification, NotificationCounts, NotificationDraft }

export type NotificationsModule = {
  routes: Route[]
  /** How many are waiting, held, given up and over, for the metrics. */
  counts: () => Promise<NotificationCounts>
  /** How many are held for an operator's decision. */
  heldCount: () => Promise<number>
  /** What became of the mails that these events caused, by event id. */
  mailsOf: (eventIds: readonly string[]) => Promise<ReadonlyMap<string, DeliveryStatus[]>>
  /** For reactors. */
  insert: typeof insertNotifications
  /** Holds whatever waits, in the transaction of a reactor that found the database to be older than the log. */
  holdWaiting: typeof holdWaiting
  /** For the start of the reactors; `log` names the log that they follow. */
  checkOrigin: (log: string) => Promise<Origin>
  /** For the relay; the channel on which Postgres announces new ones. */
  handOver: NotificationHandOver
  channel: string
  /** For the workers. */
  deliveries: NotificationDeliveries
}

export type NotificationsDeps = {
  db: Kysely<unknown>
  /** Records what an operator decided about held mails. */
  recordDecision: RecordDecision
}

/** What is told to whom: the operator's calls, and what reactors, relay and workers do with it. */
export function notificationsModule({ db, recordDecision }: NotificationsDeps): NotificationsModule {
  const notifications = notificationQueries(db)
  return {
    routes: notificationRoutes(notifications, heldMailCommands(db, recordDecision)),
    counts: () => notifications.counts(),
    heldCount: () => notifications.heldCount(),
    mailsOf: async (eventIds) => {
      const rows = eventIds.length === 0 ? [] : await notifications.ofEvents(eventIds)
      const byEvent = Map.groupBy(rows, ({ event_id: eventId }) => eventId)
      return new Map([...byEvent].map(([eventId, mails]) => [eventId, mails.map(presentMail)]))
    },
    insert: insertNotifications,
    holdWaiting,
    checkOrigin: (log) => checkOrigin(db, log),
    handOver: notificationHandOver(db),
    channel: notificationsChannel,
    deliveries: notificationDeliveries(db),
  }
}
