import { handleCommand, type CommandContext } from '#core/domain/handle-command.ts'
import type { EventStore, Position } from '#core/event-store/event-store.ts'
import { takeDespiteErasure } from '#core/personal-data/late-erasure.ts'
import { eraseOrder, foldOrder } from '../commands.ts'
import { orderStream } from '../domain/events.ts'
import { sealedFor } from '../domain/order.ts'
import { orderNotesStream } from './domain/events.ts'
import { orderNotesDecider } from './domain/order-notes.ts'

export type NoteRequest = { orderId: string; text: string; context: CommandContext }

/** The id of the event, which is the note's. */
export type AddedNote = { id: string; position: Position }

/** Adds a note of the staff to an order. @throws Rejection if there is no such order, or it has too many notes */
export async function addNote(
  { store }: { store: EventStore },
  { orderId, text, context }: NoteRequest,
): Promise<AddedNote> {
  const notes = { store, decider: orderNotesDecider, stream: orderNotesStream(orderId), context }
  const { position } = await takeDespiteErasure({
    ifMatch: undefined,
    async take() {
      const order = foldOrder(await store.readStream(orderStream(orderId)))
      const command = { type: 'add', orderId, text, ...sealedFor(order, context.actor.id) } as const
      return handleCommand({ ...notes, command })
    },
    erase: () => eraseOrder(store, orderId, context),
  })
  return { id: context.commandId, position }
}
