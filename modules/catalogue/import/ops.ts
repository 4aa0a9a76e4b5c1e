import { systemActor } from '#core/domain/actor.ts'
import type { Terminal } from '#core/cli/terminal.ts'
import { Rejection } from '#core/domain/errors.ts'
import type { EventStore } from '#core/event-store/event-store.ts'
import type { NewId } from '#core/domain/ids.ts'
import { importProduct } from '../commands.ts'
import type { FetchPictures } from './fetch-pictures.ts'
import { readColumnNames, type ColumnNames } from './domain/column-names.ts'
import { importFile, InvalidFile, type ImportResult } from './commands.ts'
import type { RowFault } from './domain/supplier-row.ts'

type Deps = { store: EventStore; newId: NewId; fetchPictures: FetchPictures }

type ImportRequest = {
  file: string
  columnNames?: ColumnNames
  /** Reports what would happen and changes nothing. */
  isDryRun: boolean
  onProgress?: (progress: { done: number; total: number }) => void
}

/** Imports a supplier's file with the shop as the actor. All events of one import share a correlation id. */
export function importCatalogue({ store, newId, fetchPictures }: Deps, request: ImportRequest): Promise<ImportResult> {
  const { isDryRun, columnNames = new Map(), ...of } = request
  const correlationId = newId()
  return importFile({
    ...of,
    columnNames,
    async importRow(row) {
      const commandId = newId()
      try {
        const context = { actor: systemActor, correlationId, causationId: correlationId, commandId }
        const supplied = await fetchPictures(row, systemActor.id)
        const { outcome } = await importProduct(store, { row: supplied, isDryRun, context })
        return outcome
      } catch (error) {
        if (error instanceof Rejection) return { refused: error.message }
        throw error
      }
    },
  })
}

/**
 * `ops import`. `columns` are options such as `Product name=title`, for a file whose columns have other names. Resolves to
 * `true` if no row was refused; otherwise the exit code is not 0.
 */
export async function importCommand(
  deps: Deps & { terminal: Terminal },
  { file, columns, isDryRun }: { file: string; columns: readonly string[]; isDryRun: boolean },
): Promise<boolean> {
  const { terminal } = deps
  const columnNames = readColumnNames(columns)
  const progress = terminal.progress('import')
  try {
    const onProgress = ({ done, total }: { done: number; total: number }) => progress.update(done, total)
    const result = await importCatalogue(deps, { file, columnNames, isDryRun, onProgress })
    progress.stop()
    terminal.json({ file, isDryRun, ...result })
    for (const line of summaryOf(result, isDryRun)) terminal.print(line)
    return result.refused.length === 0
  } catch (error) {
    progress.stop()
    if (!(error instanceof InvalidFile)) throw error
    terminal.json({ file, error: error.message, faults: error.faults })
    for (const fault of error.faults) terminal.print(faultLine(fault))
    terminal.print(error.message)
    return false
  }
}

function summaryOf({ rows, added, changed, unchanged, refused }: ImportResult, isDryRun: boolean): string[] {
  const counts = `${added} added, ${changed} changed, ${unchanged} unchanged, ${refused.length} refused`
  return [
    ...refused.map(faultLine),
    isDryRun ? `${rows} rows would be: ${counts}; nothing was changed (--dry-run)` : `${rows} rows: ${counts}`,
  ]
}

/** A reason may quote the file, so control characters are replaced before they reach the terminal. */
function faultLine({ row, column, reason }: RowFault): string {
  return `row ${row}${column ? `, column ${column}` : ''}: ${reason}`.replaceAll(/\p{Cc}/gu, '\uFFFD')
}
