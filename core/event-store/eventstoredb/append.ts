import { setTimeout as sleep } from 'node:timers/promises'
import { WrongExpectedVersionError } from '@eventstore/db-client'
import { EngineUnavailable } from '../../domain/errors.ts'
import { StreamConflict, type Appended, type EventRef, type Revision } from '../event-store.ts'
import type { EventStoreDbConnection } from './connection/connection.ts'
import { safePosition } from './events.ts'
import type { ExactAppend, PreparedAppend } from '../codec/prepared-append.ts'

/** One try; nobody waits longer than `patienceMs` and a last try. */
const tryMs = 2_500
const patienceMs = 4_000
const pausesMs = [50, 200, 500, 1_000, 2_000]

/** How often an append at any revision looks again where the stream has moved on. */
const mostLooks = 50

type Deps = {
  connection: EventStoreDbConnection
  /** As it is stored, whoever wrote it and whether or not it can be read: revisions are counted here. */
  readStream: (stream: string, span?: { from: Revision; to: Revision }) => Promise<PlacedRef[]>
}
type PlacedRef = EventRef & { revision: Revision }

/** The append of the port. What it is given has been checked and written as JSON. */
export function eventStoreDbAppend(deps: Deps) {
  return async ({ stream, expected, events }: PreparedAppend): Promise<Appended> =>
    expected === 'any' ? appendAtAny(deps, stream, events) : appendAt(deps, { stream, expected, events })
}

/** The server knows repetitions at any revision only as long as it remembers them; so the revision is always exact. */
async function appendAtAny(deps: Deps, stream: string, events: ExactAppend['events']): Promise<Appended> {
  for (let look = 1; ; look++) {
    const history = await deps.readStream(stream)
    const known = history.findIndex(({ id }) => id === events[0]?.id)
    const before = (known < 0 ? history.length : known) - 1
    try {
      return await appendAt(deps, { stream, expected: before < 0 ? 'no-stream' : before, events })
    } catch (error) {
      if (!(error instanceof StreamConflict) || known >= 0 || look === mostLooks) throw error
    }
  }
}

/**
 * Sends it again, with the same ids at the same revision, for as long as nobody knows whether it was written.
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

/** Hands back, instead of throwing it, the failure after which another try may help. */
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
  // An answer to a repetition may come without a place.
  const [last] = await readStream(stream, { from: revision, to: revision })
  return { revision, position: last?.position ?? 0 }
}

/** A stream that is further on may hold these very events, of a try whose answer was lost. */
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
