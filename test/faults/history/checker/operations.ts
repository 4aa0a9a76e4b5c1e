import type { Call, CartOp, LoggedEvent, OrderOp, PlaceOp, ProductOp, RequestOp, Seen } from '../record/call.ts'
import type { Log } from '../record/log.ts'
import { factsAfter, itemsAfter } from './folds.ts'
import type { Answer, Operation } from './linearizable.ts'
import type { CartModelOp, Items } from './models/cart.ts'
import type { OrderModelOp } from './models/order.ts'
import type { ProductModelOp } from './models/product.ts'
import type { RequestModelOp } from './models/request.ts'

/** Refusals that say nothing about the state of the stream: the list of products may lag, and others may be in the way. */
const uninformative = /^(There is no such product|Others are changing this at the same moment)/

/** The answer of a call; undefined if the call has no position in the order, and `none` if no caller got one. */
function answerOf({ outcome }: Call): Answer | 'none' | undefined {
  if (outcome.kind === 'unknown') return 'none'
  if (outcome.kind === 'done') return { status: outcome.status, seen: outcome.seen }
  return uninformative.test(outcome.message) ? undefined : { status: outcome.status }
}

/** One operation for a call that has an answer, or an effect on this stream. */
function operationOf<Op>(call: Call, op: Op, effects: readonly LoggedEvent[]): Operation<Op>[] {
  const answer = answerOf(call)
  if (answer === undefined || (answer === 'none' && effects.length === 0)) return []
  const { id, invokedAt, endedAt } = call
  return [{ id, op, invokedAt, endedAt, answer: answer === 'none' ? undefined : answer }]
}

/** What the log shows in the end. */
function stored<Op>(op: Op, seen: Seen): Operation<Op> {
  return { id: 'the log', op, invokedAt: Infinity, endedAt: Infinity, answer: { status: 200, seen } }
}

const typesOf = (events: readonly LoggedEvent[]) => events.map(({ type }) => type)

type Source<Op extends Call['op']> = { calls: readonly Call<Op>[]; stream: string; log: Log }

/** Where a call that changes another stream too has changed this one. */
type Causes = { byId: ReadonlyMap<string, Call> }

export function cartOperations({ calls, stream, log, byId }: Source<CartOp> & Causes): Operation<CartModelOp>[] {
  const events = log.of(stream)
  const own = calls.flatMap((call) => {
    const effects = events.filter(({ correlationId }) => correlationId === call.id)
    const { op, account } = call
    if (op.do === 'claim') return claims(call, effects)
    return operationOf<CartModelOp>(call, { ...op, account }, effects)
  })
  const ends = events.flatMap((event) => endOf(event, byId.get(event.correlationId)))
  return [...own, ...ends, stored<CartModelOp>({ do: 'stored' }, { types: typesOf(events), items: itemsAfter(events) })]
}

/** A claim is decided again if a cart that it merges changes in the meantime, so one call may claim several times. */
function claims(call: Call, effects: readonly LoggedEvent[]): Operation<CartModelOp>[] {
  const { account } = call
  const firsts = effects.flatMap(({ type }, i) => (type === 'CartClaimed' ? [i] : []))
  if (firsts.length === 0) return operationOf<CartModelOp>(call, { do: 'claim', account }, [])
  return firsts.flatMap((first, i) => {
    const [claimed, ...lines] = effects.slice(first, firsts[i + 1])
    const raised = claimed?.data['mergedFrom'] === undefined ? undefined : itemsOf(lines)
    const isLast = i === firsts.length - 1 && call.outcome.kind === 'done'
    const answered: Call = isLast ? call : { ...call, outcome: { kind: 'unknown' } }
    return operationOf<CartModelOp>(answered, { do: 'claim', account, raised }, effects)
  })
}

function itemsOf(events: readonly LoggedEvent[]): Items {
  return Object.fromEntries(events.map(({ data }) => [String(data['productId']), Number(data['quantity'])]))
}

/** The cart was merged by a claim of another cart, or ended some time after its order. */
function endOf(event: LoggedEvent, cause: Call | undefined): Operation<CartModelOp>[] {
  const isMerge = event.type === 'CartCleared' && event.data['mergedInto'] !== undefined
  if (cause === undefined || (!isMerge && event.type !== 'CartCheckedOut')) return []
  const { account, invokedAt } = cause
  const endedAt = isMerge ? cause.endedAt : Infinity
  return [{ id: event.id, op: { do: isMerge ? 'merge' : 'check-out', account }, invokedAt, endedAt }]
}

export function orderOperations({ calls, stream, log }: Source<OrderOp>): Operation<OrderModelOp>[] {
  const events = log.of(stream)
  const of = (call: Call<OrderOp>) => events.filter(({ correlationId }) => correlationId === call.id)
  const own = calls.flatMap((call) => operationOf(call, orderOp(call, of(call)), of(call)))
  const total = events[0] && { totalPaise: Number(events[0].data['totalPaise']) }
  return [...own, stored<OrderModelOp>({ do: 'stored' }, { types: typesOf(events), ...total })]
}

function orderOp({ op, account, isAdmin }: Call<OrderOp>, effects: readonly LoggedEvent[]): OrderModelOp {
  if (op.do === 'read') return { do: 'read', account: isAdmin === true ? undefined : account }
  if (op.do !== 'place') return { do: op.do, account, ifMatch: op.ifMatch }
  if (effects.length === 0) return { do: 'placed-before' }
  return { do: 'place', buyer: account, totalPaise: totalOf(op.lines) }
}

export function totalOf(lines: PlaceOp['lines']): number {
  return lines.reduce((total, { quantity, pricePaise }) => total + quantity * pricePaise, 0)
}

export function requestOperations({ calls, stream, log }: Source<RequestOp>): Operation<RequestModelOp>[] {
  const events = log.of(stream)
  const of = (call: Call<RequestOp>) => events.filter(({ correlationId }) => correlationId === call.id)
  const own = calls.flatMap((call) => operationOf(call, requestOp(call, of(call)), of(call)))
  return [...own, stored<RequestModelOp>({ do: 'stored' }, { types: typesOf(events) })]
}

function requestOp({ op, account, isAdmin }: Call<RequestOp>, effects: readonly LoggedEvent[]): RequestModelOp {
  if (op.do === 'raise') return effects.length === 0 ? { do: 'raised-before' } : { do: 'raise', account }
  if (op.do === 'read') return { do: 'read', account: isAdmin === true ? undefined : account }
  return { do: op.do, account }
}

export function productOperations({ calls, stream, log }: Source<ProductOp>): Operation<ProductModelOp>[] {
  const events = log.of(stream)
  const of = (call: Call<ProductOp>) => events.filter(({ correlationId }) => correlationId === call.id)
  const own = calls.flatMap((call) => operationOf(call, productOp(call.op, of(call)), of(call)))
  const facts = events.length === 0 ? {} : { facts: factsAfter(events).facts }
  return [...own, stored<ProductModelOp>({ do: 'stored' }, { types: typesOf(events), ...facts })]
}

function productOp(op: ProductOp, effects: readonly LoggedEvent[]): ProductModelOp {
  if (op.do === 'add') return { do: effects.length === 0 ? 'added-before' : 'add', facts: op.facts }
  if (op.do === 'revise') return { do: 'revise', facts: op.facts, ifMatch: op.ifMatch }
  return { do: op.do }
}
