import { sql, type Kysely } from 'kysely'
import { likePatterns } from '#core/database/like-patterns.ts'
import { storedTotals, sumOf } from '#core/database/lists/stored-totals.ts'
import { inBatches } from '#core/database/lists/in-batches.ts'
import { onDays, type Days } from '#core/database/lists/on-days.ts'
import { pageAt } from '#core/database/lists/page-at.ts'
import { afterRow, sorted, type ListOrder } from '#core/database/lists/sorted.ts'
import { sortParts } from '#core/http/schemas/sort.ts'
import type { ReplyFrom, ServiceRequestSort, ServiceRequestStatus } from './schema.ts'

/** One service request, written by the projection `service-requests`. */
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
  /** The position of the event that raised it, which orders the list. */
  raised_position: number
  /** Who wrote the last reply; absent while a build of an earlier release is live. */
  last_reply_from?: ReplyFrom | null
  /** The time of the shop's last reply. */
  shop_replied_at?: string | null
  revision: number
}

/** A request whose requester waits for an answer, written by the projection `unanswered-requests`. */
export type UnansweredRow = {
  request_id: string
  /** The time since which the requester has waited. */
  since: string
}

type Tables = {
  'read_service_requests.service_requests': ServiceRequestRow
  'read_unanswered_requests.requests': UnansweredRow
}

/** Every word of `text`, or part of one, must occur in id, requester, title, company, summary or address. */
export type ServiceRequestFilter = {
  text?: string | undefined
  status?: ServiceRequestStatus | undefined
  requesterId?: string | undefined
  /** Only those whose requester waits for an answer. */
  isUnanswered?: boolean | undefined
  /** The days of raising. */
  raised?: Days | undefined
}

/** A part of a list in an order; newest first if `sort` is left out. */
type Part = { page: number; size: number; sort?: ServiceRequestSort | undefined }

export type ServiceRequestPage = { rows: ServiceRequestRow[]; total: number }

/** Queries on the list of service requests. It is eventually consistent, so no command reads it. */
export function serviceRequestQueries(db: Kysely<unknown>) {
  const matching = (filter: ServiceRequestFilter) => matchingIn(db, filter)

  return {
    /** Of all requesters if `requesterId` is undefined. */
    async page(filter: ServiceRequestFilter, part: Part): Promise<ServiceRequestPage> {
      const [rows, count] = await Promise.all([
        partOf(db, filter, part),
        matching(filter)
          .select(sql<number>`count(*)`.as('total'))
          .executeTakeFirst(),
      ])
      return { rows, total: count?.total ?? 0 }
    },

    /** The rows of a page, for a caller that counts the matching requests by status anyway. */
    rows: (filter: ServiceRequestFilter, part: Part): Promise<ServiceRequestRow[]> => partOf(db, filter, part),

    /** Any number of requests; newest first if `sort` is left out. */
    all: (filter: ServiceRequestFilter, sort?: ServiceRequestSort): AsyncGenerator<ServiceRequestRow[]> =>
      batchesOf(matching(filter), sort),

    /** The number of requests per status, among those that match. */
    countByStatus: (filter: Omit<ServiceRequestFilter, 'status'>) => countByStatus(db, filter),

    /** How many requesters wait for an answer, and since when the first of them has waited. */
    async unanswered(): Promise<{ count: number; oldest: string | null }> {
      const all = db.$extendTables<Tables>().selectFrom('read_unanswered_requests.requests')
      const row = await all
        .select([sql<number>`count(*)`.as('count'), sql<string | null>`min(since)`.as('oldest')])
        .executeTakeFirst()
      return row ?? { count: 0, oldest: null }
    },

    /** Newest first; all if `limit` is null. */
    async idsOfRequester(requesterId: string, limit: number | null = null): Promise<string[]> {
      const newest = matching({ requesterId }).orderBy('raised_position', 'desc').limit(limit)
      const rows = await newest.select('request_id').execute()
      return rows.map((row) => row.request_id)
    },
  }
}

export type ServiceRequestQueries = ReturnType<typeof serviceRequestQueries>

const list = 'read_service_requests.service_requests'

/** What `text` searches: the expression of the index of the projection `service-requests`. */
export const searchedRequestText = `lower(request_id || ' ' || login_user_name || ' ' || title || ' ' || company || ' ' || description || ' ' || address)`
const searched = sql.raw<string>(searchedRequestText)

/** Without a filter, from the totals that the projection keeps. */
async function countByStatus(
  db: Kysely<unknown>,
  filter: Omit<ServiceRequestFilter, 'status'>,
): Promise<Record<string, number>> {
  const stored = isWhole(filter) ? await storedTotals(db, list) : undefined
  if (stored !== undefined) return stored
  const rows = await matchingIn(db, filter)
    .select(['status', sql<number>`count(*)`.as('total')])
    .groupBy('status')
    .execute()
  return Object.fromEntries(rows.map(({ status, total }) => [status, total]))
}

function isWhole({ text, raised = {}, ...others }: ServiceRequestFilter): boolean {
  const isNarrowed = Object.values({ ...raised, ...others }).some((value) => value !== undefined && value !== false)
  return !isNarrowed && likePatterns(text).length === 0
}

/** The matching rows, unordered. */
function matchingIn(db: Kysely<unknown>, filter: ServiceRequestFilter) {
  const { text, status, requesterId, isUnanswered, raised = {} } = filter
  const tables = db.$extendTables<Tables>()
  let query = onDays(tables.selectFrom('read_service_requests.service_requests'), 'raised_at', raised)
  if (isUnanswered === true)
    query = query.where('request_id', 'in', tables.selectFrom('read_unanswered_requests.requests').select('request_id'))
  if (requesterId !== undefined) query = query.where('requester_id', '=', requesterId)
  if (status !== undefined) query = query.where('status', '=', status)
  for (const pattern of likePatterns(text)) query = query.where(searched, 'like', pattern)
  return query
}

/** By the columns of an index of the projection `service-requests`, of which the last one is unique. */
function listOrder(sort: ServiceRequestSort = 'raised-desc'): ListOrder<ServiceRequestRow> {
  const [column, direction] = sortParts(sort)
  const raised = { by: sql.ref('raised_position'), valueIn: (row: ServiceRequestRow) => row.raised_position }
  if (column === 'raised') return { columns: [raised], direction }
  const text = {
    by: sql`lower(${sql.ref(column)})`,
    valueIn: (row: ServiceRequestRow) => sql`lower(${row[column]}::text)`,
  }
  return { columns: [text, raised], direction }
}

function partOf(
  db: Kysely<unknown>,
  filter: ServiceRequestFilter,
  { sort, ...part }: Part,
): Promise<ServiceRequestRow[]> {
  const requests = matchingIn(db, filter)
  const total = () => storedTotal(db, filter)
  return pageAt(requests, requests.selectAll(), { ...part, order: listOrder(sort), total })
}

/** The number of matching requests, if the projection keeps it. */
async function storedTotal(
  db: Kysely<unknown>,
  { status, ...others }: ServiceRequestFilter,
): Promise<number | undefined> {
  const totals = isWhole(others) ? await storedTotals(db, list) : undefined
  return totals && (status === undefined ? sumOf(totals) : (totals[status] ?? 0))
}

function batchesOf(
  requests: ReturnType<typeof matchingIn>,
  sort?: ServiceRequestSort,
): AsyncGenerator<ServiceRequestRow[]> {
  const order = listOrder(sort)
  return inBatches((after, limit) => afterRow(sorted(requests.selectAll(), order), order, after).limit(limit).execute())
}
