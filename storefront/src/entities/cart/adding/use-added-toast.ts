import { useNavigate } from '@tanstack/react-router'
import { useStore } from 'jotai'
import { useToast } from '../../../lib/atoms/toast-atoms.ts'
import { fullCartText } from '../cart.ts'

/**
 * Returns a function that shows that a product was added, or that the cart is full. The message offers to view the cart:
 * in a drawer on a wide screen, otherwise on its page.
 */
export function useAddedToast(): (isIn: boolean, message: string) => void {
  const toast = useToast()
  const navigate = useNavigate()
  const store = useStore()
  const toCart = () => void navigate({ to: '/cart' })
  return (isIn, message) => {
    if (!isIn) return toast.error(fullCartText)
    const opener = document.activeElement
    const run = () =>
      matchMedia('(width >= 992px)').matches
        ? void import('../drawer/open-cart-drawer.ts').then(
            (module) => module.openCartDrawer(store, opener, toCart),
            toCart,
          )
        : toCart()
    toast.success(message, { label: 'View cart', run, isRepeatable: true })
  }
}
