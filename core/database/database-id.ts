import { sql, type Kysely } from 'kysely'

/**
 * Identifies a database by its cluster's system identifier and its oid, so that a copy made by dump and restore has a
 * different id. A copy of the server's files, such as a disk snapshot, has the same id.
 */
export async function databaseId(db: Kysely<unknown>): Promise<string> {
  const { rows } = await sql<{ oid: string; canReadCluster: boolean }>`
    select oid::text as oid, has_function_privilege('pg_control_system()', 'execute') as "canReadCluster"
    from pg_database where datname = current_database()`.execute(db)
  const { oid = '', canReadCluster = false } = rows[0] ?? {}
  // Some hosting providers do not let an account read the system identifier.
  return canReadCluster ? `${await clusterId(db)}/${oid}` : oid
}

async function clusterId(db: Kysely<unknown>): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select system_identifier::text as id from pg_control_system()`.execute(db)
  return rows[0]?.id ?? ''
}
