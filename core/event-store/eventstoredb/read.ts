import { byteBudget, weigh } from '../../async/byte-budget.ts'
import { OperatorError } from '../../domain/errors.ts'
import type { EventStore, Place, Revision } from '../event-store.ts'
import type { EventStoreDbConnection } from './connection/connection.ts'
import { recordedFrom } from './events.ts'
import { backwardsThrough, headOf, lastUpTo, positionBefore } from './read-backwards.ts'
import { idAt, readerOfAll } from './read-all.ts'
import type { ReadStreamRequest } from './read-call.ts'
import { softLimitMs, readEach } from './read-page.ts'
import type { ShopsEvents } from '../ownership/shops-events.ts'
import { allOf, readableOf, type StoredEvent } from '../codec/recorded-events.ts'

/** The number of events in one read of a stream. */
const streamPage = 500

/** The read methods of the port; each reads page by page, and ends every page's call. */
export function eventStoreDbReads(
  connection: EventStoreDbConnection,
  shops: ShopsEvents,
): Pick<EventStore, 'readStream' | 'readPlaces' | 'readAll' | 'head' | 'idAt' | 'lastUpTo' | 'positionBefore'> {
  const backwards = () => backwardsThrough(connection, { shops })
  const head = headOf((searchedTo) => backwardsThrough(connection, { shops, unfilteredPages: searchedTo > 0 ? 2 : 1 }))
  const wholeSpan = spanReader(connection)
  const readAll = readerOfAll(connection, shops)
  const storedStream = storedStreamReader(connection)

  return {
    head,

    idAt: (position) => idAt(connection, position),

    lastUpTo: (position) => lastUpTo(connection, position, shops),

    positionBefore: (count) => positionBefore(backwards, count),

    async readStream(stream, span) {
      // Foreign streams may be truncated, and may hold any number of events.
      if (shops.hasStream?.(stream) === false) return []
      const found = await storedStream(stream, span)
      return allOf(readableOf(found.filter(shops.has), recordedFrom))
    },

    async readPlaces(places) {
      const spans = spansOf(places)
      const found = await Promise.all(spans.map(({ stream, from, to }) => wholeSpan(stream, from, to)))
      const isWanted = (event: StoredEvent) => shops.has(event) && places.some((place) => isSame(place, event))
      return allOf(readableOf(found.flat().filter(isWanted), recordedFrom))
    },

    readAll,
  }
}

/** Reads a whole stream as stored, with undecodable and foreign events. */
export function storedStreamReader(connection: EventStoreDbConnection) {
  const wholeSpan = spanReader(connection)
  return async (stream: string, { from = 0, to = Number.MAX_SAFE_INTEGER }: Span = {}): Promise<StoredEvent[]> => {
    const found = await wholeSpan(stream, from, to)
    assertWhole(stream, from, found)
    return found
  }
}

type Span = { from?: Revision; to?: Revision }

/** The events of a stream between two revisions, page by page; none where there is no such stream. */
function spanReader(connection: EventStoreDbConnection) {
  return async (stream: string, from: Revision, to: Revision): Promise<StoredEvent[]> => {
    const found: StoredEvent[] = []
    for (let next = from; next <= to;) {
      const count = Math.min(streamPage, to - next + 1)
      const { events, isCut } = await streamFrom(connection, { stream, from: next, count })
      found.push(...events)
      if (events.length < count && !isCut) break
      next = (events.at(-1)?.revision ?? to) + 1
    }
    return found
  }
}

type CutPage = { events: StoredEvent[]; isCut: boolean }

/**
 * Up to `count` events of a stream from a revision on, fewer once they have `byteBudget.page` bytes or are slow to
 * arrive.
 */
async function streamFrom(connection: EventStoreDbConnection, part: ReadStreamRequest): Promise<CutPage> {
  const page: CutPage = { events: [], isCut: false }
  const enoughAt = performance.now() + softLimitMs
  let bytes = 0
  await readEach(connection, {
    open: (client, calling) => client.readEvents(part, calling),
    take: (event) => {
      page.events.push(event)
      bytes += weigh(event.data) + weigh(event.metadata)
      page.isCut = bytes >= byteBudget.page || performance.now() >= enoughAt
      return !page.isCut
    },
  })
  return page
}

function isSame(one: Place, other: Place): boolean {
  return one.revision === other.revision && one.stream === other.stream
}

/** Merges neighbouring places of one stream into one read. */
function spansOf(places: readonly Place[]): { stream: string; from: Revision; to: Revision }[] {
  return [...Map.groupBy(places, ({ stream }) => stream)].flatMap(([stream, group]) => {
    const revisions = group.map(({ revision }) => revision)
    const [from, to] = [Math.min(...revisions), Math.max(...revisions)]
    if (to - from < 3 * group.length) return [{ stream, from, to }]
    return revisions.map((revision) => ({ stream, from: revision, to: revision }))
  })
}

function assertWhole(stream: string, from: Revision, found: readonly StoredEvent[]): void {
  const missing = found.findIndex(({ revision }, i) => revision !== from + i)
  if (missing < 0) return
  throw new OperatorError(
    `the event log is damaged: revision ${from + missing} of stream ${stream} is missing`,
    'Restore EventStoreDB from its last backup, and set no $maxCount, $maxAge or $tb on any stream.',
  )
}
