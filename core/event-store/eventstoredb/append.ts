import { setTimeout as sleep } from 'node:timers/promises'
import { WrongExpectedVersionError } from '@eventstore/db-client'
import { EngineUnavailable } from '../../domain/errors.ts'
import { StreamConflict, type Appended, type EventRef, type Revision } from '../event-store.ts'
import type { EventStoreDbConnection } from './connection/connection.ts'
import { safePosition } from './events.ts'
import type { ExactAppend, PreparedAppend } from '../codec/prepared-append.ts'

/** The timeout of one attempt; a caller waits for at most `patienceMs` and one last attempt. */
const tryMs = 2_500
const patienceMs = 4_000
const pausesMs = [50, 200, 500, 1_000, 2_000]

/** How often an append at any revision reads the stream again after a conflict. */
const maxAttempts = 50

type Deps = {
  connection: EventStoreDbConnection
  /** Reads the stream as stored, with foreign and undecodable events, because it is used to count revisions. */
  readStream: (stream: string, span?: { from: Revision; to: Revision }) => Promise<PlacedRef[]>
}
type PlacedRef = EventRef & { revision: Revision }

/** The port's append, for input that has been validated and serialised. */
export function eventStoreDbAppend(deps: Deps) {
  return async ({ stream, expected, events }: PreparedAppend): Promise<Appended> =>
    expected === 'any' ? appendAtAny(deps, stream, events) : appendAt(deps, { stream, expected, events })
}

/** The server recognises a repetition at any revision only while it is cached, so the revision sent is always exact. */
async function appendAtAny(deps: Deps, stream: string, events: ExactAppend['events']): Promise<Appended> {
  for (let attempt = 1; ; attempt++) {
    const history = await deps.readStream(stream)
    const known = history.findIndex(({ id }) => id === events[0]?.id)
    const before = (known < 0 ? history.length : known) - 1
    try {
      return await appendAt(deps, { stream, expected: before < 0 ? 'no-stream' : before, events })
    } catch (error) {
      if (!(error instanceof StreamConflict) || known >= 0 || attempt === maxAttempts) throw error
    }
  }
}

/**
 * Retries, with the same ids at the same revision, while the outcome is unknown.
 * @throws StreamConflict
 * @throws EngineUnavailable
 */
async function appendAt(deps: Deps, append: ExactAppend): Promise<Appended> {
  const start = performance.now()
  for (let attempt = 0, mayBeWritten = false; ; attempt++) {
    const outcome = await tryOnce(deps, append)
    if (!(outcome instanceof EngineUnavailable)) return outcome
    mayBeWritten ||= outcome.outcome === 'unknown'
    if (!mayBeWritten) throw outcome
    const pause = pausesMs[attempt]
    if (pause === undefined || performance.now() - start + pause > patienceMs) throw unknownOutcome(outcome)
    await sleep(pause)
  }
}

/** Returns, instead of throwing it, a failure after which a retry may help. */
async function tryOnce(deps: Deps, append: ExactAppend): Promise<Appended | EngineUnavailable> {
  try {
    return await send(deps, append)
  } catch (error) {
    if (error instanceof EngineUnavailable) return error
    if (error instanceof WrongExpectedVersionError) return repeated(deps, append, error)
    throw error
  }
}

async function send({ connection, readStream }: Deps, { stream, expected, events }: ExactAppend): Promise<Appended> {
  const commit = await connection.call(tryMs, (client, calling) => client.append({ stream, expected, events }, calling))
  const revision = lastRevision(expected, events)
  if (commit !== undefined && commit <= BigInt(Number.MAX_SAFE_INTEGER))
    return { revision, position: safePosition(commit) }
  // The response to a repeated append may omit the position.
  const [last] = await readStream(stream, { from: revision, to: revision })
  return { revision, position: last?.position ?? 0 }
}

/** A stream that is ahead may hold these very events, from an attempt whose response was lost. */
async function repeated(
  { readStream }: Deps,
  append: ExactAppend,
  refusal: WrongExpectedVersionError,
): Promise<Appended> {
  const { stream, expected, events } = append
  const to = lastRevision(expected, events)
  const there = await readStream(stream, { from: to - events.length + 1, to })
  const last = there.at(-1)
  const isOurs = there.length === events.length && there.every(({ id }, i) => id === events[i]?.id)
  if (isOurs && last !== undefined) return { revision: last.revision, position: last.position }
  const { actualVersion } = refusal
  throw new StreamConflict(stream, expected, typeof actualVersion === 'bigint' ? Number(actualVersion) : -1)
}

function lastRevision(expected: ExactAppend['expected'], events: ExactAppend['events']): Revision {
  return (expected === 'no-stream' ? -1 : expected) + events.length
}

function unknownOutcome(cause: EngineUnavailable): EngineUnavailable {
  return new EngineUnavailable(cause.engine, { outcome: 'unknown', cause })
}
