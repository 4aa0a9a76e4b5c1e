import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readConfig } from '#core/config/config.ts'
import { openLog } from '#core/telemetry/log.ts'
import { startShop } from '#modules/shop/start/shop.ts'
import { freshDatabase, type FreshDatabase } from '../support/postgres/postgres.ts'

let database: FreshDatabase
let dataDir: string

beforeEach(async () => {
  database = await freshDatabase()
  dataDir = await mkdtemp(join(tmpdir(), 'shop-key-'))
})
afterEach(async () => {
  await database.drop()
  await rm(dataDir, { recursive: true, force: true })
})

const key = Buffer.from('qV7mT2xN9cB4wL8kR1sD6hF3jG5pZ0yA').toString('base64')
const otherKey = Buffer.from('another key of thirty-two bytes!').toString('base64')

/** Starts the shop without any of its work. */
function start(personalDataKey?: string) {
  const given = personalDataKey === undefined ? {} : { PERSONAL_DATA_KEY: personalDataKey }
  const config = readConfig({ DATABASE_URL: database.url, DATA_DIR: dataDir, ...given }, dataDir)
  return startShop({ config, roles: [], log: openLog('silent') })
}

const refused = {
  name: 'OperatorError',
  message: expect.stringContaining('another key of personal data'),
  remedy: expect.stringMatching(/PERSONAL_DATA_KEY.*DATA_DIR\/secrets\/personal-data-key/),
}

describe('a database', () => {
  test('is served with the key that it was created with, and with no other', async () => {
    await (await start(key)).stop()
    await expect(start(otherKey)).rejects.toMatchObject(refused)
    await (await start(key)).stop()
  })

  test('is not served if the generated key was lost', async () => {
    await (await start()).stop()
    await rm(join(dataDir, 'secrets'), { recursive: true })
    await expect(start()).rejects.toMatchObject(refused)
  })

  test('without a recorded key is identified by the keys of its persons', async () => {
    const shop = await start(key)
    await shop.infrastructure.personalData.sealFor('asha', 'Asha Rao')
    await sql`truncate personal_master_key`.execute(shop.infrastructure.database.db)
    await shop.stop()
    await expect(start(otherKey)).rejects.toMatchObject(refused)
    await (await start(key)).stop()
  })

  test('records one key if processes with different ones start at once', async () => {
    const starts = await Promise.allSettled([start(key), start(otherKey)])
    for (const one of starts) if (one.status === 'fulfilled') await one.value.stop()
    expect(starts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })
})
