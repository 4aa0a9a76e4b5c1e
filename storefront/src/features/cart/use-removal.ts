import { useStore } from 'jotai'
import { cartAtom, clearCartAtom, removeFromCartAtom } from '../../entities/cart/cart-atoms.ts'
import type { CartItem } from '../../entities/cart/cart.ts'
import { useToast } from '../../lib/toast-atoms.ts'
import { withLinesBack } from './lines-back.ts'

/** Returns functions that remove a line or all of them; a message offers to undo it. */
export function useRemoval() {
  const store = useStore()
  const toast = useToast()

  function undoable(message: string, change: () => void) {
    const before = store.get(cartAtom)
    change()
    const undo = () => store.set(cartAtom, withLinesBack(store.get(cartAtom), before))
    toast.success(message, { label: 'Undo', run: undo })
  }
  return {
    remove: ({ id, title }: CartItem) =>
      undoable(`${title || 'Untitled Product'} was removed from your cart`, () => store.set(removeFromCartAtom, id)),
    clear: () => undoable('Your cart was cleared', () => store.set(clearCartAtom)),
  }
}
