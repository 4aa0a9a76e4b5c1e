import type { Decider } from '#core/domain/decider.ts'
import { Rejection } from '#core/domain/errors.ts'
import type { OrderNotesEvent } from './events.ts'

/** Bounds the stream, which every command and every history reads as a whole. */
export const mostNotes = 500

export type OrderNotes = { notes: readonly string[] }

/** `sealedFor`: the account whose key encrypts the text. */
export type AddNote = { type: 'add'; orderId: string; text: string; sealedFor: string }

/** The notes of the staff on one order. */
export const orderNotesDecider: Decider<OrderNotes, AddNote, OrderNotesEvent> = {
  initial: { notes: [] },
  evolve: ({ notes }, { data }) => ({ notes: [...notes, data.text] }),
  decide({ type: _type, ...note }, { notes }) {
    if (notes.length >= mostNotes) throw new Rejection('conflict', `An order can have at most ${mostNotes} notes`)
    return [{ type: 'OrderNoteAdded', data: note }]
  },
}
