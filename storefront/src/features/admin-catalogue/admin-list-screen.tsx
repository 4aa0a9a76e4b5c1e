import { Link, useNavigate, useRouter } from '@tanstack/react-router'
import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Product } from '#modules/catalogue/schema.ts'
import { useAnnouncement } from '../../lib/announcement-atoms.ts'
import { messageOf } from '../../lib/api/api-error.ts'
import type { Page as PageOf } from '../../lib/api/page.ts'
import { deleteProduct } from '../../lib/api/products.ts'
import { countOf, formatCount } from '../../lib/format.ts'
import { useEndSession } from '../../lib/session/use-end-session.ts'
import { useToast } from '../../lib/toast-atoms.ts'
import { useApi } from '../../lib/use-services.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Page, PageHead } from '../../ui/page.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { ProductCard } from '../../ui/product-card.tsx'
import { ProductGrid } from '../../ui/product-grid.tsx'
import styles from './admin-list.module.css'

/** The admin's product list: cards that lead to the form, a delete icon on each, a floating add button (spec §2). */
export function AdminListScreen({ page }: { page: PageOf<Product> }) {
  const [doomed, setDoomed] = useState<Product>()
  const remove = useDelete(page)
  const count = countOf(page.totalElements, 'product')
  useAnnouncement(count)
  return (
    <Page>
      <PageHead title="Products" lead={count} />
      <ProductGrid heading="List" products={page.content}>
        {(product) => (
          <ProductCard
            product={product}
            link={{ to: '/admin/products/$productId', params: { productId: product.id } }}
            action={<CardFoot product={product} onDelete={() => setDoomed(product)} />}
          />
        )}
      </ProductGrid>
      <Pagination page={page} />
      <div className={styles['space']} />
      <Link to="/admin/products" className={styles['add']}>
        <Plus aria-hidden /> Add product
      </Link>
      {doomed && (
        <DeleteDialog
          product={doomed}
          onNo={() => setDoomed(undefined)}
          onYes={async () => {
            setDoomed(undefined)
            await remove(doomed.id)
          }}
        />
      )}
    </Page>
  )
}

function CardFoot({ product, onDelete }: { product: Product; onDelete: () => void }) {
  return (
    <div className={styles['row']}>
      <span>{formatCount(product.qty)} in stock</span>
      <IconButton label={`Delete ${product.title}`} danger onClick={onDelete}>
        <Trash2 aria-hidden />
      </IconButton>
    </div>
  )
}

type DeleteDialogProps = { product: Product; onNo: () => void; onYes: () => Promise<void> }

function DeleteDialog({ product, onNo, onYes }: DeleteDialogProps) {
  return (
    <Dialog title="Delete Product?" onClose={onNo}>
      <p>
        <strong>{product.title}</strong> leaves the catalogue at once. Orders that hold it stay as they are.
      </p>
      <DialogActions>
        <Button look="quiet" onClick={onNo}>
          No
        </Button>
        <Button look="danger" onClick={() => void onYes()}>
          Yes
        </Button>
      </DialogActions>
    </Dialog>
  )
}

/** Deletes, and loads the current page anew; the one before where this one has become empty. */
function useDelete(page: PageOf<Product>) {
  const api = useApi()
  const router = useRouter()
  const navigate = useNavigate({ from: '/admin/' })
  const toast = useToast()
  const endSession = useEndSession()
  return async (id: string) => {
    try {
      await deleteProduct(api, id)
      toast.success('Product deleted successfully')
      if (page.content.length === 1 && page.number > 0)
        await navigate({ search: { page: page.number > 1 ? page.number : undefined } })
      else await router.invalidate()
    } catch (error) {
      if (!endSession(error)) toast.error(messageOf(error))
    }
  }
}
