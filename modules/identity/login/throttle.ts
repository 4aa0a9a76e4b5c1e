import { Rejection } from '#core/domain/errors.ts'
import type { Throttle } from '#core/http/security/throttle.ts'

/** Creates a failure counter that is shared by all processes and survives restarts. */
export type MakeThrottle = (limit: { name: string; points: number; durationSeconds: number }) => Throttle

const window = 15 * 60

type Guess = { username: string; from: string }

export type LoginThrottle = {
  /**
   * Checks a password: `verify` resolves to the account, or to `undefined` if the password is wrong.
   * @throws Rejection `too-many-requests`, without calling `verify`
   */
  attempt<Known>(guess: Guess, verify: () => Promise<Known | undefined>): Promise<Known | undefined>
  /** Clears the failures of an account from this address, because its owner has just chosen a new password there. */
  forgive(guess: Guess): Promise<void>
}

/**
 * Slows down guessing without locking accounts: the right password works from any address without failures, however
 * many other addresses have failed. An attempt counts as failed from its start, so that a burst cannot exceed the
 * limits; success undoes the count.
 */
export function loginThrottle(make: MakeThrottle): LoginThrottle {
  const address = make({ name: 'login-address', points: 50, durationSeconds: window })
  const pair = make({ name: 'login-account-and-address', points: 10, durationSeconds: window })
  /** After many failures from all addresses, the account is under attack: each address gets one failed attempt. */
  const account = make({ name: 'login-account', points: 50, durationSeconds: window })
  const singleTry = make({ name: 'login-single-try', points: 1, durationSeconds: window })
  const inTurn = turns()

  /** @throws Rejection `too-many-requests`; a refused attempt is not counted */
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

    async forgive({ username, from }) {
      const key = `${username}|${from}`
      await Promise.all([pair.reset(key), singleTry.reset(key)])
    },
  }
}

/** Limits signups by address, so that names cannot be probed in bulk. */
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

/** Serialises the attempts of a key, so that logging in on ten tabs at once does not count as ten failures. */
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
