import { Package } from 'lucide-react'
import { ListPage } from '../../../entities/list/list-page.tsx'
import { useAnnouncement } from '../../../lib/atoms/announcement-atoms.ts'
import type { OrderBoard } from '../../../lib/api/orders.ts'
import { countOf } from '../../../lib/format/format.ts'
import { pageSummary } from '../../../lib/router/pagination.ts'
import { useIsWide } from '../../../lib/use-is-wide.ts'
import { BoardFilters, daysNarrowing, statusChoices } from '../../../ui/data/board-filters.tsx'
import { DaysFilter } from '../../../ui/data/days-filter.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { FocusRecovery } from '../../../ui/focus-recovery.tsx'
import { Pagination } from '../../../ui/data/pagination.tsx'
import { statusLabels } from '../order-status.ts'
import type { BoardSearch } from './board-search.ts'
import { OrderCards } from './order-cards.tsx'
import { orderColumns } from './order-columns.tsx'
import { OrderTable } from './order-table.tsx'

/**
 * All orders, with search, filters, and the steps possible on each; as a table, or as cards if there is no room for it.
 */
export function OrderBoardScreen({ board, search }: { board: OrderBoard; search: BoardSearch }) {
  const isWide = useIsWide()
  const count = countOf(board.totalElements, 'order')
  useAnnouncement(pageSummary(board, count))
  return (
    <ListPage title="Orders" lead={count} search={search} csv="orders" columns={orderColumns}>
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
        <DaysFilter label="Day of order" days={search} />
      </BoardFilters>
      <FocusRecovery>
        {board.content.length === 0 ? (
          <EmptyState icon={Package} title="No record(s) found" />
        ) : isWide ? (
          <OrderTable orders={board.content} search={search} />
        ) : (
          <OrderCards orders={board.content} />
        )}
      </FocusRecovery>
      <Pagination page={board} />
    </ListPage>
  )
}
