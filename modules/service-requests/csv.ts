import { Type } from 'typebox'
import { csvReply, type CsvColumns } from '#core/http/responses/csv.ts'
import { adminOnly, defineRoute, type Route } from '#core/http/routing/route.ts'
import { inIndia } from '#core/text/indian-words.ts'
import type { ServiceRequestFilter, ServiceRequestQueries, ServiceRequestRow } from './read-model.ts'
import { ServiceRequestFilters, ServiceRequestSorting } from './schema.ts'

/** The list of service requests as a file for a spreadsheet. */
export function csvRoute({ requests }: { requests: Pick<ServiceRequestQueries, 'all'> }): Route {
  return defineRoute({
    method: 'GET',
    path: '/api/orders/productRequest.csv',
    summary: 'All service requests, newest first or sorted, as a CSV file',
    description: 'Of the whole list with these filters. Times are those of India.',
    access: adminOnly,
    query: Type.Object({ ...ServiceRequestFilters.properties, ...ServiceRequestSorting.properties }),
    responses: { 200: Type.String() },
    discloses: () => 'the list of service requests, as a file',
    reads: ['service-requests', 'unanswered-requests'],
    handle: ({ query }) =>
      csvReply({
        fileName: 'service-requests.csv',
        columns,
        batches: requests.all(filterOf(query), query.sort),
      }),
  })
}

/** The filter that a query of the list or of its file asks for. */
export function filterOf(query: ServiceRequestFilters): ServiceRequestFilter {
  const { text, status, unanswered, account, from, to } = query
  return { text, status, isUnanswered: unanswered, requesterId: account, raised: { from, to } }
}

const columns: CsvColumns<ServiceRequestRow> = {
  Request: (row) => row.request_id,
  Raised: (row) => inIndia(row.raised_at),
  Status: (row) => row.status,
  Account: (row) => row.login_user_name,
  Title: (row) => row.title,
  Company: (row) => row.company,
  Summary: (row) => row.description,
  Address: (row) => row.address,
  'Product id': (row) => row.product_id,
}
