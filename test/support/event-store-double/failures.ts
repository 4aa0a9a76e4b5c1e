import { Metadata, status, type ServiceError } from '@grpc/grpc-js'
import type { Expected } from './writes/append-check.ts'
import { largestAppend } from './writes/written.ts'

// Failed calls with the server's messages: the client evaluates the code and `exception`.

export function failure(code: status, details: string, trailers: Record<string, string> = {}): ServiceError {
  const metadata = new Metadata()
  for (const [key, value] of Object.entries(trailers)) metadata.set(key, value)
  return Object.assign(new Error(details), { code, details, metadata })
}

export function unauthenticated() {
  return failure(status.UNAUTHENTICATED, 'Unauthenticated')
}

export function denied() {
  return failure(status.PERMISSION_DENIED, 'Access Denied', { exception: 'access-denied' })
}

export function connectionReset() {
  return failure(status.UNAVAILABLE, 'connection reset')
}

/** The cluster has no leader; an election is in progress. */
export function notReady() {
  return failure(status.UNAVAILABLE, 'Server Is Not Ready')
}

export function notLeader(leaderPort: number) {
  return failure(status.NOT_FOUND, 'Leader info available', {
    exception: 'not-leader',
    'leader-endpoint-host': '127.0.0.1',
    'leader-endpoint-port': String(leaderPort),
  })
}

/** Indistinguishable from any other server error with this code. */
export function invalidPosition() {
  return failure(status.UNKNOWN, 'Exception was thrown by handler.')
}

export function streamDeleted(stream: string) {
  const details = `Event stream '${stream}' is deleted.`
  return failure(status.FAILED_PRECONDITION, details, { exception: 'stream-deleted', 'stream-name': stream })
}

export function tooLarge() {
  return failure(status.INVALID_ARGUMENT, `Maximum Append Size of ${largestAppend} Exceeded.`, {
    exception: 'maximum-append-size-exceeded',
    'maximum-append-size': String(largestAppend),
  })
}

/** For deletions; an append reports this in its regular answer. */
export function wrongVersion(stream: string, { actual, expected }: { actual: number; expected: Expected }) {
  return failure(status.FAILED_PRECONDITION, `Append failed due to WrongExpectedVersion. Stream: ${stream}`, {
    exception: 'wrong-expected-version',
    'stream-name': stream,
    'expected-version': String(typeof expected === 'number' ? expected : -2),
    ...(actual >= 0 && { 'actual-version': String(actual) }),
  })
}
