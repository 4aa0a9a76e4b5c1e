import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../database/database.ts'
import type { ReadTable } from '../projection.ts'
import { storedTable, writableColumns } from '../sinks/read-table.ts'

/** The keys of the rows in which the live read model differs from the log. */
export type Differences = { missing: string[]; extra: string[]; different: string[] }

type Sides = {
  table: ReadTable
  /** The schemas of the table to check and of the expected one. */
  actual: string
  expected: string
  /** The two may have different columns: whole rows are compared, regardless of column order. */
  isOfAnyShape?: boolean
}

const buckets = 256

/** Compares two copies of a read table: first by a checksum per bucket of keys, then row by row where these differ. */
export async function compareTables(db: Db, sides: Sides): Promise<Differences> {
  const suspects = await differingBuckets(db, sides)
  const differences: Differences = { missing: [], extra: [], different: [] }
  if (suspects.length === 0) return differences
  const { rows } = await sql<{ key: string; kind: keyof Differences }>`
    select coalesce(a.key, e.key)::text as key,
      case when a.key is null then 'missing' when e.key is null then 'extra' else 'different' end as kind
    from (${contents(sides, sides.actual, suspects)}) a
    full join (${contents(sides, sides.expected, suspects)}) e on a.key = e.key
    where a.contents is distinct from e.contents
    order by 1`.execute(db)
  for (const row of rows) differences[row.kind].push(row.key)
  return differences
}

async function differingBuckets(db: Db, sides: Sides): Promise<number[]> {
  const { rows } = await sql<{ bucket: number }>`
    select bucket
    from (${checksums(sides, sides.actual)}) a full join (${checksums(sides, sides.expected)}) e using (bucket)
    where a.rows is distinct from e.rows or a.checksum is distinct from e.checksum`.execute(db)
  return rows.map(({ bucket }) => bucket)
}

/** All keys that differ in any way. */
export function allKeys({ missing, extra, different }: Differences): string[] {
  return [...missing, ...extra, ...different]
}

function checksums({ table, isOfAnyShape }: Sides, schema: string): RawBuilder<unknown> {
  return sql`
    select ${bucketOf(table)} as bucket, count(*) as rows, sum(hashtextextended(${contentsOf(table, isOfAnyShape)}, 0)) as checksum
    from ${storedTable(schema, table).reference} t group by 1`
}

function contents({ table, isOfAnyShape }: Sides, schema: string, inBuckets: readonly number[]): RawBuilder<unknown> {
  return sql`
    select ${sql.ref(table.key)} as key, ${contentsOf(table, isOfAnyShape)} as contents
    from ${storedTable(schema, table).reference} t where ${bucketOf(table)} = any(${inBuckets})`
}

function bucketOf(table: ReadTable): RawBuilder<unknown> {
  return sql`mod(hashtext(${sql.ref(table.key)}::text)::bigint & 2147483647, ${sql.lit(buckets)})::int`
}

function contentsOf(table: ReadTable, isOfAnyShape = false): RawBuilder<unknown> {
  if (isOfAnyShape) return sql`to_jsonb(t)::text`
  return sql`row(${sql.join(writableColumns(table).map((column) => sql.ref(column)))})::text`
}
