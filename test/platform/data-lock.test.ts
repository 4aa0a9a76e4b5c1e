import { mkdir, mkdtemp, realpath, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { lockData, type DataLock } from '#core/database/data-lock.ts'
import type { OperatorError } from '#core/domain/errors.ts'
import { silentLog } from '#core/telemetry/log.ts'
import { eventually } from '#test/support/eventually.ts'
import { freshDatabase, type FreshDatabase } from '#test/support/postgres/postgres.ts'
import { startPostgresProcess, type PostgresProcess } from '#test/support/postgres/processes.ts'

const all = ['api', 'projections', 'workers']

describe('on one data folder', () => {
  let dataDir: string
  let running: PostgresProcess[] = []

  async function start(...roles: string[]): Promise<PostgresProcess> {
    const one = await startPostgresProcess(dataDir, ...roles)
    running.push(one)
    return one
  }

  beforeAll(async () => {
    const parent = await realpath(await mkdtemp(join(tmpdir(), 'shop-lock-')))
    dataDir = join(parent, 'data')
    await mkdir(dataDir)
  })
  afterEach(async () => {
    await Promise.all(running.map((one) => one.end('SIGTERM')))
    running = []
  })
  afterAll(() => rm(join(dataDir, '..'), { recursive: true, force: true }))

  test('a second shop is refused with the process id of the first', async () => {
    const first = await start(...all)
    expect(first.said).toMatch(/^ready/)
    const second = await start(...all)
    expect(second.said).toContain(`process ${first.pid} (api, projections, workers) already runs`)
    expect(await second.end('SIGTERM')).toBe(1)
  })

  test('a second shop is refused under another name of the folder, too', async () => {
    const first = await start(...all)
    const link = join(dataDir, '..', 'link')
    await symlink(dataDir, link)
    const second = await startPostgresProcess(link, ...all)
    running.push(second)
    expect(second.said).toContain(`process ${first.pid} `)
  })

  test('only one of two shops that start at the same moment runs', async () => {
    const both = await Promise.all([start(...all), start(...all)])
    expect(new Set(both.map(({ said }) => said.split(' ')[0]))).toEqual(new Set(['ready', 'refused']))
  })

  test('processes with different roles run side by side, but not two with the same role', async () => {
    const three = await Promise.all(all.map((role) => start(role)))
    expect(three.map(({ said }) => said.split(' ')[0])).toEqual(['ready', 'ready', 'ready'])
    expect((await start('workers')).said).toContain(`process ${three[2]?.pid} (workers)`)
    expect((await start(...all)).said).toContain(`process ${three[0]?.pid} (api)`)
  })

  test('a killed shop blocks no later start', async () => {
    const first = await start(...all)
    await first.end('SIGKILL')
    expect((await start(...all)).said).toBe(first.said)
  })
})

describe('a lock whose connection is lost', () => {
  let fresh: FreshDatabase
  let admin: Client

  beforeAll(async () => {
    fresh = await freshDatabase()
    admin = new Client({ connectionString: fresh.url })
    await admin.connect()
  })
  afterAll(async () => {
    await admin.end()
    await fresh.drop()
  })

  const lock = (onLost: (error: OperatorError) => void = () => undefined): Promise<DataLock> =>
    lockData({ url: fresh.url, roles: ['api'], log: silentLog, onLost })

  const session = `from pg_stat_activity where application_name = 'shop api ${process.pid}' and datname = current_database()`

  async function holders(): Promise<number> {
    const { rows } = await admin.query<{ count: string }>(
      "select count(*) from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())",
    )
    return Number(rows[0]?.count)
  }

  test('is acquired again', async () => {
    const held = await lock()
    await admin.query(`select pg_terminate_backend(pid) ${session}`)
    await eventually(async () => expect(await holders()).toBe(1))
    await held.release()
    await eventually(async () => expect(await holders()).toBe(0))
  })

  test('is reported as lost if another process has acquired it in the meantime', async () => {
    const lost = Promise.withResolvers<OperatorError>()
    const held = await lock(lost.resolve)
    // In one statement, so that no other process takes the lock when the session ends.
    await admin.query(`do $$ begin
      perform pg_terminate_backend(pid) ${session};
      perform pg_advisory_lock(7362, hashtext('api'));
    end $$`)
    expect((await lost.promise).message).toContain("already runs the shop's api")
    await admin.query('select pg_advisory_unlock_all()')
    await held.release()
  })
})
