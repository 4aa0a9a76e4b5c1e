import { isDeepStrictEqual } from 'node:util'
import type { Call, ListOp, LoggedEvent, Row, Violation } from '../record/call.ts'
import { idIn, type Log } from '../record/log.ts'
import { factsAfter, orderStatusAfter, requestStatusAfter } from './folds.ts'

type Listing = Call<Extract<ListOp, { of: 'orders' | 'requests' }>>
type ProductRead = Call<Extract<ListOp, { of: 'product' }>>

/**
 * Each answer of a read model shows states that were, none older than the position that the caller sent, and leaves out
 * nothing up to there.
 */
export function readViolations(calls: readonly Call[], log: Log): Violation[] {
  const lists = {
    orders: listed('order', 'OrderPlaced', log),
    requests: listed('serviceRequest', 'ServiceRequestRaised', log),
  }
  return calls.flatMap((call) => {
    if (isListing(call)) return listViolations(call, lists[call.op.of])
    return isProductRead(call) ? productViolations(call, log) : []
  })
}

const isListing = (call: Call): call is Listing => call.op.on === 'list' && call.op.of !== 'product'
const isProductRead = (call: Call): call is ProductRead => call.op.on === 'list' && call.op.of === 'product'

/** What a list can show, by id. */
type Listed = ReadonlyMap<string, Thing>
type Thing = { id: string; owner: string; events: readonly LoggedEvent[]; statusAfter: typeof orderStatusAfter }

const ownerField = { order: 'buyer', serviceRequest: 'requester' }

function listed(category: keyof typeof ownerField, creation: string, log: Log): Listed {
  const statusAfter = category === 'order' ? orderStatusAfter : requestStatusAfter
  const things = log.events.flatMap(({ type, stream, data }): Thing[] => {
    if (type !== creation) return []
    const owner = data[ownerField[category]]
    return [{ id: idIn(stream), owner: idOf(owner), events: log.of(stream), statusAfter }]
  })
  return new Map(things.map((thing) => [thing.id, thing]))
}

function idOf(person: unknown): string {
  return typeof person === 'object' && person !== null && 'id' in person ? String(person.id) : ''
}

function listViolations(call: Listing, things: Listed): Violation[] {
  const { outcome, id, seed } = call
  if (outcome.kind !== 'done') return []
  const rows = outcome.seen.rows ?? []
  const wrong = rows.flatMap((row) => rowFault(row, things.get(row.id), call))
  const absent = missing(call, rows, things)
  return [...wrong, ...absent].map((what) => ({ law: 'read your writes', what: `${id}: ${what}`, seed }))
}

function rowFault(
  { id, revision, status }: Row,
  thing: Thing | undefined,
  { op, account, minPosition = 0 }: Listing,
): string[] {
  if (thing === undefined) return [`${id} is listed, but was never created`]
  if (op.whose === 'own' && thing.owner !== account) return [`${id} belongs to another account`]
  const expected = thing.statusAfter(thing.events.slice(0, revision + 1))
  if (expected !== status || revision >= thing.events.length)
    return [`${id} is shown as ${status} at revision ${revision}, which was ${expected}`]
  const newer = thing.events.find((event) => event.revision > revision && event.position <= minPosition)
  return newer === undefined
    ? []
    : [`${id} is shown without its ${newer.type} at ${newer.position}, which is before ${minPosition}`]
}

const positionOf = ({ events: [first] }: Thing) => first?.position ?? 0

/** A page has the newest rows: what is older than its last one may be on the next. */
function missing({ op, account, minPosition = 0 }: Listing, rows: readonly Row[], things: Listed): string[] {
  const shown = new Set(rows.map(({ id }) => id))
  const oldest = Math.min(
    ...rows.map(({ id }) => things.get(id)).map((thing) => (thing ? positionOf(thing) : Infinity)),
  )
  const from = rows.length < op.size ? 0 : oldest
  return [...things.values()].flatMap((thing) => {
    const isDue = positionOf(thing) <= minPosition && positionOf(thing) > from
    const isAsked = op.whose === 'all' || thing.owner === account
    return isDue && isAsked && !shown.has(thing.id) ? [`${thing.id} at ${positionOf(thing)} is not listed`] : []
  })
}

function productViolations(call: ProductRead, log: Log): Violation[] {
  const { op, outcome, id, seed, minPosition = 0 } = call
  if (outcome.kind === 'unknown') return []
  const events = log.of(`product-${op.productId}`)
  const known = events.filter(({ position }) => position <= minPosition).length
  const states = Array.from({ length: events.length - known + 1 }, (_, i) => factsAfter(events.slice(0, known + i)))
  const isPossible = states.some(({ facts, isOffered }) =>
    outcome.kind === 'done'
      ? isOffered && isDeepStrictEqual(outcome.seen.facts, facts)
      : outcome.status === 404 && !isOffered,
  )
  if (isPossible) return []
  const shown = outcome.kind === 'done' ? JSON.stringify(outcome.seen.facts) : String(outcome.status)
  const what = `${id}: product ${op.productId} is shown as ${shown}, which it was not at or after position ${minPosition}`
  return [{ law: 'read your writes', what, seed }]
}
