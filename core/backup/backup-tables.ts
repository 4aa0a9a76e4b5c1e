import type { PoolClient } from 'pg'

/** A table of the shop's own data, and which of its rows a backup holds. */
export type BackedUpTable = { name: string; columns: readonly string[]; where?: string | undefined }

/**
 * Tables that are left out because the shop creates their content again: the record of migrations (the restore runs
 * them), counters of requests, files of exports and hashes of searches (kept for one day), links for a new password
 * (valid for minutes), samples of lag and latency (which belong to the machines that were measured), stored totals
 * (counted again), and old read models. All schemas but `public` are left out too: read models, the search index, and
 * the queue, which is filled from the notification rows.
 */
const leftOut = new Set([
  'kysely_migration',
  'kysely_migration_lock',
  'throttles',
  'audit_exports',
  'audit_export_parts',
  'searches_without_hits_hashed',
  'searches_without_hits_salts',
  'password_reset_requests',
  'password_reset_links',
  'operation_samples',
  'notification_totals',
  'account_total',
  'projection_copies',
  'unfinished_log_adoption',
])

/** Read models are built from the events; only reactors must remember where they were. */
const some: Readonly<Record<string, string>> = { projection_checkpoints: "kind = 'reactor'" }

/**
 * The tables that a backup holds: every table of the schema `public` that is not left out. A table comes after those that
 * its foreign keys refer to, so that its rows can be restored in this order.
 */
export async function backedUpTables(client: Pick<PoolClient, 'query'>): Promise<BackedUpTable[]> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(`
    with recursive place (id, level) as (
      select oid, 0 from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
      union
      select conrelid, level + 1 from place join pg_constraint on contype = 'f' and confrelid = id and conrelid <> id
    )
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relkind = 'r' group by c.oid, c.relname
    order by (select max(level) from place where id = c.oid), c.relname`)
  return rows.filter(({ name }) => !leftOut.has(name)).map((table) => ({ ...table, where: some[table.name] }))
}

/** The names of the migrations that have run. */
export async function migrationsOf(client: Pick<PoolClient, 'query'>): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('select name from kysely_migration order by name')
  return rows.map(({ name }) => name)
}
