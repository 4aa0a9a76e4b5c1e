import { Package } from 'lucide-react'
import type { ReactNode } from 'react'
import { BulkList } from '../../../entities/list/bulk/bulk-list.tsx'
import { ListPage } from '../../../entities/list/list-page.tsx'
import { useAnnouncement } from '../../../lib/atoms/announcement-atoms.ts'
import type { OrderBoard } from '../../../lib/api/orders.ts'
import { countOf } from '../../../lib/format/format.ts'
import { pageSummary } from '../../../lib/router/pagination.ts'
import { useIsWide } from '../../../lib/use-is-wide.ts'
import {
  accountNarrowing,
  BoardFilters,
  daysNarrowing,
  statusChoices,
  type Narrowing,
} from '../../../ui/data/board-filters.tsx'
import { DaysFilter } from '../../../ui/data/days-filter.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { FocusRecovery } from '../../../ui/focus-recovery.tsx'
import { Pagination } from '../../../ui/data/pagination.tsx'
import { shortened } from '../../../ui/data/short-id.tsx'
import { statusLabels } from '../order-status.ts'
import type { BoardSearch } from './board-search.ts'
import { bulkSteps } from './bulk-steps.ts'
import { OrderCards } from './order-cards.tsx'
import { orderColumns } from './order-columns.tsx'
import { OrderTable } from './order-table.tsx'

type OrderBoardProps = {
  board: OrderBoard
  search: BoardSearch
  title?: string
  /** Links to neighbouring lists. */
  nav?: ReactNode
}

/**
 * All orders, with search, filters, and the steps possible on each; as a table, or as cards if there is no room for it.
 */
export function OrderBoardScreen({ board, search, title = 'Orders', nav }: OrderBoardProps) {
  const isWide = useIsWide()
  const count = countOf(board.totalElements, 'order')
  useAnnouncement(pageSummary(board, count))
  return (
    <ListPage
      title={title}
      lead={count}
      search={search}
      viewsOf="/admin/orders"
      csv="orders"
      columns={orderColumns}
      nav={nav}
    >
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
        second={{ name: 'sold', label: 'Outcome', current: search.sold, choices: outcomeChoices }}
        narrowed={[
          productNarrowing(board, search.product),
          accountNarrowing(board, search.account),
          daysNarrowing(search),
        ]}
      >
        <DaysFilter label="Day of order" days={search} />
      </BoardFilters>
      <FocusRecovery>
        <BulkList
          one="order"
          rows={board.content}
          keyOf={({ orderId }) => orderId}
          stepsFor={bulkSteps}
          isTable={isWide}
          empty={<EmptyState icon={Package} title="No record(s) found" />}
        >
          {(selection) =>
            isWide ? (
              <OrderTable orders={board.content} search={search} selection={selection} />
            ) : (
              <OrderCards orders={board.content} selection={selection} />
            )
          }
        </BulkList>
      </FocusRecovery>
      <Pagination page={board} />
    </ListPage>
  )
}

const outcomeChoices = [
  { value: undefined, label: 'Any outcome' },
  { value: 'true', label: 'Neither cancelled nor returned' },
]

/** The product by which the list is narrowed, under its title in one of the orders. */
function productNarrowing({ content }: OrderBoard, productId: string | undefined): Narrowing | false {
  if (productId === undefined) return false
  const line = content.flatMap(({ items }) => items).find(({ id }) => id === productId)
  return { label: `With ${line?.title ?? `product ${shortened(productId)}`}`, by: ['product'] }
}
