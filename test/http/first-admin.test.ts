import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readConfig } from '#core/config/config.ts'
import { openLog } from '#core/telemetry/log.ts'
import { welcome } from '#modules/shop/start/welcome.ts'
import { startShop } from '#modules/shop/start/shop.ts'
import { freshDatabase, type FreshDatabase } from '../support/postgres/postgres.ts'

let database: FreshDatabase
let dataDir: string

beforeEach(async () => {
  database = await freshDatabase()
  dataDir = await mkdtemp(join(tmpdir(), 'shop-admin-'))
})
afterEach(async () => {
  await database.drop()
  await rm(dataDir, { recursive: true, force: true })
})

/** One start of the shop, without any of its work, and its log lines; `sql` changes the accounts before it stops. */
async function start(env: Record<string, string> = {}, sql?: string) {
  const config = readConfig({ DATABASE_URL: database.url, DATA_DIR: dataDir, ...env }, dataDir)
  const shop = await startShop({ config, roles: [], log: openLog('silent') })
  try {
    const { pool } = shop.infrastructure.database
    if (sql !== undefined) await pool.query(sql)
    const { rows } = await pool.query<{ username: string }>('select username from accounts order by username')
    return { admin: shop.admin, said: welcome(shop, config), names: rows.map(({ username }) => username) }
  } finally {
    await shop.stop()
  }
}

describe('the first admin', () => {
  test('is created once, and the process that creates the account reports its generated password', async () => {
    const first = await start()
    expect(first.names).toEqual(['admin'])
    expect(first.said).toContain(first.admin.password)
    const second = await start()
    expect(second.names).toEqual(['admin'])
    expect(second.said).toBe('')
  })

  test('finds the generated password in the file that a later start names', async () => {
    const { admin } = await start()
    const config = readConfig({ DATA_DIR: dataDir }, dataDir)
    const said = welcome({ port: 3000, admin: { ...admin, account: 'known' } }, config)
    expect(said).not.toContain(admin.password)
    const [kept = ''] = /\/\S+admin-password/.exec(said) ?? []
    expect((await readFile(kept, 'utf8')).trim()).toBe(admin.password)
  })

  test('is not created if there is an ADMIN under another name', async () => {
    await start()
    const { admin, names } = await start({ ADMIN_USERNAME: 'owner' })
    expect(names).toEqual(['admin'])
    const said = welcome({ port: 3000, admin }, readConfig({ DATA_DIR: dataDir }, dataDir))
    expect(said).toContain('No admin has the name owner')
    expect(said).not.toContain('password')
  })

  test('never takes over the name of a non-ADMIN account, and informs the operator', async () => {
    await start({}, `update accounts set roles = '["USER"]'`)
    await expect(start()).rejects.toMatchObject({
      name: 'OperatorError',
      message: expect.stringContaining('"admin"'),
      remedy: expect.stringContaining('ADMIN_USERNAME'),
    })
    expect((await start({ ADMIN_USERNAME: 'owner' })).names).toEqual(['admin', 'owner'])
  })
})
