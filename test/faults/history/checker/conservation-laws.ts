import type { Call, LoggedEvent, PlaceOp, Violation } from '../record/call.ts'
import type { Log } from '../record/log.ts'
import { itemsAfter } from './folds.ts'
import { breach } from './log-laws.ts'
import { totalOf } from './operations.ts'

/** An order has the lines and the total that its buyer sent; a cart becomes one order; a merge loses no piece. */
export function conservationViolations(calls: readonly Call[], log: Log): Violation[] {
  const byId = new Map(calls.map((call) => [call.id, call]))
  const placed = log.events.filter(({ type }) => type === 'OrderPlaced')
  return [
    ...placed.flatMap((event) => orderViolation(event, byId.get(event.correlationId))),
    ...cartsOrderedTwice(placed, byId),
    ...log.events.flatMap((event) => mergeViolations(event, log, byId.get(event.correlationId))),
  ]
}

const isPlacing = (call: Call | undefined): call is Call<PlaceOp> =>
  call !== undefined && call.op.on === 'order' && call.op.do === 'place'

function orderViolation(event: LoggedEvent, call: Call | undefined): Violation[] {
  if (!isPlacing(call)) return []
  const ordered = piecesOf(call.op.lines)
  const lines = linesIn(event)
  const isSame = ordered === piecesOf(lines) && totalOf(call.op.lines) === Number(event.data['totalPaise'])
  if (isSame && totalOf(lines) === totalOf(call.op.lines)) return []
  return [
    breach('orders conserve lines and paise', event, { what: `${call.id} asked for ${ordered}`, seed: call.seed }),
  ]
}

function linesIn({ data }: LoggedEvent): PlaceOp['lines'] {
  const items: readonly unknown[] = Array.isArray(data['items']) ? data['items'] : []
  return items.flatMap((item) => {
    if (typeof item !== 'object' || item === null) return []
    const { productId, quantity, pricePaise } = Object.fromEntries(Object.entries(item))
    return [{ productId: String(productId), quantity: Number(quantity), pricePaise: Number(pricePaise) }]
  })
}

/** Quantities by product, as a text. */
function piecesOf(lines: PlaceOp['lines']): string {
  const byProduct = Map.groupBy(lines, ({ productId }) => productId)
  const sums = [...byProduct].map(([id, own]) => `${own.reduce((sum, { quantity }) => sum + quantity, 0)} x ${id}`)
  return sums.toSorted().join(', ')
}

function cartsOrderedTwice(placed: readonly LoggedEvent[], byId: ReadonlyMap<string, Call>): Violation[] {
  const byCart = Map.groupBy(placed, ({ data }) => data['cartId'])
  return [...byCart].flatMap(([cartId, [first, second]]) => {
    if (cartId === undefined || first === undefined || second === undefined) return []
    const what = `it orders cart ${JSON.stringify(cartId)}, which ${first.stream} has ordered`
    return [breach('a cart becomes one order', second, { what, seed: byId.get(second.correlationId)?.seed })]
  })
}

/** What a cart held when it was merged was by then in the cart that took it over, at least as many pieces of each. */
function mergeViolations(event: LoggedEvent, log: Log, call: Call | undefined): Violation[] {
  const into = event.data['mergedInto']
  if (event.type !== 'CartCleared' || typeof into !== 'string' || call === undefined) return []
  const ownEvents = log.of(`cart-${into}`)
  const isOfClaim = ({ correlationId, position }: LoggedEvent) => correlationId === call.id && position < event.position
  const merged = new Map(Object.entries(itemsAfter(ownEvents.slice(0, ownEvents.findLastIndex(isOfClaim) + 1))))
  const held = itemsAfter(log.of(event.stream).slice(0, event.revision))
  const lost = Object.entries(held).filter(([productId, quantity]) => (merged.get(productId) ?? 0) < quantity)
  if (lost.length === 0) return []
  return [
    breach('merged carts conserve lines', event, {
      what: `cart ${into} lacks ${JSON.stringify(lost)}`,
      seed: call.seed,
    }),
  ]
}
