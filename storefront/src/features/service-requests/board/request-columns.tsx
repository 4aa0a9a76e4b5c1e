import { Link } from '@tanstack/react-router'
import type { ServiceRequest } from '#modules/service-requests/schema.ts'
import { formatDateTime } from '../../../lib/format/format.ts'
import type { Column } from '../../../ui/table/columns.ts'
import { RequestStatusBadge } from '../request-status-badge.tsx'
import type { columnIds } from '../requests-search.ts'
import * as styles from './request-board.module.css'

type RequestColumn = Column<ServiceRequest> & { id: (typeof columnIds)[number] }

/** The columns of the table of service requests. A request's title leads to its page. */
export const requestColumns: readonly RequestColumn[] = [
  {
    id: 'title',
    head: 'Title',
    sorts: 'asc',
    cell: ({ id, title }) => (
      <Link
        to="/admin/service-requests/$requestId"
        params={{ requestId: id }}
        className={styles['title']}
        title={title}
      >
        {title}
      </Link>
    ),
  },
  { id: 'raised', head: 'Raised', sorts: 'desc', cell: ({ createDate }) => formatDateTime(createDate) },
  { id: 'company', head: 'Company', sorts: 'asc', cell: ({ company }) => company },
  { id: 'account', isMinor: true, head: 'Account', cell: ({ loginUserName }) => loginUserName },
  { id: 'summary', isMinor: true, head: 'Summary', fills: true, cell: ({ description }) => description },
  { id: 'status', head: 'Status', cell: ({ status }) => <RequestStatusBadge status={status} /> },
  { id: 'address', head: 'Address', isExtra: true, cell: ({ address }) => address },
  {
    id: 'product',
    head: 'Product',
    isExtra: true,
    cell: ({ productId }) =>
      productId !== '' && (
        <Link to="/products/$productId" params={{ productId }}>
          {productId}
        </Link>
      ),
  },
]
