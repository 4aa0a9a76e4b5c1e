import { Rejection } from '#core/domain/errors.ts'
import type { Throttle } from '#core/http/security/throttle.ts'

/** Makes a counter of failures that holds across processes and restarts. */
export type MakeThrottle = (limit: { name: string; points: number; durationSeconds: number }) => Throttle

const window = 15 * 60

type Guess = { username: string; from: string }

export type LoginThrottle = {
  /**
   * Looks at a password: `verify` answers whose it is, or `undefined` where it is wrong.
   * @throws Rejection `too-many-requests`, without having looked
   */
  attempt<Known>(guess: Guess, verify: () => Promise<Known | undefined>): Promise<Known | undefined>
}

/**
 * Slows guessing down without locking anybody out: the right password works from an address that has not failed yet,
 * however many others have. A try counts as failed from its beginning, so that a burst is no way
 * around the limits, and is given back when it was right.
 */
export function loginThrottle(make: MakeThrottle): LoginThrottle {
  const address = make({ name: 'login-address', points: 50, durationSeconds: window })
  const pair = make({ name: 'login-account-and-address', points: 10, durationSeconds: window })
  /** Many failures from everywhere: the account is under attack, and each address gets a single wrong try. */
  const account = make({ name: 'login-account', points: 50, durationSeconds: window })
  const singleTry = make({ name: 'login-single-try', points: 1, durationSeconds: window })
  const inTurn = turns()

  /** @throws Rejection `too-many-requests`; a refused try counts for nothing */
  async function take({ username, from }: Guess, key: string): Promise<void> {
    const [fromAddress, fromPair, onAccount, onSingleTry] = await Promise.all([
      refusalOf(address.consume(from)),
      refusalOf(pair.consume(key)),
      refusalOf(account.consume(username)),
      refusalOf(singleTry.consume(key)),
    ])
    const refusal = fromAddress ?? fromPair ?? (onAccount && onSingleTry)
    if (refusal === undefined) return
    await Promise.all([address.reward(from), pair.reward(key), account.reward(username), singleTry.reward(key)])
    throw refusal
  }

  async function succeeded({ username, from }: Guess, key: string): Promise<void> {
    await Promise.all([address.reward(from), account.reward(username), pair.reset(key), singleTry.reset(key)])
  }

  return {
    attempt(guess, verify) {
      const key = `${guess.username}|${guess.from}`
      return inTurn(key, async () => {
        await take(guess, key)
        const known = await verify()
        if (known !== undefined) await succeeded(guess, key)
        return known
      })
    },
  }
}

/** Signups by address, so that names cannot be probed by the thousand. */
export function signupThrottle(make: MakeThrottle): Throttle {
  return make({ name: 'signup-address', points: 60, durationSeconds: 10 * 60 })
}

async function refusalOf(taking: Promise<void>): Promise<Rejection | undefined> {
  try {
    await taking
    return undefined
  } catch (error) {
    if (error instanceof Rejection) return error
    throw error
  }
}

/** One at a time for a key, so that someone who logs in on ten tabs at once is not taken for ten failures. */
function turns() {
  const last = new Map<string, Promise<unknown>>()
  return async <Result>(key: string, work: () => Promise<Result>): Promise<Result> => {
    const mine = (last.get(key) ?? Promise.resolve()).then(work, work)
    last.set(key, mine)
    try {
      return await mine
    } finally {
      if (last.get(key) === mine) last.delete(key)
    }
  }
}
