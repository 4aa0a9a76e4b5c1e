import { sql, type Kysely } from 'kysely'
import { codeOf } from '../../process/system-error.ts'

/**
 * Whether a query failed because a table of stored totals is missing: the build of an earlier release, which is live
 * until the new one has caught up, has none.
 */
export function hasNoTotals(error: unknown): boolean {
  return codeOf(error) === '42P01'
}

/**
 * The numbers of rows by value that the projection of a read table keeps, without those that are zero; undefined if it
 * keeps none.
 */
export async function storedTotals(db: Kysely<unknown>, table: string): Promise<Record<string, number> | undefined> {
  try {
    const { rows } = await sql<{ value: string; total: number }>`
      select value, total from ${sql.table(`${table}_totals`)} where total <> 0`.execute(db)
    return Object.fromEntries(rows.map(({ value, total }) => [value, total]))
  } catch (error) {
    if (hasNoTotals(error)) return undefined
    throw error
  }
}

export function sumOf(totals: Readonly<Record<string, number>>): number {
  return Object.values(totals).reduce((sum, total) => sum + total, 0)
}
