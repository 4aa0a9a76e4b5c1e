import type { TestShop } from '../shop/shop.ts'

/** Every table that holds any of these texts unencrypted. */
export async function tablesThatHold({ shop: { infrastructure } }: TestShop, texts: string[]): Promise<string[]> {
  const { pool } = infrastructure.database
  const { rows } = await pool.query(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
  )
  const found: string[] = []
  for (const { name } of rows) {
    const hits = await pool.query(`select 1 from ${name} t where t::text ilike any($1) limit 1`, [
      texts.map((text) => `%${text}%`),
    ])
    if ((hits.rowCount ?? 0) > 0) found.push(name)
  }
  return found
}
