import type { Call, CartOp, OrderOp, ProductOp, RequestOp, Violation } from '../record/call.ts'
import type { Log } from '../record/log.ts'
import { linearize, type Model, type Operation } from './linearizable.ts'
import { cartModel } from './models/cart.ts'
import { orderModel } from './models/order.ts'
import { productModel } from './models/product.ts'
import { requestModel } from './models/request.ts'
import { answeredStreams, createdStreams, isCreation } from './creations.ts'
import { cartOperations, orderOperations, productOperations, requestOperations } from './operations.ts'

/** Every stream that the calls name, or that they have created, behaves as one sequential object. */
export function streamViolations(calls: readonly Call[], log: Log): Violation[] {
  const byId = new Map(calls.map((call) => [call.id, call]))
  const callsOf = Map.groupBy(
    calls.flatMap((call) => streamsOf(call, log).map((stream) => ({ stream, call }))),
    ({ stream }) => stream,
  )
  return [...callsOf].flatMap(([stream, own]) => {
    const mine = own.map(({ call }) => call)
    return judged(stream, { mine, log, byId }).map((what) => ({ law: 'linearizable', what, seed: mine[0]?.seed }))
  })
}

/** The stream that a call names or has created; a creation without answer and effect has none. */
function streamsOf(call: Call, log: Log): string[] {
  if (isCreation(call)) return [...new Set([...answeredStreams(call), ...createdStreams(log.causedBy(call.id))])]
  const { op } = call
  if (op.on === 'list' || op.on === 'replay') return []
  if ('cartId' in op) return [`cart-${op.cartId}`]
  if ('orderId' in op) return [`order-${op.orderId}`]
  if ('requestId' in op) return [`serviceRequest-${op.requestId}`]
  return 'productId' in op ? [`product-${op.productId}`] : []
}

type Judged = { mine: readonly Call[]; log: Log; byId: ReadonlyMap<string, Call> }

function judged(stream: string, { mine, log, byId }: Judged): string[] {
  const source = { stream, log }
  switch (stream.slice(0, stream.indexOf('-'))) {
    case 'cart':
      return explain(stream, cartModel, cartOperations({ ...source, byId, calls: mine.filter(isOnCart) }))
    case 'order':
      return explain(stream, orderModel, orderOperations({ ...source, calls: mine.filter(isOnOrder) }))
    case 'serviceRequest':
      return explain(stream, requestModel, requestOperations({ ...source, calls: mine.filter(isOnRequest) }))
    default:
      return explain(stream, productModel, productOperations({ ...source, calls: mine.filter(isOnProduct) }))
  }
}

const isOnCart = (call: Call): call is Call<CartOp> => call.op.on === 'cart'
const isOnOrder = (call: Call): call is Call<OrderOp> => call.op.on === 'order'
const isOnRequest = (call: Call): call is Call<RequestOp> => call.op.on === 'request'
const isOnProduct = (call: Call): call is Call<ProductOp> => call.op.on === 'product'

function explain<State, Op>(stream: string, model: Model<State, Op>, operations: readonly Operation<Op>[]): string[] {
  const verdict = linearize(model, operations)
  if (verdict.ok) return []
  const shown = ({ id, op, answer }: Operation<Op>) => `${id} ${JSON.stringify(op)} -> ${JSON.stringify(answer)}`
  const last = verdict.reached.at(-1)
  return [
    `${stream}: after ${verdict.reached.length} of ${operations.length} operations ` +
      `(the last: ${last === undefined ? 'none' : shown(last)}) none of these is possible: ${verdict.stuckAt.map(shown).join('; ')}`,
  ]
}
