import { sql, type RawBuilder } from 'kysely'
import { isDeepStrictEqual } from 'node:util'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import type { Db } from '../../database/database.ts'
import { OperatorError } from '../../domain/errors.ts'
import type { Position } from '../../event-store/event-store.ts'
import type { Projection, ReadTable, SearchProjection, TableProjection } from '../projection.ts'
import { compareWithLive } from '../rebuild/compare-with-live.ts'
import { compareTables, type Differences } from './compare.ts'
import { compareDocuments } from './compare-documents.ts'
import { anyLiveCheckpoint, withScratch, type ScratchOptions, type ScratchPlan } from '../rebuild/scratch.ts'
import type { BuildContext } from '../rebuild/shadow.ts'
import { storedTable } from '../sinks/read-table.ts'
import { isTable, schemasOf } from '../follow/subscription.ts'

/** The change of one field of a row: an absent `from` or `to` means no value on that side. */
export type FieldChange = { field: string; from?: unknown; to?: unknown }
export type RowSample = { key: string; kind: 'added' | 'removed' | 'changed'; fields: FieldChange[] }

/** What a replay would change in the live read model, as of `position`. */
export type DryRun = {
  position: Position
  /** The live version, and the version that a replay would build. */
  liveVersion: number
  version: number
  added: number
  removed: number
  changed: number
  /** A few of each kind. */
  samples: RowSample[]
}

const samplesOfAKind = 5

/**
 * Builds a read model alongside the live one and reports the rows that differ, even if another version of the code
 * built the live one. Nothing is swapped, and the build is dropped.
 * @throws Rejection `conflict` while another verification or dry run of it is in progress
 * @throws EventFailure with the event that cannot be processed
 */
export async function dryRun(
  projection: Projection,
  context: BuildContext,
  options: ScratchOptions = {},
): Promise<DryRun> {
  return withScratch(projection, context, {
    ...options,
    async work(plan) {
      const live = await anyLiveCheckpoint(context.db, plan.subscription)
      const compared = isTable(projection)
        ? await dryRunTable(projection, plan)
        : await dryRunSearch(projection, plan, live.position)
      return { ...compared, liveVersion: live.version, version: projection.version }
    },
  })
}

type Compared = Omit<DryRun, 'liveVersion' | 'version'>

async function dryRunTable(projection: TableProjection, plan: ScratchPlan): Promise<Compared> {
  const { table } = projection.sink
  const { live: actual, verify: expected } = schemasOf(projection.name)
  await assertComparable(plan.context.db, actual, table)
  return compareWithLive(projection, plan, {
    liveIn: (db) => anyLiveCheckpoint(db, plan.subscription),
    async compare(snapshot, { position }) {
      const differences = await compareTables(snapshot, { table, actual, expected, isOfAnyShape: true })
      return comparedOf(position, differences, {
        before: (keys) => rowsIn(snapshot, { schema: actual, table }, keys),
        after: (keys) => rowsIn(snapshot, { schema: expected, table }, keys),
      })
    },
  })
}

async function dryRunSearch(projection: SearchProjection, plan: ScratchPlan, from: Position): Promise<Compared> {
  const { position, differences, expected } = await compareDocuments(projection, plan, from)
  const { searchIndex } = plan.context
  return comparedOf(position, differences, {
    before: async (keys) => new Map((await searchIndex.live().get(keys)).map((found) => [found.id, { ...found }])),
    after: async (keys) => {
      const texts = await expected.textsOf(keys)
      return new Map([...texts].map(([id, text]) => [id, rows.Parse(JSON.parse(text))]))
    },
  })
}

type Fields = Record<string, unknown>
const rows = Compile(Type.Record(Type.String(), Type.Unknown()))

type Sides = Record<'before' | 'after', (keys: readonly string[]) => Promise<ReadonlyMap<string, Fields>>>

async function comparedOf(
  position: Position,
  { missing, extra, different }: Differences,
  sides: Sides,
): Promise<Compared> {
  const chosen = [
    ...missing.slice(0, samplesOfAKind).map((key) => ({ key, kind: 'added' as const })),
    ...extra.slice(0, samplesOfAKind).map((key) => ({ key, kind: 'removed' as const })),
    ...different.slice(0, samplesOfAKind).map((key) => ({ key, kind: 'changed' as const })),
  ]
  const keys = chosen.map(({ key }) => key)
  const [before, after] = [await sides.before(keys), await sides.after(keys)]
  const samples = chosen.map((one) => ({ ...one, fields: changesOf(before.get(one.key), after.get(one.key)) }))
  return { position, added: missing.length, removed: extra.length, changed: different.length, samples }
}

function changesOf(before: Fields = {}, after: Fields = {}): FieldChange[] {
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return fields
    .filter((field) => !isDeepStrictEqual(before[field], after[field]))
    .map((field) => ({
      field,
      ...(field in before && { from: before[field] }),
      ...(field in after && { to: after[field] }),
    }))
}

async function rowsIn(
  db: Db,
  { schema, table }: { schema: string; table: ReadTable },
  keys: readonly string[],
): Promise<Map<string, Fields>> {
  const key: RawBuilder<unknown> = sql`t.${sql.ref(table.key)}::text`
  const found = await sql<{ key: string; fields: unknown }>`
    select ${key} as key, to_jsonb(t) as fields from ${storedTable(schema, table).reference} t
    where ${key} = any(${keys})`.execute(db)
  return new Map(found.rows.map((row) => [row.key, rows.Parse(row.fields)]))
}

async function assertComparable(db: Db, schema: string, { name, key }: ReadTable): Promise<void> {
  const { rows: found } = await sql`
    select from information_schema.columns
    where table_schema = ${schema} and table_name = ${name} and column_name = ${key}`.execute(db)
  if (found.length === 0)
    throw new OperatorError(`the live schema has no table ${name} with the key ${key}`, 'Replay it: all rows are new.')
}
