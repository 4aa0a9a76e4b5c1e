import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EventStore } from '#core/event-store/event-store.ts'
import { adminRoutes } from '#modules/catalogue/admin/routes.ts'
import { adminAccount, call, openKit } from '../http-kit/kit.ts'
import { type Answer, type Call } from '../support/shop/api-caller.ts'
import { addProducts, monitor, openTestShop, type TestShop } from '../support/shop/shop.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

const admin = (method: string, path: string, call: Call = {}): Promise<Answer> =>
  shop.call(method, path, { token: shop.adminToken, ...call })
const list = (query: string) => admin('GET', `/api/catalogue/products?${query}`)
const titles = ({ body }: Answer) => body.content.map(({ title }: { title: string }) => title)

async function add(title: string): Promise<string> {
  const [product] = await addProducts(shop, [{ title }])
  return `/api/products/${product?.id}`
}

describe('the product list of the catalogue’s admin', () => {
  test('matches parts of words in title, brand, company, category and id, and includes the revision', async () => {
    const path = await add('Keeper Spirometer')
    for (const text of ['spiro keep', 'KEEPER', 'icu-equip keeper', path.slice('/api/products/'.length)])
      expect(titles(await list(`text=${encodeURIComponent(text)}`))).toEqual(['Keeper Spirometer'])
    await admin('PUT', path, { body: { ...monitor, title: 'Keeper Spirometer', qty: 99 } })
    expect((await list('text=keeper')).body.content[0]).toMatchObject({ qty: 99, revision: 1, deleted: false })
    const one = await admin('GET', path.replace('/api/products', '/api/catalogue/products'))
    expect([one.body.revision, one.headers.get('ETag')]).toEqual([1, '"1"'])
    expect((await list('text=keeper%25')).body.totalElements).toBe(0)
    await admin('DELETE', path)
  })

  test.each(['state=hidden', 'page=-1', 'size=101', `text=${'x'.repeat(201)}`])('rejects %s', async (query) => {
    expect((await list(query)).status).toBe(400)
  })
})

describe('a deletion', () => {
  test('can be undone: the product returns to its former position, in lists and in the search', async () => {
    const path = await add('Undone Nebuliser')
    await add('Added afterwards')
    const before = (await shop.call('GET', path)).body
    await admin('DELETE', path)
    expect(titles(await list('state=deleted&text=undone'))).toEqual(['Undone Nebuliser'])
    const { status, body } = await admin('POST', `${path}/restore`)
    expect([status, body]).toEqual([200, before])
    expect(titles(await shop.call('GET', '/api/products?size=2'))).toEqual(['Added afterwards', before.title])
    const found = await shop.call('PUT', '/api/products/search', { body: { text: 'undone nebuliser' } })
    expect(found.body.content[0]).toMatchObject({ title: before.title, createDate: before.createDate })
    expect(titles(await list('state=deleted&text=undone'))).toEqual([])
  })

  test('stays in the history, and so does its undoing', async () => {
    const path = await add('Remembered')
    await admin('DELETE', path)
    await admin('POST', `${path}/restore`)
    await admin('POST', `${path}/restore`)
    const { body } = await admin('GET', `${path}/history`)
    const types = body.map(({ type }: { type: string }) => type)
    expect(types).toEqual(['ProductAdded', 'ProductDeleted', 'ProductRestored'])
  })

  test('is undone only at the given revision, if there is one', async () => {
    const path = await add('Insisted on')
    await admin('DELETE', path)
    expect((await admin('POST', `${path}/restore`, { headers: { 'If-Match': '"0"' } })).status).toBe(412)
    expect((await admin('POST', `${path}/restore`, { headers: { 'If-Match': '"1"' } })).status).toBe(200)
  })

  test('of a product that never existed cannot be undone', async () => {
    expect((await admin('POST', '/api/products/never-was/restore')).status).toBe(404)
  })
})

describe('a change', () => {
  test('returns the product, even if it is deleted before the response is created', async () => {
    const path = await add('Unchanged')
    const { store } = shop.shop.infrastructure
    const deleted: number[] = []
    const append: EventStore['append'] = async (...parameters) => {
      const appended = await store.append(...parameters)
      deleted.push((await admin('DELETE', path)).status)
      return appended
    }
    const kit = await openKit(adminRoutes({ ...store, append }))
    const body = { ...monitor, title: 'Changed' }
    const changed = await call(kit, `PUT ${path}`, { token: await kit.tokenOf(adminAccount.id), body })
    await kit.stop()
    expect([changed.status, changed.body?.title]).toEqual([200, 'Changed'])
    expect(deleted).toEqual([204])
    expect((await admin('GET', path)).status).toBe(404)
  })
})
