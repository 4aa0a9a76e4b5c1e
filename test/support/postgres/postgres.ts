import { randomUUID } from 'node:crypto'
import { Client, Pool } from 'pg'
import { inject } from 'vitest'

/** An empty database on the run's Postgres; its role is the shop's own, no superuser. */
export type FreshDatabase = { url: string; drop(): Promise<void> }

/** Makes a database for one suite, on another server where one is given. `drop` ends what is still connected to it. */
export async function freshDatabase(adminUrl = inject('postgresAdminUrl')): Promise<FreshDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await administer(`create database ${name} owner shop`, adminUrl)
  const url = new URL(adminUrl)
  url.username = 'shop'
  url.pathname = `/${name}`
  return { url: url.href, drop: () => administer(`drop database if exists ${name} with (force)`, adminUrl) }
}

/** A copy of a database to which nobody is connected: what a backup that was restored alongside it holds. */
export async function copyOfDatabase(of: string, adminUrl = inject('postgresAdminUrl')): Promise<FreshDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await administer(`create database ${name} template ${new URL(of).pathname.slice(1)} owner shop`, adminUrl)
  const url = new URL(of)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => administer(`drop database if exists ${name} with (force)`, adminUrl) }
}

/** Connections of a test's own. They end on their own time: a database that is dropped may be quicker, and that is no fault. */
export function openPool(connectionString: string, max: number): Pool {
  return new Pool({ connectionString, max }).on('error', () => undefined)
}

/** The one value that a question has. */
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

/** One statement, on a connection of its own. */
export async function administer(statement: string, url: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
