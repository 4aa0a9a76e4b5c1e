import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { newId } from '#core/domain/ids.ts'
import { needsPostgres15 } from '#test/support/engines/engines.ts'
import { runOps } from '#test/support/shop/ops-process.ts'
import { postgres15Program, startPostgres15, type Postgres15 } from '#test/support/postgres/postgres-15.ts'
import { freshDatabase, type FreshDatabase } from '#test/support/postgres/postgres.ts'
import { addProducts, openTestShop, orderFor, type TestShop } from '#test/support/shop/shop.ts'

vi.setConfig({ testTimeout: 360_000 })

const run = promisify(execFile)
const personalDataKey = Buffer.from('qV7mT2xN9cB4wL8kR1sD6hF3jG5pZ0yA').toString('base64')

const open = (url: string) => openTestShop({ DATABASE_URL: url, PERSONAL_DATA_KEY: personalDataKey })

describe('a backup of the database by pg_dump, restored into another one', needsPostgres15, () => {
  let server: Postgres15
  let original: FreshDatabase
  let restored: FreshDatabase
  let shop: TestShop | undefined
  const file = join(tmpdir(), `shop-${newId()}.dump`)

  beforeAll(async () => {
    server = await startPostgres15()
    original = await freshDatabase(server.adminUrl)
    restored = await freshDatabase(server.adminUrl)
  })
  afterAll(async () => {
    await shop?.close()
    await rm(file, { force: true })
    await server?.close()
  })

  test('contains the keys of all persons: every text can be read and every read model matches the log', async () => {
    const first = await open(original.url)
    const [product] = await addProducts(first, [{}])
    if (product === undefined) throw new Error('no product was added')
    const { accessToken: token } = await first.signUp()
    const placed = await first.call('POST', '/api/orders', { token, body: orderFor([[product, 1]]) })
    expect(placed.status).toBe(201)
    await first.settled()
    await first.close()
    await run(postgres15Program('pg_dump'), ['--format=custom', '--no-owner', `--file=${file}`, original.url])
    await run(postgres15Program('pg_restore'), ['--no-owner', '--exit-on-error', `--dbname=${restored.url}`, file])

    shop = await open(restored.url)
    const second = shop
    const order = await second.call('GET', `/api/orders/${placed.body.orderId}`, { token: second.adminToken })
    expect(order.body.shipping).toMatchObject({ name: 'Asha Rao', address: '12 MG Road' })
    const env = { DATABASE_URL: restored.url, DATA_DIR: second.dataDir, PERSONAL_DATA_KEY: personalDataKey }
    expect(await runOps(env, 'replay', 'orders')).toMatchObject({ code: 0 })
    expect(await runOps(env, 'verify', '--all')).toMatchObject({ code: 0 })
    expect(await runOps(env, 'accept-lost-key', '--all')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^The keys of all \d+ persons? are present/),
    })
    const list = await second.call('GET', `/api/orders?text=${placed.body.orderId}`, { token: second.adminToken })
    expect(list.body.content).toMatchObject([{ shipping: { name: 'Asha Rao' } }])
  })
})
