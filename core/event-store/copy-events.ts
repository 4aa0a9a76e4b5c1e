import { createHash, type Hash } from 'node:crypto'
import { OperatorError } from '../errors.ts'
import { StreamConflict, type EventStore, type Position, type RecordedEvent } from './event-store.ts'
import { copyOf } from './eventstoredb-events.ts'
import { bytesOf, maxAppendBytes } from './prepared-append.ts'

export type CopyNeeds = {
  /** The events as they are stored: personal data stays sealed. */
  from: EventStore
  to: EventStore
  signal: AbortSignal
  onProgress: (done: number, total: number) => void
}

const pageSize = 500

/**
 * Copies every event in the order of the log, with ids, metadata and times, and goes on where an earlier run ended.
 * Resolves to the position up to which `from` is copied.
 * @throws OperatorError where `to` holds other events
 */
export async function copyEvents({ from, to, signal, onProgress }: CopyNeeds): Promise<Position> {
  let after = await copiedUpTo(from, to)
  while (!signal.aborted) {
    const total = await from.head()
    onProgress(after, total)
    const { events } = await from.readAll(after, { limit: pageSize })
    if (events.length === 0) break
    for (const run of runsOf(events)) {
      if (signal.aborted) break
      await appendRun(to, run)
      after = run.at(-1)?.position ?? after
    }
  }
  return after
}

/** Events were copied in order, so the newest one there tells how far it came. */
async function copiedUpTo(from: EventStore, to: EventStore): Promise<Position> {
  if ((await to.head()) === 0) return 0
  const last = (await to.readAll(await to.positionBefore(1), { limit: pageSize })).events.at(-1)
  if (last === undefined) return 0
  const { stream, revision, id } = last
  const [original] = await from.readStream(stream, { from: revision, to: revision })
  if (original?.id !== id) throw foreign()
  return original.position
}

/** Neighbours of one stream travel together, as far as one append can hold them. */
function runsOf(events: readonly RecordedEvent[]): RecordedEvent[][] {
  const runs: RecordedEvent[][] = []
  let bytes = 0
  for (const event of events) {
    const run = runs.at(-1)
    const own = bytesOf(copyOf(event))
    const isNext = run?.[0]?.stream === event.stream && run.length < 20 && bytes + own <= maxAppendBytes
    bytes = isNext ? bytes + own : own
    if (isNext) run.push(event)
    else runs.push([event])
  }
  return runs
}

async function appendRun(to: EventStore, run: readonly RecordedEvent[]): Promise<void> {
  const [first] = run
  if (first === undefined) return
  const expected = first.revision === 0 ? 'no-stream' : first.revision - 1
  try {
    await to.append(first.stream, expected, run.map(copyOf))
  } catch (error) {
    throw error instanceof StreamConflict ? foreign() : error
  }
}

function foreign(): OperatorError {
  return new OperatorError(
    'the EventStoreDB that was named holds other events than this shop’s',
    'Name an empty one, or the one into which this shop was being copied.',
  )
}

/** What a log says, stream by stream, and in which order. */
export type Fingerprint = { events: number; order: string; streams: ReadonlyMap<string, string> }

/** Of all events up to a position; `onProgress` is told how many have been read. */
export async function fingerprint(
  store: EventStore,
  upTo: Position,
  onProgress: (events: number) => void,
): Promise<Fingerprint> {
  const order = createHash('sha256')
  const streams = new Map<string, Hash>()
  let events = 0
  for (let after = 0; after < upTo;) {
    const page = await store.readAll(after, { limit: pageSize })
    if (page.position === after) break
    for (const event of page.events.filter(({ position }) => position <= upTo)) {
      events += 1
      order.update(event.id)
      const { position: _, ...said } = event
      const hash = streams.get(event.stream) ?? createHash('sha256')
      streams.set(event.stream, hash.update(JSON.stringify(said, sortedKeys)))
    }
    after = page.position
    onProgress(events)
  }
  const digests = new Map(Array.from(streams, ([stream, hash]) => [stream, hash.digest('hex')]))
  return { events, order: order.digest('hex'), streams: digests }
}

/** Two engines may give the same object with its members in another order. */
function sortedKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** The streams in which two logs differ. */
export function differing(one: Fingerprint, other: Fingerprint): string[] {
  const names = new Set([...one.streams.keys(), ...other.streams.keys()])
  return [...names].filter((name) => one.streams.get(name) !== other.streams.get(name))
}
