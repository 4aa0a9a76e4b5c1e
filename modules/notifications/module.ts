import type { Kysely } from 'kysely'
import type { Route } from '#core/http/route.ts'
import {
  notificationDeliveries,
  notificationHandOver,
  type Lease,
  type LeasedNotification,
  type NotificationDeliveries,
  type NotificationHandOver,
} from './delivery-commands.ts'
import { presentMail, type MailFate } from './present.ts'
import { notificationQueries, type NotificationCounts } from './read-model.ts'
import { notificationRoutes } from './routes.ts'
import { insertNotifications, notificationsChannel, type NotificationDraft } from './tables.ts'

export type { Lease, LeasedNotification, NotificationCounts, NotificationDraft }

export type NotificationsModule = {
  routes: Route[]
  /** How many are waiting, given up and over, for the metrics. */
  counts: () => Promise<NotificationCounts>
  /** What became of the mails that these events caused, by event id. */
  mailsOf: (eventIds: readonly string[]) => Promise<ReadonlyMap<string, MailFate[]>>
  /** For reactors. */
  insert: typeof insertNotifications
  /** For the relay; the channel on which Postgres announces new ones. */
  handOver: NotificationHandOver
  channel: string
  /** For the workers. */
  deliveries: NotificationDeliveries
}

/** What is told to whom: the operator's calls, and what reactors, relay and workers do with it. */
export function notificationsModule({ db }: { db: Kysely<unknown> }): NotificationsModule {
  const notifications = notificationQueries(db)
  return {
    routes: notificationRoutes(notifications),
    counts: () => notifications.counts(),
    mailsOf: async (eventIds) => {
      const rows = eventIds.length === 0 ? [] : await notifications.ofEvents(eventIds)
      const byEvent = Map.groupBy(rows, ({ event_id: eventId }) => eventId)
      return new Map([...byEvent].map(([eventId, mails]) => [eventId, mails.map(presentMail)]))
    },
    insert: insertNotifications,
    handOver: notificationHandOver(db),
    channel: notificationsChannel,
    deliveries: notificationDeliveries(db),
  }
}
