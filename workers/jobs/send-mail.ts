import { setTimeout as sleep } from 'node:timers/promises'
import { EngineUnavailable } from '#core/domain/errors.ts'
import type { JobHandler } from '#core/jobs/queue.ts'
import { RetryLater } from '#core/jobs/retry-later.ts'
import type { Log } from '#core/telemetry/log.ts'
import { MailFailure } from '#core/mailer/mail-failure.ts'
import type { Mailer } from '#core/mailer/mailer.ts'
import type { Mail } from '#core/mailer/message.ts'
import type { Lease, LeasedNotification, NotificationsModule } from '#modules/notifications/module.ts'
import { composeMail, type MailData } from '../mails/compose-mail.ts'
import type { Shop } from '../mails/content.ts'
import { heldRemedy, pauseAfter, type SendingPolicy } from '../sending-policy.ts'

/** How one try ended: for the metrics. */
export type SendingOutcome = 'sent' | 'postponed' | 'failed' | 'cancelled'

/** Which event the try was about, and when it began, as `performance.now()` told it. */
export type SendingTry = Pick<LeasedNotification, 'kind' | 'stream' | 'revision'> & { startedAt: number }

export type SendMailDeps = {
  deliveries: NotificationsModule['deliveries']
  mailer: Mailer
  data: MailData
  shop: Shop
  policy: SendingPolicy
  log: Log
  onOutcome: (outcome: SendingOutcome, sending: SendingTry) => void
}

type Sending = SendMailDeps & { end: (outcome: SendingOutcome) => void }

type Leased = Lease & { notification: LeasedNotification }

/**
 * Sends the mail of one notification, at least once: it goes out twice only where this process dies, or loses its
 * database for good, between the mail server's yes and the mark (docs/decisions/mail-at-least-once.md).
 */
export function sendMailJob(deps: SendMailDeps): JobHandler {
  return async (id, signal) => {
    const leasing = await deps.deliveries.lease(id, deps.policy)
    if (leasing.outcome === 'over') return
    if (leasing.outcome === 'held') {
      deps.log.warn({ job: id, remedy: heldRemedy }, 'a mail is held: its event is too old')
      return
    }
    if (leasing.outcome === 'busy') throw new RetryLater(leasing.forMs + 500, 'another worker is at it')
    const { kind, stream, revision } = leasing.notification
    const startedAt = performance.now()
    const end = (outcome: SendingOutcome) => deps.onOutcome(outcome, { kind, stream, revision, startedAt })
    try {
      await send(leasing, { ...deps, end }, signal)
    } catch (error) {
      await settle(leasing, { ...deps, end }, error)
    }
  }
}

async function send(leased: Leased, deps: Sending, signal: AbortSignal): Promise<void> {
  const { deliveries, mailer, policy, end } = deps
  const mail = await composeMail(leased.notification, deps)
  if ('reason' in mail) {
    // An earlier try may have died between its file and its look at the account.
    if (mail.goneId !== undefined) await mailer.eraseOutbox(mail.goneId)
    await deliveries.end(leased, 'cancelled', mail.reason)
    end('cancelled')
    return
  }
  // A worker that was held up may have lost its lease: the last look before something leaves.
  if (!(await deliveries.renew(leased, policy.sendLeaseMs))) return
  const { messageId } = await mailer.send(mail, signal)
  await markWithin(policy.sendLeaseMs, async () => {
    await forgetWhoLeft(mail, deps)
    await deliveries.markSent(mail.id, { messageId, recipientId: mail.subjectId })
  })
  end('sent')
}

/** An account that was erased while its mail was written must not leave a file behind. */
async function forgetWhoLeft({ subjectId }: Mail, { data, mailer }: SendMailDeps): Promise<void> {
  if ((await data.account(subjectId)) === undefined) await mailer.eraseOutbox(subjectId)
}

/** The mail is out: a database that is away for a moment must not make it go out again. */
async function markWithin(forMs: number, mark: () => Promise<void>): Promise<void> {
  const giveUpAt = performance.now() + forMs
  for (;;) {
    try {
      await mark()
      return
    } catch (error) {
      if (!(error instanceof EngineUnavailable)) throw error
      if (performance.now() > giveUpAt) throw unmarked(error)
      await sleep(250)
    }
  }
}

/** No absence like any other: a copy has left, and that was a try. */
function unmarked(error: EngineUnavailable): MailFailure {
  return new MailFailure('temporary', 'The mail went out, but the database did not record it', { cause: error })
}

async function settle(leased: Leased, deps: Sending, error: unknown): Promise<void> {
  const { deliveries, policy, log, end } = deps
  if (error instanceof EngineUnavailable) return waitForEngine(leased, deps, error)
  const reason = reasonOf(error)
  log.warn({ err: error, job: leased.id, attempts: leased.notification.attempts }, 'a mail could not be sent')
  const isFinal = error instanceof MailFailure && error.kind === 'permanent'
  const delayMs = isFinal ? undefined : pauseAfter(leased.notification.attempts, policy)
  if (delayMs === undefined) {
    await deliveries.end(leased, 'failed', reason)
    end('failed')
    return
  }
  await deliveries.postpone(leased, reason, { delayMs, leaseMs: policy.queueLeaseMs })
  end('postponed')
  throw new RetryLater(delayMs, reason)
}

/**
 * An engine of the shop's own is absent: that says nothing about the mail, so it is no try. The engine reports its absence
 * in the log by itself; here it would be a line a mail.
 */
async function waitForEngine(leased: Leased, { deliveries, policy, log }: Sending, error: EngineUnavailable) {
  log.debug({ err: error, job: leased.id }, 'a mail waits for an engine')
  await deliveries.giveBack(leased, error.message, { delayMs: policy.engineAwayMs, leaseMs: policy.queueLeaseMs })
  throw new RetryLater(policy.engineAwayMs, error.message)
}

/** What an operator reads and the queue keeps; the error itself is in the log. */
function reasonOf(error: unknown): string {
  if (error instanceof MailFailure) return error.message
  return 'The mail could not be made; the log says why'
}
