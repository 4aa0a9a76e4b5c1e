import type { DeliveryTimes } from '#core/config/delivery-times.ts'
import { isBlank } from '#core/text/blank.ts'
import type { Clock } from '#core/domain/clock.ts'
import { fold } from '#core/domain/decider.ts'
import { Rejection } from '#core/domain/errors.ts'
import { StreamConflict, type EventStore, type Position, type RecordedEvent } from '#core/event-store/event-store.ts'
import { eventsOf } from '#core/event-store/codec/typed-events.ts'
import { handleCommand, type CommandContext } from '#core/domain/handle-command.ts'
import { eventIdOf, timeOfId } from '#core/domain/ids.ts'
import { takeDespiteErasure } from '#core/personal-data/late-erasure.ts'
import { linesAtCatalogPrices, quantitiesOf, type Offer } from './domain/check-order.ts'
import { expectedDays, type ExpectedDays } from './domain/expected-days.ts'
import { orderEvents, orderStream, type Buyer } from './domain/events.ts'
import { orderDecider, type Order, type OrderCommand, type PlaceOrder } from './domain/order.ts'
import { isOrderId, nextOrderId, orderIdAt } from './domain/order-id.ts'
import type { PlaceOnce } from './cart-use.ts'
import type { OrderInput } from './schema.ts'

/** The current offers by product id; a missing product is not on offer. */
export type FindOffers = (productIds: readonly string[]) => Promise<ReadonlyMap<string, Offer>>

export type OrderingDeps = { store: EventStore; clock: Clock; findOffers: FindOffers }

export type PlaceOrderDeps = OrderingDeps & { placeOncePerCart: PlaceOnce }

export type PlaceOrderRequest = {
  input: OrderInput
  buyer: Buyer
  context: CommandContext
  /** An earlier attempt under the same idempotency key may have placed the order. */
  isRetry: boolean
}

export type PlacedOrder = { order: Order; position: Position }

/** A free id is found much earlier, unless something is badly wrong. */
const maxAttempts = 200

/**
 * Places an order at the catalogue's current prices, under the client's order id or the next free one.
 * @throws Rejection if a price, the total or a product is not as the buyer saw it, or the cart cannot be ordered
 */
export async function placeOrder(deps: PlaceOrderDeps, request: PlaceOrderRequest): Promise<PlacedOrder> {
  const { input, buyer, context } = request
  // Without a client id, the id is derived from the command, so that a retry finds the order of the first attempt.
  const firstId = isOrderId(input.orderId) ? input.orderId : orderIdAt(timeOfId(context.commandId))
  if (request.isRetry) {
    const earlier = await findPlaced(deps.store, firstId, context.commandId)
    if (earlier) return earlier
  }
  const { cartId } = input
  const place = () => placeAtPrices(deps, request, firstId)
  if (cartId === undefined) return place()
  const order = { cartId, accountId: buyer.id, commandId: context.commandId, isRetry: request.isRetry }
  return deps.placeOncePerCart(order, place)
}

async function placeAtPrices(
  deps: OrderingDeps,
  { input, buyer, context }: PlaceOrderRequest,
  orderId: string,
): Promise<PlacedOrder> {
  const offers = await deps.findOffers([...quantitiesOf(input).keys()])
  const command = {
    type: 'place',
    buyer,
    items: linesAtCatalogPrices(input, offers),
    shipping: shippingOf(input),
    cartId: input.cartId,
    now: deps.clock(),
  } as const
  return placeUnderFreeId(deps.store, { ...command, orderId }, context)
}

async function placeUnderFreeId(store: EventStore, command: PlaceOrder, context: CommandContext): Promise<PlacedOrder> {
  let { orderId } = command
  for (let attempts = 0; attempts < maxAttempts; attempts++, orderId = nextOrderId(orderId)) {
    const placed = await placeAs(store, { ...command, orderId }, context)
    if (placed) return placed
  }
  throw new Rejection('conflict', 'No free order number was found: try again in a minute')
}

/** Returns undefined if another order has that id. */
async function placeAs(
  store: EventStore,
  command: PlaceOrder,
  context: CommandContext,
): Promise<PlacedOrder | undefined> {
  try {
    const stream = orderStream(command.orderId)
    const result = await handleCommand({ store, decider: orderDecider, stream, command, context, isNew: true })
    return result.state.status === 'none' ? undefined : { order: result.state, position: result.position }
  } catch (error) {
    if (error instanceof StreamConflict) return undefined
    throw error
  }
}

/** Finds the order that an earlier attempt placed: under the first id that was not taken by another order. */
async function findPlaced(store: EventStore, firstId: string, commandId: string): Promise<PlacedOrder | undefined> {
  let orderId = firstId
  for (let attempts = 0; attempts < maxAttempts; attempts++, orderId = nextOrderId(orderId)) {
    const [first] = await store.readStream(orderStream(orderId), { to: 0 })
    if (!first) return undefined
    if (first.id === commandId) return { order: foldOrder([first]), position: first.position }
  }
  return undefined
}

function shippingOf({ shipping }: OrderInput): PlaceOrder['shipping'] {
  const { name, mobile = '', email = '', ...place } = shipping
  return { name, mobile: isBlank(mobile) ? email : mobile, ...place }
}

export type OrderStep = {
  orderId: string
  command: Exclude<OrderCommand, PlaceOrder>
  context: CommandContext
  ifMatch?: number | undefined
}

/** Applies a step to an order. @throws Rejection if there is none, or its status does not allow the step */
export function applyStep({ store }: OrderingDeps, { orderId, command: given, context, ifMatch }: OrderStep) {
  const command = 'reason' in given || given.type === 'dispatch' ? { ...given, writerId: context.actor.id } : given
  const order = { store, decider: orderDecider, stream: orderStream(orderId) }
  return takeDespiteErasure({
    ifMatch,
    take: (expected) => handleCommand({ ...order, command, context, ifMatch: expected }),
    erase: () => eraseOrder(store, orderId, context),
  })
}

/** Completes the erasure of a buyer in an order that it did not know of, in the request of another command. */
export function eraseOrder(store: EventStore, orderId: string, context: CommandContext) {
  const own = { ...context, commandId: eventIdOf(context.commandId, 500) }
  const order = { store, decider: orderDecider, stream: orderStream(orderId) }
  return handleCommand({ ...order, command: { type: 'erasePersonalData' }, context: own })
}

/** Folds an order from its stream or a prefix of it. @throws Rejection if there is none */
export function foldOrder(events: readonly RecordedEvent[]): Order {
  const order = fold(orderDecider, eventsOf(orderEvents, events))
  if (order.status === 'none') throw new Rejection('not-found', 'There is no such order')
  return order
}

/** The days on which the order was expected at the last of these events. @throws Rejection if there is no order */
export function expectedOf(events: readonly RecordedEvent[], times: DeliveryTimes): ExpectedDays | undefined {
  const dispatchedAt = events.findLast(({ type }) => type === 'OrderDispatched')?.at
  return expectedDays({ ...foldOrder(events), dispatchedAt }, times)
}
