import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { ManagedProduct } from '#modules/catalogue/schema.ts'
import { ApiError, isStatus, messageOf } from '../../../lib/api/api-error.ts'
import { createProduct, fetchManagedProduct, updateProduct } from '../../../lib/api/managed-products.ts'
import { useEndSession } from '../../../entities/session/use-end-session.ts'
import { useToast } from '../../../lib/atoms/toast-atoms.ts'
import { useApi } from '../../../lib/api/use-services.ts'
import { useSubmissions } from '../../../entities/session/use-submissions.ts'
import { wait } from '../../../lib/router/wait.ts'
import { productFaults, productInput, serverFaults, type FormFault, type ProductForm } from './product-form.ts'

/** Delay between saving and the return to the list (spec §9). */
const redirectDelayMs = 500

type SaveDeps = {
  /** The version that the form is based on; without it the form creates a product (spec §4). */
  product: ManagedProduct | undefined
  /** Called when nothing is left unsaved. */
  onSaved: () => void
  /** Called with the current product if another admin changed it first. */
  onConflict: (now: ManagedProduct) => void
}

/** Saves the form; never overwrites another admin's change. */
export function useSaveProduct({ product, onSaved, onConflict }: SaveDeps) {
  const navigate = useNavigate()
  const toast = useToast()
  const report = useSaveFailure(product, onConflict)
  const [busy, setBusy] = useState(false)
  const [faults, setFaults] = useState<FormFault[]>([])
  const { send, discard } = useSend(product)

  async function store(form: ProductForm): Promise<void> {
    await send(form)
    onSaved()
    toast.success(product === undefined ? 'Added successful!' : 'Updated successful!')
    await wait(redirectDelayMs)
    await navigate({ to: '/admin' })
  }

  /** Resolves to the first fault. */
  async function save(form: ProductForm): Promise<FormFault | undefined> {
    const found = productFaults(form)
    setFaults(found)
    if (found.length > 0) return found[0]
    setBusy(true)
    try {
      await store(form)
      return undefined
    } catch (error) {
      setBusy(false)
      const named = await report(error)
      setFaults(named)
      return named[0]
    }
  }
  return { busy, faults, save, discard }
}

/** Sends the form; retries create a new product only once. */
function useSend(product: SaveDeps['product']) {
  const api = useApi()
  const { submit, discard } = useSubmissions('new product', productInput)
  async function send(form: ProductForm): Promise<void> {
    if (product) {
      await updateProduct(api, product, productInput(form))
      return
    }
    await submit(form, (payload, key) => createProduct(api, payload, key))
  }
  return { send, discard }
}

/** Reports a failure; resolves to the faults in fields that the server named. */
function useSaveFailure(product: SaveDeps['product'], onConflict: SaveDeps['onConflict']) {
  const api = useApi()
  const toast = useToast()
  const endSession = useEndSession()
  return async (error: unknown): Promise<FormFault[]> => {
    if (endSession(error)) return []
    if (product === undefined || !isStatus(error, 412)) {
      toast.error(messageOf(error))
      return error instanceof ApiError ? serverFaults(error.errors) : []
    }
    try {
      onConflict(await fetchManagedProduct(api, product.id))
    } catch (failure) {
      toast.error(messageOf(failure))
    }
    return []
  }
}
