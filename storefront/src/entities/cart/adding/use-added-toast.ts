import { useNavigate } from '@tanstack/react-router'
import { useToast } from '../../../lib/toast-atoms.ts'
import { fullCartText } from '../cart.ts'

/** Returns a function that shows that a product was added, with a way to the cart, or that the cart is full. */
export function useAddedToast(): (isIn: boolean, message: string) => void {
  const toast = useToast()
  const navigate = useNavigate()
  return (isIn, message) =>
    isIn
      ? toast.success(message, { label: 'View cart', run: () => void navigate({ to: '/cart' }) })
      : toast.error(fullCartText)
}
