import { setTimeout as sleep } from 'node:timers/promises'
import { type Terminal } from '#core/cli/terminal.ts'
import { counted } from '#core/text/counted.ts'
import { EngineUnavailable } from '#core/domain/errors.ts'
import { UndecodableEvent, type EventStore, type Position, type RecordedEvent } from '#core/event-store/event-store.ts'
import { rawText } from '#core/event-store/codec/raw-text.ts'

type EventsRequest = { stream?: string | undefined; isFollowing: boolean; limit: number }
type Deps = { store: EventStore; terminal: Terminal; signal: AbortSignal }

/** An event, or the reason why it cannot be read, so that an unreadable event does not hide the events after it. */
type Entry = RecordedEvent | UndecodableEvent

/**
 * `ops events`: prints the events of one stream, or the newest of all, oldest first, and then new ones if requested.
 * True if each of them could be read.
 */
export async function eventsCommand(deps: Deps, request: EventsRequest): Promise<boolean> {
  const { store, terminal } = deps
  const { stream, isFollowing, limit } = request
  const head = await store.head()
  const { entries, foreign } =
    stream === undefined
      ? await newest(store, { head, limit })
      : { entries: await entriesOf(store, stream), foreign: 0 }
  for (const entry of entries) printEntry(terminal, entry, isFollowing)
  if (foreign > 0) terminal.print(`skipped ${counted(foreign, 'event')} of other applications`)
  const isReadable = entries.every((entry) => !(entry instanceof UndecodableEvent))
  const last = entries.at(-1)
  if (isFollowing) return (await follow(deps, stream, Math.max(head, last ? placeOf(last).position : 0))) && isReadable
  conclude(terminal, stream, entries)
  return isReadable
}

function conclude(terminal: Terminal, stream: string | undefined, entries: Entry[]): void {
  terminal.json(entries.map(documentOf))
  if (entries.length > 0) return
  terminal.print(stream === undefined ? 'nothing yet' : `there is no event of the stream "${stream}"`)
}

type Newest = { entries: Entry[]; foreign: number }

async function newest(store: EventStore, { head, limit }: { head: Position; limit: number }): Promise<Newest> {
  const all: Entry[] = []
  let foreign = 0
  let [after, isMoving] = [await store.positionBefore(limit), true]
  const read = entryReader(store, limit)
  while (after < head && isMoving) {
    const { entries, position, foreign: others } = await read(after)
    all.push(...entries)
    foreign += others
    // The readable log may end before its head, if its last events are no longer visible.
    isMoving = position > after
    after = position
  }
  return { entries: all.slice(-limit), foreign }
}

async function entriesOf(store: EventStore, stream: string): Promise<Entry[]> {
  const all: Entry[] = []
  const read = async (from: number, to?: number) => {
    const events = await store.readStream(stream, to === undefined ? { from } : { from, to })
    all.push(...events)
    return events.length
  }
  let from = 0
  // Reads all at once until an event cannot be read, then in short spans that grow again, so that little is reread.
  let span: number | undefined
  for (;;) {
    try {
      const count = await read(from, span && from + span - 1)
      if (span === undefined || count < span) return all
      from += span
      span = Math.min(longestSpan, span * 2)
    } catch (error) {
      if (!(error instanceof UndecodableEvent)) throw error
      const { revision } = error.event
      if (revision > from) await read(from, revision - 1)
      all.push(error)
      from = revision + 1
      span = 1
    }
  }
}

const longestSpan = 500

/**
 * Reads the events after a position in growing pages, beginning with `first` events, so that many foreign events take
 * few pages. After an unreadable event, the next page has one event and grows again, so that each of a run of
 * unreadable events costs one read event, not a whole page.
 */
function entryReader(store: EventStore, first: number) {
  const longest = Math.max(first, longestSpan)
  let limit = first
  return async (after: Position): Promise<{ entries: Entry[]; position: Position; foreign: number }> => {
    try {
      const { events, position, foreign = [] } = await store.readAll(after, { limit })
      limit = Math.min(longest, limit * 2)
      return { entries: events, position, foreign: foreign.length }
    } catch (error) {
      if (!(error instanceof UndecodableEvent)) throw error
      limit = 1
      return { entries: [error], position: error.event.position, foreign: 0 }
    }
  }
}

async function follow(deps: Deps, stream: string | undefined, from: Position): Promise<boolean> {
  const { store, terminal, signal } = deps
  let isReadable = true
  let after = from
  const read = retrying(entryReader(store, longestSpan), deps)
  while (!signal.aborted) {
    const woken = wakeUp(store, signal)
    const { entries, position } = await read(after)
    for (const entry of entries) {
      if (stream !== undefined && placeOf(entry).stream !== stream) continue
      printEntry(terminal, entry, true)
      isReadable &&= !(entry instanceof UndecodableEvent)
    }
    const hasMore = position > after
    after = position
    if (!hasMore) await woken
  }
  return isReadable
}

const pauseMs = 1_000

/** Like `read`, but if the event store is unavailable, reports it once, waits, and continues from the same position. */
function retrying(read: ReturnType<typeof entryReader>, { terminal, signal }: Deps): typeof read {
  let isUnavailable = false
  return async (after) => {
    for (;;) {
      try {
        const page = await read(after)
        if (isUnavailable) terminal.print('the event store answers again')
        isUnavailable = false
        return page
      } catch (error) {
        if (!(error instanceof EngineUnavailable)) throw error
        if (signal.aborted) return { entries: [], position: after, foreign: 0 }
        if (!isUnavailable) terminal.print(`${error.message}; waiting until it does`)
        isUnavailable = true
        await sleep(pauseMs, undefined, { signal }).catch(() => undefined)
      }
    }
  }
}

function wakeUp(store: EventStore, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const unsubscribe = store.subscribe(() => resolve())
  signal.addEventListener('abort', () => resolve(), { once: true })
  return promise.finally(unsubscribe)
}

/** Prints one line per event; with `--json --follow`, one JSON document per line. */
function printEntry(terminal: Terminal, entry: Entry, isStream: boolean): void {
  if (isStream) terminal.jsonLine(documentOf(entry))
  terminal.print(lineOf(entry))
}

function lineOf(entry: Entry): string {
  if (entry instanceof UndecodableEvent)
    return `${entry.event.position}  ${entry.message}  ${rawText(entry.stored()).replace('\n', '  ')}`
  const { position, at, stream, revision, type, metadata, data } = entry
  return `${position}  ${at}  ${stream}@${revision}  ${type}  by ${metadata.by.name}  ${JSON.stringify(data)}`
}

function documentOf(entry: Entry) {
  return entry instanceof UndecodableEvent
    ? { ...entry.event, unreadable: entry.message, raw: rawText(entry.stored()) }
    : entry
}

function placeOf(entry: Entry) {
  return entry instanceof UndecodableEvent ? entry.event : entry
}
