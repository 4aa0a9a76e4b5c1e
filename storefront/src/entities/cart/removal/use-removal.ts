import { useStore } from 'jotai'
import { cartAtom, clearCartAtom, removeFromCartAtom } from '../cart-atoms.ts'
import type { CartItem } from '../cart.ts'
import { useToast } from '../../../lib/atoms/toast-atoms.ts'
import { withLinesBack } from './lines-back.ts'

type OfferUndo = (message: string, undo: () => void) => void

/** Returns functions that remove a line or all of them, and offer to undo it: by default in a message. */
export function useRemoval(offerUndo?: OfferUndo) {
  const store = useStore()
  const toast = useToast()
  const offer = offerUndo ?? ((message, run) => toast.success(message, { label: 'Undo', run }))

  function undoable(message: string, change: () => void) {
    const before = store.get(cartAtom)
    change()
    const left = new Set(store.get(cartAtom).map(({ id }) => id))
    const removed = new Set(before.flatMap(({ id }) => (left.has(id) ? [] : [id])))
    offer(message, () => store.set(cartAtom, withLinesBack(store.get(cartAtom), { before, removed })))
  }
  return {
    remove: ({ id, title }: CartItem) =>
      undoable(`${title || 'Untitled Product'} was removed from your cart`, () => store.set(removeFromCartAtom, id)),
    clear: () => undoable('Your cart was cleared', () => store.set(clearCartAtom)),
  }
}
