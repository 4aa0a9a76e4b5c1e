/** How often and how long a mail is tried, and for how long each step may be somebody's. */
export type SendingPolicy = {
  /** Tries until it is given up. */
  maxAttempts: number
  /** The pause after the first failure; each later one is `factor` times as long. */
  firstPauseMs: number
  factor: number
  /** How old an event may be when its mail is due: the mail of an older one is held for an operator's decision. */
  holdAfterMs: number
  /** The pause after a worker found an engine of the shop absent, which is no try. */
  engineAwayMs: number
  /** How long a worker may hold a mail: longer than sending one ever takes. */
  sendLeaseMs: number
  /** How long the relay trusts the queue with a mail before it hands it over again. */
  queueLeaseMs: number
  /** How often the relay looks for itself, alongside being woken. */
  pollMs: number
  /** How long the relay rests after a hundred mails, while more of them wait: about as long as sending those takes. */
  burstRestMs: number
}

/** Eight tries in a little more than a day: pauses of 80 s, 4 min, 12 min, 36 min, 1.8 h, 5.4 h and 16.2 h. */
export const sendingPolicy: SendingPolicy = {
  maxAttempts: 8,
  firstPauseMs: 80_000,
  factor: 3,
  holdAfterMs: 24 * 60 * 60 * 1_000,
  engineAwayMs: 15_000,
  sendLeaseMs: 45_000,
  queueLeaseMs: 60_000,
  pollMs: 5_000,
  burstRestMs: 4_000,
}

/** The pause after that many failed tries (1, 2, …), in ms; undefined when it is to be given up. */
export function pauseAfter(attempts: number, policy: SendingPolicy): number | undefined {
  if (attempts >= policy.maxAttempts) return undefined
  return policy.firstPauseMs * policy.factor ** (attempts - 1)
}

/** What an operator does about mails that are held. */
export const heldRemedy = 'Run "npm run ops -- jobs", or open /admin/operations, and send or discard them.'
