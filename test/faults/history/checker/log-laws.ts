import type { Call, LoggedEvent, Violation } from '../record/call.ts'
import { isOfBusiness, type Log } from '../record/log.ts'

/** Revisions count from 0, positions grow, and count from 1 where the store numbers events; no id is stored twice. */
export function orderViolations({ events }: Log, { isCounted }: { isCounted: boolean }): Violation[] {
  const next = new Map<string, number>()
  const ids = new Set<string>()
  let before = 0
  return events.flatMap((event) => {
    const { position, stream, revision, id } = event
    const expected = next.get(stream) ?? 0
    const found = [
      ...(revision === expected
        ? []
        : [breach('no hole in a stream', event, { what: `revision ${expected} is missing` })]),
      ...((isCounted ? position === before + 1 : position > before)
        ? []
        : [breach('no hole in the log', event, { what: `it follows position ${before}` })]),
      ...(ids.has(id) ? [breach('nothing doubled', event, { what: 'its id is stored twice' })] : []),
    ]
    next.set(stream, revision + 1)
    ids.add(id)
    before = position
    return found
  })
}

/** A breach at an event. */
export function breach(law: string, event: LoggedEvent, { what, seed }: Omit<Violation, 'law'>): Violation {
  const { position, stream, revision, type } = event
  return { law, what: `${type}, revision ${revision} of ${stream} at ${position}: ${what}`, seed }
}

/** Every event of the business was caused by one of these calls, which are all that there were. */
export function causeViolations(calls: readonly Call[], log: Log): Violation[] {
  const ids = new Set(calls.map(({ id }) => id))
  return log.events
    .filter((event) => isOfBusiness(event) && !ids.has(event.correlationId))
    .map((event) => breach('nothing without a cause', event, { what: 'no call caused it' }))
}

/** A refused call has no effect. */
export function refusalViolations(calls: readonly Call[], log: Log): Violation[] {
  return calls.flatMap(({ id, op, outcome, seed }) => {
    // A claim that is refused because the carts kept changing has claimed the cart, and merged some of them.
    if (outcome.kind !== 'refused' || (op.on === 'cart' && op.do === 'claim')) return []
    return log
      .causedBy(id)
      .map((event) => breach('a refusal changes nothing', event, { what: `${id} was refused`, seed }))
  })
}

/** A position that a client was given is in the log, in the stream that the call is about. */
export function positionViolations(calls: readonly Call[], log: Log): Violation[] {
  const at = new Map(log.events.map((event) => [event.position, event]))
  return calls.flatMap(({ id, seed, outcome, op }) => {
    if (outcome.kind !== 'done' || outcome.position === undefined || !isChange(op)) return []
    if (at.has(outcome.position)) return []
    return [
      { law: 'nothing lost', what: `${id} was given position ${outcome.position}, which is not in the log`, seed },
    ]
  })
}

function isChange(op: Call['op']): boolean {
  return op.on !== 'list' && op.on !== 'replay'
}

/** A call that began after another one's answer has its events behind those of the other one. */
export function realTimeViolations(calls: readonly Call[], log: Log): Violation[] {
  const written = calls.flatMap((call) => {
    // A cart ends some time after its order.
    const positions = log.causedBy(call.id).flatMap(({ type, position }) => (type === 'CartCheckedOut' ? [] : position))
    return positions.length === 0 ? [] : [{ call, first: Math.min(...positions), last: Math.max(...positions) }]
  })
  const byEnd = written.toSorted((a, b) => a.call.endedAt - b.call.endedAt)
  let [ended, newest] = [0, { last: 0, id: '' }]
  return written
    .toSorted((a, b) => a.call.invokedAt - b.call.invokedAt)
    .flatMap(({ call, first }) => {
      for (let one = byEnd[ended]; one !== undefined && one.call.endedAt < call.invokedAt; one = byEnd[++ended])
        if (one.last > newest.last) newest = { last: one.last, id: one.call.id }
      if (first > newest.last) return []
      const what = `${call.id} wrote at ${first} after the answer to ${newest.id}, which wrote at ${newest.last}`
      return [{ law: 'order in time', what, seed: call.seed }]
    })
}
