import { Link } from '@tanstack/react-router'
import { Package } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Product } from '#modules/catalogue/schema.ts'
import type { TrackedOrder } from '#modules/ordering/schema.ts'
import { useAnnouncement } from '../../../lib/atoms/announcement-atoms.ts'
import type { Page as PageOf } from '../../../lib/api/page.ts'
import { countOf, formatAmount, formatMoment } from '../../../lib/format/format.ts'
import { pageSummary } from '../../../lib/router/pagination.ts'
import { ProductImage } from '../../../entities/product/card/product-image.tsx'
import { useProducts } from '../../../entities/product/use-products.ts'
import { useRole } from '../../../entities/session/use-session.ts'
import { BoardFilters, daysNarrowing } from '../../../ui/data/board-filters.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { FocusRecovery } from '../../../ui/focus-recovery.tsx'
import { Page, PageHead } from '../../../ui/page.tsx'
import { Pagination } from '../../../ui/data/pagination.tsx'
import type { OrdersSearch } from '../load-orders.ts'
import { OrderActions } from '../board/order-actions.tsx'
import { Expected } from '../expected.tsx'
import { BuyAgain } from '../order/buy-again.tsx'
import { statuses, statusLabels } from '../order-status.ts'
import { StatusBadge } from '../status-badge.tsx'
import * as styles from './orders-screen.module.css'

const anyStatus = [
  { value: undefined, label: 'All' },
  ...statuses.map((status) => ({ value: status, label: statusLabels[status] })),
]

/** The most pictures of one order. */
const maxPictures = 4

type OrdersScreenProps = { page: PageOf<TrackedOrder>; search: OrdersSearch; nav: ReactNode }

/** The orders: the admin sees all of them, others see their own (spec §2). */
export function OrdersScreen({ page, search, nav }: OrdersScreenProps) {
  const isAdmin = useRole() === 'ADMIN'
  const count = countOf(page.totalElements, 'order')
  const products = useProducts(page.content.flatMap(({ items }) => items.slice(0, maxPictures).map(({ id }) => id)))
  useAnnouncement(pageSummary(page, count))
  return (
    <Page>
      <PageHead title={isAdmin ? 'All orders' : 'My Orders'} lead={count} />
      {nav}
      {isAdmin && (
        <BoardFilters
          label="Search orders"
          placeholder="Order id, buyer, city or product"
          text={search.text}
          filter={{ name: 'status', label: 'Status', current: search.status, choices: anyStatus }}
          narrowed={[daysNarrowing(search)]}
        />
      )}
      <FocusRecovery>
        {page.content.length === 0 ? (
          <EmptyState
            icon={Package}
            title="No record(s) found"
            actions={isAdmin ? undefined : <ButtonLink to="/collection">Explore Products</ButtonLink>}
          />
        ) : (
          <ul className={styles['list']}>
            {page.content.map((order) => (
              <li key={order.orderId}>
                <OrderCard order={order} isAdmin={isAdmin} products={products} />
              </li>
            ))}
          </ul>
        )}
      </FocusRecovery>
      <Pagination page={page} />
    </Page>
  )
}

type OrderCardProps = { order: TrackedOrder; isAdmin: boolean; products: ReadonlyMap<string, Product | null> }

function OrderCard({ order, isAdmin, products }: OrderCardProps) {
  const { orderId, items, shipping, totalAmount, status, date, expected } = order
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
        <span>{formatMoment(date)}</span>
        {isAdmin && (
          <span>
            {shipping.name}, {shipping.city}
          </span>
        )}
      </p>
      {expected && <Expected days={expected} className={styles['items']} />}
      {isAdmin ? (
        <OrderActions order={order} />
      ) : (
        <div className={styles['again']}>
          <BuyAgain orderId={orderId} items={items} />
        </div>
      )}
    </article>
  )
}
