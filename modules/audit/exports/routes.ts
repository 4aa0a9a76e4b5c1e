import { Type } from 'typebox'
import { isoTime } from '#core/domain/clock.ts'
import { Rejection } from '#core/domain/errors.ts'
import { adminOnly, defineRoute, type Route } from '#core/http/routing/route.ts'
import { searchBy } from '../events/routes.ts'
import type { Fields } from '../predicate/field.ts'
import { parsePredicate } from '../predicate/parse-predicate.ts'
import type { ExportedFilter, ExportRow } from './tables.ts'
import { Export, ExportInput, ExportKey } from '../schema.ts'
import { ownListRoutes, type OwnListDeps } from './own-list-routes.ts'
import { fileName, presentExport } from './present.ts'

/** The dependencies of the routes for exports. */
export type ExportRouteDeps = OwnListDeps & {
  request: (wanted: { requestedBy: string; format: ExportRow['format']; filter: ExportedFilter }) => Promise<string>
  /** What a predicate can name. */
  fields: Fields
  find: (id: string) => Promise<ExportRow | undefined>
  ofAdmin: (accountId: string) => Promise<ExportRow[]>
  /** The file of a finished export. */
  open: (id: string) => NonNullable<Awaited<ReturnType<Route['handle']>>['stream']>
  publicKey: string
}

const ExportParams = Type.Object({ id: Type.String({ maxLength: 100 }) })

/** Events as a file, created in the background for the ADMIN who requested it. */
export function exportRoutes(deps: ExportRouteDeps): Route[] {
  return [askRoute(deps), listRoute(deps), oneRoute(deps), fileRoute(deps), keyRoute(deps), ...ownListRoutes(deps)]
}

function askRoute(deps: ExportRouteDeps): Route {
  return defineRoute({
    method: 'POST',
    path: '/api/audit/exports',
    summary: 'Request an export of events: CSV, or signed NDJSON with a hash chain',
    description:
      'The file is created in the background: poll the export until its status is `done`. It is kept for a day. It has the ' +
      'events that `GET /api/audit/events` lists with the same filter and predicate.',
    access: adminOnly,
    body: ExportInput,
    responses: { 202: Export },
    idempotent: {},
    discloses: ({ body: { where } }) => searchBy({ what: 'an export of events', where }, deps.fields),
    async handle({ body, actor }) {
      const { format, from, to, ...marks } = body
      if (marks.where !== undefined) parsePredicate(marks.where, deps.fields)
      const filter = { ...marks, ...(from && { from: inUtc(from) }), ...(to && { to: inUtc(to) }) }
      const row = await deps.find(await deps.request({ requestedBy: actor.id, format, filter }))
      return { status: 202, body: row && presentExport(row) }
    },
  })
}

function listRoute({ ofAdmin }: ExportRouteDeps): Route {
  return defineRoute({
    method: 'GET',
    path: '/api/audit/exports',
    summary: 'The caller’s exports, newest first',
    access: adminOnly,
    responses: { 200: Type.Array(Export) },
    handle: async ({ actor }) => ({ status: 200, body: (await ofAdmin(actor.id)).map(presentExport) }),
  })
}

function oneRoute(deps: ExportRouteDeps): Route {
  return defineRoute({
    method: 'GET',
    path: '/api/audit/exports/{id}',
    summary: 'The progress of an export',
    access: adminOnly,
    params: ExportParams,
    responses: { 200: Export },
    handle: async ({ params, actor }) => ({ status: 200, body: presentExport(await own(deps, params.id, actor.id)) }),
  })
}

function fileRoute(deps: ExportRouteDeps): Route {
  return defineRoute({
    method: 'GET',
    path: '/api/audit/exports/{id}/file',
    summary: 'The file of an export, for the ADMIN who requested it',
    access: adminOnly,
    params: ExportParams,
    responses: { 200: Type.String() },
    refuses: ['conflict'],
    discloses: ({ params }) => `export ${params.id}`,
    async handle({ params, actor }) {
      const row = await own(deps, params.id, actor.id)
      if (row.status === 'failed') throw new Rejection('conflict', 'The export has failed: request it again')
      if (row.status !== 'done') throw new Rejection('conflict', `The export is ${row.status}: wait until it is done`)
      const headers = {
        'Content-Type': row.format === 'csv' ? 'text/csv; charset=utf-8' : 'application/x-ndjson; charset=utf-8',
        'Content-Disposition': `attachment; filename="${fileName(row)}"`,
      }
      return { status: 200, headers, stream: deps.open(row.id) }
    },
  })
}

function keyRoute({ publicKey }: ExportRouteDeps): Route {
  return defineRoute({
    method: 'GET',
    path: '/api/audit/export-key',
    summary: 'The public key that exports are signed with',
    access: 'everyone',
    responses: { 200: ExportKey },
    handle: () => ({ status: 200, body: { algorithm: 'Ed25519', publicKey } }),
  })
}

async function own({ find }: ExportRouteDeps, id: string, accountId: string): Promise<ExportRow> {
  const row = await find(id)
  if (row === undefined) throw new Rejection('not-found', 'There is no such export: they are kept for a day')
  if (row.asked_by !== accountId)
    throw new Rejection('forbidden', 'Only the admin who requested an export can download it')
  return row
}

function inUtc(time: string): string {
  return isoTime(Date.parse(time))
}
