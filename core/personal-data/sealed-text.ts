import { createCipheriv, createDecipheriv, hash, type KeyObject } from 'node:crypto'

/**
 * Sealed text names its format and its person: `enc:1:<subject>:<base64>`, where the bytes are nonce, tag and
 * AES-256-GCM ciphertext. Whether a text is sealed follows from where it is stored; it is never guessed from this
 * prefix.
 */
const prefix = 'enc:1:'
const algorithm = 'aes-256-gcm'
const nonceLength = 12
const tagLength = 16

export function sealText(key: KeyObject, subject: string, text: string): string {
  return `${prefix}${encodeURIComponent(subject)}:${encrypt(key, Buffer.from(text)).toString('base64')}`
}

/** @throws Error where the text was sealed with another key, or has been altered */
export function openText(key: KeyObject, sealed: string): string {
  return decrypt(key, Buffer.from(sealed.slice(sealed.lastIndexOf(':') + 1), 'base64')).toString()
}

/** The subject whose key opens it; `undefined` where it is not sealed text. */
export function subjectOf(sealed: string): string | undefined {
  const end = sealed.indexOf(':', prefix.length)
  if (!sealed.startsWith(prefix) || end < 0) return undefined
  try {
    return decodeURIComponent(sealed.slice(prefix.length, end))
  } catch {
    return undefined
  }
}

/**
 * The nonce is derived from key, bound data and content, so that different content never shares one, and equal content
 * (a person's name in event after event) has equal ciphertext and is decrypted only once per page. A key must be used
 * either always with bound data or always without: the hashed bytes are unambiguous only within each of the two.
 */
export function encrypt(key: KeyObject, content: Buffer, boundTo = ''): Buffer {
  const bound = boundTo === '' ? undefined : Buffer.from(boundTo)
  const nonce = nonceOf(key, content, bound)
  const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagLength })
  if (bound !== undefined) cipher.setAAD(bound)
  const body = cipher.update(content)
  cipher.final()
  return Buffer.concat([nonce, cipher.getAuthTag(), body])
}

/** Absent bound data adds nothing to the hash, so that text sealed without any keeps its form. */
function nonceOf(key: KeyObject, content: Buffer, bound: Buffer | undefined): Buffer {
  const drawnFrom = bound === undefined ? [key.export(), content] : [key.export(), lengthOf(bound), bound, content]
  return hash('sha256', Buffer.concat(drawnFrom), 'buffer').subarray(0, nonceLength)
}

function lengthOf(bytes: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes.length)
  return length
}

/** @throws Error where key, content or `boundTo` differ from those of the encryption */
export function decrypt(key: KeyObject, bytes: Buffer, boundTo = ''): Buffer {
  const nonce = bytes.subarray(0, nonceLength)
  const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagLength })
  if (boundTo !== '') decipher.setAAD(Buffer.from(boundTo))
  decipher.setAuthTag(bytes.subarray(nonceLength, nonceLength + tagLength))
  const content = decipher.update(bytes.subarray(nonceLength + tagLength))
  decipher.final()
  return content
}
