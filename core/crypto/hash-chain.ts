import { createHash, createPrivateKey, createPublicKey, hkdfSync, sign, verify, type KeyObject } from 'node:crypto'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'

/** An Ed25519 key; `publicKey` is its DER form (SPKI) in base64, for the verifier. */
export type SigningKey = { privateKey: KeyObject; publicKey: string }

/** The bytes before the 32 bytes of an Ed25519 private key in PKCS #8 (RFC 8410). */
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex')

/**
 * Derives the same key from the same secret and purpose in every process: there is no further key to store or to lose.
 */
export function signingKeyFrom(secret: Buffer, purpose: string): SigningKey {
  const seed = Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))
  const privateKey = createPrivateKey({ key: Buffer.concat([pkcs8Prefix, seed]), format: 'der', type: 'pkcs8' })
  const publicKey = createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).toString('base64')
  return { privateKey, publicKey }
}

const beginning = '0'.repeat(64)

export type HashChain = {
  /** The next line, holding `content`, without its line break. */
  add(content: object): string
  /** The last line: the number of records, signed. */
  close(): string
}

/**
 * Lines of JSON, each with the hash of the line before it, the last one signed: a change, an omission or a different
 * order of any line is detected. The first line names the public key.
 */
export function openHashChain(key: SigningKey, header: object): HashChain & { first: string } {
  let previous = beginning
  let n = 0
  const link = (kind: string, content: object) => {
    const line = JSON.stringify({ kind, n, previous, ...content })
    previous = hashOf(line)
    n += 1
    return line
  }
  return {
    first: link('header', { ...header, publicKey: key.publicKey }),
    add: (content) => link('record', content),
    close() {
      const end = { kind: 'end', n, previous, records: n - 1 }
      const signature = sign(null, Buffer.from(JSON.stringify(end)), key.privateKey).toString('base64')
      return JSON.stringify({ ...end, signature })
    },
  }
}

/** The chain is broken; `line` is the first that cannot be trusted, counted from 1. */
export class BrokenChain extends Error {
  override readonly name = 'BrokenChain'
  readonly line: number

  constructor(line: number, reason: string) {
    super(`line ${line}: ${reason}`)
    this.line = line
  }
}

const Link = Compile(Type.Object({ kind: Type.String(), n: Type.Integer(), previous: Type.String() }))
const Header = Compile(Type.Object({ publicKey: Type.String() }))
const End = Compile(Type.Object({ records: Type.Integer(), signature: Type.String() }))

export type ChainCheck = {
  /** Checks the next line, without its line break. @throws BrokenChain */
  take(line: Buffer): void
  /** Call after the last line. @returns the number of records in the chain @throws BrokenChain */
  finish(): number
}

/** Verifies a chain line by line against the key that must have signed it, in DER (SPKI), base64. */
export function checkHashChain(publicKey: string): ChainCheck {
  let previous = beginning
  let taken = 0
  let records: number | undefined

  return {
    take(bytes) {
      const line = taken + 1
      if (records !== undefined) throw new BrokenChain(line, 'the export ended before it: it was added')
      const text = bytes.toString('utf8')
      const parsed: unknown = parsedOr(text, line)
      if (!Link.Check(parsed)) throw new BrokenChain(line, 'it is not a line of an export')
      if (parsed.n !== taken) throw new BrokenChain(line, `it is out of order, or lines before it are missing`)
      if (parsed.previous !== previous) throw new BrokenChain(Math.max(taken, 1), 'it was changed')
      if (taken === 0) requireKey(parsed, publicKey)
      if (parsed.kind === 'end') records = recordsOf(parsed, { line, text, publicKey })
      previous = hashOf(bytes)
      taken += 1
    },
    finish() {
      if (records === undefined) throw new BrokenChain(taken + 1, 'the signed end is missing: the file was cut off')
      return records
    },
  }
}

function parsedOr(text: string, line: number): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new BrokenChain(line, 'it is not a line of an export, or it was cut off')
  }
}

function requireKey(header: object, publicKey: string): void {
  if (!Header.Check(header)) throw new BrokenChain(1, 'it does not name the key of the export')
  if (header.publicKey !== publicKey) throw new BrokenChain(1, 'the export was signed with another key')
}

type Signed = { line: number; text: string; publicKey: string }

/**
 * Accepts the end only in the exact form that the shop writes, so that nothing can hide in the encoding of the
 * signature or in an additional field.
 */
function recordsOf(end: { kind: string; n: number; previous: string }, { line, text, publicKey }: Signed): number {
  if (!End.Check(end)) throw new BrokenChain(line, 'it is not signed')
  const { kind, n, previous, records } = end
  const signed = { kind, n, previous, records }
  const signature = Buffer.from(end.signature, 'base64')
  const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' })
  const isSigned = verify(null, Buffer.from(JSON.stringify(signed)), key, signature)
  const isAsWritten = text === JSON.stringify({ ...signed, signature: signature.toString('base64') })
  if (!isSigned || !isAsWritten || records !== n - 1) throw new BrokenChain(line, 'its signature is not the shop’s')
  return records
}

function hashOf(line: string | Buffer): string {
  return createHash('sha256').update(line).digest('hex')
}
