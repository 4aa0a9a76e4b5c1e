import type { Kysely } from 'kysely'
import type { Route } from '#core/http/routing/route.ts'
import type { DataOf } from '#core/module/personal-traces.ts'
import {
  notificationDeliveries,
  notificationRelay,
  type Lease,
  type LeasedNotification,
  type NotificationDeliveries,
  type NotificationRelay,
} from './delivery-commands.ts'
import { heldMailCommands, type RecordDecision, type RecordedDecision } from './held-commands.ts'
import { countHeld, countMails, type NotificationCounts } from './lists/counts-read-model.ts'
import { mailLists, type FindAccountMails } from './lists/mails-read-model.ts'
import { checkOrigin, holdWaiting, type Origin } from './origin-tables.ts'
import { presentMail, presentSent, type DeliveryStatus } from './present.ts'
import { copiesOf, mailsToAccount, notificationQueries, type NotificationQueries } from './read-model.ts'
import { retryCommands, type RecordedRetry, type RecordRetry } from './retry-commands.ts'
import { notificationRoutes } from './routes.ts'
import { sendAgainCommand, type MailCopy, type SendAgainDeps } from './send-again.ts'
import { insertNotifications, notificationsChannel, type NotificationDraft } from './tables.ts'

export type {
  MailCopy,
  RecordedDecision,
  RecordedRetry,
  Lease,
  LeasedNotification,
  NotificationCounts,
  NotificationDraft,
}

export type NotificationsModule = {
  routes: Route[]
  /** The number of notifications by state, for the metrics. */
  counts: () => Promise<NotificationCounts>
  /** The number that is held for an operator's decision. */
  heldCount: () => Promise<number>
  /** The status of the mails that these events caused, by event id. */
  mailsOf: (eventIds: readonly string[]) => Promise<ReadonlyMap<string, DeliveryStatus[]>>
  /** For reactors. */
  insert: typeof insertNotifications
  /** Holds all waiting mails, in the transaction of a reactor that found the database to be older than the log. */
  holdWaiting: typeof holdWaiting
  /** Called before the reactors start; `log` names the log that they subscribe to. */
  checkOrigin: (log: string) => Promise<Origin>
  /** For the relay; `channel` is the Postgres channel that announces new notifications. */
  handOver: NotificationRelay
  channel: string
  /** For the workers. */
  deliveries: NotificationDeliveries
  dataOf: DataOf
}

export type NotificationsDeps = SendAgainDeps & {
  db: Kysely<unknown>
  /** Records an operator's decision about held mails. */
  recordDecision: RecordDecision
  /** Records that an operator had emails retried. */
  recordRetry: RecordRetry
  /** Finds the mails of an account that have not been sent yet; only by their own streams if left out. */
  findAccountMails?: FindAccountMails
}

/** Notifications: the operator's routes, and the functions for reactors, relay and workers. */
export function notificationsModule({
  db,
  recordDecision,
  recordRetry,
  findAccountMails,
  ...copies
}: NotificationsDeps): NotificationsModule {
  const notifications = notificationQueries(db)
  const commands = {
    ...heldMailCommands(db, recordDecision),
    ...retryCommands(db, recordRetry),
    sendAgain: sendAgainCommand(db, copies),
  }
  return {
    routes: notificationRoutes({ ...notifications, lists: mailLists(db, findAccountMails) }, commands),
    counts: () => countMails(db),
    heldCount: () => countHeld(db),
    mailsOf: (eventIds) => mailsOf(db, notifications, eventIds),
    insert: insertNotifications,
    holdWaiting,
    checkOrigin: (log) => checkOrigin(db, log),
    handOver: notificationRelay(db),
    channel: notificationsChannel,
    deliveries: notificationDeliveries(db),
    dataOf: async ({ id }) => ({ mails: (await mailsToAccount(db, id)).map(presentSent) }),
  }
}

/** A copy is a mail of the event that caused its original, and of the event that records who asked for it. */
async function mailsOf(
  db: Kysely<unknown>,
  notifications: NotificationQueries,
  eventIds: readonly string[],
): Promise<ReadonlyMap<string, DeliveryStatus[]>> {
  if (eventIds.length === 0) return new Map()
  const mails = await notifications.ofEvents(eventIds)
  const copies =
    mails.length === 0
      ? []
      : await copiesOf(
          db,
          mails.map(({ id }) => id),
        )
  const causes = new Map(mails.map(({ id, event_id: eventId }) => [id, eventId]))
  const all = [...mails, ...copies.map((row) => ({ ...row, event_id: causes.get(row.copy_of ?? '') ?? row.event_id }))]
  const byEvent = Map.groupBy(all, ({ event_id: eventId }) => eventId)
  return new Map([...byEvent].map(([eventId, rows]) => [eventId, rows.map(presentMail)]))
}
