import type { Pool, PoolClient } from 'pg'

/** A table of the shop's own data, and which of its rows a backup holds. */
export type BackedUpTable = { name: string; columns: readonly string[]; where?: string | undefined }

/**
 * Left out, because the shop makes them anew: which migrations ran (the restore runs them), counters of requests, files
 * of exports and hashes of searches, which are kept for a day only, and old read models. So are all schemas but `public`: read models, the
 * search index, and the queue, which is filled from the rows of notifications.
 */
const leftOut = new Set([
  'kysely_migration',
  'kysely_migration_lock',
  'throttles',
  'audit_exports',
  'audit_export_parts',
  'searches_without_hits_hashed',
  'searches_without_hits_salts',
  'projection_copies',
  'unfinished_log_adoption',
])

/** Read models are built from the events; only reactors must remember where they were. */
const some: Readonly<Record<string, string>> = { projection_checkpoints: "kind = 'reactor'" }

/** The tables that a backup holds: every table of the schema `public` that is not left out. */
export async function backedUpTables(client: Pick<PoolClient, 'query'>): Promise<BackedUpTable[]> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relkind = 'r' group by c.relname order by c.relname`)
  return rows.filter(({ name }) => !leftOut.has(name)).map((table) => ({ ...table, where: some[table.name] }))
}

/** The names of the migrations that have run. */
export async function migrationsOf(client: Pick<PoolClient, 'query'>): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('select name from kysely_migration order by name')
  return rows.map(({ name }) => name)
}

/**
 * Whether a database holds no data: no table at all, or the shop's tables as an interrupted restore has left them, with
 * the rows of the migrations only.
 */
export async function isEmpty(pool: Pool): Promise<boolean> {
  const { rows: tables } = await pool.query<{ name: string; has_rows: boolean }>(`
    select n.nspname || '.' || c.relname as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'`)
  if (tables.length === 0) return true
  const names = new Set(tables.map(({ name }) => name))
  const ofShop = ['public.accounts', 'public.events', 'public.notifications', 'public.personal_keys']
  if (!ofShop.every((name) => names.has(name))) return false
  for (const name of ofShop) {
    const { rowCount } = await pool.query(`select from ${name} limit 1`)
    if (rowCount !== 0) return false
  }
  return true
}
