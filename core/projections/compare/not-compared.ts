import { UndecodableEvent, type EventStore, type Position } from '../../event-store/event-store.ts'

/** A range of the log that a verification did not compare: its first and last position, and the number of events. */
export type NotCompared = { from: Position; to: Position; events: number }

type Span = { types: readonly string[]; after: Position; head: Position; signal: AbortSignal }

const pageSize = 500

/**
 * The events of these types after a position, up to the head, including undecodable ones; `undefined` where there are
 * none. @throws EngineUnavailable
 */
export async function eventsAfter(log: Pick<EventStore, 'readAll'>, span: Span): Promise<NotCompared | undefined> {
  const { types, head, signal } = span
  let found: NotCompared | undefined
  const add = (positions: readonly Position[]) => {
    const last = positions.at(-1)
    if (last === undefined) return
    found = { from: found?.from ?? positions[0] ?? last, to: last, events: (found?.events ?? 0) + positions.length }
  }
  for (let at = span.after; at < head;) {
    signal.throwIfAborted()
    const page = await positionsAfter(log, at, types)
    add(page.events.filter((position) => position <= head))
    if (page.to <= at) break
    at = page.to
  }
  return found
}

async function positionsAfter(log: Pick<EventStore, 'readAll'>, after: Position, types: readonly string[]) {
  try {
    const { events, position } = await log.readAll(after, { limit: pageSize, types })
    return { events: events.map((event) => event.position), to: position }
  } catch (error) {
    if (!(error instanceof UndecodableEvent)) throw error
    const { position } = error.event
    return { events: [position], to: position }
  }
}
