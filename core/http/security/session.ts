import type { Role } from '../../domain/actor.ts'
import type { Caller } from './caller.ts'
import { LRUCache } from 'lru-cache'
import { createTokens, type TokenOptions } from './tokens.ts'

/** An account as sessions need it; the first of its roles is the one that counts. */
export type SessionAccount = {
  id: string
  name: string
  loginUserName: string
  roles: readonly Role[]
  /** Milliseconds since the epoch: tokens issued before are dead (logout, new password, another role). */
  notBefore: number
}

export type SessionOptions = TokenOptions & {
  /** `undefined` where there is no such account (any more). */
  findAccount: (id: string) => Promise<SessionAccount | undefined>
  /** Milliseconds that never jump; measures the age of what is remembered. */
  monotonic?: () => number
}

/** `none`: no token was sent. `invalid`: one that is not ours, has expired, or was ended by logout. */
export type Session = Caller | 'none' | 'invalid'

export type Sessions = {
  /** A token for 24 hours from `now`. */
  issue(account: SessionAccount, now: number): Promise<string>
  /** Takes the `Authorization` header. @throws what `findAccount` throws */
  authenticate(authorization: string | undefined): Promise<Session>
  /** Call after changing an account: this process sees the change at once, the others within half a second. */
  forget(accountId: string): void
}

const accountMemoryMs = 500
/** How far the clocks of two processes may differ. */
const clockSkewMs = 5_000
const bearer = /^Bearer +([\w-]+\.[\w-]+\.[\w-]+)$/i

/** Says who asks. What a token tells of names and roles is for clients: here the account's own record decides. */
export function createSessions(options: SessionOptions): Sessions {
  const { clock, monotonic = () => performance.now() } = options
  const tokens = createTokens(options)
  const accounts = new LRUCache<string, { account: Promise<SessionAccount | undefined>; readAt: number }>({
    max: 5_000,
  })

  function accountOf(id: string): Promise<SessionAccount | undefined> {
    const known = accounts.get(id)
    const now = monotonic()
    if (known !== undefined && now - known.readAt < accountMemoryMs) return known.account
    const account = options.findAccount(id)
    accounts.set(id, { account, readAt: now })
    account.catch(() => accounts.delete(id))
    return account
  }

  return {
    // An account's tokens may begin a moment from now: a login in the very millisecond of a logout must hold.
    issue: (account, now) => tokens.sign(account, Math.max(now, account.notBefore)),

    async authenticate(authorization) {
      if (authorization === undefined) return 'none'
      const verified = await tokens.verify(bearer.exec(authorization)?.[1] ?? '')
      if (verified === undefined) return 'invalid'
      const account = await accountOf(verified.accountId)
      if (account === undefined || !isCurrent(verified.issuedAt, account, clock())) return 'invalid'
      const { id, name, loginUserName, roles } = account
      return { id, name, loginUserName, role: roles[0] ?? 'GUEST' }
    },

    forget: (accountId) => accounts.delete(accountId),
  }
}

/** Neither ended nor of a time to come; after a clock was set back, the account's tokens may begin at one that is. */
function isCurrent(issuedAt: number, { notBefore }: SessionAccount, now: number): boolean {
  return issuedAt >= notBefore && issuedAt <= Math.max(notBefore, now + clockSkewMs)
}
