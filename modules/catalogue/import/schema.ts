import { Type, type Static } from 'typebox'

/** The maximum number of rows per call; a browser sends a whole file in several calls. */
const maxImportRows = 100

/** Unvalidated rows of a supplier's file, each with its row number in the file (from 2, as spreadsheets count). */
export const ImportInput = Type.Object({
  rows: Type.Array(
    Type.Object({
      row: Type.Integer({ minimum: 1, maximum: 10_000_000, examples: [2] }),
      fields: Type.Record(Type.String(), Type.String(), {
        description: 'Keyed by the column names of the file',
        examples: [{ sku: 'ICU-MON-0001', title: 'Aarogya VM-12 Patient Monitor', price_inr: '84500' }],
      }),
    }),
    {
      minItems: 1,
      maxItems: maxImportRows,
      message: `Send 1 to ${maxImportRows} rows at a time, 256 kB together at most`,
    },
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

export const ImportAnswer = Type.Object({ rows: Type.Array(ImportedRow) })
