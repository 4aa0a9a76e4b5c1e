import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase, type Database } from '#core/database/database.ts'
import { migrate } from '#core/database/migrate.ts'
import { EngineUnavailable, Rejection } from '#core/domain/errors.ts'
import { createThrottle, throttleMigrations } from '#core/http/security/throttle.ts'
import { freshDatabase, type FreshDatabase } from '#test/support/postgres/postgres.ts'

let fresh: FreshDatabase
let database: Database
let elsewhere: Database

beforeAll(async () => {
  fresh = await freshDatabase()
  database = openDatabase(fresh.url, { applicationName: 'shop test' })
  elsewhere = openDatabase(fresh.url, { applicationName: 'another process' })
  await migrate(database.db, throttleMigrations)
})
afterAll(async () => {
  await Promise.all([database.close(), elsewhere.close()])
  await fresh.drop()
})
afterEach(() => sql`truncate throttles`.execute(database.db))

const open = (on = database, name = 'login') =>
  createThrottle({ pool: on.pool, name, points: 3, durationSeconds: 60, message: 'Too many attempts' })

const refused = { code: 'too-many-requests', message: 'Too many attempts' }

describe('a throttle', () => {
  test('admits a number of calls and refuses the next, with the time to wait', async () => {
    const throttle = open()
    for (const _ of [1, 2, 3]) await throttle.consume('asha')
    const refusal: unknown = await throttle.consume('asha').catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(Rejection)
    expect(refusal).toMatchObject({ ...refused, retryAfterSeconds: expect.toSatisfy((s: number) => s > 50 && s <= 60) })
    await expect(throttle.consume('sita')).resolves.toBeUndefined()
  })

  test('counts across processes and restarts', async () => {
    await open(database).consume('asha', 2)
    await open(elsewhere).consume('asha')
    await expect(open(database).check('asha')).rejects.toMatchObject(refused)
  })

  test('checks without counting, and counts without refusing', async () => {
    const throttle = open()
    for (const _ of [1, 2, 3, 4]) await throttle.check('asha')
    for (const _ of [1, 2, 3, 4]) await throttle.penalty('asha')
    await expect(throttle.check('asha')).rejects.toMatchObject(refused)
  })

  test('refunds points', async () => {
    const throttle = open()
    await throttle.consume('asha', 3)
    await throttle.reward('asha')
    await expect(throttle.consume('asha')).resolves.toBeUndefined()
    await expect(throttle.consume('asha')).rejects.toMatchObject(refused)
  })

  test('clears a key that is reset, in every process', async () => {
    const [here, there] = [open(), open(elsewhere)]
    await here.consume('asha', 3)
    await expect(there.consume('asha', 10)).rejects.toMatchObject(refused)
    await here.reset('asha')
    await expect(there.consume('asha')).resolves.toBeUndefined()
  })

  test('clears a key when its time is over', async () => {
    await open().consume('asha', 3)
    await sql`update throttles set expire = expire - 61000`.execute(database.db)
    await expect(open().consume('asha')).resolves.toBeUndefined()
  })

  test('separates keys of different names', async () => {
    await open().consume('asha', 3)
    await expect(open(database, 'signup').consume('asha')).resolves.toBeUndefined()
  })

  test('stores no key in readable form', async () => {
    await open().consume('asha@clinic.in 203.0.113.7')
    const { rows } = await sql<{ key: string }>`select key from throttles`.execute(database.db)
    expect(JSON.stringify(rows)).not.toMatch(/asha|203/)
  })

  test('admits no call while the database does not respond', async () => {
    const gone = openDatabase('postgres://shop@127.0.0.1:1/none', { applicationName: 'shop test' })
    await expect(open(gone).consume('asha')).rejects.toThrow(EngineUnavailable)
    await expect(open(gone).check('asha')).rejects.toThrow(EngineUnavailable)
    await gone.close()
  })
})
