import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError, messageOf } from '../../lib/api/api-error.ts'
import { createProduct, updateProduct } from '../../lib/api/products.ts'
import { createSubmissions } from '../../lib/idempotent-submit.ts'
import { newId } from '../../lib/new-id.ts'
import { useEndSession } from '../../lib/session/use-end-session.ts'
import { useToast } from '../../lib/toast-atoms.ts'
import { useApi } from '../../lib/use-services.ts'
import { wait } from '../../lib/wait.ts'
import { productFaults, productInput, serverFaults, type FormFault, type ProductForm } from './product-form.ts'

/** After saving, the admin is back at the list so much later (spec §9). */
const redirectDelayMs = 500

/** Saves the form: with an id it is an update, without one a create (spec §4). */
export function useSaveProduct(productId: string | undefined) {
  const api = useApi()
  const navigate = useNavigate()
  const toast = useToast()
  const endSession = useEndSession()
  const [busy, setBusy] = useState(false)
  const [faults, setFaults] = useState<FormFault[]>([])
  const [submissionOf] = useState(() => createSubmissions(productInput, newId))

  async function store(form: ProductForm): Promise<void> {
    const { key, payload } = submissionOf(form)
    if (productId === undefined) await createProduct(api, payload, key)
    else await updateProduct(api, productId, payload)
    toast.success(productId === undefined ? 'Added successful!' : 'Updated successful!')
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
      if (endSession(error)) return undefined
      const named = error instanceof ApiError ? serverFaults(error.errors) : []
      setFaults(named)
      toast.error(messageOf(error))
      return named[0]
    }
  }
  return { busy, faults, save }
}
