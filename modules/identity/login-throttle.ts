import { Rejection } from '#core/errors.ts'

/** Counts failures under a key, across processes and restarts; over its limit it refuses. */
export type Throttle = {
  /** @throws Rejection `too-many-requests` when the key is over its limit; counts nothing */
  check(key: string): Promise<void>
  /** Counts one. @throws Rejection `too-many-requests` when that was one too many */
  count(key: string): Promise<void>
  /** How many are counted now. */
  used(key: string): Promise<number>
  reset(key: string): Promise<void>
}

export type LoginThrottles = {
  /** Failures of one account from one address. */
  pair: Throttle
  /** Failures from one address, whatever the account. */
  address: Throttle
  /** Failures of one account from everywhere: many mean that it is under attack. */
  account: Throttle
}

/** From so many failures on, an account counts as under attack, and each address gets a single wrong try. */
const underAttack = 50

const pairKey = (username: string, from: string) => `${username}|${from}`

/**
 * Slows guessing down without locking anybody out: the right password works from an address that has not failed yet,
 * however many others have (reliability S16).
 */
export function loginThrottle({ pair, address, account }: LoginThrottles) {
  return {
    /** Before the password is looked at. @throws Rejection `too-many-requests` */
    async admit(username: string, from: string): Promise<void> {
      await address.check(from)
      await pair.check(pairKey(username, from))
      if ((await account.used(username)) >= underAttack && (await pair.used(pairKey(username, from))) > 0)
        throw new Rejection('too-many-requests', 'Too many failed logins: try again in 15 minutes', {
          retryAfterSeconds: 900,
        })
    },

    async failed(username: string, from: string): Promise<void> {
      await Promise.all([pair.count(pairKey(username, from)), address.count(from), account.count(username)])
    },

    succeeded: (username: string, from: string): Promise<void> => pair.reset(pairKey(username, from)),
  }
}

export type LoginThrottle = ReturnType<typeof loginThrottle>
