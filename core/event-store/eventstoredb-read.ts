import { StreamNotFoundError } from '@eventstore/db-client'
import { OperatorError } from '../errors.ts'
import type { EventStore, Place, Revision } from './event-store.ts'
import type { EventStoreDbConnection } from './eventstoredb-connection.ts'
import { recordedFrom, storedFrom } from './eventstoredb-events.ts'
import { backwardsThrough, headOf, lastUpTo, positionBefore } from './eventstoredb-read-backwards.ts'
import { idAt, readAll } from './eventstoredb-read-all.ts'
import { readPage } from './eventstoredb-read-page.ts'
import type { ShopsEvents } from './ownership/shops-events.ts'
import { allOf, readableOf, type StoredEvent } from './recorded-events.ts'

/** Nobody needs a longer stream in one piece. */
const streamPage = 500

/** The reading verbs of the port, page by page, every page to its end. */
export function eventStoreDbReads(
  connection: EventStoreDbConnection,
  shops: ShopsEvents,
): Pick<EventStore, 'readStream' | 'readPlaces' | 'readAll' | 'head' | 'idAt' | 'lastUpTo' | 'positionBefore'> {
  const backwards = () => backwardsThrough(connection, shops)
  const head = headOf(backwards)

  const streamFrom = streamReader(connection)
  const storedStream = storedStreamReader(connection)

  return {
    head,

    idAt: (position) => idAt(connection, position),

    lastUpTo: (position) => lastUpTo(connection, position, shops),

    positionBefore: (count) => positionBefore(backwards, count),

    async readStream(stream, span) {
      const found = await storedStream(stream, span)
      return allOf(readableOf(found.filter(shops.has), recordedFrom))
    },

    async readPlaces(places) {
      const spans = spansOf(places)
      const found = await Promise.all(spans.map(({ stream, from, to }) => streamFrom(stream, from, to - from + 1)))
      const isWanted = (event: StoredEvent) => shops.has(event) && places.some((place) => isSame(place, event))
      return allOf(readableOf(found.flat().filter(isWanted), recordedFrom))
    },

    readAll: (after, asked) => readAll(connection, after, { ...asked, shops }),
  }
}

/** All of a stream as it is stored: what can be read, what cannot, and what others have written there. */
export function storedStreamReader(connection: EventStoreDbConnection) {
  const streamFrom = streamReader(connection)
  return async (stream: string, { from = 0, to = Number.MAX_SAFE_INTEGER }: Span = {}): Promise<StoredEvent[]> => {
    const found: StoredEvent[] = []
    for (let next = from; next <= to;) {
      const count = Math.min(streamPage, to - next + 1)
      const page = await streamFrom(stream, next, count)
      found.push(...page)
      if (page.length < count) break
      next += count
    }
    assertWhole(stream, from, found)
    return found
  }
}

type Span = { from?: Revision; to?: Revision }

/** So many events of a stream from a revision on; none where there is no such stream. */
function streamReader(connection: EventStoreDbConnection) {
  return async (stream: string, from: Revision, count: number): Promise<StoredEvent[]> =>
    readPage(connection, (client, calling) =>
      client.readStream(stream, { ...calling, fromRevision: BigInt(from), maxCount: count }),
    ).then(
      (events) => events.map(storedFrom),
      (error: unknown) => {
        if (error instanceof StreamNotFoundError) return []
        throw error
      },
    )
}

function isSame(one: Place, other: Place): boolean {
  return one.revision === other.revision && one.stream === other.stream
}

/** Places of one stream that lie close together are one reading. */
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
    'Restore EventStoreDB from its last backup, and let no stream have a $maxCount, $maxAge or $tb.',
  )
}
