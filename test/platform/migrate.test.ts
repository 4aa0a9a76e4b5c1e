import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase, type Database } from '#core/database/database.ts'
import { extension } from '#core/database/extensions.ts'
import { migrate } from '#core/database/migrate.ts'
import { OperatorError } from '#core/domain/errors.ts'
import { freshDatabase, type FreshDatabase } from '#test/support/postgres/postgres.ts'

let fresh: FreshDatabase
let database: Database

beforeAll(async () => {
  fresh = await freshDatabase()
  database = openDatabase(fresh.url, { applicationName: 'shop test', statementTimeoutMs: 0 })
})
afterAll(async () => {
  await database.close()
  await fresh.drop()
})

function adding(table: string): Migration {
  return {
    up: async (db) => {
      await sql`create table ${sql.table(table)} (id int)`.execute(db)
    },
  }
}

async function tables(): Promise<unknown[]> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' and tablename not like 'kysely%' order by 1
  `.execute(database.db)
  return rows.map(({ name }) => name)
}

/** Many, so that something that describes them is often overtaken by the drop of their table. */
const columns = Array.from({ length: 200 }, (_, at) => sql`${sql.id(`c${at}`)} int`)

/** Creates and drops schemas until it is stopped, as replays do with their builds. */
function keepBuilding(of: Database, name: string) {
  const stopping = new AbortController()
  const building = (async () => {
    while (!stopping.signal.aborted) {
      await sql`create schema ${sql.id(name)}`.execute(of.db)
      await sql`create table ${sql.id(name)}.rows (${sql.join(columns)})`.execute(of.db)
      await sql`drop schema ${sql.id(name)} cascade`.execute(of.db)
    }
  })()
  return async () => {
    stopping.abort()
    await building
  }
}

describe('migrations', () => {
  test('succeed while replays create and drop the schemas of their builds', async () => {
    const stops = ['one', 'two', 'three', 'four'].map((name) => keepBuilding(database, `build_${name}`))
    try {
      for (let round = 0; round < 60; round++) await expect(migrate(database.db, {})).resolves.toBeUndefined()
    } finally {
      await Promise.all(stops.map((stop) => stop()))
    }
  })

  test('run once, even if several processes start at the same moment', async () => {
    const others = Array.from({ length: 4 }, () => openDatabase(fresh.url, { applicationName: 'shop test' }))
    await Promise.all(others.map(({ db }) => migrate(db, { '2026-01-02-b': adding('b') })))
    await Promise.all(others.map((other) => other.close()))
    expect(await tables()).toEqual(['b'])
  })

  test('that are added later run too, whatever their date', async () => {
    await migrate(database.db, { '2026-01-01-a': adding('a'), '2026-01-02-b': adding('b') })
    expect(await tables()).toEqual(['a', 'b'])
  })

  test('change nothing if one of them fails, and name it', async () => {
    const failing = {
      '2026-01-01-a': adding('a'),
      '2026-01-02-b': adding('b'),
      '2026-01-03-c': adding('c'),
      '2026-01-04-d': adding('a'),
    }
    const failure = migrate(database.db, failing)
    await expect(failure).rejects.toThrow(OperatorError)
    await expect(failure).rejects.toThrow(/2026-01-04-d.*already exists/)
    expect(await tables()).toEqual(['a', 'b'])
  })

  test.each([
    ['that the server does not have', 'no_such_thing', 'postgresql-contrib'],
    // Only a superuser may create this one, and the shop's role is not one.
    [
      'that the role may not create',
      'file_fdw',
      "As a superuser, run in the shop's database: CREATE EXTENSION file_fdw;",
    ],
  ])('name an extension %s, and the remedy', async (_, name, remedy) => {
    const known = { '2026-01-01-a': adding('a'), '2026-01-02-b': adding('b') }
    await expect(migrate(database.db, { ...known, '2026-01-05-extension': extension(name) })).rejects.toMatchObject({
      name: 'OperatorError',
      message: `the database has no extension ${name}`,
      remedy: expect.stringContaining(remedy),
    })
  })

  test('refuse a database that a newer version has migrated', async () => {
    await expect(migrate(database.db, { '2026-01-01-a': adding('a') })).rejects.toThrow(/newer version/)
  })
})
