import type { Role } from '../../domain/actor.ts'
import type { Caller } from './caller.ts'
import { LRUCache } from 'lru-cache'
import { createTokens, type TokenOptions } from './tokens.ts'

/** The account data that sessions need; only the first role counts. */
export type SessionAccount = {
  id: string
  name: string
  loginUserName: string
  roles: readonly Role[]
  /** Milliseconds since the epoch: tokens issued earlier are revoked (logout, new password, another role). */
  notBefore: number
}

export type SessionOptions = TokenOptions & {
  /** `undefined` if the account does not exist, or no longer. */
  findAccount: (id: string) => Promise<SessionAccount | undefined>
  /** A monotonic clock in milliseconds, for the age of cached accounts. */
  monotonic?: () => number
}

/** `none`: no token was sent. `invalid`: the token was not issued here, has expired, or was revoked. */
export type Session = Caller | 'none' | 'invalid'

export type Sessions = {
  /** Issues a token that is valid for 24 hours from `now`. */
  issue(account: SessionAccount, now: number): Promise<string>
  /** Takes the `Authorization` header. @throws what `findAccount` throws */
  authenticate(authorization: string | undefined): Promise<Session>
  /** Call after changing an account: this process sees the change immediately, the others within half a second. */
  evict(accountId: string): void
}

const accountMemoryMs = 500
/** How far the clocks of two processes may differ. */
const clockSkewMs = 5_000
const bearer = /^Bearer +([\w-]+\.[\w-]+\.[\w-]+)$/i

/** Authenticates callers. The names and roles in a token are for clients: here only the stored account counts. */
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
    // `notBefore` may be a moment ahead: a login in the same millisecond as a logout must be valid.
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

    evict: (accountId) => accounts.delete(accountId),
  }
}

/** Neither revoked nor issued in the future, except up to `notBefore`, which lies ahead after a clock was set back. */
function isCurrent(issuedAt: number, { notBefore }: SessionAccount, now: number): boolean {
  return issuedAt >= notBefore && issuedAt <= Math.max(notBefore, now + clockSkewMs)
}
