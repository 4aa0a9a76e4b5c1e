import { expect, test } from 'vitest'
import type { OwnershipRecord } from './events.ts'
import { assertOwnershipUnchanged, judgeIdentity, type IdentityFacts } from './judge-identity.ts'

const own: OwnershipRecord = {
  shopId: '01940000-0000-7000-8000-000000000001',
  name: 'shop.example.in',
  database: '1/1',
}
const other: OwnershipRecord = { ...own, shopId: '01940000-0000-7000-8000-000000000002', name: 'other.example.in' }
const restored: OwnershipRecord = { ...own, database: '1/2' }

type Facts = Omit<IdentityFacts, 'own' | 'log' | 'followed'> & { followed: 'nothing' | 'this log' | 'another log' }

const judged = ({ followed, ...facts }: Facts, current?: OwnershipRecord, earlierDatabases: string[] = []) =>
  judgeIdentity({ ...facts, own, log: { current, earlierDatabases }, followed: () => Promise.resolve(followed) })

const fresh: Facts = { isLogged: false, followed: 'nothing', hasEvents: false }

test.each<[string, Facts, RegExp]>([
  ['a database whose identity is known to be in a log', { ...fresh, isLogged: true }, /does not hold the identity/],
  ['a database that has followed another log', { ...fresh, followed: 'another log' }, /does not hold the identity/],
  [
    'a database that has followed nothing, if the log holds events',
    { ...fresh, hasEvents: true },
    /without an identity/,
  ],
])('a log without an identity refuses %s', (_, facts, message) => expect(judged(facts)).rejects.toThrow(message))

test.each<[string, Facts]>([
  ['a new database, if the log is empty', fresh],
  ['the database that has followed it', { ...fresh, followed: 'this log', hasEvents: true }],
])('a log without an identity gets that of %s', async (_, facts) => expect(await judged(facts)).toEqual(own))

test('a log with an identity refuses a database with another id', async () => {
  await expect(judged(fresh, other)).rejects.toThrow(/belongs to another shop/)
  const known: Facts = { ...fresh, isLogged: true, followed: 'this log' }
  await expect(judged(known, other)).rejects.toThrow(/belongs to another shop/)
})

test('a log with an identity refuses a copy of its database under another name', () =>
  expect(judged(fresh, { ...restored, name: 'other.example.in' })).rejects.toThrow(/is a copy of that one/))

test('a log refuses a database that has been replaced', () =>
  expect(judged(fresh, restored, [own.database])).rejects.toThrow(/which has replaced this one/))

test('a log accepts a restored database, and passes its id to one that has followed it and has no logged id', async () => {
  expect(await judged(fresh, restored)).toEqual(own)
  const ofTheLog = { ...own, shopId: other.shopId }
  expect(await judged({ ...fresh, followed: 'this log' }, ofTheLog)).toEqual(ofTheLog)
})

test.each<[string, OwnershipRecord | undefined, RegExp]>([
  ['is gone', undefined, /does not hold the identity/],
  ['is that of another shop', other, /belongs to another shop/],
  ['names another database', restored, /which has replaced this one/],
])('a running process is refused once the identity in the log %s', (_, current, message) =>
  expect(() => assertOwnershipUnchanged(own, { current, earlierDatabases: [] })).toThrow(message),
)

test('a running process accepts a new name of its shop', () =>
  expect(() =>
    assertOwnershipUnchanged(own, { current: { ...own, name: 'shop.example.com' }, earlierDatabases: [] }),
  ).not.toThrow())
