import { sql, type Kysely } from 'kysely'
import type { ServiceRequestStatus } from './schema.ts'

/** One service request, folded by the projection `service-requests`. */
export type ServiceRequestRow = {
  request_id: string
  requester_id: string
  login_user_name: string
  product_id: string
  title: string
  company: string
  logo_url: string
  description: string
  address: string
  status: ServiceRequestStatus
  raised_at: string
  /** Orders the list: the position of the event that raised it. */
  raised_position: number
  revision: number
}

type Tables = { 'read_service_requests.service_requests': ServiceRequestRow }

export type ServiceRequestPage = { rows: ServiceRequestRow[]; total: number }

/** Questions to the list of service requests. It lags behind the events by a moment: commands never ask it. */
export function serviceRequestQueries(db: Kysely<unknown>) {
  const requests = db.$extendTables<Tables>()

  function of(requesterId: string | undefined) {
    const all = requests.selectFrom('read_service_requests.service_requests')
    return requesterId === undefined ? all : all.where('requester_id', '=', requesterId)
  }

  return {
    /** Newest first; everybody's where no requester is named. */
    async page(
      requesterId: string | undefined,
      { page, size }: { page: number; size: number },
    ): Promise<ServiceRequestPage> {
      const [rows, count] = await Promise.all([
        of(requesterId)
          .selectAll()
          .orderBy('raised_position', 'desc')
          .limit(size)
          .offset(page * size)
          .execute(),
        of(requesterId)
          .select(sql<number>`count(*)`.as('total'))
          .executeTakeFirst(),
      ])
      return { rows, total: count?.total ?? 0 }
    },

    async idsOfRequester(requesterId: string): Promise<string[]> {
      const rows = await of(requesterId).select('request_id').execute()
      return rows.map((row) => row.request_id)
    },
  }
}

export type ServiceRequestQueries = ReturnType<typeof serviceRequestQueries>
