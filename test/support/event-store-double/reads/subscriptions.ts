import { once, type EventEmitter } from 'node:events'
import type { ReadResp } from '@eventstore/db-client/generated/streams_pb.js'
import type { DoubleLog } from '../log/log.ts'
import { indexAt } from './places.ts'
import { caughtUp, checkpoint, confirmation, eventAnswer, type StreamReadRequest } from './read-messages.ts'
import { linkedBy } from './reading.ts'
import type { LoggedEvent } from '../log/record.ts'

export type Outlet = {
  /** Resolves when the consumer is ready for more. */
  write: (answer: ReadResp) => Promise<void>
  signal: AbortSignal
  /** Emits `more` after an append, and when a silent server resumes. */
  wakening: EventEmitter
  isSilent: () => boolean
}

/** Sends the existing events, announces that it has caught up, then sends new events, until aborted. */
export async function follow(log: DoubleLog, asked: StreamReadRequest, outlet: Outlet): Promise<void> {
  const sender = senderOf(log, asked, outlet)
  await outlet.write(confirmation())
  let place = startOf(log, asked)
  let isLive = false
  for (;;) {
    const next = outlet.isSilent() ? [] : eventsBehind(log, asked, place)
    for (const event of next) {
      if (outlet.signal.aborted) return
      await sender(event)
      place = placeOf(asked, event)
    }
    if (next.length > 0) continue
    if (!isLive && !outlet.isSilent()) {
      isLive = true
      await outlet.write(caughtUp())
      continue
    }
    await once(outlet.wakening, 'more', { signal: outlet.signal })
  }
}

/** The number of events examined up at a time. */
const batch = 100

function eventsBehind(log: DoubleLog, asked: StreamReadRequest, place: number): readonly LoggedEvent[] {
  const all = asked.stream === undefined ? log.events : log.shown(asked.stream)
  const start = indexAt(all, (event) => placeOf(asked, event), place + 1)
  return all.slice(start, start + batch)
}

function placeOf({ stream }: StreamReadRequest, { position, revision }: LoggedEvent): number {
  return stream === undefined ? position : revision
}

/** The place after which the subscription starts. */
function startOf(log: DoubleLog, { stream, from }: StreamReadRequest): number {
  if (typeof from === 'number') return from
  if (from === 'start') return -1
  const last = stream === undefined ? log.events.at(-1)?.position : log.shown(stream).at(-1)?.revision
  return last ?? -1
}

/** Sends only events that match the filter, and checkpoints at intervals. */
function senderOf(log: DoubleLog, asked: StreamReadRequest, { write }: Outlet) {
  const { filter } = asked
  let examined = 0
  return async (event: LoggedEvent) => {
    if (filter === undefined || filter.matches(event)) await write(eventAnswer(event, linkedBy(log, asked, event)))
    examined += 1
    if (filter !== undefined && examined % filter.checkpointEvery === 0) await write(checkpoint(event.position))
  }
}
