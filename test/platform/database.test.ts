import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase, type Database } from '#core/database/database.ts'
import { EngineUnavailable } from '#core/domain/errors.ts'
import { freshDatabase, type FreshDatabase } from '#test/support/postgres/postgres.ts'
import { openTcpProxy, type TcpProxy } from '#test/support/engines/tcp-proxy.ts'

let fresh: FreshDatabase
let database: Database

beforeAll(async () => {
  fresh = await freshDatabase()
  database = openDatabase(fresh.url, { applicationName: 'shop test 1' })
  await sql`create table things (id int primary key, note text)`.execute(database.db)
})

afterAll(async () => {
  await database.close()
  await fresh.drop()
})

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  try {
    await work
  } catch (error) {
    return error
  }
  throw new Error('nothing failed')
}

describe('a database', () => {
  test('returns bigint as a number, timestamptz as ISO 8601 and date as text', async () => {
    const { rows } = await sql`
      select 42::bigint as n, timestamptz '2026-11-20 10:00:00.5+05:30' as at, date '2026-11-20' as day, count(*) as one
    `.execute(database.db)
    expect(rows).toEqual([{ n: 42, at: '2026-11-20T04:30:00.500Z', day: '2026-11-20', one: 1 }])
  })

  test('refuses to round a bigint', async () => {
    await expect(sql`select 9007199254740993 as n`.execute(database.db)).rejects.toThrow(RangeError)
  })

  test('sets the application name of its sessions', async () => {
    const { rows } =
      await sql`select application_name as name from pg_stat_activity where pid = pg_backend_pid()`.execute(database.db)
    expect(rows).toEqual([{ name: 'shop test 1' }])
  })

  test('applies the settings of its URL, which those that the shop requires override', async () => {
    const url = new URL(fresh.url)
    url.searchParams.set('options', '-c work_mem=7MB -c jit=on')
    const own = openDatabase(url.href, { applicationName: 'shop test 4' })
    const { rows } = await own.pool.query(
      `select current_setting('jit') as jit, current_setting('work_mem') as memory, current_setting('lock_timeout') as lock`,
    )
    await own.close()
    expect(rows).toEqual([{ jit: 'off', memory: '7MB', lock: '2s' }])
  })

  test('passes on errors of the statement itself', async () => {
    const failure = await failureOf(sql`insert into things values (1), (1)`.execute(database.db))
    expect(failure).not.toBeInstanceOf(EngineUnavailable)
    expect(failure).toMatchObject({ code: '23505' })
  })

  test('cancels a statement that takes too long, which has written nothing', async () => {
    const hasty = openDatabase(fresh.url, { applicationName: 'shop test 2', statementTimeoutMs: 1_000 })
    const failure = await failureOf(sql`select pg_sleep(5)`.execute(hasty.db))
    expect(failure).toMatchObject({ name: 'EngineUnavailable', engine: 'database', outcome: 'none' })
    await expect(hasty.ping()).resolves.toBeUndefined()
    await hasty.close()
  })

  test('gives up waiting for a locked row, and has written nothing', async () => {
    await sql`insert into things values (2, 'held')`.execute(database.db)
    await database.db.transaction().execute(async (trx) => {
      await sql`update things set note = 'mine' where id = 2`.execute(trx)
      const failure = await failureOf(sql`update things set note = 'yours' where id = 2`.execute(database.db))
      expect(failure).toMatchObject({ name: 'EngineUnavailable', outcome: 'none' })
    })
  })
})

/** Terminates the session that runs `statement`, from another one. */
async function endSessionOf(statement: Promise<unknown>): Promise<unknown> {
  const failure = failureOf(statement)
  for (;;) {
    const { rows } = await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event = 'PgSleep'
    `.execute(database.db)
    if (rows.length > 0) return failure
  }
}

describe('a session that is terminated during a statement', () => {
  test('reports a read as not done', async () => {
    const failure = await endSessionOf(sql`select pg_sleep(30)`.execute(database.db))
    expect(failure).toMatchObject({ name: 'EngineUnavailable', outcome: 'none' })
  })

  test('reports the outcome of a write as unknown', async () => {
    const failure = await endSessionOf(sql`insert into things select 7 from pg_sleep(30)`.execute(database.db))
    expect(failure).toMatchObject({ name: 'EngineUnavailable', outcome: 'unknown' })
  })

  test('reports a write in an uncommitted transaction as not done', async () => {
    const write = database.db
      .transaction()
      .execute((trx) => sql`insert into things select 8 from pg_sleep(30)`.execute(trx))
    expect(await endSessionOf(write)).toMatchObject({ name: 'EngineUnavailable', outcome: 'none' })
  })

  test('is replaced by the pool', async () => {
    await expect(database.ping()).resolves.toBeUndefined()
  })
})

describe('behind a network that fails', () => {
  let proxy: TcpProxy
  let distant: Database

  beforeEach(async () => {
    proxy = await openTcpProxy(fresh.url)
    distant = openDatabase(proxy.url, { applicationName: 'shop test 3', statementTimeoutMs: 1_000 })
    await distant.ping()
  })
  afterEach(async () => {
    await proxy.close()
    await distant.close()
  })

  test('the outcome of a commit whose answer is lost is unknown', async () => {
    const failure = await failureOf(
      distant.db.transaction().execute(async (trx) => {
        await sql`insert into things values (9, 'committed')`.execute(trx)
        proxy.loseNextReply()
      }),
    )
    expect(failure).toMatchObject({ name: 'EngineUnavailable', outcome: 'unknown' })
    const { rows } = await sql`select note from things where id = 9`.execute(database.db)
    expect(rows).toEqual([{ note: 'committed' }])
  })

  test('a connection that stops answering is dropped, and the next statement uses another one', async () => {
    proxy.silence()
    expect(await failureOf(distant.ping())).toMatchObject({ name: 'EngineUnavailable', outcome: 'none' })
    await expect(distant.ping()).resolves.toBeUndefined()
  })

  test('a server that is gone is reported as unavailable', async () => {
    await proxy.close()
    expect(await failureOf(distant.ping())).toMatchObject({ name: 'EngineUnavailable', outcome: 'none' })
  })
})
