import type { IncomingHttpHeaders } from 'node:http'
import { EngineUnavailable, Rejection } from '../../domain/errors.ts'
import type { Position, Revision } from '../../event-store/event-store.ts'
import type { ProjectionPositions } from '../responses/cached-read.ts'

/**
 * The revision that a command expects: `"3"` or `3`; `undefined` without the header, and for `*`, which matches any
 * revision. @throws Rejection for weak ETags, lists and everything else
 */
export function ifMatchOf(header: string | undefined): Revision | undefined {
  if (header === undefined || header.trim() === '*') return undefined
  const digits = /^\s*(?:"(\d{1,15})"|(\d{1,15}))\s*$/.exec(header)
  const revision = digits?.[1] ?? digits?.[2]
  if (revision === undefined) throw invalidHeader('If-Match', 'one revision, such as "3", or *')
  return Number(revision)
}

/** The position that the read model must have reached. @throws Rejection if the header is not a position */
export function minPositionOf(headers: IncomingHttpHeaders): Position | undefined {
  const header = headers['x-min-position']
  if (header === undefined) return undefined
  if (typeof header !== 'string' || !/^\d{1,15}$/.test(header)) {
    throw invalidHeader('X-Min-Position', 'a position that X-Event-Position returned, such as 42')
  }
  return Number(header)
}

/** The longest that a query waits for its read model. */
export const patienceMs = 2_000

/** @throws EngineUnavailable (503) if the read model does not reach the position within two seconds */
export async function awaitPosition(
  positions: ProjectionPositions,
  projection: string,
  position: Position,
): Promise<void> {
  if (await positions.waitFor(projection, position, patienceMs)) return
  throw new EngineUnavailable(`projection ${projection}`, {
    retryAfterSeconds: 2,
    advice: 'Your last change cannot be shown here yet. Please try again in a moment.',
  })
}

/**
 * The idempotency key of a command: 1 to 128 visible ASCII characters.
 * @throws Rejection for any other value
 */
export function idempotencyKeyOf(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined
  if (typeof header === 'string' && /^[\x21-\x7e]{1,128}$/.test(header)) return header
  throw invalidHeader('Idempotency-Key', '1 to 128 visible ASCII characters, such as a UUID')
}

function invalidHeader(name: string, rule: string): Rejection {
  const message = `The header ${name} must be ${rule}`
  return new Rejection('invalid', message, { errors: [{ field: name, defaultMessage: message }] })
}
