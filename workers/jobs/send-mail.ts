import { setTimeout as sleep } from 'node:timers/promises'
import { EngineUnavailable } from '#core/domain/errors.ts'
import type { Budgets } from '#core/http/security/budgets/budgets.ts'
import type { JobHandler } from '#core/jobs/queue.ts'
import { RetryLater } from '#core/jobs/retry-later.ts'
import type { Log } from '#core/telemetry/log.ts'
import { MailFailure } from '#core/mailer/mail-failure.ts'
import type { Mailer } from '#core/mailer/mailer.ts'
import type { Mail } from '#core/mailer/message.ts'
import type { Lease, LeasedNotification, NotificationsModule } from '#modules/notifications/module.ts'
import { composeMail, type MailData } from '../mails/compose-mail.ts'
import type { Shop } from '../mails/content.ts'
import { leaseAge } from './lease-age.ts'
import { chargeMail } from './mail-budgets.ts'
import type { MailGate } from './mail-gate.ts'
import { heldRemedy, pauseAfter, type SendingPolicy } from '../sending-policy.ts'

/** The outcome of one attempt, for the metrics. */
export type SendingOutcome = 'sent' | 'postponed' | 'failed' | 'cancelled'

/** The event of an attempt, and when the attempt began, by `performance.now()`. */
export type SendingAttempt = Pick<LeasedNotification, 'kind' | 'stream' | 'revision'> & { startedAt: number }

export type SendMailDeps = {
  deliveries: NotificationsModule['deliveries']
  mailer: Mailer
  data: MailData
  shop: Shop
  policy: SendingPolicy
  log: Log
  onOutcome: (outcome: SendingOutcome, sending: SendingAttempt) => void
  /** Shared by all jobs of this process. */
  gate: MailGate
  budgets: Pick<Budgets, 'take'>
}

type Sending = SendMailDeps & { end: (outcome: SendingOutcome) => void }

/** `age`: how long the lease has lasted at most, in ms. */
type Leased = Lease & { notification: LeasedNotification; age: () => number }

/** A lease younger than this share of its time lasts longer than sending a mail ever takes, and need not be renewed. */
const youngShare = 1 / 4

/**
 * Sends the mail of one notification at least once. It is sent twice only if this process dies, or loses its database
 * for longer than the lease, after the mail server accepted it and before it is marked as sent
 * (docs/decisions/mail-at-least-once.md).
 */
export function sendMailJob(deps: SendMailDeps): JobHandler {
  return async (id, signal) => {
    const age = leaseAge()
    const leasing = await deps.deliveries.lease(id, deps.policy)
    if (leasing.outcome === 'over') return
    if (leasing.outcome === 'held') {
      deps.log.warn({ job: id, remedy: heldRemedy }, 'an email is held: its event is too old')
      return
    }
    if (leasing.outcome === 'busy') throw new RetryLater(leasing.forMs + 500, 'another worker holds the lease')
    const { kind, stream, revision } = leasing.notification
    const startedAt = performance.now()
    const end = (outcome: SendingOutcome) => deps.onOutcome(outcome, { kind, stream, revision, startedAt })
    try {
      await send({ ...leasing, age }, { ...deps, end }, signal)
    } catch (error) {
      await recordFailure({ ...leasing, age }, { ...deps, end }, error)
    }
  }
}

async function send(leased: Leased, deps: Sending, signal: AbortSignal): Promise<void> {
  const { deliveries, mailer, policy, end } = deps
  const mail = await composeMail(leased.notification, deps)
  if ('reason' in mail) {
    // An earlier attempt may have died after writing its file and before checking the account.
    if (mail.goneId !== undefined) await mailer.eraseOutbox(mail.goneId)
    await deliveries.end(leased, 'cancelled', mail.reason)
    end('cancelled')
    return
  }
  const charge = await chargeMail(deps.budgets, mail)
  if ('waitMs' in charge) throw new NotNow(charge.waitMs, 'Many emails in a short time: this one is sent later')
  const messageId = await deliver({ mail, leased }, deps, signal).catch((error: unknown) => {
    charge.refund()
    throw error
  })
  if (messageId === undefined) return charge.refund()
  await markWithin(policy.sendLeaseMs, async () => {
    await eraseIfGone(mail, deps)
    await deliveries.markSent(mail.id, { messageId, recipientId: mail.subjectId })
  })
  end('sent')
}

/** Returns undefined if the lease was lost. @throws NotNow if the mail server stalls for such mails */
async function deliver(
  { mail, leased }: { mail: Mail; leased: Leased },
  { deliveries, mailer, policy, gate }: Sending,
  signal: AbortSignal,
): Promise<string | undefined> {
  const passage = await gate.enter(domainOf(mail))
  if ('waitMs' in passage) throw new NotNow(passage.waitMs, 'The mail server does not answer for emails like this one')
  let outcome: 'answered' | 'stalled' = 'answered'
  try {
    // The last check before sending: a stalled worker may have lost its lease.
    const isYoung = leased.age() < policy.sendLeaseMs * youngShare
    if (!isYoung && !(await deliveries.renew(leased, policy.sendLeaseMs))) return undefined
    return (await mailer.send(mail, signal)).messageId
  } catch (error) {
    if (error instanceof MailFailure && error.isStall) outcome = 'stalled'
    throw error
  } finally {
    passage.end(outcome)
  }
}

function domainOf({ to }: Mail): string {
  return to.address.slice(to.address.lastIndexOf('@') + 1).toLowerCase()
}

/** The mail has to wait; nothing was attempted. */
class NotNow extends Error {
  readonly waitMs: number

  constructor(waitMs: number, reason: string) {
    super(reason)
    this.waitMs = waitMs
  }
}

/** Deletes the mail's file if the account was erased in the meantime. */
async function eraseIfGone({ subjectId }: Mail, { data, mailer }: SendMailDeps): Promise<void> {
  if ((await data.account(subjectId)) === undefined) await mailer.eraseOutbox(subjectId)
}

/** Retries, because the mail has been sent: a short outage of the database must not cause a second copy. */
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

/** Unlike other outages, this one counts as an attempt, because a copy has been sent. */
function unmarked(error: EngineUnavailable): MailFailure {
  return new MailFailure('temporary', 'The email went out, but the database did not record it', { cause: error })
}

async function recordFailure(leased: Leased, deps: Sending, error: unknown): Promise<void> {
  const { deliveries, policy, log, end } = deps
  if (error instanceof NotNow) return deliveries.putAside(leased, error.message, error.waitMs)
  if (error instanceof EngineUnavailable) return waitForEngine(leased, deps, error)
  const reason = reasonOf(error)
  log.warn({ err: error, job: leased.id, attempts: leased.notification.attempts }, 'an email could not be sent')
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
 * An unavailable engine says nothing about the mail, so this does not count as an attempt. The outage is logged by the
 * engine's client; logging it here would add one line per mail.
 */
async function waitForEngine(leased: Leased, deps: Sending, error: EngineUnavailable): Promise<never> {
  deps.log.debug({ err: error, job: leased.id }, 'an email waits for an engine')
  const { engineUnavailableMs: delayMs, queueLeaseMs: leaseMs } = deps.policy
  await deps.deliveries.postponeUncounted(leased, error.message, { delayMs, leaseMs })
  throw new RetryLater(delayMs, error.message)
}

/** The text for the operator and the queue; the error itself is in the log. */
function reasonOf(error: unknown): string {
  if (error instanceof MailFailure) return error.message
  return 'The email could not be composed; the log has the error'
}
