import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { problemOf, type ProblemResponse } from './problem-details.ts'
import type { Reply } from '../routing/route.ts'

/** A response as sent over the wire: bytes and their headers. */
export type HttpResponse = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer | undefined
  /** Replaces `body`: streamed to the client and never stored. */
  readonly stream?: Readable
}

const json = 'application/json; charset=utf-8'

/** Serialises a route's reply, by default as JSON. */
export function responseOf({ status, body, bytes, stream, headers, position, revision }: Reply): HttpResponse {
  const text = body === undefined ? undefined : jsonBytes(body)
  return {
    status,
    headers: {
      ...(text && { 'Content-Type': json }),
      'Cache-Control': 'no-store',
      ...(revision !== undefined && { ETag: `"${revision}"` }),
      ...(position !== undefined && { 'X-Event-Position': String(position) }),
      ...headers,
    },
    body: text ?? bytes,
    ...(stream && { stream }),
  }
}

/** A body as it is sent. */
export function jsonBytes(body: unknown): Buffer {
  return Buffer.from(JSON.stringify(body))
}

/** Turns an error into an `application/problem+json` response. */
export function problemResponse(
  error: unknown,
  requestId: string,
): HttpResponse & Pick<ProblemResponse, 'isUnexpected'> {
  const { problem, headers, isUnexpected } = problemOf(error, requestId)
  return {
    status: problem.status,
    headers: { 'Content-Type': 'application/problem+json; charset=utf-8', 'Cache-Control': 'no-store', ...headers },
    body: Buffer.from(JSON.stringify(problem)),
    isUnexpected,
  }
}

/** A strong ETag: the same bytes have the same ETag in every process and after every restart. */
export function etagOf(bytes: Buffer): string {
  return `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`
}

/** The ETag of the same content in a content coding: a strong ETag identifies bytes, so each coding has its own. */
export function codedEtag(etag: string, coding: string): string {
  return `${etag.slice(0, -1)}-${coding}"`
}

/** Whether the client already has this content, in any coding. */
export function matchesIfNoneMatch(ifNoneMatch: string | undefined, etag: string | undefined): boolean {
  if (ifNoneMatch === undefined || etag === undefined) return false
  if (ifNoneMatch.trim() === '*') return true
  const plain = withoutCoding(etag)
  return ifNoneMatch.split(',').some((one) => withoutCoding(one.trim().replace(/^W\//, '')) === plain)
}

function withoutCoding(etag: string): string {
  return etag.replace(/-(?:br|gzip)"$/, '"')
}
