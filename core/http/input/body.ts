import type { IncomingMessage } from 'node:http'
import { Rejection } from '../../domain/errors.ts'
import { duplicateKeyOf } from './duplicate-key.ts'

/** The largest body that is accepted: 256 kB. */
export const maxBodyBytes = 262_144

/** A larger body is read and discarded up to this size, so that a client that is still sending receives the refusal. */
const maxDiscardedBytes = 16 * maxBodyBytes

/** The client disconnected before its request was complete, so no response can be sent. */
export class ClientGone extends Error {
  override readonly name = 'ClientGone'
}

/**
 * Reads a body up to the limit; empty if there is none.
 * @throws Rejection if it is too large, or if its headers do not declare uncompressed JSON
 * @throws ClientGone
 */
export async function readBody(request: IncomingMessage): Promise<Buffer> {
  const { headers } = request
  const announced = Number(headers['content-length'] ?? 0)
  if (announced === 0 && headers['transfer-encoding'] === undefined) return Buffer.alloc(0)
  // A client that sends `Expect` has not begun to send the body.
  if (announced > (headers.expect === undefined ? maxDiscardedBytes : maxBodyBytes)) throw tooLarge()
  requireJson(headers['content-type'], headers['content-encoding'])
  const bytes = await collectBody(request, { keep: maxBodyBytes, discard: maxDiscardedBytes })
  if (bytes === undefined) throw tooLarge()
  return bytes
}

const jsonType = /^application\/json\s*(?:;\s*charset\s*=\s*"?utf-?8"?\s*)?;?\s*$/i

/** @throws Rejection */
export function requireUncompressed(encoding: string | undefined): void {
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    throw new Rejection('unsupported-media-type', 'Send the body without Content-Encoding')
  }
}

function requireJson(type: string | undefined, encoding: string | undefined): void {
  requireUncompressed(encoding)
  if (type === undefined || !jsonType.test(type)) {
    throw new Rejection('unsupported-media-type', 'Send the body as application/json in UTF-8')
  }
}

/**
 * Collects a body. A body of more than `keep` bytes is read and discarded; `undefined` once it has ended, or has more
 * than `discard` bytes.
 * @throws ClientGone
 */
export function collectBody(
  request: IncomingMessage,
  { keep, discard }: { keep: number; discard: number },
): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= keep) chunks.push(chunk)
      else chunks.length = 0
      if (size > discard) resolve(undefined)
    })
    const gone = () => {
      if (!request.complete) reject(new ClientGone())
    }
    request.on('end', () => resolve(size > keep ? undefined : joined(chunks)))
    request.on('error', gone)
    request.on('close', gone)
  })
}

function joined(chunks: readonly Buffer[]): Buffer {
  const [only] = chunks
  return chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks)
}

const decoder = new TextDecoder('utf-8', { fatal: true })

/**
 * Parses the JSON in a body. An empty body is an empty object, so that the error names each missing field.
 * @throws Rejection if it is not JSON, or contains a key twice
 */
export function parseJson(bytes: Buffer): unknown {
  if (bytes.length === 0) return {}
  const { text, value } = readJson(bytes)
  const twice = duplicateKeyOf(text)
  if (twice !== undefined) throw invalid(twice, `“${twice}” is in the body twice: send it once`)
  return value
}

function readJson(bytes: Buffer): { text: string; value: unknown } {
  try {
    const text = decoder.decode(bytes)
    return { text, value: JSON.parse(text) }
  } catch {
    throw invalid('', 'The body must be valid JSON in UTF-8')
  }
}

function invalid(field: string, message: string): Rejection {
  return new Rejection('invalid', message, { errors: [{ field, defaultMessage: message }] })
}

function tooLarge(): Rejection {
  return new Rejection('too-large', `The body must have at most ${maxBodyBytes / 1024} kB`)
}
