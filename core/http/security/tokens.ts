import { SignJWT, errors, jwtVerify } from 'jose'
import { Type, type Static } from 'typebox'
import { Compile } from 'typebox/compile'
import type { Clock } from '../../domain/clock.ts'
import { LRUCache } from 'lru-cache'

/** A secret of at least 32 bytes, and the name by which tokens refer to it. */
export type TokenKey = { kid: string; secret: Uint8Array }

export type TokenOptions = {
  /** The first one signs, all of them verify: put the new one first, take the old one away a day later. */
  keys: readonly [TokenKey, ...TokenKey[]]
  issuer: string
  audience: string
  clock: Clock
}

const Claims = Type.Object({
  sub: Type.String({ minLength: 1 }),
  iat: Type.Number({ minimum: 0 }),
  exp: Type.Number(),
})
type Claims = Static<typeof Claims>

export type Subject = { id: string; name: string; loginUserName: string; roles: readonly string[] }

export type Tokens = {
  /** A token for 24 hours from `issuedAt`, which it tells to the millisecond. */
  sign(subject: Subject, issuedAt: number): Promise<string>
  /** Whose token it is and when it was issued, in milliseconds; `undefined` for what is not ours, or has expired. */
  verify(token: string): Promise<{ accountId: string; issuedAt: number } | undefined>
}

const algorithm = 'HS256'
const lifetimeMs = 24 * 3_600_000
const longestToken = 4_096
const claimsValidator = Compile(Claims)

/** Signs and checks the tokens of sessions. A signature is checked once; the times of a token, every time. */
export function createTokens(options: TokenOptions): Tokens {
  const [signing] = options.keys
  const genuine = new LRUCache<string, Claims>({ max: 5_000 })

  async function claimsOf(token: string): Promise<Claims | undefined> {
    const known = genuine.get(token)
    if (known !== undefined) return known
    const claims = await genuineClaims(token, options)
    if (claims !== undefined) genuine.set(token, claims)
    return claims
  }

  return {
    sign: (subject, issuedAt) =>
      new SignJWT({ name: subject.name, preferred_username: subject.loginUserName, roles: [...subject.roles] })
        .setProtectedHeader({ alg: algorithm, typ: 'JWT', kid: signing.kid })
        .setSubject(subject.id)
        .setIssuer(options.issuer)
        .setAudience(options.audience)
        .setIssuedAt(issuedAt / 1000)
        .setExpirationTime(Math.floor((issuedAt + lifetimeMs) / 1000))
        .sign(signing.secret),

    async verify(token) {
      const claims = token.length > longestToken ? undefined : await claimsOf(token)
      if (claims === undefined || !isTimely(claims, options.clock())) return undefined
      return { accountId: claims.sub, issuedAt: Math.round(claims.iat * 1000) }
    },
  }
}

async function genuineClaims(token: string, options: TokenOptions): Promise<Claims | undefined> {
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

/** The last character of a base64url text may carry bits that mean nothing: one token has one form. */
function isCanonical(token: string): boolean {
  return token.split('.').every((part) => Buffer.from(part, 'base64url').toString('base64url') === part)
}

function isTimely({ iat, exp }: Claims, now: number): boolean {
  return exp * 1000 > now && exp - iat <= lifetimeMs / 1000
}
