import { useHydrated } from '@tanstack/react-router'
import { useAtom } from 'jotai'
import { useToast } from '../../../lib/atoms/toast-atoms.ts'
import { comparedAtom } from './stored-product-atoms.ts'
import { maxCompared, toggleCompared, type StoredProduct } from './stored-products.ts'

/** Whether a product is in the comparison, and a function that adds or removes it. */
export function useCompareToggle(product: StoredProduct): { chosen: boolean; toggle: () => void } {
  const [compared, setCompared] = useAtom(comparedAtom)
  const toast = useToast()
  const chosen = useHydrated() && compared.some(({ id }) => id === product.id)
  function toggle() {
    const next = toggleCompared(compared, product)
    if (next === 'full') toast.info(`You can compare ${maxCompared} devices at once. Remove one of them first.`)
    else setCompared(next)
  }
  return { chosen, toggle }
}
