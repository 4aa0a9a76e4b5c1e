import { describe, expect, test } from 'vitest'
import { fold } from '#core/domain/decider.ts'
import { specificationOf } from '#test/support/given.ts'
import { orderNotesEvents, type OrderNotesEvent } from './events.ts'
import { mostNotes, orderNotesDecider, type AddNote } from './order-notes.ts'

const given = specificationOf(orderNotesDecider, orderNotesEvents)

const add: AddNote = { type: 'add', orderId: 'ORD48210377', text: 'Call before noon', sealedFor: 'buyer-1' }
const added: OrderNotesEvent = {
  type: 'OrderNoteAdded',
  data: { orderId: 'ORD48210377', text: 'Call before noon', sealedFor: 'buyer-1' },
}

describe('the notes on an order', () => {
  test('are added one by one', () => {
    given().when(add).thenEvents(added)
  })

  test('may have the same text: each command is one note', () => {
    given(added).when(add).thenEvents(added)
  })

  test('are refused above their maximum number', () => {
    const almostAll = Array.from({ length: mostNotes - 1 }, () => added)
    given(...almostAll)
      .when(add)
      .thenEvents(added)
    given(...almostAll, added)
      .when(add)
      .thenRefused('conflict', /500 notes/)
  })

  test('are kept in their order', () => {
    const second = { ...added, data: { ...added.data, text: 'Called' } }
    expect(fold(orderNotesDecider, [added, second])).toEqual({ notes: ['Call before noon', 'Called'] })
  })
})
