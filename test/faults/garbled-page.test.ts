import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#core/config/config.ts'
import { silentLog } from '#core/telemetry/log.ts'
import { allRoles } from '#modules/shop/roles.ts'
import { startShop } from '#modules/shop/start/shop.ts'
import { addProducts, openTestShop, type TestShop } from '../support/shop/shop.ts'

let dataDir: string
let shop: TestShop | undefined

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'shop-garbled-'))
})
afterAll(async () => {
  await shop?.close()
  await rm(dataDir, { recursive: true, force: true })
})

test(
  'a page corrupted on disk is never read as data: the shop names it and the remedy',
  { timeout: 120_000 },
  async () => {
    const env = { DATABASE_URL: '', DATA_DIR: dataDir }
    shop = await openTestShop(env)
    const [events, accounts] = [await fileOf(shop, 'events'), await fileOf(shop, 'accounts')]
    const [product] = await addProducts(shop, [{}])
    await shop.close()

    await garble(events)
    // Its last event can no longer be compared with the checkpoints.
    shop = await openTestShop(env, { isReadyWithout: ['event store', 'event log', 'read models', 'reactors'] })
    const history = `/api/products/${product?.id}/history`
    const { status, body } = await shop.call('GET', history, { token: shop.adminToken })
    expect([status, body.detail]).toEqual([500, expect.stringMatching(/^Something went wrong on our side[.]/)])
    expect(shop.logLines.join('')).toContain('invalid page in block 0 of relation')
    await shop.close()
    shop = undefined

    await garble(accounts)
    const config = readConfig({ DATA_DIR: dataDir, PORT: '0', SEED: 'none' }, dataDir)
    const starting = startShop({ config, roles: allRoles, log: silentLog })
    await expect(starting).rejects.toMatchObject({
      name: 'OperatorError',
      message: 'the database is damaged',
      remedy: expect.stringMatching(
        /^Restore it from its last backup: invalid page in block 0 of relation "base.+"[.]$/,
      ),
    })
  },
)

async function fileOf({ shop: { infrastructure } }: TestShop, table: string): Promise<string> {
  const { rows } = await infrastructure.database.pool.query('select pg_relation_filepath($1::regclass) as path', [
    table,
  ])
  return join(dataDir, 'postgres', rows[0].path)
}

/** Flips one byte of the first page, among its rows. */
async function garble(path: string): Promise<void> {
  const file = await open(path, 'r+')
  const byte = Buffer.alloc(1)
  await file.read(byte, 0, 1, 8_000)
  await file.write(Buffer.from([byte.readUInt8() ^ 0xff]), 0, 1, 8_000)
  await file.close()
}
