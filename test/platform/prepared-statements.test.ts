import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase, type Database } from '#core/database/database.ts'
import { executePrepared } from '#core/database/session/prepared.ts'
import { freshDatabase, type FreshDatabase } from '#test/support/postgres/postgres.ts'

let fresh: FreshDatabase
let database: Database

beforeAll(async () => {
  fresh = await freshDatabase()
  database = openDatabase(fresh.url, { applicationName: 'shop test', max: 1 })
})

afterAll(async () => {
  await database.close()
  await fresh.drop()
})

async function doubled(number: number): Promise<number | undefined> {
  const { rows } = await executePrepared(database.db, sql<{ result: number }>`select 2 * ${number}::int as result`)
  return rows[0]?.result
}

async function preparedTexts(): Promise<string[]> {
  const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(database.db)
  return rows.map(({ statement }) => statement)
}

test('a session prepares a query once, whatever its parameters', async () => {
  expect([await doubled(4), await doubled(21)]).toEqual([8, 42])
  expect((await preparedTexts()).filter((text) => text.includes('as result'))).toHaveLength(1)
})

test('other queries are not prepared', async () => {
  await sql`select ${1}::int as unprepared`.execute(database.db)
  expect((await preparedTexts()).filter((text) => text.includes('as unprepared'))).toEqual([])
})

test('a query is prepared again once its table has other columns', async () => {
  await sql`create table wares (id int)`.execute(database.db)
  await sql`insert into wares values (1)`.execute(database.db)
  const all = async () => (await executePrepared(database.db, sql`select * from wares`)).rows
  expect(await all()).toEqual([{ id: 1 }])
  await sql`alter table wares add column note text`.execute(database.db)
  expect(await all()).toEqual([{ id: 1, note: null }])
})

test('a transaction fails in which a query is outdated, and succeeds when it is tried again', async () => {
  await sql`create table shelves (id int)`.execute(database.db)
  const all = () =>
    database.db.transaction().execute(async (trx) => (await executePrepared(trx, sql`select * from shelves`)).rows)
  expect(await all()).toEqual([])
  await sql`alter table shelves add column note text`.execute(database.db)
  await expect(all()).rejects.toThrow('cached plan')
  expect(await all()).toEqual([])
})
