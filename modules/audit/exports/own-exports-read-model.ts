import { sql, type Kysely } from 'kysely'
import { inBatches } from '#core/database/lists/in-batches.ts'
import { onDays, type Days } from '#core/database/lists/on-days.ts'
import { afterRow, sorted, type ListOrder, type SortColumn } from '#core/database/lists/sorted.ts'
import { sortParts } from '#core/http/schemas/sort.ts'
import type { ExportFormat, ExportSort, ExportSortColumn, ExportStatus } from '../schema.ts'
import type { ExportRow, ExportRows } from './tables.ts'

/** The exports of one account. The filter of an export may name a person, so no other account sees it. */
export type OwnExports = {
  accountId: string
  status?: ExportStatus | undefined
  format?: ExportFormat | undefined
  /** The days on which they were requested. */
  asked?: Days | undefined
}

/** A part of a list in an order; newest first if `sort` is left out. */
type Part = { page: number; size: number; sort?: ExportSort | undefined }

/** The lists of exports. An index holds those of each account, which are kept for a day. */
export function exportLists(db: Kysely<unknown>) {
  return {
    page: (own: OwnExports, { page, size, sort }: Part): Promise<ExportRow[]> =>
      sorted(matching(db, own).selectAll(), listOrder(sort))
        .limit(size)
        .offset(page * size)
        .execute(),

    /** Any number of exports. */
    all(own: OwnExports, sort?: ExportSort): AsyncGenerator<ExportRow[]> {
      const order = listOrder(sort)
      return inBatches((after, limit) =>
        afterRow(sorted(matching(db, own).selectAll(), order), order, after)
          .limit(limit)
          .execute(),
      )
    },

    /** The number per status, among those that match. */
    async countByStatus(own: Omit<OwnExports, 'status'>): Promise<Record<string, number>> {
      const rows = await matching(db, own)
        .select(['status', sql<number>`count(*)`.as('total')])
        .groupBy('status')
        .execute()
      return Object.fromEntries(rows.map(({ status, total }) => [status, total]))
    },
  }
}

export type ExportLists = ReturnType<typeof exportLists>

/** The matching rows, unordered. */
function matching(db: Kysely<unknown>, { accountId, status, format, asked = {} }: OwnExports) {
  const all = db.$extendTables<ExportRows>().selectFrom('audit_exports').where('asked_by', '=', accountId)
  let query = onDays(all, 'asked_at', asked)
  if (status !== undefined) query = query.where('status', '=', status)
  if (format !== undefined) query = query.where('format', '=', format)
  return query
}

const byTime: readonly SortColumn<ExportRow>[] = [
  { by: sql.ref('asked_at'), valueIn: (row) => sql`${row.asked_at}::timestamptz` },
  { by: sql.ref('id'), valueIn: (row) => row.id },
]

const sortColumns: Record<ExportSortColumn, readonly SortColumn<ExportRow>[]> = {
  asked: [],
  events: [{ by: sql.ref('events'), valueIn: (row) => sql`${row.events}::bigint` }],
}

function listOrder(sort: ExportSort = 'asked-desc'): ListOrder<ExportRow> {
  const [column, direction] = sortParts(sort)
  return { columns: [...sortColumns[column], ...byTime], direction }
}
