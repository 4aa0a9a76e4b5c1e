import { ChartLine, History, RotateCcw, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ManagedProduct } from '#modules/catalogue/schema.ts'
import { Button, IconButton, IconLink } from '../../../ui/button.tsx'
import { ProductCard } from '../../../entities/product/card/product-card.tsx'
import { SelectBox } from '../../../ui/table/select-box.tsx'
import type { Selection } from '../../../ui/table/use-selection.ts'
import { InlineField } from './inline/inline-field.tsx'
import { inlineText, type InlineField as Field } from './inline/inline-edit.ts'
import { useInlineEdit } from './inline/use-inline-edit.ts'
import * as styles from './admin-list.module.css'

type SelectableCardProps = { product: ManagedProduct; selection: Selection; children: ReactNode }

/** A card with the box that selects its product, over its picture. */
export function SelectableCard({ product: { id, title }, selection, children }: SelectableCardProps) {
  return (
    <div className={styles['selectable']}>
      <div className={styles['box']}>
        <SelectBox selection={selection} of={id} name={title} isOnCard />
      </div>
      {children}
    </div>
  )
}

type AdminCardProps = { product: ManagedProduct; onDelete: () => void; onHistory: () => void }

/** A product in the admin's list: links to its form, edits price and stock in place, has a delete icon (spec §2). */
export function AdminCard({ product: loaded, onDelete, onHistory }: AdminCardProps) {
  const { product, isSaving, note, save } = useInlineEdit(loaded)
  const field = (name: Field) => ({
    of: product.title,
    value: inlineText(name, product),
    busy: isSaving(name),
    note: note?.field === name ? note : undefined,
    onSave: (text: string) => save(name, text),
  })
  return (
    <ProductCard
      product={product}
      link={{ to: '/admin/products/$productId', params: { productId: product.id } }}
      action={
        <div className={styles['foot']}>
          <InlineField label="Price in ₹" inputMode="decimal" {...field('price')} />
          <InlineField label="Stock" inputMode="numeric" {...field('qty')} />
          <div className={styles['tools']}>
            <IconButton label={`Price history of ${product.title}`} onClick={onHistory}>
              <ChartLine aria-hidden />
            </IconButton>
            <IconLink
              to="/admin/products/$productId/history"
              params={{ productId: product.id }}
              label={`History of ${product.title}`}
            >
              <History aria-hidden />
            </IconLink>
            <IconButton label={`Delete ${product.title}`} danger onClick={onDelete}>
              <Trash2 aria-hidden />
            </IconButton>
          </div>
        </div>
      }
    />
  )
}

/** A deleted product, with a button that restores it. */
export function DeletedCard({ product, onRestore }: { product: ManagedProduct; onRestore: () => void }) {
  return (
    <ProductCard
      product={product}
      link={null}
      action={
        <Button look="secondary" wide onClick={onRestore}>
          <RotateCcw aria-hidden /> Restore
          <span className="visually-hidden"> {product.title}</span>
        </Button>
      }
    />
  )
}
