import type { Jobs } from '#core/jobs/queue.ts'
import type { Log } from '#core/log.ts'
import type { Mailer } from '#core/mailer/mailer.ts'
import type { Reactor } from '#core/reactor.ts'
import type { NotificationsModule } from '#modules/notifications/module.ts'
import { sendMailJob, type SendingOutcome, type SendingTry } from './jobs/send-mail.ts'
import type { MailData } from './mails/compose-mail.ts'
import type { Shop } from './mails/content.ts'
import { mailReactor, type MailReactorNeeds } from './mail-reactor.ts'
import { notifyBuyerOnOrderCancelled } from './reactors/notify-buyer-on-order-cancelled.ts'
import { notifyBuyerOnOrderConfirmed } from './reactors/notify-buyer-on-order-confirmed.ts'
import { notifyBuyerOnOrderDelivered } from './reactors/notify-buyer-on-order-delivered.ts'
import { notifyBuyerOnOrderDispatched } from './reactors/notify-buyer-on-order-dispatched.ts'
import { notifyBuyerOnOrderPlaced } from './reactors/notify-buyer-on-order-placed.ts'
import { notifyBuyerOnOrderReturned } from './reactors/notify-buyer-on-order-returned.ts'
import { notifyRequesterOnServiceRequestAcknowledged } from './reactors/notify-requester-on-service-request-acknowledged.ts'
import { notifyRequesterOnServiceRequestDeclined } from './reactors/notify-requester-on-service-request-declined.ts'
import { notifyRequesterOnServiceRequestRaised } from './reactors/notify-requester-on-service-request-raised.ts'
import { notifyRequesterOnServiceRequestResolved } from './reactors/notify-requester-on-service-request-resolved.ts'
import { notifyRequesterOnServiceRequestWithdrawn } from './reactors/notify-requester-on-service-request-withdrawn.ts'
import { startRelay, type Listen } from './relay.ts'
import { sendingPolicy, type SendingPolicy } from './sending-policy.ts'

export type WorkersNeeds = {
  jobs: Jobs
  notifications: NotificationsModule
  /** Hears Postgres' notifications, such as `listener.listen`. */
  listen: Listen
  mailer: Mailer
  data: MailData
  shop: Shop
  log: Log
  /** Called after each try to send a mail. */
  onOutcome?: (outcome: SendingOutcome, sending: SendingTry) => void
  policy?: SendingPolicy
}

export type Workers = {
  /** Lets what is under way end, for ten seconds at most. Close the jobs, the mailer and the database afterwards. */
  stop(): Promise<void>
}

/** The reactors that write down which mails are due. */
export function mailReactors(needs: MailReactorNeeds): Reactor[] {
  const notifies = [
    notifyBuyerOnOrderPlaced,
    notifyBuyerOnOrderConfirmed,
    notifyBuyerOnOrderDispatched,
    notifyBuyerOnOrderDelivered,
    notifyBuyerOnOrderCancelled,
    notifyBuyerOnOrderReturned,
    notifyRequesterOnServiceRequestRaised,
    notifyRequesterOnServiceRequestAcknowledged,
    notifyRequesterOnServiceRequestResolved,
    notifyRequesterOnServiceRequestDeclined,
    notifyRequesterOnServiceRequestWithdrawn,
  ]
  return [mailReactor(notifies, needs)]
}

const mailQueue = 'mail'
const mailsAtOnce = 3

/** A burst of orders must not be slowed down by its own mails, and mail servers do not like bursts either. */
const mailsPerSecond = 20

/** Runs the relay and the mail worker. Several processes may: each mail is sent by one of them. */
export function startWorkers(needs: WorkersNeeds): Workers {
  const { jobs, notifications, listen, mailer, data, shop, log } = needs
  const policy = needs.policy ?? sendingPolicy
  const queue = jobs.queue(mailQueue)
  const onOutcome = needs.onOutcome ?? (() => undefined)
  const job = sendMailJob({ deliveries: notifications.deliveries, mailer, data, shop, policy, log, onOutcome })
  const worker = jobs.work(mailQueue, job, { concurrency: mailsAtOnce, perSecond: mailsPerSecond })
  const relay = startRelay({ notifications, queue, listen, policy, log })
  return {
    async stop() {
      await Promise.all([relay.stop(), worker.close()])
      await queue.close()
    },
  }
}
