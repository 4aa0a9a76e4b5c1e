import { fold } from '#core/domain/decider.ts'
import { Rejection } from '#core/domain/errors.ts'
import type { EventStore } from '#core/event-store/event-store.ts'
import { eventsOf } from '#core/event-store/codec/typed-events.ts'
import type { CommandContext } from '#core/domain/handle-command.ts'
import { eventIdOf } from '#core/domain/ids.ts'
import { importProduct, productIdOfSku } from '../commands.ts'
import { catalogueEvents, productStream } from '../domain/events.ts'
import { changesOf } from './domain/changes.ts'
import { productDecider } from '../domain/product.ts'
import type { FetchPictures } from './fetch-pictures.ts'
import type { ImportedRow, ImportInput } from './schema.ts'
import { columnInFile, mappedFields, mappingFaults, type ColumnMapping } from './domain/mapping.ts'
import { columnNamed, readSupplierRow, type RowFault, type SupplierRow } from './domain/supplier-row.ts'

export type ImportRowsRequest = {
  rows: ImportInput['rows']
  /** The mapping of a file with other column names. */
  columns?: ColumnMapping | undefined
  isDryRun: boolean
  context: CommandContext
}

export type ImportDeps = { store: EventStore; fetchPictures: FetchPictures }

type Outcome = { imported: ImportedRow; position: number }

/**
 * Imports rows independently of each other; they share their commits. `position` is that of the last event.
 * @throws Rejection if the rows cannot be read by `columns`
 */
export async function importRows(deps: ImportDeps, { rows, columns, ...request }: ImportRowsRequest) {
  if (columns === undefined) return importKnown(deps, { rows, ...request })
  requireMappable(columns, rows)
  const mapped = rows.map(({ row, fields }) => ({ row, fields: mappedFields(fields, columns) }))
  const imported = await importKnown(deps, { rows: mapped, ...request })
  return { ...imported, rows: imported.rows.map((row) => namedAsInFile(row, columns)) }
}

function requireMappable(columns: ColumnMapping, rows: ImportInput['rows']): void {
  const errors = mappingFaults(columns, rows).map((defaultMessage) => ({ field: 'columns', defaultMessage }))
  if (errors[0]) throw new Rejection('invalid', errors[0].defaultMessage, { errors })
}

function namedAsInFile({ changes, faults, ...row }: ImportedRow, columns: ColumnMapping): ImportedRow {
  const named = <Part extends { column: string }>(part: Part) => ({
    ...part,
    column: columnInFile(part.column, columns),
  })
  return { ...row, changes: changes.map(named), faults: faults.map(named) }
}

async function importKnown(
  { store, fetchPictures }: ImportDeps,
  { rows, isDryRun, context }: Omit<ImportRowsRequest, 'columns'>,
): Promise<{ rows: ImportedRow[]; position: number }> {
  const outcomes = await Promise.all(
    rows.map(async ({ row, fields }, index): Promise<Outcome> => {
      const read = readSupplierRow(fields, row)
      if (Array.isArray(read)) return refused(row, fields['sku'] ?? '', read)
      // A command id belongs to one stream, so each row derives its own; a retried call derives the same ids.
      const own = { ...context, commandId: eventIdOf(context.commandId, (index + 1) * 1000) }
      try {
        const supplied = await fetchPictures(read, context.actor.id)
        return await importRow(store, { row, supplied, isDryRun, context: own })
      } catch (error) {
        if (error instanceof Rejection) return refused(row, read.sku, faultsOf(error, row))
        throw error
      }
    }),
  )
  return {
    rows: outcomes.map(({ imported }) => imported),
    position: Math.max(0, ...outcomes.map(({ position }) => position)),
  }
}

type Row = { row: number; supplied: SupplierRow; isDryRun: boolean; context: CommandContext }

async function importRow(store: EventStore, { row, supplied, isDryRun, context }: Row): Promise<Outcome> {
  const { sku } = supplied
  const history = await store.readStream(productStream(productIdOfSku(sku)))
  const before = fold(productDecider, eventsOf(catalogueEvents, history))
  const { outcome, events, position } = await importProduct(store, { row: supplied, isDryRun, context })
  const changes = before.status === 'none' ? [] : changesOf(before, events)
  return { imported: { row, sku, outcome, changes, faults: [] }, position }
}

/**
 * Reports the faults at the columns whose fields the refusal names; a fault of the whole product is reported at its
 * key.
 */
function faultsOf({ message, errors = [] }: Rejection, row: number): RowFault[] {
  if (errors.length === 0) return [{ row, column: 'sku', reason: message }]
  return errors.map(({ field, defaultMessage }) => ({ row, column: columnNamed(field), reason: defaultMessage }))
}

function refused(row: number, sku: string, faults: RowFault[]): Outcome {
  return { imported: { row, sku: sku.trim().slice(0, 60), outcome: 'refused', changes: [], faults }, position: 0 }
}
