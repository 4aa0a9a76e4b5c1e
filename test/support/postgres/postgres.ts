import { randomUUID } from 'node:crypto'
import { Client, Pool } from 'pg'
import { inject } from 'vitest'

/** The connection of this worker to the run's Postgres. Postgres spends as long on a new one as on a new database. */
let toRun: Pool | undefined

/** An empty database on the run's Postgres; its role is the shop's, not a superuser. */
export type FreshDatabase = { url: string; drop(): Promise<void> }

/** Creates a database for one suite, on the server of `adminUrl`. `drop` terminates remaining connections. */
export async function freshDatabase(
  adminUrl = inject('postgresAdminUrl'),
  template = 'template1',
): Promise<FreshDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  // Copying the files takes half the processor time of writing them to the log.
  await administer(`create database ${name} template ${template} owner shop strategy file_copy`, adminUrl)
  const url = new URL(adminUrl)
  url.username = 'shop'
  url.pathname = `/${name}`
  return { url: url.href, drop: () => administer(`drop database if exists ${name} with (force)`, adminUrl) }
}

/** A copy of a database without connections, as a backup restored next to it. */
export async function copyOfDatabase(of: string, adminUrl = inject('postgresAdminUrl')): Promise<FreshDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await administer(`create database ${name} template ${new URL(of).pathname.slice(1)} owner shop`, adminUrl)
  const url = new URL(of)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => administer(`drop database if exists ${name} with (force)`, adminUrl) }
}

/** A pool for a test. Its connections may outlive a dropped database; their errors are ignored. */
export function openPool(connectionString: string, max: number): Pool {
  return new Pool({ connectionString, max }).on('error', () => undefined)
}

/** The single value that a query returns, as text. */
export async function ask(question: string, url: string): Promise<string> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<unknown[]>({ text: question, rowMode: 'array' })
    return String(rows[0]?.[0])
  } finally {
    await client.end()
  }
}

/** Runs one statement as this user. */
export async function administer(statement: string, url: string): Promise<void> {
  if (url === inject('postgresAdminUrl')) {
    toRun ??= openPool(url, 1)
    await toRun.query(statement)
    return
  }
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
