import type { MailConfig } from '#core/config/mails.ts'

/** The attempts to send a mail, and the leases and intervals of relay and workers. */
export type SendingPolicy = {
  /** How many mails all workers together send in a second, at most: mail servers throttle bursts. */
  perSecond: number
  /** The number of attempts before the mail is given up. */
  maxAttempts: number
  /** The pause after the first failure; each later one is `factor` times as long. */
  firstPauseMs: number
  factor: number
  /** The maximum age of an event when its mail is due; the mail of an older one is held for an operator's decision. */
  holdAfterMs: number
  /** The pause after a worker found an engine unavailable, which does not count as an attempt. */
  engineUnavailableMs: number
  /** The duration of a worker's lease: longer than sending a mail ever takes. */
  sendLeaseMs: number
  /** How long a mail may stay in the queue unattended before the relay queues it again. */
  queueLeaseMs: number
  /** The relay's polling interval, in addition to notifications. */
  pollMs: number
  /** The relay's delay while more wait than the queue holds: somewhat shorter than the time in which a full queue is sent. */
  burstDelayMs: number
  /** The pauses between the probes of a mail server that stalls; each is twice as long as the one before. */
  stalls: { firstPauseMs: number; longestPauseMs: number }
}

/** Eight attempts in a little over a day: pauses of 80 s, 4 min, 12 min, 36 min, 1.8 h, 5.4 h and 16.2 h. */
export const sendingPolicy: SendingPolicy = {
  perSecond: 20,
  maxAttempts: 8,
  firstPauseMs: 80_000,
  factor: 3,
  holdAfterMs: 24 * 60 * 60 * 1_000,
  engineUnavailableMs: 15_000,
  sendLeaseMs: 45_000,
  queueLeaseMs: 60_000,
  pollMs: 5_000,
  burstDelayMs: 4_000,
  stalls: { firstPauseMs: 30_000, longestPauseMs: 600_000 },
}

/** The policy with the operator's settings. */
export function sendingPolicyOf(config: Pick<MailConfig, 'mailsPerSecond' | 'mailHoldAfterHours'>): SendingPolicy {
  const holdAfterMs = config.mailHoldAfterHours * 3_600_000
  return { ...sendingPolicy, perSecond: config.mailsPerSecond, holdAfterMs }
}

/** The pause in ms after so many failed attempts (1, 2, …); undefined if the mail must be given up. */
export function pauseAfter(attempts: number, policy: SendingPolicy): number | undefined {
  if (attempts >= policy.maxAttempts) return undefined
  return policy.firstPauseMs * policy.factor ** (attempts - 1)
}

/** The remedy for held mails, for the operator. */
export const heldRemedy = 'Run "npm run ops -- jobs", or open /admin/operations, and send or discard them.'

/**
 * How many mails may be in the queue, across all processes: those of five seconds. Behind these, accounts take turns, so the
 * queue must not hold more than can be sent soon.
 */
export function mostInQueue({ perSecond }: Pick<SendingPolicy, 'perSecond'>): number {
  return 5 * perSecond
}

/** How many mails one process sends at the same time: enough for the rate if each takes up to a seventh of a second. */
export function mailsAtOnce({ perSecond }: Pick<SendingPolicy, 'perSecond'>): number {
  return Math.max(3, Math.ceil(perSecond / 7))
}
