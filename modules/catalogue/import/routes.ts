import { contextOf } from '#core/http/routing/command-context.ts'
import { adminOnly, defineRoute, type Route } from '#core/http/routing/route.ts'
import { importRows, type ImportDeps } from './import-rows.ts'
import { describedColumns } from './domain/columns.ts'
import { matchColumns } from './domain/match-columns.ts'
import { ColumnsInput, ImportResponse, ImportInput, MatchedColumns } from './schema.ts'

/** The browser's import of a supplier's file: a few rows per call, by the same rules as `ops import`. */
export function importRoutes({ pictureHosts, ...deps }: ImportDeps & { pictureHosts: readonly string[] }): Route[] {
  return [importRoute(deps), columnsRoute(pictureHosts)]
}

function importRoute(deps: ImportDeps): Route {
  return defineRoute({
    method: 'POST',
    path: '/api/catalogue/import',
    summary: 'Import rows of a supplier’s file',
    description:
      'Each row succeeds or fails on its own; an invalid row is reported with its column and the reason. A body holds at ' +
      'most 256 kB, so a large file is sent in parts. The same rows can be sent again: a row that changes nothing appends no ' +
      'event. With `dryRun` nothing is changed. Pictures on the hosts of `PICTURE_HOSTS` are fetched and stored, with ' +
      '`dryRun` too; other addresses are kept unchanged. Each may take 10 s and four are fetched at a time, so send few ' +
      'such rows at once.',
    access: adminOnly,
    body: ImportInput,
    responses: { 200: ImportResponse },
    async handle(request) {
      const { rows, columns, dryRun: isDryRun = false } = request.body
      const imported = await importRows(deps, { rows, columns, isDryRun, context: contextOf(request) })
      return {
        status: 200,
        body: { rows: imported.rows },
        ...(imported.position > 0 && { position: imported.position }),
      }
    },
  })
}

function columnsRoute(pictureHosts: readonly string[]): Route {
  return defineRoute({
    method: 'POST',
    path: '/api/catalogue/import/columns',
    summary: 'Match the columns of a supplier’s file',
    description:
      'Proposes which known column each column of a file is, by its name: case, spaces, punctuation, units and one ' +
      'mistyped letter do not matter, and common other names are known (`Product name`, `MRP`). Nothing is imported: send ' +
      'the mapping that was confirmed as `columns` of the import.',
    access: adminOnly,
    body: ColumnsInput,
    responses: { 200: MatchedColumns },
    async handle({ body }) {
      const columns = matchColumns(body.columns)
      return { status: 200, body: { columns, fields: describedColumns(), pictureHosts: [...pictureHosts] } }
    },
  })
}
