import { expect } from 'vitest'
import { StreamConflict, type EventStore, type Position, type RecordedEvent } from '#core/event-store/event-store.ts'
import { eventOf } from '#test/support/event-store/event-stores.ts'
import { randomFrom } from '#test/support/random.ts'
import { newStream } from './contract-streams.ts'

/** A successful append. `knownBefore` is the newest position that any writer knew when the append began. */
export type Acknowledged = { id: string; position: Position; knownBefore: Position }

const writers = 16
const rounds = 25
const seed = 20_261_120

/** Sixteen writers append concurrently, at times to one contended stream, while a reader follows the log. */
export async function race(stores: {
  writers: readonly EventStore[]
  reader: EventStore
}): Promise<{ seen: RecordedEvent[]; acknowledged: Acknowledged[] }> {
  const random = randomFrom(seed)
  const contended = newStream()
  const acknowledged: Acknowledged[] = []

  async function write(store: EventStore): Promise<void> {
    for (let round = 0; round < rounds; round++) {
      const isContended = random() < 0.3
      const events = Array.from({ length: 1 + Math.floor(random() * 3) }, () => eventOf('Raced'))
      const expected = isContended ? (await store.readStream(contended)).length - 1 : -1
      const knownBefore = newestOf(acknowledged)
      const appended = await store
        .append(isContended ? contended : newStream(), expected < 0 ? 'no-stream' : expected, events)
        .catch(undefinedOnConflict)
      if (appended) acknowledged.push({ id: events.at(-1)?.id ?? '', position: appended.position, knownBefore })
    }
  }

  const seen = await followWhile(stores.reader, async () => {
    await Promise.all(
      Array.from({ length: writers }, (_, i) => write(stores.writers[i % stores.writers.length] ?? stores.reader)),
    )
  })
  return { seen, acknowledged }
}

/**
 * The events that a reader of the whole log sees while `work` runs, from the head before the work to the head after
 * it; other applications may write beyond that.
 */
export async function followWhile(reader: EventStore, work: () => Promise<void>): Promise<RecordedEvent[]> {
  const seen: RecordedEvent[] = []
  let after = await reader.head()
  let end = Infinity
  const working = endOf(reader, work)
  const ended = working.then(
    (head) => (end = head),
    () => (end = after),
  )
  try {
    while (after < end) {
      const page = await reader.readAll(after, { limit: 7 })
      seen.push(...page.events)
      after = page.position
    }
  } finally {
    await ended
  }
  await working
  return seen
}

/** The head of the log when the work is done. */
async function endOf(reader: EventStore, work: () => Promise<void>): Promise<Position> {
  await work()
  return reader.head()
}

/** Nothing missed, nothing twice, and one order: log order, which agrees with each stream's order and with time. */
export function assertHistory(seen: readonly RecordedEvent[], acknowledged: readonly Acknowledged[]): void {
  const positions = seen.map(({ position }) => position)
  expect(positions, `seed ${seed}`).toEqual([...positions].sort((a, b) => a - b))
  expect(new Set(seen.map(({ id }) => id)).size).toBe(seen.length)
  const places = new Map(seen.map(({ id, position }) => [id, position]))
  for (const { id, position, knownBefore } of acknowledged) {
    expect(places.get(id)).toBe(position)
    expect(position).toBeGreaterThan(knownBefore)
  }
  const revisions = Map.groupBy(seen, ({ stream }) => stream)
  for (const events of revisions.values())
    expect(events.map(({ revision }) => revision)).toEqual(events.map((_, i) => i))
}

function newestOf(acknowledged: readonly Acknowledged[]): Position {
  return Math.max(0, ...acknowledged.map(({ position }) => position))
}

function undefinedOnConflict(error: unknown): undefined {
  if (!(error instanceof StreamConflict)) throw error
}
