import { once, type EventEmitter } from 'node:events'
import type { ReadResp } from '@eventstore/db-client/generated/streams_pb.js'
import type { DoubleLog } from '../log/log.ts'
import { indexAt } from './places.ts'
import { caughtUp, checkpoint, confirmation, eventAnswer, type AskedRead } from './read-messages.ts'
import { linkedBy } from './reading.ts'
import type { LoggedEvent } from '../log/record.ts'

export type Outlet = {
  /** Resolves when the consumer has taken it. */
  write: (answer: ReadResp) => Promise<void>
  signal: AbortSignal
  /** Emits `more` after an append, and when a server that was silent speaks again. */
  wakening: EventEmitter
  isSilent: () => boolean
}

/** Sends what there is, says that it has caught up, and then sends what is appended, until it is aborted. */
export async function follow(log: DoubleLog, asked: AskedRead, outlet: Outlet): Promise<void> {
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

/** How many events are looked up at once. */
const batch = 100

function eventsBehind(log: DoubleLog, asked: AskedRead, place: number): readonly LoggedEvent[] {
  const all = asked.stream === undefined ? log.events : log.shown(asked.stream)
  const start = indexAt(all, (event) => placeOf(asked, event), place + 1)
  return all.slice(start, start + batch)
}

function placeOf({ stream }: AskedRead, { position, revision }: LoggedEvent): number {
  return stream === undefined ? position : revision
}

/** The place behind which it begins. */
function startOf(log: DoubleLog, { stream, from }: AskedRead): number {
  if (typeof from === 'number') return from
  if (from === 'start') return -1
  const last = stream === undefined ? log.events.at(-1)?.position : log.shown(stream).at(-1)?.revision
  return last ?? -1
}

/** Leaves out what the filter does not want, and announces how far it has looked. */
function senderOf(log: DoubleLog, asked: AskedRead, { write }: Outlet) {
  const { filter } = asked
  let looked = 0
  return async (event: LoggedEvent) => {
    if (filter === undefined || filter.matches(event)) await write(eventAnswer(event, linkedBy(log, asked, event)))
    looked += 1
    if (filter !== undefined && looked % filter.checkpointEvery === 0) await write(checkpoint(event.position))
  }
}
