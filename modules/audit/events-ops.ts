import { setTimeout as sleep } from 'node:timers/promises'
import type { Terminal } from '#core/cli/terminal.ts'
import { EngineUnavailable } from '#core/errors.ts'
import { UndecodableEvent, type EventStore, type Position, type RecordedEvent } from '#core/event-store/event-store.ts'

type EventsRequest = { stream?: string | undefined; isFollowing: boolean; limit: number }
type Needs = { store: EventStore; terminal: Terminal; signal: AbortSignal }

/** An event as the store holds it, or why it cannot be read: what is broken hides nothing of what comes after it. */
type Entry = RecordedEvent | UndecodableEvent

/**
 * `ops events`: the events of one stream, or the newest of all, oldest first; then, if asked, whatever comes. True where
 * each of them could be read.
 */
export async function eventsCommand(needs: Needs, request: EventsRequest): Promise<boolean> {
  const { store, terminal } = needs
  const { stream, isFollowing, limit } = request
  const head = await store.head()
  const entries = stream === undefined ? await newest(store, { head, limit }) : await entriesOf(store, stream)
  for (const entry of entries) printEntry(terminal, entry, isFollowing)
  const isReadable = entries.every((entry) => !(entry instanceof UndecodableEvent))
  const last = entries.at(-1)
  if (isFollowing) return (await follow(needs, stream, Math.max(head, last ? placeOf(last).position : 0))) && isReadable
  conclude(terminal, stream, entries)
  return isReadable
}

function conclude(terminal: Terminal, stream: string | undefined, entries: Entry[]): void {
  terminal.json(entries.map(documentOf))
  if (entries.length > 0) return
  terminal.print(stream === undefined ? 'nothing yet' : `there is no event of the stream "${stream}"`)
}

async function newest(store: EventStore, { head, limit }: { head: Position; limit: number }): Promise<Entry[]> {
  const all: Entry[] = []
  let [after, isMoving] = [await store.positionBefore(limit), true]
  const read = entryReader(store, limit)
  while (after < head && isMoving) {
    const { entries, position } = await read(after)
    all.push(...entries)
    // A log may end before its head, where what was last in it can no longer be seen.
    isMoving = position > after
    after = position
  }
  return all.slice(-limit)
}

async function entriesOf(store: EventStore, stream: string): Promise<Entry[]> {
  const all: Entry[] = []
  let from = 0
  for (;;) {
    try {
      return [...all, ...(await store.readStream(stream, { from }))]
    } catch (error) {
      if (!(error instanceof UndecodableEvent)) throw error
      const { revision } = error.event
      if (revision > from) all.push(...(await store.readStream(stream, { from, to: revision - 1 })))
      all.push(error)
      from = revision + 1
    }
  }
}

/**
 * Reads on after a position. Where an event cannot be read, the next page is short and grows again, so that a run of
 * unreadable events costs one event of reading each, and not a whole page.
 */
function entryReader(store: EventStore, longest: number) {
  let limit = longest
  return async (after: Position): Promise<{ entries: Entry[]; position: Position }> => {
    try {
      const { events, position } = await store.readAll(after, { limit })
      limit = Math.min(longest, limit * 2)
      return { entries: events, position }
    } catch (error) {
      if (!(error instanceof UndecodableEvent)) throw error
      limit = 1
      return { entries: [error], position: error.event.position }
    }
  }
}

async function follow(needs: Needs, stream: string | undefined, from: Position): Promise<boolean> {
  const { store, terminal, signal } = needs
  let isReadable = true
  let after = from
  const read = patiently(entryReader(store, 500), needs)
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

/** The same, but where the event store does not answer it says so once, waits, and goes on where it was. */
function patiently(read: ReturnType<typeof entryReader>, { terminal, signal }: Needs): typeof read {
  let isAway = false
  return async (after) => {
    for (;;) {
      try {
        const page = await read(after)
        if (isAway) terminal.print('the event store answers again')
        isAway = false
        return page
      } catch (error) {
        if (!(error instanceof EngineUnavailable)) throw error
        if (signal.aborted) return { entries: [], position: after }
        if (!isAway) terminal.print(`${error.message}; waiting until it does`)
        isAway = true
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

/** One line an event; with `--json --follow`, one JSON document a line. */
function printEntry(terminal: Terminal, entry: Entry, isStream: boolean): void {
  if (isStream) terminal.jsonLine(documentOf(entry))
  terminal.print(lineOf(entry))
}

function lineOf(entry: Entry): string {
  if (entry instanceof UndecodableEvent) return `${entry.event.position}  ${entry.message}`
  const { position, at, stream, revision, type, metadata, data } = entry
  return `${position}  ${at}  ${stream}@${revision}  ${type}  by ${metadata.by.name}  ${JSON.stringify(data)}`
}

function documentOf(entry: Entry) {
  return entry instanceof UndecodableEvent ? { ...entry.event, unreadable: entry.message } : entry
}

function placeOf(entry: Entry) {
  return entry instanceof UndecodableEvent ? entry.event : entry
}
