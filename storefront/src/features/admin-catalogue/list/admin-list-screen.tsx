import { Link } from '@tanstack/react-router'
import { Plus, Upload } from 'lucide-react'
import { useState } from 'react'
import type { ManagedProduct } from '#modules/catalogue/schema.ts'
import { CsvButton } from '../../../entities/list/csv-button.tsx'
import { useAnnouncement } from '../../../lib/announcement-atoms.ts'
import type { Page as PageOf } from '../../../lib/api/page.ts'
import { countOf } from '../../../lib/format/format.ts'
import { pageSummary } from '../../../lib/router/pagination.ts'
import { BoardFilters } from '../../../ui/data/board-filters.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { Page, PageHead } from '../../../ui/page.tsx'
import { Pagination } from '../../../ui/data/pagination.tsx'
import { ProductGrid } from '../../../entities/product/product-grid.tsx'
import { AdminCard, DeletedCard } from './admin-card.tsx'
import type { AdminSearch } from './admin-search.ts'
import { DeleteDialog } from './delete-dialog.tsx'
import { PriceHistoryDialog } from '../form/price-history-dialog.tsx'
import { useDeleteProduct } from './use-delete-product.ts'
import * as styles from './admin-list.module.css'

type AdminListProps = { page: PageOf<ManagedProduct>; search: AdminSearch }

/** The admin's product list: search, cards that link to the form and can be deleted, a floating add button (spec §2). */
export function AdminListScreen({ page, search }: AdminListProps) {
  const [deleting, setDeleting] = useState<ManagedProduct>()
  const [priced, setPriced] = useState<ManagedProduct>()
  const { remove, restore } = useDeleteProduct()
  const count = countOf(page.totalElements, search.state === 'deleted' ? 'deleted product' : 'product')
  useAnnouncement(pageSummary(page, count))
  return (
    <Page>
      <PageHead title="Products" lead={count}>
        <ButtonLink to="/admin/import" look="secondary">
          <Upload aria-hidden /> Import CSV
        </ButtonLink>
        <CsvButton list="catalogue/products" search={search} />
      </PageHead>
      <BoardFilters
        label="Search the catalogue"
        placeholder="Title, brand, company, category or id"
        text={search.text}
        filter={{ name: 'state', label: 'Which products', current: search.state, choices: states }}
        narrowed={[search.stock === 'none' && { label: 'Out of stock', by: ['stock'] }]}
      />
      <ProductGrid heading="List" products={page.content}>
        {(product) =>
          product.deleted ? (
            <DeletedCard product={product} onRestore={() => void restore(product)} />
          ) : (
            <AdminCard product={product} onDelete={() => setDeleting(product)} onHistory={() => setPriced(product)} />
          )
        }
      </ProductGrid>
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
    </Page>
  )
}

const states = [
  { value: undefined, label: 'In the catalogue' },
  { value: 'deleted', label: 'Deleted' },
]
