import { useState } from 'react'
import type { ManagedProduct } from '#modules/catalogue/schema.ts'
import { isStatus, messageOf } from '../../../../lib/api/api-error.ts'
import { fetchManagedProduct, updateProduct } from '../../../../lib/api/managed-products.ts'
import { useEndSession } from '../../../../entities/session/use-end-session.ts'
import { useApi } from '../../../../lib/api/use-services.ts'
import { conflictText, readInline, type InlineField } from './inline-edit.ts'
import { productForm, productInput } from '../../form/product-form.ts'
import { useUnreadFaults } from '../../form/use-unread-faults.ts'

type Note = { field: InlineField; kind: 'fault' | 'saved'; message: string }

/** Edits a product in the list: shows the new value at once, and the old one again if saving fails. */
export function useInlineEdit(loaded: ManagedProduct) {
  const api = useApi()
  const endSession = useEndSession()
  const [known, setKnown] = useState(loaded)
  const [pending, setPending] = useState<Partial<Pick<ManagedProduct, InlineField>>>()
  const [note, setNote] = useState<Note>()
  const recordFault = useUnreadFaults(loaded.title)
  const current = known.revision > loaded.revision ? known : loaded

  function showFault(field: InlineField, message: string): void {
    setNote({ field, kind: 'fault', message })
    recordFault(message)
  }

  async function explain(error: unknown): Promise<string> {
    if (!isStatus(error, 412)) return messageOf(error)
    const now = await fetchManagedProduct(api, current.id)
    setKnown(now)
    return conflictText(current, now)
  }

  async function store(field: InlineField, value: number): Promise<void> {
    setPending({ [field]: value })
    try {
      const changed = { ...current, [field]: value }
      await updateProduct(api, current, productInput(productForm(changed)))
      setKnown({ ...changed, revision: current.revision + 1 })
      setKnown(await fetchManagedProduct(api, current.id))
      setNote({ field, kind: 'saved', message: 'Saved' })
    } catch (error) {
      if (!endSession(error)) showFault(field, await explain(error).catch(messageOf))
    } finally {
      setPending(undefined)
    }
  }

  /** Saves the typed value if it is valid and has changed. */
  async function save(field: InlineField, text: string): Promise<void> {
    const read = readInline(field, text)
    if ('fault' in read) return showFault(field, read.fault)
    setNote(undefined)
    if (read.value !== current[field]) await store(field, read.value)
  }
  return { product: { ...current, ...pending }, isSaving: pending !== undefined, note, save }
}
