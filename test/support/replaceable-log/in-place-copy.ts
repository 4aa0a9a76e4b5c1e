import { newId } from '#core/domain/ids.ts'
import { fillerStream, isOfClients, type LogServer, type WrittenEvent } from '../event-store/log-server.ts'

/** Which events are copied, and how; all of clients, as they are, where it says nothing. */
export type CopiedPart = {
  /** A stream that is left out. */
  without?: string
  /** Gives every event an id of its own: another history in the same places. */
  hasOtherIds?: boolean
}

/** `upTo`: the position of the last one. */
type Part = CopiedPart & { upTo?: number }

/** Well below what a server takes in one append. */
const largestFiller = 900_000

/** More than a new server writes for itself in some hours. */
const reservedBytes = 4_000_000

/**
 * Makes room in a server that is to be copied in place: another one writes for itself before it is used, and what it has written
 * then must end before the first event that is copied.
 */
export async function reserveBeginning(server: LogServer): Promise<void> {
  for (let bytes = 0; bytes < reservedBytes; bytes += largestFiller) await fill(server, largestFiller)
}

/**
 * Copies events to a server that no shop has written to, each to the same position, as in a backup that is restored: a
 * checkpoint of the one log is good for the other. Positions are bytes, so what is not copied is replaced by events of another
 * application with the same length.
 * @throws Error where the server has written something for itself meanwhile: the copy is of no use then
 */
export async function copyInPlace(from: LogServer, to: LogServer, part: Part = {}): Promise<void> {
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

/** From the first one on that is copied. */
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

/** The next event comes to lie at a position; resolves to how many bytes an empty filler takes. */
async function fillTo(server: LogServer, position: number): Promise<number> {
  const [first, second] = [await fill(server, 0), await fill(server, 0)]
  const overhead = second - first
  let missing = position - (second + overhead)
  for (; missing > largestFiller + 2 * overhead; missing -= largestFiller + overhead) await fill(server, largestFiller)
  await fill(server, missing - overhead)
  return overhead
}

async function fill(server: LogServer, bytes: number): Promise<number> {
  if (bytes < 0) throw new Error('the log cannot be copied in place: the other server has written too much for itself')
  return server.write(fillerStream, { type: 'Filler', data: new Uint8Array(bytes), metadata: new Uint8Array() })
}

function assertInPlace(position: number, event: WrittenEvent): void {
  if (position === event.position) return
  const [was, is] = [`${event.type} at position ${event.position}`, `it is at ${position}`]
  throw new Error(`the log cannot be copied in place: ${was}, ${is} in the copy; let the servers write no statistics`)
}
