import { systemActor } from '#core/domain/actor.ts'
import type { RecordedEvent } from '#core/event-store/event-store.ts'
import type { CommandContext } from '#core/domain/handle-command.ts'
import { eventIdOf } from '#core/domain/ids.ts'
import { eventsOf } from '#core/event-store/codec/typed-events.ts'
import type { CommandReactor } from '#core/projections/reactor.ts'
import { orderEvents } from '#modules/ordering/domain/events.ts'

type CartCheckOut = { cartId: string; orderId: string; accountId: string; context: CommandContext }

type CheckOut = (checkOut: CartCheckOut) => Promise<void>

/** The number of carts ended concurrently; they share their commits. */
const atOnce = 64

/** What this reactor subscribes to. */
export const cartCheckOut = { name: 'cart-check-out', types: ['OrderPlaced'] } as const

/**
 * Ends the cart that became an order. The command id is derived from the event, so that the command takes effect once
 * even if the event is handled again.
 */
export function checkOutCartOnOrderPlaced(checkOut: CheckOut): CommandReactor {
  return {
    ...cartCheckOut,
    startsAt: 'beginning',
    async issue(events) {
      const checkOuts = events.flatMap(checkOutOf)
      for (let i = 0; i < checkOuts.length; i += atOnce) await Promise.all(checkOuts.slice(i, i + atOnce).map(checkOut))
    },
  }
}

function checkOutOf(recorded: RecordedEvent): CartCheckOut[] {
  return eventsOf(orderEvents, [recorded]).flatMap((event) => {
    if (event.type !== 'OrderPlaced' || event.data.cartId === undefined || !isCartId(event.data.cartId)) return []
    const { cartId, orderId, buyer } = event.data
    const { correlationId, traceId } = event.metadata
    const commandId = eventIdOf(event.id, 1000)
    const context = { actor: systemActor, correlationId, traceId, causationId: event.id, commandId }
    return [{ cartId, orderId, accountId: buyer.id, context }]
  })
}

/** Clients may send any text as a cart id; one that is not a UUID names no cart. */
function isCartId(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
}
