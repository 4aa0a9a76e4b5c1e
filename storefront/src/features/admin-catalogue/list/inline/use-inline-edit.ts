import { useRef, useState } from 'react'
import type { ManagedProduct } from '#modules/catalogue/schema.ts'
import { isStatus, messageOf } from '../../../../lib/api/api-error.ts'
import { fetchManagedProduct, updateProduct } from '../../../../lib/api/managed-products.ts'
import { useEndSession } from '../../../../entities/session/use-end-session.ts'
import { useApi } from '../../../../lib/api/use-services.ts'
import { conflictText, readInline, type InlineField } from './inline-edit.ts'
import { productForm, productInput } from '../../form/product-form.ts'
import { useUnreadFaults } from '../../form/use-unread-faults.ts'

type Note = { field: InlineField; kind: 'fault' | 'saved'; message: string }

type Values = Partial<Pick<ManagedProduct, InlineField>>

/**
 * Edits a product in the list: shows the new value at once, and the old one again if saving fails. While one value is being
 * saved, another may be typed: it is saved next, with the revision that the first one made.
 */
export function useInlineEdit(loaded: ManagedProduct) {
  const { known, newest, remember } = useNewest(loaded)
  const [pending, setPending] = useState<Values>({})
  const [note, setNote] = useState<Note>()
  const recordFault = useUnreadFaults(loaded.title)
  const write = useWriting(newest, remember)
  const queue = useRef(Promise.resolve())

  function showFault(field: InlineField, message: string): void {
    setNote({ field, kind: 'fault', message })
    recordFault(message)
  }

  async function storeAfter(others: Promise<void>, field: InlineField, value: number): Promise<void> {
    await others
    const outcome = await write(field, value)
    if (outcome.kind === 'saved') setNote({ field, kind: 'saved', message: 'Saved' })
    if (outcome.kind === 'fault') showFault(field, outcome.message)
    setPending(({ [field]: _stored, ...rest }) => rest)
  }

  async function store(field: InlineField, value: number): Promise<void> {
    setPending((others) => ({ ...others, [field]: value }))
    queue.current = storeAfter(queue.current, field, value)
    await queue.current
  }

  /** Saves the typed value if it is valid and has changed. */
  async function save(field: InlineField, text: string): Promise<void> {
    const read = readInline(field, text)
    if ('fault' in read) return showFault(field, read.fault)
    setNote(undefined)
    if (read.value !== known[field]) await store(field, read.value)
  }
  const isSaving = (field: InlineField) => pending[field] !== undefined
  return { product: { ...known, ...pending }, isSaving, note, save }
}

/** The product as it is known: as it was loaded, or as it was read again after a change, whichever is newer. */
function useNewest(loaded: ManagedProduct) {
  const [changed, setChanged] = useState(loaded)
  const latest = useRef(loaded)
  const newer = (one: ManagedProduct) => (one.revision > loaded.revision ? one : loaded)
  function remember(product: ManagedProduct): void {
    latest.current = product
    setChanged(product)
  }
  return { known: newer(changed), newest: () => newer(latest.current), remember }
}

type Outcome = { kind: 'saved' } | { kind: 'fault'; message: string } | { kind: 'session-ended' }

/** Returns a function that stores one value of the product as it is known at that moment. */
function useWriting(newest: () => ManagedProduct, remember: (product: ManagedProduct) => void) {
  const api = useApi()
  const endSession = useEndSession()

  async function explain(error: unknown, seen: ManagedProduct): Promise<string> {
    if (!isStatus(error, 412)) return messageOf(error)
    const now = await fetchManagedProduct(api, seen.id)
    remember(now)
    return conflictText(seen, now)
  }

  return async (field: InlineField, value: number): Promise<Outcome> => {
    const seen = newest()
    try {
      const changed = { ...seen, [field]: value }
      await updateProduct(api, seen, productInput(productForm(changed)))
      remember({ ...changed, revision: seen.revision + 1 })
      remember(await fetchManagedProduct(api, seen.id))
      return { kind: 'saved' }
    } catch (error) {
      if (endSession(error)) return { kind: 'session-ended' }
      return { kind: 'fault', message: await explain(error, seen).catch(messageOf) }
    }
  }
}
