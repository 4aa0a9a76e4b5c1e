import { createContext, use, type ReactNode } from 'react'
import type { ManagedProduct } from '#modules/catalogue/schema.ts'
import { formatAmount, formatCount } from '../../../../lib/format/format.ts'
import { InlineField } from './inline-field.tsx'
import { inlineText, type InlineField as Field } from './inline-edit.ts'
import { useInlineEdit } from './use-inline-edit.ts'

const Edited = createContext<ReturnType<typeof useInlineEdit> | null>(null)

/** Shared by the cells of a row: when one cell has saved a value, the other saves with the new revision. */
export function EditedProduct({ product, children }: { product: ManagedProduct; children: ReactNode }) {
  const edited = useInlineEdit(product)
  return <Edited value={edited}>{children}</Edited>
}

const fields = {
  price: { label: 'Price in ₹', inputMode: 'decimal' },
  qty: { label: 'Stock', inputMode: 'numeric' },
} as const

/** A value of the row's product, which is edited in place. */
export function EditedValue({ field }: { field: Field }) {
  const edited = use(Edited)
  if (!edited) throw new Error('an edited value is in the row of its product')
  const { product, isSaving, note, save } = edited
  return (
    <InlineField
      {...fields[field]}
      isInTable
      of={product.title}
      value={inlineText(field, product)}
      shown={field === 'price' ? formatAmount(product.price) : formatCount(product.qty)}
      busy={isSaving(field)}
      note={note?.field === field ? note : undefined}
      onSave={(text) => save(field, text)}
    />
  )
}
