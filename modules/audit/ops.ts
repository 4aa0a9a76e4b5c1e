import type { Terminal } from '#core/cli/terminal.ts'
import type { EventStore, RecordedEvent } from '#core/event-store/event-store.ts'

type EventsRequest = { stream?: string | undefined; isFollowing: boolean; limit: number }
type Needs = { store: EventStore; terminal: Terminal; signal: AbortSignal }

/** `ops events`: the events of one stream, or the newest of all, oldest first; then, if asked, whatever comes. */
export async function eventsCommand(needs: Needs, request: EventsRequest): Promise<boolean> {
  const { store, terminal } = needs
  const events =
    request.stream === undefined ? await newest(store, request.limit) : await store.readStream(request.stream)
  if (!request.isFollowing) terminal.json(events)
  for (const event of events) printEvent(terminal, event, request.isFollowing)
  if (request.isFollowing) await follow(needs, request.stream, events.at(-1)?.position ?? (await store.head()))
  return true
}

async function newest(store: EventStore, limit: number): Promise<RecordedEvent[]> {
  const after = await store.placeBefore(limit)
  const { events } = await store.readAll(after, { limit })
  return events
}

async function follow({ store, terminal, signal }: Needs, stream: string | undefined, from: number): Promise<void> {
  let after = from
  while (!signal.aborted) {
    const woken = wakeUp(store, signal)
    const page = await store.readAll(after, { limit: 500 })
    for (const event of page.events) {
      if (stream === undefined || event.stream === stream) printEvent(terminal, event, true)
    }
    const hasMore = page.position > after
    after = page.position
    if (!hasMore) await woken
  }
}

function wakeUp(store: EventStore, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const unsubscribe = store.subscribe(resolve)
  signal.addEventListener('abort', () => resolve(), { once: true })
  return promise.finally(unsubscribe)
}

/** One line an event; with `--json --follow`, one JSON document a line. */
function printEvent(terminal: Terminal, event: RecordedEvent, isStream: boolean): void {
  if (terminal.isJson && isStream) process.stdout.write(`${JSON.stringify(event)}\n`)
  const { position, at, stream, revision, type, metadata, data } = event
  terminal.print(`${position}  ${at}  ${stream}@${revision}  ${type}  by ${metadata.by.name}  ${JSON.stringify(data)}`)
}
