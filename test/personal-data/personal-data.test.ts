import { randomBytes } from 'node:crypto'
import type { KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase, type Database } from '#core/database/database.ts'
import { migrate } from '#core/database/migrate.ts'
import { newId } from '#core/domain/ids.ts'
import { openPersonalData, type PersonalData } from '#core/personal-data/personal-data.ts'
import { personalDataMigrations } from '#core/personal-data/personal-keys.ts'
import { freshDatabase, type FreshDatabase } from '#test/support/postgres/postgres.ts'

const masterKey = randomBytes(32)

describe('personal data', () => {
  let fresh: FreshDatabase
  let database: Database
  let queries = 0
  let personalData: PersonalData
  let person: string

  const counted: KyselyPlugin = {
    transformQuery: ({ node }) => {
      queries++
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  }

  beforeAll(async () => {
    fresh = await freshDatabase()
    database = openDatabase(fresh.url, { applicationName: 'test personal data' })
    await migrate(database.db, personalDataMigrations)
    personalData = openPersonalData({ db: database.db.withPlugin(counted), masterKey })
  })

  beforeEach(() => {
    person = newId()
    queries = 0
  })

  afterAll(async () => {
    await database.close()
    await fresh.drop()
  })

  test.each(['Asha Rao', ' ', 'नमस्ते 🩺', 'enc:1:somebody:AAAA', '[erased]', 'x'.repeat(100_000)])(
    'decrypts what was encrypted: %.20s',
    async (text) => {
      const sealed = await personalData.sealFor(person, text)
      expect(sealed).not.toContain(`:${text}`)
      expect(await personalData.open(sealed)).toBe(text)
    },
  )

  test('has its format and its person in the encrypted text', async () => {
    const odd = `a:b%/${person}`
    expect(await personalData.sealFor(person, 'x')).toMatch(new RegExp(`^enc:1:${person}:[A-Za-z0-9+/]+=*$`))
    expect(await personalData.open(await personalData.sealFor(odd, 'x'))).toBe('x')
  })

  test('is unreadable permanently once its key is erased, and erasing it twice is the same', async () => {
    const sealed = await personalData.sealFor(person, 'Asha Rao')
    await personalData.eraseKey(person)
    await personalData.eraseKey(person)
    expect(await personalData.open(sealed)).toBeUndefined()
    expect((await personalData.keysOf([person])).get(person)).toEqual({ state: 'erased' })
    const { rows } = await database.pool.query('select wrapped_key from personal_keys where subject = $1', [person])
    expect(rows).toEqual([{ wrapped_key: null }])
  })

  test('of an erased person is never accepted again, whether there was a key or not', async () => {
    await personalData.eraseKey(person)
    const refusal = { name: 'Rejection', code: 'conflict' }
    await expect(personalData.ensureKeys([person])).rejects.toMatchObject(refusal)
    await expect(personalData.sealFor(person, 'x')).rejects.toMatchObject(refusal)
    const other = newId()
    const [ok] = await Promise.allSettled([personalData.ensureKeys([other]), personalData.ensureKeys([person])])
    expect(ok.status).toBe('fulfilled')
  })

  test('stays when the transaction that erases it rolls back', async () => {
    const sealed = await personalData.sealFor(person, 'Asha Rao')
    const undone = database.db.transaction().execute(async (trx) => {
      await personalData.eraseKey(person, trx)
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect(await personalData.open(sealed)).toBe('Asha Rao')
  })

  test('has one key, however many processes create it at once', async () => {
    const processes = Array.from({ length: 8 }, () => openPersonalData({ db: database.db, masterKey }))
    const sealed = await Promise.all(processes.map((one, i) => one.sealFor(person, `text ${i}`)))
    expect(await Promise.all(sealed.map((one) => personalData.open(one)))).toEqual(sealed.map((_, i) => `text ${i}`))
  })

  test('is erased for another process immediately', async () => {
    const elsewhere = openPersonalData({ db: database.db, masterKey })
    const sealed = await personalData.sealFor(person, 'Asha Rao')
    expect(await elsewhere.open(sealed)).toBe('Asha Rao')
    await personalData.eraseKey(person)
    expect(await elsewhere.open(sealed)).toBeUndefined()
  })

  test('costs one query for a known person, and one for all concurrent callers', async () => {
    const people = Array.from({ length: 50 }, newId)
    await personalData.ensureKeys(people)
    queries = 0
    await personalData.ensureKeys([people[0] ?? ''])
    expect(queries).toBe(1)
    await Promise.all(people.map((one) => personalData.ensureKeys([one])))
    expect(queries).toBe(2)
    await Promise.all(people.map((one) => personalData.keysOf([one])))
    expect(queries).toBe(3)
    await personalData.keysOf([])
    expect(queries).toBe(3)
  })

  test('is unreadable, not erased, under another master key', async () => {
    const sealed = await personalData.sealFor(person, 'Asha Rao')
    const locked = openPersonalData({ db: database.db, masterKey: randomBytes(32) })
    const refusal = { name: 'UnreadablePersonalData', message: expect.stringMatching(/unreadable: the master key/) }
    await expect(locked.open(sealed)).rejects.toMatchObject(refusal)
    await expect(locked.sealFor(person, 'x')).rejects.toMatchObject(refusal)
  })

  test('is unreadable, not erased, if its key was lost', async () => {
    const sealed = await personalData.sealFor(person, 'Asha Rao')
    await database.pool.query('delete from personal_keys where subject = $1', [person])
    await expect(personalData.open(sealed)).rejects.toThrow(/unreadable: the key of .* is lost/)
  })

  test.each([
    ['changed', (sealed: string) => `${sealed.slice(0, -8)}AAAAAAAA`],
    ['cut short', (sealed: string) => sealed.slice(0, -20)],
    ['not sealed at all', () => 'Asha Rao'],
  ])('is unreadable if it was %s', async (_, damage) => {
    const sealed = await personalData.sealFor(person, 'Asha Rao')
    await expect(personalData.open(damage(sealed))).rejects.toThrow(/unreadable/)
  })

  test('is not decrypted with a key that was moved to another person', async () => {
    const other = newId()
    const sealed = await personalData.sealFor(person, 'Asha Rao')
    await personalData.ensureKeys([other])
    await database.pool.query(
      `update personal_keys set wrapped_key = (select wrapped_key from personal_keys where subject = $1)
       where subject = $2`,
      [person, other],
    )
    await expect(personalData.open(sealed.replace(person, other))).rejects.toThrow(/unreadable/)
  })

  test('requires a master key of 32 bytes', () => {
    expect(() => openPersonalData({ db: database.db, masterKey: randomBytes(16) })).toThrow(/32 bytes/)
  })
})
