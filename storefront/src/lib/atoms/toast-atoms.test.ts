import { createStore } from 'jotai'
import { describe, expect, it } from 'vitest'
import { showToastAtom, toastsAtom, type Toast } from './toast-atoms.ts'

const plain = (message: string) => ({ kind: 'success' as const, message })
const withUndo = (message: string) => ({ ...plain(message), action: { label: 'Undo', run: () => {} } })

function shownAfter(...toasts: Omit<Toast, 'id'>[]): readonly Toast[] {
  const store = createStore()
  for (const toast of toasts) store.set(showToastAtom, toast)
  return store.get(toastsAtom)
}

const messages = (toasts: readonly Toast[]) => toasts.map(({ message }) => message)

describe('the messages', () => {
  it('are the two newest', () => {
    expect(messages(shownAfter(plain('one'), plain('two'), plain('three')))).toEqual(['two', 'three'])
  })

  it('keep every action until its time is up, also if several have the same text', () => {
    const shown = shownAfter(
      withUndo('Bed'),
      withUndo('Bed'),
      withUndo('Lamp'),
      plain('one'),
      plain('two'),
      plain('three'),
    )
    expect(messages(shown)).toEqual(['Bed', 'Bed', 'Lamp', 'two', 'three'])
    expect(new Set(shown.map(({ id }) => id)).size).toBe(5)
  })

  it('have one for a repeated text, which is announced again', () => {
    const viewCart = { ...plain('added'), action: { label: 'View cart', run: () => {}, isRepeatable: true as const } }
    const shown = shownAfter(viewCart, plain('one'), viewCart, plain('one'))
    expect(messages(shown)).toEqual(['added', 'one'])
    expect(shown.map(({ id }) => id)).toEqual([3, 4])
  })
})
