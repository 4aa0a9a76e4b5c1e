import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase, type Database } from '#core/database/database.ts'
import { freshDatabase, type FreshDatabase } from '#test/support/postgres.ts'

let fresh: FreshDatabase
let database: Database

beforeAll(async () => {
  fresh = await freshDatabase()
  database = openDatabase(fresh.url, { applicationName: 'shop test' })
})

afterAll(async () => {
  await database.close()
  await fresh.drop()
})

describe('a database', () => {
  test('answers', async () => {
    await expect(database.ping()).resolves.toBeUndefined()
  })

  test('gives bigint as a number, timestamptz as ISO 8601 and date as it is written', async () => {
    const { rows } =
      await sql`select 42::bigint as n, timestamptz '2026-11-20 10:00:00.5+05:30' as at, date '2026-11-20' as day`.execute(
        database.db,
      )
    expect(rows).toEqual([{ n: 42, at: '2026-11-20T04:30:00.500Z', day: '2026-11-20' }])
  })
})
