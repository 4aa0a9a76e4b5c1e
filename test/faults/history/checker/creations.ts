import type { AddOp, Call, LoggedEvent, PlaceOp, RaiseOp } from '../record/call.ts'

/** A call that creates a stream, whose id is only in its response or the log. */
export type Creation = Call<PlaceOp | RaiseOp | AddOp>

export function isCreation(call: Call): call is Creation {
  return 'do' in call.op && ['place', 'raise', 'add'].includes(call.op.do)
}

const prefixes = { order: 'order', request: 'serviceRequest', product: 'product' }

/** The stream that the answer to a creation names, if any. */
export function answeredStreams({ op, outcome }: Creation): string[] {
  return outcome.kind === 'done' && outcome.seen.id !== undefined ? [`${prefixes[op.on]}-${outcome.seen.id}`] : []
}

const types = new Set(['OrderPlaced', 'ServiceRequestRaised', 'ProductAdded'])

/** The streams that these events have created. */
export function createdStreams(events: readonly LoggedEvent[]): string[] {
  return events.flatMap(({ type, stream }) => (types.has(type) ? [stream] : []))
}
