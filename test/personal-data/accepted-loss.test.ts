import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase, type Database } from '#core/database/database.ts'
import { migrate } from '#core/database/migrate.ts'
import { newId } from '#core/domain/ids.ts'
import { openPersonalData, type PersonalData } from '#core/personal-data/personal-data.ts'
import { personalDataMigrations } from '#core/personal-data/personal-keys.ts'
import { freshDatabase, type FreshDatabase } from '#test/support/postgres/postgres.ts'

const masterKey = randomBytes(32)

describe('a lost key that an operator has accepted', () => {
  let fresh: FreshDatabase
  let database: Database
  let personalData: PersonalData
  let person: string
  let before: string
  let keptKey: Buffer

  const query = (text: string, values: unknown[]) => database.pool.query(text, values)
  const key = async () => (await query('select wrapped_key from personal_keys where subject = $1', [person])).rows[0]
  const lose = () => query('delete from personal_keys where subject = $1', [person])
  const damage = () => query('update personal_keys set wrapped_key = $2 where subject = $1', [person, randomBytes(60)])
  const restore = () =>
    query(
      `insert into personal_keys (subject, wrapped_key) values ($1, $2)
       on conflict (subject) do update set wrapped_key = excluded.wrapped_key`,
      [person, keptKey],
    )

  beforeAll(async () => {
    fresh = await freshDatabase()
    database = openDatabase(fresh.url, { applicationName: 'test accepted loss' })
    await migrate(database.db, personalDataMigrations)
    personalData = openPersonalData({ db: database.db, masterKey })
  })
  beforeEach(async () => {
    person = newId()
    before = await personalData.sealFor(person, 'before')
    keptKey = (await key()).wrapped_key
  })
  afterAll(async () => {
    await database.close()
    await fresh.drop()
  })

  test.each([
    ['missing', lose, / is lost/],
    ['damaged', damage, /the master key does not open/],
  ])('reads as erased instead of unreadable if its row is %s, and a new key replaces it', async (_, end, why) => {
    await end()
    await expect(personalData.open(before)).rejects.toMatchObject({ message: expect.stringMatching(why) })
    await personalData.acceptLoss(person, 'a failed disk')
    expect(await personalData.open(before)).toBeUndefined()
    const after = await personalData.sealFor(person, 'after')
    expect([await personalData.open(before), await personalData.open(after)]).toEqual([undefined, 'after'])
    expect(await personalData.returnedKeys()).not.toContain(person)
    await restore()
    expect(await personalData.returnedKeys()).toContain(person)
    expect([await personalData.recordReturn(person), await personalData.recordReturn(person)]).toEqual([true, false])
    expect([await personalData.open(before), await personalData.open(after)]).toEqual(['before', 'after'])
  })

  test('keeps a key that was created as its replacement before the acceptance', async () => {
    await lose()
    const between = await personalData.sealFor(person, 'between')
    await expect(personalData.open(before)).rejects.toMatchObject({ remedy: expect.stringContaining(person) })
    await personalData.acceptLoss(person, 'a failed disk')
    expect([await personalData.open(before), await personalData.open(between)]).toEqual([undefined, 'between'])
    expect(await personalData.returnedKeys()).not.toContain(person)
    await restore()
    expect([await personalData.open(before), await personalData.open(between)]).toEqual(['before', 'between'])
  })

  test('is erased permanently with its person, including the new key', async () => {
    await lose()
    await personalData.acceptLoss(person, 'a failed disk')
    const after = await personalData.sealFor(person, 'after')
    await personalData.eraseKey(person)
    expect(await personalData.open(after)).toBeUndefined()
    const { rows } = await query('select new_key from personal_keys_lost where subject = $1', [person])
    expect(rows).toEqual([{ new_key: null }])
    await expect(personalData.sealFor(person, 'x')).rejects.toMatchObject({ name: 'Rejection' })
  })
})
