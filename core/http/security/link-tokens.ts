import { hkdfSync } from 'node:crypto'
import { SignJWT, decodeJwt, errors, jwtVerify } from 'jose'
import type { Clock } from '../../domain/clock.ts'

/** An account and a text that the token is bound to without containing it, such as its email address. */
export type LinkSubject = { accountId: string; boundTo: string }

/** Tokens for links in mails. */
export type LinkTokens = {
  issue(subject: LinkSubject): Promise<string>
  /** The account that the token names, which is not verified; `undefined` if it is no token. */
  accountOf(token: string): string | undefined
  /** Whether the token was issued here, for this purpose, account and text, and has not expired. */
  verify(token: string, subject: LinkSubject): Promise<boolean>
}

export type LinkTokenOptions = {
  /** The secret that the signing keys are derived from. */
  secret: Uint8Array
  /** What the links are for: tokens of another purpose are not valid. */
  purpose: string
  lifetimeSeconds: number
  clock: Clock
}

const algorithm = 'HS256'

/**
 * Signs with a key derived from `boundTo`, so that the token does not contain that text (links end up in histories and
 * logs) and is no longer valid once the account has another one.
 */
export function createLinkTokens({ secret, purpose, lifetimeSeconds, clock }: LinkTokenOptions): LinkTokens {
  const keyFor = (boundTo: string) => new Uint8Array(hkdfSync('sha256', secret, '', `${purpose} ${boundTo}`, 32))
  return {
    issue: ({ accountId, boundTo }) =>
      new SignJWT({})
        .setProtectedHeader({ alg: algorithm })
        .setSubject(accountId)
        .setAudience(purpose)
        .setExpirationTime(Math.floor(clock() / 1_000) + lifetimeSeconds)
        .sign(keyFor(boundTo)),

    accountOf(token) {
      const subject = subjectOf(token)
      return subject !== undefined && /^[\x21-\x7e]{1,200}$/.test(subject) ? subject : undefined
    },

    async verify(token, { accountId: subject, boundTo }) {
      const options = { algorithms: [algorithm], audience: purpose, subject, currentDate: new Date(clock()) }
      try {
        await jwtVerify(token, keyFor(boundTo), options)
        return true
      } catch (error) {
        if (error instanceof errors.JOSEError) return false
        throw error
      }
    },
  }
}

function subjectOf(token: string): string | undefined {
  try {
    return decodeJwt(token).sub
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined
    throw error
  }
}
