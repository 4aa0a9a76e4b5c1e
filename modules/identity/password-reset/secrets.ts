import { createHash, createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'
import { decrypt, encrypt } from '#core/personal-data/sealed-text.ts'

/** What links to choose a new password, and requests for them, are protected with. */
export type ResetSecrets = {
  /** The token of a link: the same for each attempt to send its mail, so that it need not be stored. */
  tokenFor(link: { requestId: string; accountId: string }): string
  /** Under which a token is stored. */
  hashOf(token: string): string
  /** Bound to the request. */
  seal(requestId: string, name: string): Buffer
  /** @throws Error where it was sealed for another request */
  open(requestId: string, sealed: Buffer): string
}

/** Derives two keys from the secret, one for tokens and one for names. */
export function resetSecrets(secret: Uint8Array): ResetSecrets {
  const [tokenKey, nameKey] = [keyFor(secret, 'reset-password token'), keyFor(secret, 'reset-password name')]
  return {
    tokenFor: ({ requestId, accountId }) =>
      createHmac('sha256', tokenKey).update(`${requestId} ${accountId}`).digest('base64url'),
    hashOf: (token) => createHash('sha256').update(token).digest('base64url'),
    seal: (requestId, name) => encrypt(nameKey, Buffer.from(name), requestId),
    open: (requestId, sealed) => decrypt(nameKey, sealed, requestId).toString(),
  }
}

function keyFor(secret: Uint8Array, purpose: string): KeyObject {
  return createSecretKey(new Uint8Array(hkdfSync('sha256', secret, '', purpose, 32)))
}
