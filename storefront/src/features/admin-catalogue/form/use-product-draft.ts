import { useEffect, useRef, useState } from 'react'
import type { ManagedProduct } from '#modules/catalogue/schema.ts'
import { useDraft } from '../../../entities/session/use-draft.ts'
import type { Conflict } from './conflict-message.tsx'
import { changesBetween, mergedForm } from './product-changes.ts'
import { emptyProductForm, productForm, productInput, type ProductForm } from './product-form.ts'

const formOf = (product: ManagedProduct | undefined) => (product ? productForm(product) : emptyProductForm)

const formIn = ({ revision: _revision, ...form }: ProductForm & { revision: string }): ProductForm => form

const isSame = (one: ProductForm, other: ProductForm) => JSON.stringify(one) === JSON.stringify(other)

/** The form values, the version of the product they are based on, and whether the two differ. */
export function useProductDraft(loaded: ManagedProduct | undefined) {
  const { keep, ...draft } = useDraftForm(loaded)
  const { seen, now } = draft
  const [conflict, setConflict] = useState<Conflict>()
  return {
    ...draft,
    conflict,
    change: (texts: Partial<ProductForm>) => keep({ ...now(), ...texts }, seen),
    /** Changes the current form, for a change that is prepared while the admin types. */
    edit: (change: (form: ProductForm) => Partial<ProductForm>) => keep({ ...now(), ...change(now()) }, seen),
    /** Rebases the form on another admin's version; keeps this admin's edits, also those made during the save. */
    meet: (theirs: ManagedProduct) => {
      if (!seen) return
      setConflict({ deleted: theirs.deleted, changes: changesBetween(seen, theirs) })
      keep(mergedForm({ seen: productForm(seen), mine: now(), theirs: productForm(theirs) }), theirs)
    },
    takeTheirs: () => {
      const theirs = conflict ? seen : loaded
      keep(formOf(theirs), theirs)
      setConflict(undefined)
    },
  }
}

/**
 * The form as this tab keeps it, with the version of the product that it is based on: a restored draft can only
 * overwrite that version.
 */
function useDraftForm(loaded: ManagedProduct | undefined) {
  const name = loaded ? `product ${loaded.id}` : 'new product'
  const typed = useDraft(name, { ...formOf(loaded), revision: String(loaded?.revision) })
  const before = useDraft(`${name} before`, formOf(loaded))
  const { revision } = typed.form
  const form = formIn(typed.form)
  const [isRestored, setIsRestored] = useState(() => !isSame(form, formOf(loaded)))
  const [seen, setSeen] = useState(() =>
    loaded && isRestored ? { ...loaded, ...productInput(before.form), revision: Number(revision) } : loaded,
  )
  const isOver = useRef(false)

  const drop = () => {
    typed.drop()
    before.drop()
  }
  // A draft that equals the saved product (after a lost response, for example) must not undo a later change to it.
  useEffect(() => {
    if (!isRestored) drop()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only once, when the form is opened
  }, [])
  return {
    form,
    /** The current form, also between two renders. */
    now: (): ProductForm => formIn(typed.now()),
    seen,
    isRestored,
    isUnsaved: () => !isOver.current && !isSame(form, formOf(seen)),
    keep: (next: ProductForm, madeOf: ManagedProduct | undefined) => {
      if (isOver.current) return
      setSeen(madeOf)
      before.change(formOf(madeOf))
      typed.change({ ...next, revision: String(madeOf?.revision) })
      if (!isSame(next, formOf(madeOf))) return
      drop()
      setIsRestored(false)
    },
    /** The form was saved or abandoned: nothing that is typed or received afterwards is kept. */
    end: () => {
      isOver.current = true
      drop()
    },
  }
}
