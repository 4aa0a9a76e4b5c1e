import { Link } from '@tanstack/react-router'
import { LayoutGrid, PackageSearch, Plus, Rows3, Upload } from 'lucide-react'
import { useState } from 'react'
import type { ManagedProduct } from '#modules/catalogue/schema.ts'
import { BulkList } from '../../../entities/list/bulk/bulk-list.tsx'
import { ListPage } from '../../../entities/list/list-page.tsx'
import { useAnnouncement } from '../../../lib/atoms/announcement-atoms.ts'
import type { Page as PageOf } from '../../../lib/api/page.ts'
import { countOf } from '../../../lib/format/format.ts'
import { pageSummary } from '../../../lib/router/pagination.ts'
import { useIsWide } from '../../../lib/use-is-wide.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { Pagination } from '../../../ui/data/pagination.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { FocusRecovery } from '../../../ui/focus-recovery.tsx'
import { ProductGrid } from '../../../entities/product/product-grid.tsx'
import type { Selection } from '../../../ui/table/use-selection.ts'
import { AdminCard, DeletedCard, SelectableCard } from './admin-card.tsx'
import type { AdminSearch } from './admin-search.ts'
import { DeleteDialog } from './delete-dialog.tsx'
import { ProductFilters } from './filters/product-filters.tsx'
import { PriceHistoryDialog } from '../form/price-history-dialog.tsx'
import { deletedSteps, listedSteps } from './table/bulk-steps.ts'
import { productColumns } from './table/product-columns.tsx'
import { ProductTable, type ProductActions } from './table/product-table.tsx'
import { useDeleteProduct } from './use-delete-product.ts'
import * as styles from './admin-list.module.css'

type AdminListProps = { page: PageOf<ManagedProduct>; search: AdminSearch }

/** The admin's product list: a table, or cards; each product can be edited and deleted; a floating add button (spec §2). */
export function AdminListScreen({ page, search: { view, ...search } }: AdminListProps) {
  const isWide = useIsWide()
  const isTable = isWide && view !== 'cards'
  const [deleting, setDeleting] = useState<ManagedProduct>()
  const [priced, setPriced] = useState<ManagedProduct>()
  const { remove, restore } = useDeleteProduct()
  const count = countOf(page.totalElements, search.state === 'deleted' ? 'deleted product' : 'product')
  useAnnouncement(pageSummary(page, count))
  const actions: ProductActions = {
    onDelete: setDeleting,
    onHistory: setPriced,
    onRestore: (product) => void restore(product),
  }
  return (
    <ListPage
      title="Products"
      lead={count}
      search={search}
      csv="catalogue/products"
      columns={productColumns}
      tools={<Tools isWide={isWide} view={view} />}
    >
      <ProductFilters search={search} />
      <FocusRecovery>
        <BulkList
          one="product"
          rows={page.content}
          keyOf={({ id }) => id}
          nameOf={({ title }) => title}
          stepsFor={() => (search.state === 'deleted' ? deletedSteps : listedSteps)}
          isTable={isTable}
          empty={<EmptyState icon={PackageSearch} title="No record(s) found" />}
        >
          {(selection) =>
            isTable ? (
              <ProductTable products={page.content} search={search} selection={selection} {...actions} />
            ) : (
              <ProductCards products={page.content} selection={selection} {...actions} />
            )
          }
        </BulkList>
      </FocusRecovery>
      <Pagination page={page} />
      <div className={styles['space']} />
      <Link to="/admin/products" className={styles['add']}>
        <Plus aria-hidden /> Add product
      </Link>
      {priced && <PriceHistoryDialog product={priced} onClose={() => setPriced(undefined)} />}
      {deleting && (
        <DeleteDialog
          product={deleting}
          onNo={() => setDeleting(undefined)}
          onYes={() => {
            setDeleting(undefined)
            void remove(deleting)
          }}
        />
      )}
    </ListPage>
  )
}

function Tools({ isWide, view }: { isWide: boolean; view: AdminSearch['view'] }) {
  return (
    <>
      <ButtonLink to="/admin/import" look="secondary">
        <Upload aria-hidden /> Import CSV
      </ButtonLink>
      {isWide && (
        <ButtonLink
          to="."
          search={(before) => ({ ...before, view: view === 'cards' ? undefined : ('cards' as const) })}
          look="secondary"
          activeProps={{}}
        >
          {view === 'cards' ? <Rows3 aria-hidden /> : <LayoutGrid aria-hidden />}
          {view === 'cards' ? 'Show table' : 'Show cards'}
        </ButtonLink>
      )}
    </>
  )
}

type ProductCardsProps = ProductActions & { products: readonly ManagedProduct[]; selection: Selection }

function ProductCards({ products, selection, onDelete, onHistory, onRestore }: ProductCardsProps) {
  return (
    <ProductGrid heading="List" products={products}>
      {(product) => (
        <SelectableCard product={product} selection={selection}>
          {product.deleted ? (
            <DeletedCard product={product} onRestore={() => onRestore(product)} />
          ) : (
            <AdminCard product={product} onDelete={() => onDelete(product)} onHistory={() => onHistory(product)} />
          )}
        </SelectableCard>
      )}
    </ProductGrid>
  )
}
