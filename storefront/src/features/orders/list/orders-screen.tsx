import { Link } from '@tanstack/react-router'
import { Package } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Product } from '#modules/catalogue/schema.ts'
import type { TrackedOrder } from '#modules/ordering/schema.ts'
import { useAnnouncement } from '../../../lib/atoms/announcement-atoms.ts'
import type { Page as PageOf } from '../../../lib/api/page.ts'
import { countOf, formatAmount, formatDateTime } from '../../../lib/format/format.ts'
import { pageSummary } from '../../../lib/router/pagination.ts'
import { ProductImage } from '../../../entities/product/card/product-image.tsx'
import { useProducts } from '../../../entities/product/use-products.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { FocusRecovery } from '../../../ui/focus-recovery.tsx'
import { Page, PageHead } from '../../../ui/page.tsx'
import { Pagination } from '../../../ui/data/pagination.tsx'
import { Expected } from '../expected.tsx'
import { BuyAgain } from '../order/buy-again.tsx'
import { StatusBadge } from '../status-badge.tsx'
import * as styles from './orders-screen.module.css'

/** The most pictures of one order. */
const maxPictures = 4

/** A user's own orders (spec §2). */
export function OrdersScreen({ page, nav }: { page: PageOf<TrackedOrder>; nav: ReactNode }) {
  const count = countOf(page.totalElements, 'order')
  const products = useProducts(page.content.flatMap(({ items }) => items.slice(0, maxPictures).map(({ id }) => id)))
  useAnnouncement(pageSummary(page, count))
  return (
    <Page>
      <PageHead title="My Orders" lead={count} />
      {nav}
      <FocusRecovery>
        {page.content.length === 0 ? (
          <EmptyState
            icon={Package}
            title="No record(s) found"
            actions={<ButtonLink to="/collection">Explore Products</ButtonLink>}
          />
        ) : (
          <ul className={styles['list']}>
            {page.content.map((order) => (
              <li key={order.orderId}>
                <OrderCard order={order} products={products} />
              </li>
            ))}
          </ul>
        )}
      </FocusRecovery>
      <Pagination page={page} />
    </Page>
  )
}

type OrderCardProps = { order: TrackedOrder; products: ReadonlyMap<string, Product | null> }

function OrderCard({ order, products }: OrderCardProps) {
  const { orderId, items, totalAmount, status, date, expected } = order
  return (
    <article className={styles['order']}>
      <div className={styles['head']}>
        <h2>
          <Link to="/my-orders/$orderId" params={{ orderId }}>
            {orderId}
          </Link>
        </h2>
        <StatusBadge status={status} />
      </div>
      <div className={styles['pictures']}>
        {items.slice(0, maxPictures).map(({ id }) => (
          <ProductImage key={id} src={products.get(id)?.logoUrl ?? ''} of={id} alt="" width={56} height={56} />
        ))}
      </div>
      <p className={styles['items']}>{items.map(({ title, quantity }) => `${quantity} × ${title}`).join('; ')}</p>
      <p className={styles['meta']}>
        <strong>{formatAmount(totalAmount)}</strong>
        <span>{formatDateTime(date)}</span>
      </p>
      {expected && <Expected days={expected} className={styles['items']} />}
      <div className={styles['again']}>
        <BuyAgain orderId={orderId} items={items} />
      </div>
    </article>
  )
}
