import type { ShopsEvents } from '#core/event-store/ownership/shops-events.ts'
import { newId } from '#core/domain/ids.ts'

/** The streams that one run of the contract suite writes; on a server in use, everything else is somebody else's. */
const named = new Set<string>()

/** A stream without events. */
export function newStream(): string {
  const stream = `thing-${newId()}`
  named.add(stream)
  return stream
}

/** What the stores of the suite know as the shop's: the streams that it has named. */
export const ofTheSuite: ShopsEvents = {
  has: ({ stream, type }) => named.has(stream) && !type.startsWith('$'),
  types: undefined,
}
