import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTcpProxy, type TcpProxy } from '../../support/engines/tcp-proxy.ts'
import { eventually } from '../../support/eventually.ts'
import { freshDatabase, type FreshDatabase } from '../../support/postgres/postgres.ts'
import { pictureForm } from '../../support/shop/pictures.ts'
import { addProducts, openTestShop, type TestShop } from '../../support/shop/shop.ts'

let database: FreshDatabase
let proxy: TcpProxy
let shop: TestShop

beforeAll(async () => {
  database = await freshDatabase()
  proxy = await openTcpProxy(database.url)
  shop = await openTestShop({ DATABASE_URL: proxy.url })
})
afterAll(async () => {
  await shop.close()
  await proxy.close()
  await database.drop()
})

test('a read of a picture ends with 503 while Postgres does not respond, before the statement ends', async () => {
  const upload = { token: shop.adminToken, body: pictureForm() }
  const { body: picture } = await shop.call('POST', '/api/products/images', upload)
  expect((await fetched(picture.url)).status).toBe(200)
  proxy.freeze()
  let hasAnswered = false
  const statement = shop.shop.infrastructure.database.ping().finally(() => (hasAnswered = true))
  const { status, headers } = await fetched(picture.url)
  expect([status, headers.get('Retry-After'), hasAnswered]).toEqual([503, '2', false])
  proxy.thaw()
  await statement
  expect((await fetched(picture.url)).status).toBe(200)
})

test('while Postgres does not respond, cached pages are shown, others report it, and all recover afterwards', async () => {
  const [seen, unseen] = await addProducts(shop, [{ title: 'Bedside Monitor' }, { title: 'Otoscope' }])
  const pages = ['/', '/collection', `/products/${seen?.id}`]
  for (const path of pages) expect((await shop.call('GET', path)).text).toContain('Bedside Monitor')
  proxy.silence('forGood')
  await eventually(() => expect(shop.shop.positions.stamp('product-list')).toBeUndefined())

  for (const path of pages) {
    const { status, text } = await fetched(path)
    expect([path, status]).toEqual([path, 200])
    expect(text).toContain('Bedside Monitor')
  }
  expect((await fetched('/api/products/newest?number=8')).status).toBe(200)
  for (const path of [`/products/${unseen?.id}`, '/collection?page=2', '/search?q=otoscope', '/sitemap.xml']) {
    const { status, headers, text } = await fetched(path)
    expect([path, status, headers.get('Retry-After')]).toEqual([path, 503, '5'])
    expect(text).toContain('try again')
  }
  expect(await fetched('/api/products?page=3')).toMatchObject({ status: 503 })

  proxy.silence()
  proxy.divert(database.url)
  await eventually(async () => expect((await fetched(`/products/${unseen?.id}`)).status).toBe(200), 60_000)
})

/** A visitor's request, without the position that the test has seen. */
async function fetched(path: string): Promise<{ status: number; headers: Headers; text: string }> {
  const response = await fetch(shop.url + path)
  return { status: response.status, headers: response.headers, text: await response.text() }
}
