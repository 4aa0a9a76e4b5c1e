import { Type } from 'typebox'
import { Rejection } from '#core/domain/errors.ts'
import { csvReply, type CsvColumns } from '#core/http/responses/csv.ts'
import { adminOnly, defineRoute, type Route } from '#core/http/routing/route.ts'
import { pageOf, PageQuery } from '#core/http/schemas/pagination.ts'
import { inIndia } from '#core/text/indian-words.ts'
import { ExportFilters, ExportPage, ExportSorting } from '../schema.ts'
import type { ExportLists, OwnExports } from './own-exports-read-model.ts'
import { fileName, presentExport } from './present.ts'
import type { ExportRow } from './tables.ts'

export type OwnListDeps = {
  lists: ExportLists
  /** Deletes an export of this account; false if there is none. */
  deleteExport: (id: string, accountId: string) => Promise<boolean>
}

/** The caller's exports as a list that can be sorted and narrowed, and as a file; and their deletion. */
export function ownListRoutes({ lists, deleteExport }: OwnListDeps): Route[] {
  return [pageRoute(lists), csvRoute(lists), deleteRoute(deleteExport)]
}

const filters = { ...ExportFilters.properties, ...ExportSorting.properties }

function pageRoute(lists: ExportLists): Route {
  return defineRoute({
    method: 'GET',
    path: '/api/audit/my-exports',
    summary: 'The caller’s exports, newest first or sorted',
    access: adminOnly,
    query: Type.Object({ ...PageQuery.properties, ...filters }),
    responses: { 200: ExportPage },
    async handle({ query, actor }) {
      const { status, ...own } = ownExports(actor.id, query)
      const [rows, statusCounts] = await Promise.all([lists.page({ ...own, status }, query), lists.countByStatus(own)])
      const totalElements = status === undefined ? sumOf(statusCounts) : (statusCounts[status] ?? 0)
      return { status: 200, body: { ...pageOf(rows.map(presentExport), { ...query, totalElements }), statusCounts } }
    },
  })
}

const sumOf = (counts: Record<string, number>) => Object.values(counts).reduce((sum, count) => sum + count, 0)

function csvRoute(lists: ExportLists): Route {
  return defineRoute({
    method: 'GET',
    path: '/api/audit/my-exports.csv',
    summary: 'The caller’s exports, newest first or sorted, as a CSV file',
    description: 'Of the whole list with these filters. Times are those of India.',
    access: adminOnly,
    query: Type.Object(filters),
    responses: { 200: Type.String() },
    handle: ({ query, actor }) =>
      csvReply({
        fileName: 'exports.csv',
        columns,
        batches: lists.all(ownExports(actor.id, query), query.sort),
      }),
  })
}

function deleteRoute(deleteExport: OwnListDeps['deleteExport']): Route {
  return defineRoute({
    method: 'DELETE',
    path: '/api/audit/exports/{id}',
    summary: 'Delete an export of the caller, with its file',
    access: adminOnly,
    params: Type.Object({ id: Type.String({ maxLength: 100 }) }),
    responses: { 204: null },
    refuses: ['not-found'],
    async handle({ params, actor }) {
      // Whether another admin has such an export is not disclosed.
      if (!(await deleteExport(params.id, actor.id)))
        throw new Rejection('not-found', 'You have no such export: they are kept for a day')
      return { status: 204 }
    },
  })
}

function ownExports(accountId: string, { status, format, from, to }: ExportFilters): OwnExports {
  return { accountId, status, format, asked: { from, to } }
}

const columns: CsvColumns<ExportRow> = {
  File: fileName,
  Requested: (row) => inIndia(row.asked_at),
  Format: (row) => row.format,
  Status: (row) => row.status,
  Events: (row) => row.events,
  Finished: (row) => (row.finished_at === null ? '' : inIndia(row.finished_at)),
  Reason: (row) => row.error ?? '',
  Stream: ({ filter }) => filter.stream ?? '',
  Category: ({ filter }) => filter.category ?? '',
  Type: ({ filter }) => filter.type ?? '',
  'Account id': ({ filter }) => filter.by ?? '',
  Request: ({ filter }) => filter.correlationId ?? '',
  Without: ({ filter }) => filter.without ?? '',
  Predicate: ({ filter }) => filter.where ?? '',
  From: ({ filter }) => (filter.from === undefined ? '' : inIndia(filter.from)),
  To: ({ filter }) => (filter.to === undefined ? '' : inIndia(filter.to)),
}
