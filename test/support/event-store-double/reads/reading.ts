import type { ReadResp } from '@eventstore/db-client/generated/streams_pb.js'
import type { ServiceError } from '@grpc/grpc-js'
import { invalidPosition, streamDeleted } from '../failures.ts'
import type { DoubleLog } from '../log/log.ts'
import { indexAt } from './places.ts'
import { eventAnswer, notFoundAnswer, type ReadFilter, type StreamReadRequest } from './read-messages.ts'
import type { LoggedEvent } from '../log/record.ts'

/** The error with which a read or a subscription fails before its first answer, if any. */
export function refusalOf(log: DoubleLog, { stream, from, isBackwards }: StreamReadRequest): ServiceError | undefined {
  if (stream !== undefined) return log.isTombstoned(stream) ? streamDeleted(stream) : undefined
  if (typeof from !== 'number') return undefined
  const isBeyond = isBackwards && from > log.end
  return isBeyond || !log.isReadableFrom(from) ? invalidPosition() : undefined
}

/** The answers of one page, yielded lazily so that generated data is created only when it is sent. */
export function* answersTo(log: DoubleLog, asked: StreamReadRequest): Iterable<ReadResp> {
  const { stream } = asked
  if (stream !== undefined && !log.isThere(stream)) yield notFoundAnswer(stream)
  else for (const event of pageOf(log, asked)) yield eventAnswer(event, linkedBy(log, asked, event))
}

/** Includes the given place when reading forwards and excludes it when reading backwards, as the server does. */
function pageOf(log: DoubleLog, { stream, from, count, isBackwards, filter }: StreamReadRequest): LoggedEvent[] {
  const isOfAll = stream === undefined
  const all = filtered(isOfAll ? log.events : log.shown(stream), filter)
  const placeOf = (event: LoggedEvent) => (isOfAll ? event.position : event.revision)
  if (!isBackwards) {
    const start = from === 'start' ? 0 : from === 'end' ? all.length : indexAt(all, placeOf, from)
    return all.slice(start, start + count)
  }
  // In a stream, reading backwards includes the event at the given revision.
  const end = from === 'end' ? all.length : from === 'start' ? 0 : indexAt(all, placeOf, isOfAll ? from : from + 1)
  return all.slice(Math.max(0, end - count), end).toReversed()
}

function filtered(events: readonly LoggedEvent[], filter: ReadFilter | undefined): readonly LoggedEvent[] {
  return filter === undefined ? events : events.filter((event) => filter.matches(event))
}

/** The event that a link points to, if the reader resolves links. */
export function linkedBy(log: DoubleLog, asked: StreamReadRequest, event: LoggedEvent): LoggedEvent | undefined {
  if (!asked.resolvesLinks || event.type !== '$>') return undefined
  const text = Buffer.from(event.data).toString('utf8')
  const at = text.indexOf('@')
  const events = log.shown(text.slice(at + 1))
  return events.find(({ revision }) => revision === Number(text.slice(0, at)))
}
