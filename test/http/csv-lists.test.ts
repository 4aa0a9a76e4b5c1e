import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addProducts, openTestShop, orderFor, type TestShop } from '../support/shop/shop.ts'

let shop: TestShop
let product: Awaited<ReturnType<typeof addProducts>>[number]

beforeAll(async () => {
  shop = await openTestShop()
  const [added] = await addProducts(shop, [{ title: '=1+1 Monitor, "large"', price: 999.5, qty: 7 }])
  if (!added) throw new Error('no product')
  product = added
})
afterAll(() => shop.close())

const get = (path: string, token = shop.adminToken) => shop.call('GET', path, { token })

/** The rows of a file by the headings of its columns. */
async function rowsOf(path: string): Promise<Record<string, string>[]> {
  const { status, text } = await get(path)
  expect([path, status]).toEqual([path, 200])
  return parse(text, { columns: true, bom: true })
}

/** More rows than are read at a time. */
const many = 1_201

describe('the list of orders as a file', () => {
  let orderId: string
  let buyer: Awaited<ReturnType<TestShop['signUp']>>

  beforeAll(async () => {
    buyer = await shop.signUp('meera')
    const order = orderFor([[product, 3]])
    const placed = await shop.call('POST', '/api/orders', { token: buyer.accessToken, body: order })
    orderId = placed.body.orderId
  })

  test('contains what the list shows, with prices in rupees', async () => {
    const [row, ...others] = await rowsOf(`/api/orders.csv?text=${orderId}`)
    expect(others).toEqual([])
    expect(row).toMatchObject({
      Order: orderId,
      Status: 'received',
      Account: buyer.loginUserName,
      Items: '3 × =1+1 Monitor, "large"',
      Pieces: '3',
      Total: '2998.5',
      Payment: 'pending',
      Mobile: '9820012345',
      City: 'Pune',
      'PIN code': '411001',
    })
  })

  test('has the filters of the list', async () => {
    expect(await rowsOf('/api/orders.csv?status=delivered')).toEqual([])
    expect(await rowsOf('/api/orders.csv?to=2020-01-01')).toEqual([])
    expect(await rowsOf('/api/orders.csv?product=another')).toEqual([])
    expect(await rowsOf(`/api/orders.csv?product=${product.id}&sold=true`)).toHaveLength(1)
    expect((await get('/api/orders.csv?status=lost')).status).toBe(400)
    expect((await get('/api/orders.csv?size=20')).status).toBe(400)
  })

  test('is sent as a download, and recorded as a disclosure', async () => {
    const { headers } = await get('/api/orders.csv')
    expect(headers.get('Content-Type')).toBe('text/csv; charset=utf-8')
    expect(headers.get('Content-Disposition')).toBe('attachment; filename="orders.csv"')
    await shop.settled()
    const { body } = await get('/api/audit/events?size=50')
    expect(JSON.stringify(body)).toContain('the list of orders, as a file')
  })

  test('contains every order of a long list once, newest first or sorted', async () => {
    const { db } = shop.shop.infrastructure.database
    await sql`
      insert into read_orders.orders
      select (jsonb_populate_record(one, jsonb_build_object(
        'order_id', 'ORD1' || lpad(n::text, 7, '0'), 'placed_position', one.placed_position + n, 'search_text', 'copy'))).*
      from read_orders.orders as one, generate_series(1, ${many}) as n where one.order_id = ${orderId}`.execute(db)
    const ids = (await rowsOf('/api/orders.csv?text=copy')).map(({ Order }) => Order)
    expect(ids).toEqual(Array.from({ length: many }, (_, i) => `ORD1${String(many - i).padStart(7, '0')}`))
    // All are equal in these columns, so the order of placing decides.
    for (const sort of ['total-asc', 'name-asc', 'city-desc', 'placed-asc']) {
      const sorted = (await rowsOf(`/api/orders.csv?text=copy&sort=${sort}`)).map(({ Order }) => Order)
      expect([sort, sorted]).toEqual([sort, sort.endsWith('desc') ? ids : ids.toReversed()])
    }
  })
})

describe('the list of products as a file', () => {
  test('prevents a spreadsheet from evaluating text as formulas', async () => {
    const [row] = await rowsOf(`/api/catalogue/products.csv?text=${product.id}`)
    expect(row).toMatchObject({
      Id: product.id,
      Title: `'=1+1 Monitor, "large"`,
      Price: '999.5',
      Stock: '7',
      Deleted: 'no',
    })
  })

  test('includes deleted ones on request', async () => {
    const [gone] = await addProducts(shop, [{ title: 'Withdrawn Scale' }])
    await shop.call('DELETE', `/api/products/${gone?.id}`, { token: shop.adminToken })
    expect(await rowsOf('/api/catalogue/products.csv?text=withdrawn')).toEqual([])
    const [row] = await rowsOf('/api/catalogue/products.csv?text=withdrawn&state=deleted')
    expect(row).toMatchObject({ Title: 'Withdrawn Scale', Deleted: 'yes' })
  })

  test('contains every product of a long list once, newest first', async () => {
    const { db } = shop.shop.infrastructure.database
    await sql`
      insert into read_product_list.products
      select (jsonb_populate_record(one, jsonb_build_object('product_id', 'copy-' || n, 'created_position', one.created_position + n))).*
      from read_product_list.products as one, generate_series(1, ${many}) as n where one.product_id = ${product.id}`.execute(
      db,
    )
    const ids = (await rowsOf('/api/catalogue/products.csv?text=copy-')).map(({ Id }) => Id)
    expect(ids).toEqual(Array.from({ length: many }, (_, i) => `copy-${many - i}`))
  })
})

describe('the list of users as a file', () => {
  test('contains what the list shows, and no password hash', async () => {
    const asha = await shop.signUp('asha')
    const { text } = await get(`/api/users.csv?text=${asha.loginUserName}`)
    expect(text).not.toContain('argon2')
    const [row] = await rowsOf(`/api/users.csv?text=${asha.loginUserName}`)
    expect(row).toMatchObject({
      'Account id': asha.id,
      Username: asha.loginUserName,
      Mobile: '9820012345',
      Roles: 'USER',
    })
  })

  test('contains every user of a long list once, oldest first, even if many signed up at the same moment', async () => {
    const { db } = shop.shop.infrastructure.database
    await sql`
      insert into accounts
      select (jsonb_populate_record(one, jsonb_build_object(
        'id', 'copy-' || lpad(n::text, 5, '0'), 'username', 'copy' || n, 'username_key', 'copy' || n, 'email', ''))).*
      from accounts as one, generate_series(1, ${many}) as n where one.username_key = 'admin'`.execute(db)
    const ids = (await rowsOf('/api/users.csv?text=copy')).map((row) => row['Account id'])
    expect(ids).toEqual(Array.from({ length: many }, (_, i) => `copy-${String(i + 1).padStart(5, '0')}`))
  })
})

describe('the list of service requests as a file', () => {
  test('contains what the list shows, with its filters and in its order', async () => {
    const { accessToken: token, loginUserName } = await shop.signUp('ravi')
    for (const title of ['=cmd Humming pump', 'Broken wheel']) {
      const body = { title, company: 'Aarogya', description: 'Please look at it', address: 'Ward 7, Nagpur' }
      await shop.call('POST', '/api/orders/productRequest', { token, body })
    }
    await shop.settled()
    const file = '/api/orders/productRequest.csv'
    expect(await rowsOf(`${file}?text=${loginUserName}&sort=title-asc`)).toMatchObject([
      { Title: "'=cmd Humming pump", Status: 'received', Summary: 'Please look at it', Address: 'Ward 7, Nagpur' },
      { Title: 'Broken wheel', Account: loginUserName, Company: 'Aarogya' },
    ])
    expect(await rowsOf(`${file}?text=humming&unanswered=true`)).toHaveLength(1)
    expect(await rowsOf(`${file}?status=resolved`)).toEqual([])
    expect(await rowsOf(`${file}?to=2020-01-01`)).toEqual([])
    expect((await get(`${file}?size=20`)).status).toBe(400)
  })
})

test('each file is restricted to ADMINs', async () => {
  const { accessToken } = await shop.signUp()
  for (const path of [
    '/api/orders.csv',
    '/api/catalogue/products.csv',
    '/api/users.csv',
    '/api/orders/productRequest.csv',
  ])
    expect([path, (await get(path, accessToken)).status]).toEqual([path, 403])
})
