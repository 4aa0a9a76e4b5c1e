import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { writeEvents } from '../bench/replay/events.ts'
import { runOpsIn } from '../support/shop/ops-in-process.ts'
import { runOps, startOps } from '../support/shop/ops-process.ts'
import { freshDatabase } from '../support/postgres/postgres.ts'
import { openStoppedShop } from '../support/shop/stopped-shop.ts'

let dataDir: string

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'shop-ops-'))
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

test('works on the embedded Postgres while the shop is stopped', async () => {
  const { code, stdout } = await runOps({ DATA_DIR: dataDir }, 'replay', '--all', '--json')
  expect(code).toBe(0)
  expect(JSON.parse(stdout).replayed.length).toBeGreaterThan(4)
}, 360_000)

test('Ctrl-C stops a replay with exit code 1, and --resume continues it', async () => {
  const database = await freshDatabase()
  const env = { DATABASE_URL: database.url, DATA_DIR: dataDir }
  const infrastructure = await openStoppedShop(env)
  const gate = new Client({ connectionString: database.url })
  await gate.connect()
  try {
    expect(await runOps(env, 'projections')).toMatchObject({ code: 0 })
    await writeEvents(infrastructure.bulk.pool, 20_000)
    // The lock on this row blocks the swap, so the replay is unfinished however late the signal arrives.
    await gate.query(`begin; select from projection_checkpoints where name = 'orders' and slot = 'live' for update`)
    const { child, ended } = startOps(env, 'replay', 'orders')
    child.stderr?.once('data', () => child.kill('SIGINT'))
    expect(await ended).toMatchObject({ code: 1, stdout: expect.stringContaining('replay --resume orders') })
    await gate.query('rollback')
    const left = JSON.parse((await runOpsIn(infrastructure, 'projections', '--json')).stdout)
    const { unfinished } = left.projections.find(({ name }: { name: string }) => name === 'orders')
    expect(unfinished).toMatchObject({ status: 'stopped', position: expect.any(Number) })
    const resumed = await runOpsIn(infrastructure, 'replay', '--resume')
    expect(resumed).toMatchObject({ code: 0, stdout: expect.stringContaining('orders: replayed') })
    await gate.query(`update projection_checkpoints set slot = 'next', status = 'asked' where slot = 'prev'`)
    const continued = await runOpsIn(infrastructure, 'replay', '--resume')
    expect(continued).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('the running shop continues its replay'),
    })
    await gate.query(`delete from projection_checkpoints where slot = 'next'`)
    const again = await runOpsIn(infrastructure, 'replay', '--resume', 'orders')
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('No replay of orders was stopped') })
    expect(await runOpsIn(infrastructure, 'verify', 'orders')).toMatchObject({ code: 0 })
    const { history } = JSON.parse((await runOpsIn(infrastructure, 'history', 'orders', '--json')).stdout)
    expect(history.map(({ data }: { data: { outcome: string } }) => data.outcome)).toEqual(['done', 'done', 'stopped'])
  } finally {
    await gate.end()
    await infrastructure.close()
    await database.drop()
  }
}, 360_000)
