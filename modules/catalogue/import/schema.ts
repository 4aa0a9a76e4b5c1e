import { Type, type Static } from 'typebox'
import { importColumns, type ImportColumn } from './domain/columns.ts'

/** The maximum number of rows per call; a browser sends a whole file in several calls. */
const maxImportRows = 100

const maxColumns = 200
const ColumnName = Type.String({ maxLength: 200, examples: ['Product name'] })
const KnownColumn = Type.Unsafe<ImportColumn>(Type.Union(importColumns.map((name) => Type.Literal(name))))

const exampleRow = {
  sku: 'ICU-MON-0001',
  'Product name': 'Aarogya VM-12 Patient Monitor',
  Manufacturer: 'Aarogya Meditech',
  brand: 'Aarogya',
  category: 'icu-equipments',
  lookup_type: 'Equipment',
  'Price (Rs)': '84500',
  Stock: '12',
  description: 'Bedside monitor for ECG, SpO2, NIBP and temperature.',
  feature_description: 'Screen: 12.1 in',
  Colour: 'White',
}

const exampleMapping: Record<keyof typeof exampleRow, ImportColumn | null> = {
  sku: 'sku',
  'Product name': 'title',
  Manufacturer: 'company',
  brand: 'brand',
  category: 'category',
  lookup_type: 'lookup_type',
  'Price (Rs)': 'price_inr',
  Stock: 'qty',
  description: 'description',
  feature_description: 'feature_description',
  Colour: null,
}

/** Unvalidated rows of a supplier's file, each with its row number in the file (from 2, as spreadsheets count). */
export const ImportInput = Type.Object({
  rows: Type.Array(
    Type.Object({
      row: Type.Integer({ minimum: 1, maximum: 10_000_000, examples: [2] }),
      fields: Type.Record(Type.String(), Type.String(), {
        description: 'Keyed by the column names of the file',
        examples: [exampleRow],
      }),
    }),
    {
      minItems: 1,
      maxItems: maxImportRows,
      message: `Send 1 to ${maxImportRows} rows at a time, 256 kB together at most`,
    },
  ),
  columns: Type.Optional(
    Type.Record(ColumnName, Type.Union([KnownColumn, Type.Null()]), {
      maxProperties: maxColumns,
      description:
        'For a file with other names of columns: which known column each of its columns is, or null for one that is left ' +
        'out. Names every column of the rows; changes and faults are reported by the names in the file.',
      examples: [exampleMapping],
    }),
  ),
  dryRun: Type.Optional(Type.Boolean({ description: 'Only reports what would happen' })),
})
export type ImportInput = Static<typeof ImportInput>

/** The outcome of one row, also in a dry run. `refused`: the row has faults, or the admin has deleted its product. */
export const ImportedRow = Type.Object({
  row: Type.Integer(),
  sku: Type.String(),
  outcome: Type.Union([
    Type.Literal('added'),
    Type.Literal('changed'),
    Type.Literal('unchanged'),
    Type.Literal('refused'),
  ]),
  /** The differences from the catalogue, by the column names of the file. */
  changes: Type.Array(Type.Object({ column: Type.String(), from: Type.String(), to: Type.String() })),
  faults: Type.Array(Type.Object({ row: Type.Integer(), column: Type.String(), reason: Type.String() })),
})
export type ImportedRow = Static<typeof ImportedRow>

export const ImportResponse = Type.Object({ rows: Type.Array(ImportedRow) })

/** The names of the columns of a file. */
export const ColumnsInput = Type.Object({
  columns: Type.Array(ColumnName, {
    minItems: 1,
    maxItems: maxColumns,
    uniqueItems: true,
    message: `Send the names of 1 to ${maxColumns} columns, each once and with at most 200 characters`,
  }),
})
export type ColumnsInput = Static<typeof ColumnsInput>

/** The known columns that probably correspond to the columns of a file, and all known columns. */
export const MatchedColumns = Type.Object({
  columns: Type.Array(
    Type.Object({
      column: Type.String(),
      field: Type.Union([KnownColumn, Type.Null()], { description: 'The known column that is proposed' }),
      match: Type.Union([Type.Literal('exact'), Type.Literal('similar'), Type.Literal('none')]),
      candidates: Type.Array(KnownColumn, {
        description: 'What it may be, if it is not certain which column is meant',
      }),
    }),
  ),
  fields: Type.Array(Type.Object({ name: KnownColumn, required: Type.Boolean(), description: Type.String() })),
  pictureHosts: Type.Array(Type.String(), {
    description: 'The hosts from which pictures are fetched (`PICTURE_HOSTS`), with a port unless it is 443',
  }),
})
export type MatchedColumns = Static<typeof MatchedColumns>
