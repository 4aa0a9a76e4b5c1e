import { useRef, useState } from 'react'
import type { ManagedProduct } from '#modules/catalogue/schema.ts'
import type { Conflict } from './conflict-message.tsx'
import { changesBetween, mergedForm } from './product-changes.ts'
import { emptyProductForm, productForm, type ProductForm } from './product-form.ts'

const formOf = (product: ManagedProduct | undefined) => (product ? productForm(product) : emptyProductForm)

/** What the form holds, what it was made of, and whether it differs from that. */
export function useProductDraft(loaded: ManagedProduct | undefined) {
  const [seen, setSeen] = useState(loaded)
  const [form, setForm] = useState<ProductForm>(() => formOf(loaded))
  const [conflict, setConflict] = useState<Conflict>()
  const isSaved = useRef(false)
  return {
    form,
    seen,
    conflict,
    setForm,
    isUnsaved: () => !isSaved.current && JSON.stringify(form) !== JSON.stringify(formOf(seen)),
    saved: () => {
      isSaved.current = true
    },
    /** Goes on from somebody else's version, with what this admin has edited. */
    meet: (now: ManagedProduct) => {
      if (!seen) return
      setConflict({ deleted: now.deleted, changes: changesBetween(seen, now) })
      setForm(mergedForm({ seen: productForm(seen), mine: form, theirs: productForm(now) }))
      setSeen(now)
    },
    takeTheirs: () => {
      setForm(formOf(seen))
      setConflict(undefined)
    },
  }
}
