import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { ManagedProduct } from '#modules/catalogue/schema.ts'
import { ApiError, isStatus, messageOf } from '../../../lib/api/api-error.ts'
import { createProduct, fetchManagedProduct, updateProduct } from '../../../lib/api/managed-products.ts'
import { useEndSession } from '../../../entities/session/use-end-session.ts'
import { useToast } from '../../../lib/toast-atoms.ts'
import { useApi } from '../../../lib/api/use-services.ts'
import { useSubmissions } from '../../../entities/session/use-submissions.ts'
import { wait } from '../../../lib/router/wait.ts'
import { productFaults, productInput, serverFaults, type FormFault, type ProductForm } from './product-form.ts'

/** After saving, the admin is back at the list so much later (spec §9). */
const redirectDelayMs = 500

type SaveNeeds = {
  /** What the form was made of; without it the form creates (spec §4). */
  product: ManagedProduct | undefined
  /** Nothing is unsaved any more. */
  onSaved: () => void
  /** Somebody else was quicker: the product as it is now. */
  onConflict: (now: ManagedProduct) => void
}

/** Saves the form. Never over somebody else's change. */
export function useSaveProduct({ product, onSaved, onConflict }: SaveNeeds) {
  const navigate = useNavigate()
  const toast = useToast()
  const report = useSaveFailure(product, onConflict)
  const [busy, setBusy] = useState(false)
  const [faults, setFaults] = useState<FormFault[]>([])
  const { send, forget } = useSend(product)

  async function store(form: ProductForm): Promise<void> {
    await send(form)
    onSaved()
    toast.success(product === undefined ? 'Added successful!' : 'Updated successful!')
    await wait(redirectDelayMs)
    await navigate({ to: '/admin' })
  }

  /** Answers the first field that is wrong. */
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
  return { busy, faults, save, forget }
}

/** Sends the form; a new product once, though it be tried again. */
function useSend(product: SaveNeeds['product']) {
  const api = useApi()
  const { submit, forget } = useSubmissions('new product', productInput)
  async function send(form: ProductForm): Promise<void> {
    if (product) {
      await updateProduct(api, product, productInput(form))
      return
    }
    await submit(form, (payload, key) => createProduct(api, payload, key))
  }
  return { send, forget }
}

/** Shows what went wrong; answers the fields that the server named. */
function useSaveFailure(product: SaveNeeds['product'], onConflict: SaveNeeds['onConflict']) {
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
