import { createHash, type Hash } from 'node:crypto'
import type { EventStore, Position } from '../event-store.ts'

const pageSize = 500

/** A digest of a log's content per stream, and of its global order. */
export type Fingerprint = { events: number; order: string; streams: ReadonlyMap<string, string> }

/** The fingerprint of all events up to a position; `onProgress` receives the number of events read so far. */
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
      const { position: _, ...content } = event
      const hash = streams.get(event.stream) ?? createHash('sha256')
      streams.set(event.stream, hash.update(JSON.stringify(content, sortedKeys)))
    }
    after = page.position
    onProgress(events)
  }
  const digests = new Map(Array.from(streams, ([stream, hash]) => [stream, hash.digest('hex')]))
  return { events, order: order.digest('hex'), streams: digests }
}

/** Engines may return the members of an object in different orders. */
function sortedKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** The streams in which two logs differ. */
export function differing(one: Fingerprint, other: Fingerprint): string[] {
  const names = new Set([...one.streams.keys(), ...other.streams.keys()])
  return [...names].filter((name) => one.streams.get(name) !== other.streams.get(name))
}
