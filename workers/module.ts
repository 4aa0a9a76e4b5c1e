import type { Budgets } from '#core/http/security/budgets/budgets.ts'
import type { Jobs } from '#core/jobs/queue.ts'
import type { Log } from '#core/telemetry/log.ts'
import type { Mailer } from '#core/mailer/mailer.ts'
import type { RowReactor } from '#core/projections/reactor.ts'
import { allManifests } from '#modules/shop/manifests.ts'
import type { NotificationsModule } from '#modules/notifications/module.ts'
import { createMailGate } from './jobs/mail-gate.ts'
import { sendMailJob, type SendingOutcome, type SendingAttempt } from './jobs/send-mail.ts'
import type { MailData } from './mails/compose-mail.ts'
import type { Shop } from './mails/content.ts'
import { mailReactor, mailReactorName, type MailReactorDeps } from './mail-reactor.ts'
import { cartCheckOut } from './reactors/check-out-cart-on-order-placed.ts'
import { startRelay, type Listen } from './relay.ts'
import { mailsAtOnce, sendingPolicy, type SendingPolicy } from './sending-policy.ts'

export type WorkersDeps = {
  jobs: Jobs
  notifications: NotificationsModule
  /** Subscribes to Postgres notifications, such as `listener.listen`. */
  listen: Listen
  mailer: Mailer
  data: MailData
  shop: Shop
  /** The budgets of mails per account and address. */
  budgets: Pick<Budgets, 'take'>
  log: Log
  /** Called after each attempt to send a mail. */
  onOutcome?: (outcome: SendingOutcome, sending: SendingAttempt) => void
  policy?: SendingPolicy
}

export type Workers = {
  /** Waits at most ten seconds for running jobs. Close the jobs, the mailer and the database afterwards. */
  stop(): Promise<void>
}

/** By event type, the kind of mail that it causes. */
const mails = new Map(allManifests.flatMap((manifest) => Object.entries(manifest.mails)))

/** The reactors that insert the mails declared in the modules' manifests. */
export function mailReactors(deps: MailReactorDeps): RowReactor[] {
  return [mailReactor(mails, deps)]
}

/** What each reactor subscribes to, and what it writes. */
export const reactorFlows: readonly { name: string; types: readonly string[]; writes: 'mails' | 'streams' }[] = [
  { name: mailReactorName, types: [...mails.keys()], writes: 'mails' },
  { ...cartCheckOut, writes: 'streams' },
]

const mailQueue = 'mail'

/** Runs the relay and the mail worker. Several processes may do so; only one of them sends each mail. */
export function startWorkers(deps: WorkersDeps): Workers {
  const { jobs, notifications, listen, mailer, data, shop, log } = deps
  const policy = deps.policy ?? sendingPolicy
  const atOnce = mailsAtOnce(policy)
  const queue = jobs.queue(mailQueue)
  const onOutcome = deps.onOutcome ?? (() => undefined)
  const gate = createMailGate({
    ...policy.stalls,
    mostPerDomain: atOnce - 1,
    patienceMs: 2_000,
    now: () => performance.now(),
  })
  const deliveries = notifications.deliveries
  const job = sendMailJob({ deliveries, mailer, data, shop, policy, log, onOutcome, gate, budgets: deps.budgets })
  const worker = jobs.work(mailQueue, job, { concurrency: atOnce, perSecond: policy.perSecond })
  const relay = startRelay({ notifications, queue, listen, policy, log })
  return {
    async stop() {
      await Promise.all([relay.stop(), worker.close()])
      await queue.close()
    },
  }
}
