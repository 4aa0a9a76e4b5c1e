import type { ShopsEvents } from '#core/event-store/ownership/shops-events.ts'
import { newId } from '#core/domain/ids.ts'

/** The streams that this run of the contract suite writes; on a server in use, all others are foreign. */
const named = new Set<string>()

/** The name of a new stream, which has no events. */
export function newStream(): string {
  const stream = `thing-${newId()}`
  named.add(stream)
  return stream
}

/** What the suite's stores count as the shop's events: those in the streams named above. */
export const suiteEvents: ShopsEvents = {
  has: ({ stream, type }) => named.has(stream) && !type.startsWith('$'),
  types: undefined,
}
