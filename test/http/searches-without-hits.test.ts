import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import { withoutHitsCounts } from '#modules/search-words/without-hits/counts.ts'
import { addProducts, openTestShop, type TestShop } from '../support/shop/shop.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop()
  await addProducts(shop, [{}])
})
afterAll(() => shop.close())

const search = (browser: string, body: Record<string, unknown>) =>
  shop.call('PUT', '/api/products/search', { body, headers: { 'User-Agent': browser } })

async function searchIn(browsers: readonly string[], body: Record<string, unknown>) {
  for (const browser of browsers) expect((await search(browser, body)).body.totalElements).toBe(0)
}

async function listed(query = ''): Promise<{ text: string; count: number; lastAt: string }[]> {
  const { body } = await shop.call('GET', `/api/search/without-hits${query}`, { token: shop.adminToken })
  return body.content
}

const textsListed = async () => (await listed('?size=100')).map(({ text }) => text)

/** The texts that the list has for this one, which fit on one page. */
async function found(text: string): Promise<string[]> {
  const path = `/api/search/without-hits?text=${encodeURIComponent(text)}`
  const { body } = await shop.call('GET', path, { token: shop.adminToken })
  expect(body.totalElements).toBe(body.content.length)
  return body.content.map((entry: { text: string }) => entry.text)
}

/** Every row of the tables of this count, as text. */
async function storedRows(): Promise<string> {
  const { rows } = await sql<{ stored: string }>`
    select coalesce(string_agg(row::text, ' '), '') as stored from (
      select row(hashed.*) as row from searches_without_hits_hashed as hashed
      union all select row(known.*) from searches_without_hits as known
    ) as rows`.execute(shop.shop.infrastructure.database.db)
  return rows[0]?.stored ?? ''
}

describe('a search text without a hit', () => {
  test('is stored as a hash until three sessions have used it, then with its count and last time', async () => {
    // With a space, which no hash contains.
    await searchIn(['browser one', 'browser one', 'browser two', 'browser two'], { text: 'Dialysis  Machine' })
    expect(await textsListed()).not.toContain('dialysis machine')
    const stored = await storedRows()
    expect(stored).not.toBe('')
    expect(stored).not.toMatch(/dialysis|127\.0\.0\.1|browser (one|two)/i)
    await searchIn(['browser three'], { text: 'dialysis machine' })
    const entry = (await listed()).find(({ text }) => text === 'dialysis machine')
    expect(entry).toEqual({ text: 'dialysis machine', count: 5, lastAt: expect.any(String) })
    await searchIn(['browser one', 'browser four'], { text: 'DIALYSIS MACHINE' })
    const later = (await listed()).find(({ text }) => text === 'dialysis machine')
    expect(later).toMatchObject({ count: 7 })
    expect(Date.parse(later?.lastAt ?? '')).toBeGreaterThan(Date.parse(entry?.lastAt ?? ''))
  })

  test('is counted per login whatever the browser', async () => {
    const { accessToken: token } = await shop.signUp()
    for (const browser of ['one', 'two', 'three'])
      await shop.call('PUT', '/api/products/search', {
        token,
        body: { text: 'haemodialyser' },
        headers: { 'User-Agent': browser },
      })
    expect(await textsListed()).not.toContain('haemodialyser')
  })

  test('is never stored with an email address or a number, nor if filters are selected', async () => {
    const before = await storedRows()
    const browsers = ['one', 'two', 'three']
    await searchIn(browsers, { text: 'zzqx asha@clinic.in' })
    await searchIn(browsers, { text: 'zzqx 98200 12345' })
    await searchIn(browsers, { text: 'zzqx', brand: 'Aarogya' })
    await searchIn(browsers, { text: ' ', brand: 'Nobody' })
    await listed()
    expect(await storedRows()).toBe(before)
  })

  test('is listed in pages, the most frequent first', async () => {
    await searchIn(['one', 'two', 'three'], { text: 'qqvv' })
    expect(await textsListed()).toEqual(['dialysis machine', 'qqvv'])
    const answer = await shop.call('GET', '/api/search/without-hits?page=1&size=1', { token: shop.adminToken })
    expect(answer.body).toMatchObject({ totalElements: 2, number: 1, content: [{ text: 'qqvv', count: 3 }] })
  })

  test('is found by parts of its words, in any order and writing', async () => {
    for (const text of ['dialysis machine', 'MACH dial', ' Ｄialysis ']) {
      expect([text, await found(text)]).toEqual([text, ['dialysis machine']])
    }
    for (const text of ['dialysis pump', '%', '_']) expect([text, await found(text)]).toEqual([text, []])
    expect(await found(' ')).toEqual(['dialysis machine', 'qqvv'])
  })
})

test('sessions of different days are not added up, and the hashes are deleted with their day', async () => {
  let now = Date.parse('2126-11-24T23:59:00Z')
  const { db } = shop.shop.infrastructure.database
  const counts = withoutHitsCounts({ db, clock: () => now, secret: Buffer.alloc(32, 1) })
  const add = (session: string) => counts.add([{ form: 'two days', session, count: 1, lastAt: now }])
  const saltsLeft = async () =>
    (await sql<{ day: string }>`select day from searches_without_hits_salts`.execute(db)).rows.map(({ day }) => day)
  await add('one')
  await add('two')
  now += 60_000
  await add('three')
  expect(await textsListed()).not.toContain('two days')
  expect(await saltsLeft()).toEqual(['2126-11-25'])
  now += 86_400_000
  await counts.deletePastDays()
  expect(await saltsLeft()).toEqual([])
  expect(await storedRows()).not.toContain('2126-11-25')
})
