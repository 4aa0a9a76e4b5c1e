import type { Actor } from '#core/domain/actor.ts'
import type { EventStore } from '#core/event-store/event-store.ts'
import { presentHistoryEntry, type HistoryEntry } from '#core/http/schemas/history.ts'
import { foldOrder } from './commands.ts'
import { orderStream } from './domain/events.ts'
import { presentOrder } from './present.ts'
import type { OrderQueries } from './read-model.ts'
import type { Order } from './schema.ts'

type OrderWithHistory = Order & { history: readonly HistoryEntry[] }

/** Every order of a buyer with its history, newest first. */
export async function ordersOf(
  { orders, store }: { orders: Pick<OrderQueries, 'idsOfBuyer'>; store: Pick<EventStore, 'readStream'> },
  buyer: Actor,
): Promise<OrderWithHistory[]> {
  const all: OrderWithHistory[] = []
  for (const orderId of await orders.idsOfBuyer(buyer.id)) {
    const events = await store.readStream(orderStream(orderId))
    const history = events.map((event) => presentHistoryEntry(event, buyer))
    all.push({ ...presentOrder(foldOrder(events), events.length - 1), history })
  }
  return all
}
