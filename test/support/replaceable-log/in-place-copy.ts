import { newId } from '#core/domain/ids.ts'
import { fillerStream, isOfClients, type LogServer, type WrittenEvent } from '../event-store/log-server.ts'

/** Which events are copied, and how; by default all events of clients, unchanged. */
export type CopiedPart = {
  /** A stream to omit. */
  without?: string
  /** Gives every event a new id: a different history at the same positions. */
  hasOtherIds?: boolean
}

/** `upTo`: the position of the last event to copy. */
type Part = CopiedPart & { upTo?: number }

/** Well below a server's maximum append size. */
const largestFiller = 900_000

/** More than the system events of a new server in some hours. */
const reservedBytes = 4_000_000

/**
 * Reserves space at the beginning of a log that is to be copied in place: the target writes system events before it is used,
 * and these must end before the first copied event.
 */
export async function reserveLogStart(server: LogServer): Promise<void> {
  for (let bytes = 0; bytes < reservedBytes; bytes += largestFiller) await fill(server, largestFiller)
}

/**
 * Copies events to a server that no shop has written to, each to the same position, as in a restored backup: checkpoints
 * of one log are valid in the other. Positions are byte offsets, so foreign events of the same length replace those that
 * are not copied.
 * @throws Error if the target has written system events in the meantime, which makes the copy useless
 */
export async function copyAtSamePositions(from: LogServer, to: LogServer, part: Part = {}): Promise<void> {
  const events = await eventsOf(from, part)
  const [first] = events
  if (first === undefined) return
  const overhead = await fillTo(to, first.position)
  for (const [i, event] of events.entries()) {
    const next = events[i + 1]
    if (isCopied(event, part)) assertInPlace(await to.write(event.stream, copyOf(event, part)), event)
    else if (next !== undefined) await fill(to, next.position - event.position - overhead)
  }
}

/** The events from the first one that is copied. */
async function eventsOf(server: LogServer, part: Part): Promise<WrittenEvent[]> {
  const { upTo = Infinity } = part
  const all = (await server.all()).filter(({ position }) => position <= upTo)
  const first = all.findIndex((event) => isCopied(event, part))
  return first < 0 ? [] : all.slice(first)
}

function isCopied(event: WrittenEvent, { without }: Part): boolean {
  return isOfClients(event) && event.stream !== without
}

function copyOf({ id, type, data, metadata }: WrittenEvent, { hasOtherIds = false }: Part) {
  return { id: hasOtherIds ? newId() : id, type, data, metadata }
}

/** Fills the log so that the next event lands at `position`; resolves to the size of an empty filler in bytes. */
async function fillTo(server: LogServer, position: number): Promise<number> {
  const [first, second] = [await fill(server, 0), await fill(server, 0)]
  const overhead = second - first
  let missing = position - (second + overhead)
  for (; missing > largestFiller + 2 * overhead; missing -= largestFiller + overhead) await fill(server, largestFiller)
  await fill(server, missing - overhead)
  return overhead
}

async function fill(server: LogServer, bytes: number): Promise<number> {
  if (bytes < 0)
    throw new Error('the log cannot be copied in place: the other server has written too many system events')
  return server.write(fillerStream, { type: 'Filler', data: new Uint8Array(bytes), metadata: new Uint8Array() })
}

function assertInPlace(position: number, event: WrittenEvent): void {
  if (position === event.position) return
  const [was, is] = [`${event.type} at position ${event.position}`, `it is at ${position}`]
  throw new Error(`the log cannot be copied in place: ${was}, ${is} in the copy; disable the servers’ statistics`)
}
