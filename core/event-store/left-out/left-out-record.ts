import type { Position, RecordedEvent } from '../event-store.ts'
import { valueAt } from '../codec/personal-fields.ts'

/** In place of the name of one projection: all followers, and readers of streams. */
export const everywhere = 'everywhere'

/** The stream that records which events are left out for every reader of the log, with who decided it and why. */
export const leftOutStream = `ops-${everywhere}`

/** The types of its events; `modules/operations/domain/events.ts` describes them. */
export const leftOutTypes = { leftOut: 'EventLeftOut', restored: 'EventLeftOutWithdrawn' } as const

/** The ids of the events that are left out, each with the position under which an operator named it. */
export function leftOutIn(record: readonly RecordedEvent[]): ReadonlyMap<string, Position> {
  const leftOut = new Map<string, Position>()
  for (const { type, data } of record) {
    const id = valueAt(data, ['event', 'id'])
    const position = Number(data['position'])
    if (type === leftOutTypes.leftOut && typeof id === 'string') leftOut.set(id, position)
    if (type === leftOutTypes.restored) withdraw(leftOut, position)
  }
  return leftOut
}

function withdraw(leftOut: Map<string, Position>, position: Position): void {
  for (const [id, namedAt] of leftOut) if (namedAt === position) leftOut.delete(id)
}
