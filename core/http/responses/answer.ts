import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { problemOf, type ToldProblem } from './problem-details.ts'
import type { Reply } from '../routing/route.ts'

/** A reply as it goes over the wire: bytes, and the headers that belong to them. */
export type Answer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer | undefined
  /** Instead of `body`: sent as it comes, and kept nowhere. */
  readonly stream?: Readable
}

const json = 'application/json; charset=utf-8'

/** Writes a route's reply as JSON. */
export function answerOf({ status, body, stream, headers, position, revision }: Reply): Answer {
  const bytes = body === undefined ? undefined : Buffer.from(JSON.stringify(body))
  return {
    status,
    headers: {
      ...(bytes && { 'Content-Type': json }),
      'Cache-Control': 'no-store',
      ...(revision !== undefined && { ETag: `"${revision}"` }),
      ...(position !== undefined && { 'X-Event-Position': String(position) }),
      ...headers,
    },
    body: bytes,
    ...(stream && { stream }),
  }
}

/** Tells an error as `application/problem+json`. */
export function problemAnswer(error: unknown, requestId: string): Answer & Pick<ToldProblem, 'isUnexpected'> {
  const { problem, headers, isUnexpected } = problemOf(error, requestId)
  return {
    status: problem.status,
    headers: { 'Content-Type': 'application/problem+json; charset=utf-8', 'Cache-Control': 'no-store', ...headers },
    body: Buffer.from(JSON.stringify(problem)),
    isUnexpected,
  }
}

/** A strong ETag of bytes: the same bytes have the same one in every process and after every restart. */
export function etagOf(bytes: Buffer): string {
  return `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`
}

/** The ETag of the same content in a content coding: strong ETags name bytes, so each coding has its own. */
export function codedEtag(etag: string, coding: string): string {
  return `${etag.slice(0, -1)}-${coding}"`
}

/** Whether the client has it already, in whatever coding. */
export function isKnownToClient(ifNoneMatch: string | undefined, etag: string | undefined): boolean {
  if (ifNoneMatch === undefined || etag === undefined) return false
  if (ifNoneMatch.trim() === '*') return true
  const plain = withoutCoding(etag)
  return ifNoneMatch.split(',').some((one) => withoutCoding(one.trim().replace(/^W\//, '')) === plain)
}

function withoutCoding(etag: string): string {
  return etag.replace(/-(?:br|gzip)"$/, '"')
}
