import { SignJWT, errors, jwtVerify } from 'jose'
import { Type, type Static } from 'typebox'
import { Compile } from 'typebox/compile'
import type { Role } from '../actor.ts'
import type { Clock } from '../clock.ts'
import { boundedCache } from './bounded-cache.ts'
import type { Caller } from './access.ts'

/** An account as sessions need it; the first of its roles is the one that counts. */
export type SessionAccount = {
  id: string
  name: string
  loginUserName: string
  roles: readonly Role[]
  /** Milliseconds since the epoch: tokens issued before are dead (logout, new password, another role). */
  notBefore: number
}

/** A secret of at least 32 bytes, and the name by which tokens refer to it. */
export type TokenKey = { kid: string; secret: Uint8Array }

export type SessionOptions = {
  /** The first one signs, all of them verify: put the new one first, take the old one away a day later. */
  keys: readonly [TokenKey, ...TokenKey[]]
  issuer: string
  audience: string
  /** `undefined` where there is no such account (any more). */
  findAccount: (id: string) => Promise<SessionAccount | undefined>
  clock: Clock
  /** Milliseconds that never jump; measures the age of what is remembered. */
  monotonic?: () => number
}

/** `none`: no token was sent. `invalid`: one that is not ours, has expired, or was ended by logout. */
export type Session = Caller | 'none' | 'invalid'

export type Sessions = {
  /** A token for 24 hours. */
  issue(account: SessionAccount): Promise<string>
  /** Takes the `Authorization` header. @throws what `findAccount` throws */
  authenticate(authorization: string | undefined): Promise<Session>
  /** Call after changing an account: this process sees the change at once, the others within half a second. */
  forget(accountId: string): void
}

const lifetimeMs = 24 * 3_600_000
/** How far the clocks of two processes may differ. */
const clockSkewMs = 5_000
const accountMemoryMs = 500
const algorithm = 'HS256'
const bearer = /^Bearer +([\w-]+\.[\w-]+\.[\w-]+)$/i
const longestToken = 4_096

const Claims = Type.Object({
  sub: Type.String({ minLength: 1 }),
  iat: Type.Number({ minimum: 0 }),
  exp: Type.Number(),
})
type Claims = Static<typeof Claims>
const claimsValidator = Compile(Claims)

/** Issues and checks bearer tokens (contract §2 Tokens). What a token says of roles is for clients: the account decides. */
export function createSessions(options: SessionOptions): Sessions {
  const { clock, monotonic = () => performance.now() } = options
  const [signing] = options.keys
  const verified = boundedCache<string, Claims>(5_000)
  const accounts = boundedCache<string, { account: Promise<SessionAccount | undefined>; readAt: number }>(5_000)

  async function claimsOf(token: string): Promise<Claims | undefined> {
    const known = verified.get(token)
    if (known !== undefined) return known
    const claims = await verify(token, options)
    if (claims !== undefined) verified.set(token, claims)
    return claims
  }

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
    async issue(account) {
      // An account's tokens may begin a moment from now: a login in the very millisecond of a logout must hold.
      const issuedAt = Math.max(clock(), account.notBefore)
      return new SignJWT({ name: account.name, preferred_username: account.loginUserName, roles: [...account.roles] })
        .setProtectedHeader({ alg: algorithm, typ: 'JWT', kid: signing.kid })
        .setSubject(account.id)
        .setIssuer(options.issuer)
        .setAudience(options.audience)
        .setIssuedAt(issuedAt / 1000)
        .setExpirationTime(Math.floor((issuedAt + lifetimeMs) / 1000))
        .sign(signing.secret)
    },

    async authenticate(authorization) {
      if (authorization === undefined) return 'none'
      const token = bearer.exec(authorization)?.[1]
      if (token === undefined || token.length > longestToken) return 'invalid'
      const claims = await claimsOf(token)
      if (claims === undefined || !isTimely(claims, clock())) return 'invalid'
      const account = await accountOf(claims.sub)
      if (account === undefined || Math.round(claims.iat * 1000) < account.notBefore) return 'invalid'
      const { id, name, loginUserName, roles } = account
      return { id, name, loginUserName, role: roles[0] ?? 'GUEST' }
    },

    forget: (accountId) => accounts.delete(accountId),
  }
}

async function verify(token: string, options: SessionOptions): Promise<Claims | undefined> {
  const keyOf = ({ kid }: { kid?: string }) => {
    const key = options.keys.find((one) => one.kid === kid)
    if (key === undefined) throw new errors.JWKSNoMatchingKey()
    return key.secret
  }
  if (!isCanonical(token)) return undefined
  try {
    const { payload } = await jwtVerify(token, keyOf, {
      algorithms: [algorithm],
      typ: 'JWT',
      issuer: options.issuer,
      audience: options.audience,
      currentDate: new Date(options.clock()),
    })
    return claimsValidator.Check(payload) ? payload : undefined
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined
    throw error
  }
}

/** The last character of a base64url text may carry bits that mean nothing: one token must have one form. */
function isCanonical(token: string): boolean {
  return token.split('.').every((part) => Buffer.from(part, 'base64url').toString('base64url') === part)
}

function isTimely({ iat, exp }: Claims, now: number): boolean {
  return exp * 1000 > now && exp - iat <= lifetimeMs / 1000 && iat * 1000 <= now + clockSkewMs
}
