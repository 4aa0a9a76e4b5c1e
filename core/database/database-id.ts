import { sql, type Kysely } from 'kysely'

/**
 * Tells a database from a copy of it that was made by dump and restore: the id of the Postgres cluster and the database's
 * oid in it. A copy of the server's files, such as a snapshot of its disk, has the same.
 */
export async function databaseId(db: Kysely<unknown>): Promise<string> {
  const { rows } = await sql<{ oid: string; mayAskServer: boolean }>`
    select oid::text as oid, has_function_privilege('pg_control_system()', 'execute') as "mayAskServer"
    from pg_database where datname = current_database()`.execute(db)
  const { oid = '', mayAskServer = false } = rows[0] ?? {}
  // Some providers do not let an account ask for the cluster's id.
  return mayAskServer ? `${await clusterId(db)}/${oid}` : oid
}

async function clusterId(db: Kysely<unknown>): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select system_identifier::text as id from pg_control_system()`.execute(db)
  return rows[0]?.id ?? ''
}
