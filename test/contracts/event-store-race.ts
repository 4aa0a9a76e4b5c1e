import { expect } from 'vitest'
import { StreamConflict, type EventStore, type Position, type RecordedEvent } from '#core/event-store/event-store.ts'
import { eventOf } from '#test/support/event-store/event-stores.ts'
import { randomFrom } from '#test/support/random.ts'
import { newStream } from './contract-streams.ts'

/** What a writer was told: where its event is. `knownBefore` is the newest place anybody knew of when it began. */
export type Told = { id: string; position: Position; knownBefore: Position }

const writers = 16
const rounds = 25
const seed = 20_261_120

/** Sixteen writers append at once, now and then to a stream that all of them want, while a reader follows. */
export async function race(stores: {
  writers: readonly EventStore[]
  reader: EventStore
}): Promise<{ seen: RecordedEvent[]; told: Told[] }> {
  const random = randomFrom(seed)
  const wanted = newStream()
  const told: Told[] = []

  async function write(store: EventStore): Promise<void> {
    for (let round = 0; round < rounds; round++) {
      const isWanted = random() < 0.3
      const events = Array.from({ length: 1 + Math.floor(random() * 3) }, () => eventOf('Raced'))
      const expected = isWanted ? (await store.readStream(wanted)).length - 1 : -1
      const knownBefore = newestOf(told)
      const appended = await store
        .append(isWanted ? wanted : newStream(), expected < 0 ? 'no-stream' : expected, events)
        .catch(undefinedOnConflict)
      if (appended) told.push({ id: events.at(-1)?.id ?? '', position: appended.position, knownBefore })
    }
  }

  const seen = await followWhile(stores.reader, async () => {
    await Promise.all(
      Array.from({ length: writers }, (_, i) => write(stores.writers[i % stores.writers.length] ?? stores.reader)),
    )
  })
  return { seen, told }
}

/**
 * What a reader of the whole log sees that follows it closely while `work` is done, from where the log is at first to where it
 * is when the work is done: others may continue to write.
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

/** Where the log is when the work is done. */
async function endOf(reader: EventStore, work: () => Promise<void>): Promise<Position> {
  await work()
  return reader.head()
}

/** Nothing missed, nothing twice, one order: that of the log, which keeps the order of each stream and of time. */
export function assertHistory(seen: readonly RecordedEvent[], told: readonly Told[]): void {
  const positions = seen.map(({ position }) => position)
  expect(positions, `seed ${seed}`).toEqual([...positions].sort((a, b) => a - b))
  expect(new Set(seen.map(({ id }) => id)).size).toBe(seen.length)
  const places = new Map(seen.map(({ id, position }) => [id, position]))
  for (const { id, position, knownBefore } of told) {
    expect(places.get(id)).toBe(position)
    expect(position).toBeGreaterThan(knownBefore)
  }
  const revisions = Map.groupBy(seen, ({ stream }) => stream)
  for (const events of revisions.values())
    expect(events.map(({ revision }) => revision)).toEqual(events.map((_, i) => i))
}

function newestOf(told: readonly Told[]): Position {
  return Math.max(0, ...told.map(({ position }) => position))
}

function undefinedOnConflict(error: unknown): undefined {
  if (!(error instanceof StreamConflict)) throw error
}
