import type { Position, RecordedEvent } from '../event-store.ts'
import { valueAt } from '../codec/personal-fields.ts'

/** Replaces a projection's name: the event is skipped for all subscriptions and all readers of streams. */
export const everywhere = 'everywhere'

/** The stream that records which events are skipped for every reader of the log, with the reason and the operator. */
export const skipStream = `ops-${everywhere}`

/** The event types of that stream; `modules/operations/domain/events.ts` defines them. */
export const skipTypes = { skipped: 'EventLeftOut', withdrawn: 'EventLeftOutWithdrawn' } as const

/** The ids of the skipped events, each with the position by which the operator named it. */
export function skippedIn(record: readonly RecordedEvent[]): ReadonlyMap<string, Position> {
  const skipped = new Map<string, Position>()
  for (const { type, data } of record) {
    const id = valueAt(data, ['event', 'id'])
    const position = Number(data['position'])
    if (type === skipTypes.skipped && typeof id === 'string') skipped.set(id, position)
    if (type === skipTypes.withdrawn) withdraw(skipped, position)
  }
  return skipped
}

function withdraw(skipped: Map<string, Position>, position: Position): void {
  for (const [id, namedAt] of skipped) if (namedAt === position) skipped.delete(id)
}
