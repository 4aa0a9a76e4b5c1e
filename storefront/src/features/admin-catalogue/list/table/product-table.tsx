import { ChartLine, History, RotateCcw, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ManagedProduct } from '#modules/catalogue/schema.ts'
import { IconButton, IconLink } from '../../../../ui/button.tsx'
import { shownColumns } from '../../../../ui/table/columns.ts'
import { DataTable } from '../../../../ui/table/data-table.tsx'
import type { Selection } from '../../../../ui/table/use-selection.ts'
import { standardSort, type AdminSearch } from '../admin-search.ts'
import { EditedProduct } from '../inline/edited-product.tsx'
import { productColumns } from './product-columns.tsx'
import * as styles from './product-table.module.css'

export type ProductActions = {
  onDelete: (product: ManagedProduct) => void
  onHistory: (product: ManagedProduct) => void
  onRestore: (product: ManagedProduct) => void
}

type ProductTableProps = ProductActions & {
  products: readonly ManagedProduct[]
  search: AdminSearch
  selection: Selection
}

/** The products as a table, in which prices and stock are edited. */
export function ProductTable({ products, search, selection, ...actions }: ProductTableProps) {
  return (
    <DataTable
      name="List"
      rows={products}
      columns={shownColumns(productColumns, search.columns)}
      keyOf={({ id }) => id}
      nameOf={({ title }) => title}
      sort={search.sort ?? standardSort}
      isCompact={search.density === 'compact'}
      selection={selection}
      actions={toolsWith(actions)}
      actionsHead="Actions"
      within={edited}
    />
  )
}

function edited(product: ManagedProduct, shown: ReactNode) {
  return product.deleted ? shown : <EditedProduct product={product}>{shown}</EditedProduct>
}

function toolsWith(actions: ProductActions) {
  return (product: ManagedProduct) => <Tools product={product} {...actions} />
}

function Tools({ product, onDelete, onHistory, onRestore }: ProductActions & { product: ManagedProduct }) {
  const { id, title, deleted } = product
  return (
    <div className={styles['tools']}>
      <IconButton label={`Price history of ${title}`} onClick={() => onHistory(product)}>
        <ChartLine aria-hidden />
      </IconButton>
      <IconLink to="/admin/products/$productId/history" params={{ productId: id }} label={`History of ${title}`}>
        <History aria-hidden />
      </IconLink>
      {deleted ? (
        <IconButton label={`Restore ${title}`} onClick={() => onRestore(product)}>
          <RotateCcw aria-hidden />
        </IconButton>
      ) : (
        <IconButton label={`Delete ${title}`} danger onClick={() => onDelete(product)}>
          <Trash2 aria-hidden />
        </IconButton>
      )}
    </div>
  )
}
