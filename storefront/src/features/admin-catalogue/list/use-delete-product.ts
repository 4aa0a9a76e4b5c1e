import { useRouter } from '@tanstack/react-router'
import type { ManagedProduct } from '#modules/catalogue/schema.ts'
import { messageOf } from '../../../lib/api/api-error.ts'
import { deleteProduct, restoreProduct } from '../../../lib/api/managed-products.ts'
import { useEndSession } from '../../../entities/session/use-end-session.ts'
import { useToast } from '../../../lib/atoms/toast-atoms.ts'
import { useApi } from '../../../lib/api/use-services.ts'

/** Deletes and restores products; reloads the list afterwards. */
export function useDeleteProduct() {
  const api = useApi()
  const router = useRouter()
  const toast = useToast()
  const endSession = useEndSession()

  async function attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      if (!endSession(error)) toast.error(messageOf(error))
    }
  }

  const restore = ({ id, title }: ManagedProduct) =>
    attempt(async () => {
      await restoreProduct(api, id)
      toast.success(`${title} is back in the catalogue`)
      await router.invalidate()
    })

  const remove = (product: ManagedProduct) =>
    attempt(async () => {
      await deleteProduct(api, product.id)
      toast.success('Product deleted successfully', { label: 'Undo', run: () => void restore(product) })
      await router.invalidate()
    })
  return { remove, restore }
}
