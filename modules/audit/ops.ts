import { createReadStream } from 'node:fs'
import { counted, type Terminal } from '#core/cli/terminal.ts'
import type { EventStore, RecordedEvent } from '#core/event-store/event-store.ts'
import { OperatorError } from '#core/errors.ts'
import { BrokenChain, checkHashChain } from '#core/hash-chain.ts'
import { codeOf } from '#core/system-error.ts'

type EventsRequest = { stream?: string | undefined; isFollowing: boolean; limit: number }
type Needs = { store: EventStore; terminal: Terminal; signal: AbortSignal }

/** `ops events`: the events of one stream, or the newest of all, oldest first; then, if asked, whatever comes. */
export async function eventsCommand(needs: Needs, request: EventsRequest): Promise<boolean> {
  const { store, terminal } = needs
  const { stream, isFollowing, limit } = request
  const head = await store.head()
  const events = stream === undefined ? await newest(store, limit) : await store.readStream(stream)
  for (const event of events) printEvent(terminal, event, isFollowing)
  if (isFollowing) await follow(needs, stream, Math.max(head, events.at(-1)?.position ?? 0))
  else conclude(terminal, stream, events)
  return true
}

function conclude(terminal: Terminal, stream: string | undefined, events: RecordedEvent[]): void {
  terminal.json(events)
  if (events.length > 0) return
  terminal.print(stream === undefined ? 'nothing yet' : `there is no event of the stream "${stream}"`)
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

/** `ops verify-export`: whether a signed export is as the shop made it; says the first line that cannot be trusted. */
export async function verifyExportCommand(
  { terminal }: Pick<Needs, 'terminal'>,
  { file, publicKey }: { file: string; publicKey: string },
): Promise<boolean> {
  try {
    const check = checkHashChain(publicKey)
    for await (const line of linesOf(file)) check.take(line)
    const events = check.finish()
    terminal.print(`${file}: whole and unchanged, ${counted(events, 'event')}`)
    terminal.json({ file, ok: true, events })
    return true
  } catch (error) {
    if (codeOf(error) === 'ENOENT')
      throw new OperatorError(`there is no file ${file}`, 'Name the file that was downloaded.', { cause: error })
    if (!(error instanceof BrokenChain)) throw error
    terminal.print(`${file}: ${error.message}`)
    terminal.json({ file, ok: false, line: error.line, error: error.message })
    return false
  }
}

const lineBreak = 0x0a

/** The very bytes of each line: what was signed is bytes. */
async function* linesOf(file: string): AsyncGenerator<Buffer> {
  let rest = Buffer.alloc(0)
  for await (const chunk of createReadStream(file)) {
    rest = Buffer.concat([rest, Buffer.from(chunk)])
    let start = 0
    for (let end = rest.indexOf(lineBreak); end >= 0; end = rest.indexOf(lineBreak, start)) {
      yield rest.subarray(start, end)
      start = end + 1
    }
    rest = rest.subarray(start)
  }
  if (rest.length > 0) yield rest
}
