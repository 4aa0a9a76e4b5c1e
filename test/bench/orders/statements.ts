import { Client } from 'pg'

/** The statements that a server has executed for clients, and the transactions that have written, so far. */
export type Executed = { statements: number; commits: number }

/** Lets the server count statements from its next start on. */
export async function countStatementsFromNextStart(superuserUrl: string): Promise<void> {
  const client = new Client({ connectionString: superuserUrl })
  await client.connect()
  try {
    await client.query("alter system set shared_preload_libraries = 'pg_stat_statements'")
    await client.query('create schema if not exists statistics')
    await client.query('create extension if not exists pg_stat_statements schema statistics')
  } finally {
    await client.end()
  }
}

/** Only transactions that write have an id, and only their commits reach the disk. */
export async function executedOn(superuser: Client): Promise<Executed> {
  const { rows } = await superuser.query<Executed>(
    `select (select coalesce(sum(calls), 0) from statistics.pg_stat_statements)::float8 as statements,
       pg_snapshot_xmax(pg_current_snapshot())::text::float8 as commits`,
  )
  return rows[0] ?? { statements: 0, commits: 0 }
}
