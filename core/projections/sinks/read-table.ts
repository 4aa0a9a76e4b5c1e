import { sql, type RawBuilder } from 'kysely'
import { byteBudget, fetchedUnweighed, TooMuchAtOnce } from '../../async/byte-budget.ts'
import type { Db } from '../../database/database.ts'
import { executePrepared } from '../../database/session/prepared.ts'
import { explainSchemaRight } from '../../database/schema-right.ts'
import type { ReadTable } from '../projection.ts'
import { totalsOf } from './stored-totals.ts'

/** The columns of a row, by name. */
type Columns = Readonly<Record<string, unknown>>

/** A read table in one schema: the SQL that creates, reads and writes it. */
export type StoredTable<R extends Columns> = {
  /** Creates the schema and the table, with no index but the primary key. Drops an existing schema. */
  create(db: Db, options?: { unlogged: boolean }): Promise<void>
  createIndexes(db: Db): Promise<void>
  /**
   * @throws TooMuchAtOnce where there are many rows with more than `byteBudget.loaded` bytes; fewer keys may fit. Not
   *   with `unweighed`, for rows that one event touches or that are known to be small
   */
  load(db: Db, keys: readonly string[], options?: { unweighed: boolean }): Promise<Map<string, R>>
  /** The `with` parts that write `rows` if `moved` has a row; `undefined` removes the row with that key. */
  writing(rows: ReadonlyMap<string, R | undefined>): RawBuilder<unknown>[]
  /** `schema.table`, quoted. */
  readonly reference: RawBuilder<unknown>
}

export function storedTable<R extends Columns>(schema: string, table: ReadTable): StoredTable<R> {
  const reference = sql.table(`${schema}.${table.name}`)
  const columns = writableColumns(table)
  const key = sql.ref(table.key)
  const names = sql.join(columns.map((column) => sql.ref(column)))
  const totals = totalsOf(schema, table)

  return {
    reference,

    async create(db, { unlogged } = { unlogged: false }) {
      await sql`drop schema if exists ${sql.id(schema)} cascade`.execute(db)
      await sql`create schema ${sql.id(schema)}`.execute(db).catch(explainSchemaRight('the read models'))
      const kind = sql.raw(unlogged ? 'unlogged table' : 'table')
      await sql`create ${kind} ${reference} (${sql.join(definitions(table))})`.execute(db)
      for (const one of totals) await sql`create ${kind} ${one.reference} ${one.definition}`.execute(db)
    },

    async createIndexes(db) {
      for (const index of table.indexes) await sql`create index on ${reference} ${sql.raw(index)}`.execute(db)
    },

    async load(db, keys, { unweighed } = { unweighed: false }) {
      if (keys.length === 0) return new Map()
      const wanted = sql`select ${names} from ${reference} where ${key} = any(${keys})`
      const isWeighed = keys.length > fetchedUnweighed && !unweighed
      const { rows } = await executePrepared<R>(db, sql<R>`${isWeighed ? ifItFits(table, wanted) : wanted}`)
      if (rows[0]?.[table.key] === null) throw new TooMuchAtOnce()
      return new Map(rows.map((row) => [String(row[table.key]), row]))
    },

    writing(rows) {
      const gone = [...rows].filter(([, row]) => row === undefined).map(([rowKey]) => rowKey)
      const kept = [...rows.values()].filter((row) => row !== undefined)
      for (const row of kept) requireDeclared(table, columns, row)
      if (rows.size === 0) return []
      return [
        sql`given as (select ${names} from json_populate_recordset(null::${reference}, ${JSON.stringify(kept)}::json))`,
        ...(gone.length > 0 ? [removing(reference, table, gone)] : []),
        ...(kept.length > 0 ? [putting(reference, { key: table.key, columns })] : []),
        ...totals.map((one) => one.counting(reference, [...rows.keys()])),
      ]
    },
  }
}

/**
 * Selects the wanted rows, or one row without a key if they have too many bytes. The stored size is determined without
 * reading the values; compressed values are decompressed only if their compressed size is small.
 */
function ifItFits(table: ReadTable, wanted: RawBuilder<unknown>): RawBuilder<unknown> {
  const columns = writableColumns(table)
  const long = columns.filter((column) => /^(text|json)/i.test(table.columns[column] ?? '')).map((one) => sql.ref(one))
  const sum = (size: (column: RawBuilder<unknown>) => RawBuilder<unknown>) =>
    sql`coalesce(sum(${sql.join(
      long.map((column) => sql`coalesce(${size(column)}, 0)`),
      sql` + `,
    )}), 0)`
  const isCompressed = sql.join(
    long.map((column) => sql`pg_column_compression(${column}) is not null`),
    sql` or `,
  )
  const names = sql.join(columns.map((column) => sql.ref(column)))
  const most = sql.lit(byteBudget.loaded)
  return sql`
    with found as materialized (${wanted}),
    sizes as (select ${sum((column) => sql`pg_column_size(${column})`)} as stored,
      coalesce(bool_or(${isCompressed}), false) as is_compressed from found),
    fitting as (select stored <= ${most} and case when is_compressed and stored <= ${most}
      then (select ${sum((column) => sql`octet_length(${column}::text)`)} from found) <= ${most} else true end as fits
      from sizes)
    select ${names} from found where (select fits from fitting)
    union all select ${sql.join(columns.map(() => sql`null`))} where not (select fits from fitting)`
}

function definitions(table: ReadTable): RawBuilder<unknown>[] {
  return Object.entries(table.columns).map(
    ([column, type]) => sql`${sql.id(column)} ${sql.raw(type)}${sql.raw(column === table.key ? ' primary key' : '')}`,
  )
}

/** Its declared columns except generated ones. */
export function writableColumns(table: ReadTable): string[] {
  return Object.keys(table.columns).filter((column) => !/\bgenerated\s+always\b/i.test(table.columns[column] ?? ''))
}

function requireDeclared(table: ReadTable, columns: readonly string[], row: Columns): void {
  const undeclared = Object.keys(row).find((column) => !columns.includes(column))
  if (undeclared !== undefined) throw new TypeError(`a row of ${table.name} has the undeclared column ${undeclared}`)
}

function removing(reference: RawBuilder<unknown>, table: ReadTable, keys: readonly string[]): RawBuilder<unknown> {
  return sql`removed as (
    delete from ${reference} where ${sql.ref(table.key)} = any(${keys}) and exists (select from moved))`
}

function putting(
  reference: RawBuilder<unknown>,
  { key, columns }: { key: string; columns: readonly string[] },
): RawBuilder<unknown> {
  const names = sql.join(columns.map((column) => sql.id(column)))
  const changes = columns
    .filter((column) => column !== key)
    .map((column) => sql`${sql.id(column)} = excluded.${sql.id(column)}`)
  const onConflict = changes.length > 0 ? sql`do update set ${sql.join(changes)}` : sql`do nothing`
  return sql`put as (
    insert into ${reference} (${names})
    select ${names} from given where exists (select from moved)
    on conflict (${sql.id(key)}) ${onConflict})`
}
