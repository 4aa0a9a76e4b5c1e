import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../database/database.ts'
import type { StoredTotals, ReadTable } from '../projection.ts'

/** The stored totals of a read table: the SQL that creates and writes them. */
export type TotalsTable = {
  /** `schema.table`, quoted. */
  readonly reference: RawBuilder<unknown>
  /** Its columns. */
  readonly definition: RawBuilder<unknown>
  /**
   * The `with` clause that updates the totals for a change of the rows with these keys. It is part of the statement
   * that writes the rows: all parts of a statement see the rows as they were before it, and `given` has the rows after
   * it.
   */
  counting(rows: RawBuilder<unknown>, keys: readonly string[]): RawBuilder<unknown>
}

export function totalsOf(schema: string, table: ReadTable): TotalsTable[] {
  return (table.totals ?? []).map((totals) => totalsTable(schema, table, totals))
}

function totalsTable(schema: string, table: ReadTable, totals: StoredTotals): TotalsTable {
  const reference = referenceOf(schema, table, totals)
  const by = sql.raw(totals.by)
  const where = sql.raw(totals.where)
  return {
    reference,
    // Leaves space for new row versions in the same page, because each page of events updates the rows.
    definition: sql`(value text primary key, total bigint not null) with (fillfactor = 50)`,
    counting: (rows, keys) => sql`${sql.id(`counted_${totals.name}`)} as (
      insert into ${reference} as kept (value, total)
      select value, sum(change)
      from (
        select ${by} as value, -1 as change from ${rows} where ${sql.ref(table.key)} = any(${keys}) and ${where}
        union all
        select ${by}, 1 from given where ${where}
      ) changes
      where exists (select from moved)
      group by value having sum(change) <> 0
      on conflict (value) do update set total = kept.total + excluded.total)`,
  }
}

function referenceOf(schema: string, table: ReadTable, { name }: StoredTotals): RawBuilder<unknown> {
  return sql.table(`${schema}.${table.name}_${name}`)
}

/** The values whose stored total differs from the number of their rows. */
export async function wrongTotals(db: Db, schema: string, table: ReadTable): Promise<string[]> {
  const wrong: string[] = []
  for (const totals of table.totals ?? []) wrong.push(...(await wrongIn(db, { schema, table, totals })))
  return wrong
}

type TotalsOfTable = { schema: string; table: ReadTable; totals: StoredTotals }

async function wrongIn(db: Db, { schema, table, totals }: TotalsOfTable): Promise<string[]> {
  const { rows } = await sql<{ value: string }>`
    select value
    from (
      select ${sql.raw(totals.by)} as value, count(*) as total
      from ${sql.table(`${schema}.${table.name}`)} where ${sql.raw(totals.where)} group by 1
    ) counted
    full join ${referenceOf(schema, table, totals)} kept using (value)
    where coalesce(counted.total, 0) <> coalesce(kept.total, 0)
    order by value`.execute(db)
  return rows.map(({ value }) => value)
}
