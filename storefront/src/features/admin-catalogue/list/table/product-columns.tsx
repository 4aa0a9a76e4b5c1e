import { Link } from '@tanstack/react-router'
import type { ManagedProduct } from '#modules/catalogue/schema.ts'
import { ProductImage } from '../../../../entities/product/card/product-image.tsx'
import { formatAmount, formatCount, formatDateTime } from '../../../../lib/format/format.ts'
import { categoryLabel } from '../../../../lib/router/navigation.ts'
import type { Column } from '../../../../ui/table/columns.ts'
import type { columnIds } from '../admin-search.ts'
import { EditedValue } from '../inline/edited-product.tsx'
import * as styles from './product-table.module.css'

type ProductColumn = Column<ManagedProduct> & { id: (typeof columnIds)[number] }

/** The columns of the table of products. */
export const productColumns: readonly ProductColumn[] = [
  { id: 'title', head: 'Product', sorts: 'asc', fills: true, cell: (product) => <Named product={product} /> },
  { id: 'brand', isMinor: true, head: 'Brand', sorts: 'asc', cell: ({ brand }) => brand },
  { id: 'company', head: 'Company', sorts: 'asc', isExtra: true, cell: ({ company }) => company },
  { id: 'category', head: 'Category', cell: ({ posttype }) => posttype && categoryLabel(posttype) },
  { id: 'price', head: 'Price', sorts: 'desc', isNumber: true, cell: priceOf },
  { id: 'stock', head: 'Stock', sorts: 'asc', isNumber: true, cell: stockOf },
  {
    id: 'changed',
    isMinor: true,
    head: 'Changed',
    sorts: 'desc',
    cell: ({ changeDate }) => formatDateTime(changeDate),
  },
  { id: 'added', head: 'Added', sorts: 'desc', isExtra: true, cell: ({ createDate }) => formatDateTime(createDate) },
  { id: 'sku', head: 'SKU', isExtra: true, cell: ({ sku }) => sku },
  { id: 'model', head: 'Model', isExtra: true, cell: ({ modelNumber }) => modelNumber },
  { id: 'type', head: 'Type', isExtra: true, cell: ({ lookupType }) => lookupType },
]

/** Its picture and its title: the link to its form, or to the history of one that is deleted. */
function Named({ product: { id, title, logoUrl, logoAlt, deleted } }: { product: ManagedProduct }) {
  const name = title.trim() || 'Untitled Product'
  return (
    <span className={styles['named']}>
      <span className={styles['picture']}>
        <ProductImage
          src={logoUrl}
          of={id}
          alt={logoAlt ?? ''}
          width={28}
          height={28}
          className={styles['thumbnail']}
        />
      </span>
      <Link
        to={deleted ? '/admin/products/$productId/history' : '/admin/products/$productId'}
        params={{ productId: id }}
        className={styles['title']}
        title={name}
      >
        {name}
      </Link>
    </span>
  )
}

function priceOf({ deleted, price }: ManagedProduct) {
  return deleted ? formatAmount(price) : <EditedValue field="price" />
}

function stockOf({ deleted, qty }: ManagedProduct) {
  return deleted ? formatCount(qty) : <EditedValue field="qty" />
}
