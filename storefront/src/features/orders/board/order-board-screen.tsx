import { Link } from '@tanstack/react-router'
import { Package } from 'lucide-react'
import type { Order } from '#modules/ordering/schema.ts'
import { CsvButton } from '../../../entities/list/csv-button.tsx'
import { useAnnouncement } from '../../../lib/announcement-atoms.ts'
import type { OrderBoard } from '../../../lib/api/orders.ts'
import { countOf, formatAmount, formatMoment } from '../../../lib/format/format.ts'
import { pageSummary } from '../../../lib/router/pagination.ts'
import { BoardFilters, daysNarrowing, statusChoices } from '../../../ui/data/board-filters.tsx'
import { DaysFilter } from '../../../ui/data/days-filter.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { FocusRecovery } from '../../../ui/focus-recovery.tsx'
import { Page, PageHead } from '../../../ui/page.tsx'
import { Pagination } from '../../../ui/data/pagination.tsx'
import type { OrdersSearch } from '../load-orders.ts'
import { OrderActions } from './order-actions.tsx'
import { statusLabels } from '../order-status.ts'
import { StatusBadge } from '../status-badge.tsx'
import * as styles from './order-board.module.css'

/** All orders, newest first, with search, a status filter, and the steps possible on each. */
export function OrderBoardScreen({ board, search }: { board: OrderBoard; search: OrdersSearch }) {
  const count = countOf(board.totalElements, 'order')
  useAnnouncement(pageSummary(board, count))
  return (
    <Page>
      <PageHead title="Orders" lead={count}>
        <CsvButton list="orders" search={search} />
      </PageHead>
      <BoardFilters
        label="Search orders"
        placeholder="Order id, buyer, city or product"
        text={search.text}
        filter={{
          name: 'status',
          label: 'Status',
          current: search.status,
          choices: statusChoices(statusLabels, board.statusCounts),
        }}
        narrowed={[daysNarrowing(search)]}
      >
        <DaysFilter label="Day of placing" days={search} />
      </BoardFilters>
      <FocusRecovery>
        {board.content.length === 0 ? (
          <EmptyState icon={Package} title="No record(s) found" />
        ) : (
          <ul className={styles['rows']}>
            {board.content.map((order) => (
              <li key={order.orderId}>
                <OrderRow order={order} />
              </li>
            ))}
          </ul>
        )}
      </FocusRecovery>
      <Pagination page={board} />
    </Page>
  )
}

function OrderRow({ order }: { order: Order }) {
  const { orderId, items, shipping, totalAmount, status, date, loginUserName } = order
  return (
    <article className={styles['row']}>
      <div>
        <h2>
          <Link to="/admin/orders/$orderId" params={{ orderId }}>
            {orderId}
          </Link>
        </h2>
        <p>{formatMoment(date)}</p>
      </div>
      <div>
        <p>
          <strong>{shipping.name}</strong>, {shipping.city}
        </p>
        <p>{loginUserName}</p>
      </div>
      <div className={styles['what']}>
        <p>{items.map(({ title, quantity }) => `${quantity} × ${title}`).join('; ')}</p>
        <p>
          <strong>{formatAmount(totalAmount)}</strong>
        </p>
      </div>
      <div className={styles['state']}>
        <StatusBadge status={status} />
        <OrderActions order={order} />
      </div>
    </article>
  )
}
