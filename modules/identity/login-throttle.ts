import { Rejection } from '#core/errors.ts'
import type { Throttle } from '#core/http/throttle.ts'

/** Makes a counter of failures that holds across processes and restarts. */
export type MakeThrottle = (limit: { name: string; points: number; durationSeconds: number }) => Throttle

const window = 15 * 60

/**
 * Slows guessing down without locking anybody out: the right password works from an address that has not failed yet,
 * however many others have (reliability S16).
 */
export function loginThrottle(make: MakeThrottle) {
  const address = make({ name: 'login-address', points: 50, durationSeconds: window })
  const pair = make({ name: 'login-account-and-address', points: 10, durationSeconds: window })
  /** Many failures from everywhere: the account is under attack, and each address gets a single wrong try. */
  const account = make({ name: 'login-account', points: 50, durationSeconds: window })
  const singleTry = make({ name: 'login-single-try', points: 1, durationSeconds: window })

  return {
    /** Before the password is looked at. @throws Rejection `too-many-requests` */
    async admit(username: string, from: string): Promise<void> {
      await address.check(from)
      await pair.check(pairKey(username, from))
      if (await isOverLimit(account, username)) await singleTry.check(pairKey(username, from))
    },

    async failed(username: string, from: string): Promise<void> {
      const key = pairKey(username, from)
      await Promise.all([address.penalty(from), pair.penalty(key), singleTry.penalty(key), account.penalty(username)])
    },

    async succeeded(username: string, from: string): Promise<void> {
      const key = pairKey(username, from)
      await Promise.all([pair.reset(key), singleTry.reset(key)])
    },
  }
}

export type LoginThrottle = ReturnType<typeof loginThrottle>

/** Signups by address, so that names cannot be probed by the thousand (reliability S17). */
export function signupThrottle(make: MakeThrottle): Throttle {
  return make({ name: 'signup-address', points: 60, durationSeconds: 10 * 60 })
}

async function isOverLimit(throttle: Throttle, key: string): Promise<boolean> {
  try {
    await throttle.check(key)
    return false
  } catch (error) {
    if (error instanceof Rejection) return true
    throw error
  }
}

function pairKey(username: string, from: string): string {
  return `${username}|${from}`
}
