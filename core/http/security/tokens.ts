import { SignJWT, errors, jwtVerify } from 'jose'
import { Type, type Static } from 'typebox'
import { Compile } from 'typebox/compile'
import type { Clock } from '../../domain/clock.ts'
import { LRUCache } from 'lru-cache'

/** A secret of at least 32 bytes, and the key id that tokens refer to it by. */
export type TokenKey = { kid: string; secret: Uint8Array }

export type TokenOptions = {
  /** The first key signs, all keys verify. To rotate, put a new key first and remove the old one a day later. */
  keys: readonly [TokenKey, ...TokenKey[]]
  issuer: string
  audience: string
  clock: Clock
}

const Claims = Type.Object({
  /** Printable ASCII, as every account id: the database refuses a NUL, for example. */
  sub: Type.String({ pattern: '^[\\x21-\\x7e]{1,200}$' }),
  iat: Type.Number({ minimum: 0 }),
  exp: Type.Number(),
})
type Claims = Static<typeof Claims>

export type Subject = { id: string; name: string; loginUserName: string; roles: readonly string[] }

export type Tokens = {
  /** Signs a token for 24 hours from `issuedAt`, which it contains to the millisecond. */
  sign(subject: Subject, issuedAt: number): Promise<string>
  /** The token's account and time of issue in milliseconds; `undefined` if it was not issued here or has expired. */
  verify(token: string): Promise<{ accountId: string; issuedAt: number } | undefined>
}

const algorithm = 'HS256'
const lifetimeMs = 24 * 3_600_000
const longestToken = 4_096
const claimsValidator = Compile(Claims)

/** Signs and verifies session tokens. A token's signature is verified once and cached, its times on every use. */
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

/** The last base64url character may have unused bits: requiring the canonical form gives each token one spelling. */
function isCanonical(token: string): boolean {
  return token.split('.').every((part) => Buffer.from(part, 'base64url').toString('base64url') === part)
}

function isTimely({ iat, exp }: Claims, now: number): boolean {
  return exp * 1000 > now && exp - iat <= lifetimeMs / 1000
}
