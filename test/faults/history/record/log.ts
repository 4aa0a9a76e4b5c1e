import type { LoggedEvent } from './call.ts'

/** The whole log, and ways into it. */
export type Log = {
  events: readonly LoggedEvent[]
  /** The events of a stream, in its order. */
  of(stream: string): readonly LoggedEvent[]
  /** The events of the business that a call caused, directly or through a reactor. */
  causedBy(callId: string): readonly LoggedEvent[]
}

/** The categories of streams that the calls of a history change. */
const categories = new Set(['cart', 'order', 'serviceRequest', 'product'])

export function isOfBusiness({ stream }: Pick<LoggedEvent, 'stream'>): boolean {
  return categories.has(stream.slice(0, stream.indexOf('-')))
}

export function logOf(events: readonly LoggedEvent[]): Log {
  const byStream = Map.groupBy(events, ({ stream }) => stream)
  const byCall = Map.groupBy(events.filter(isOfBusiness), ({ correlationId }) => correlationId)
  return {
    events,
    of: (stream) => byStream.get(stream) ?? [],
    causedBy: (callId) => byCall.get(callId) ?? [],
  }
}

/** The id in a stream's name. */
export function idIn(stream: string): string {
  return stream.slice(stream.indexOf('-') + 1)
}
