import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answer } from '../support/shop/api-caller.ts'
import { addProducts, openTestShop, orderFor, type TestShop } from '../support/shop/shop.ts'

let shop: TestShop
let buyer: Awaited<ReturnType<TestShop['signUp']>>
let orderIds: string[]
let product: Awaited<ReturnType<typeof addProducts>>[number]

const asAdmin = (method: string, path: string, body?: unknown): Promise<Answer> =>
  shop.call(method, path, { token: shop.adminToken, body })
const raise = (title: string, token = buyer.accessToken) =>
  shop.call('POST', '/api/orders/productRequest', {
    token,
    body: { title, company: 'Aarogya Meditech', description: 'It hums', address: 'Ward 7, Nagpur' },
  })

async function placeAndRaise({ accessToken }: typeof buyer): Promise<void> {
  await shop.call('POST', '/api/orders', { token: accessToken, body: orderFor([[product, 1]]) })
  await raise('Silent alarm', accessToken)
}

beforeAll(async () => {
  shop = await openTestShop()
  buyer = await shop.signUp('asha')
  const [added] = await addProducts(shop, [{ title: 'Board Monitor' }])
  if (!added) throw new Error('there is no product')
  product = added
  const orders = [orderFor([[product, 1]]), orderFor([[product, 2]]), orderFor([[product, 3]])]
  for (const body of orders) await shop.call('POST', '/api/orders', { token: buyer.accessToken, body })
  orderIds = orders.map(({ orderId }) => orderId)
  await asAdmin('POST', `/api/orders/${orderIds[0]}/confirm`, {})
})
afterAll(() => shop.close())

describe('the board of orders', () => {
  test('counts each status among the orders that match the text, whatever status is shown', async () => {
    const all = await asAdmin('GET', '/api/orders?status=confirmed')
    expect(all.body).toMatchObject({ totalElements: 1, statusCounts: { received: 2, confirmed: 1 } })
    const one = await asAdmin('GET', `/api/orders?text=${orderIds[1]}%20board`)
    expect(one.body).toMatchObject({ totalElements: 1, statusCounts: { received: 1 } })
    expect((await asAdmin('GET', '/api/orders?text=%25')).body).toMatchObject({ totalElements: 0, statusCounts: {} })
  })
})

describe('the board of service requests', () => {
  test('is searched, filtered by status and counted', async () => {
    const { id } = (await raise('Humming monitor')).body
    await raise('Broken trolley')
    await asAdmin('POST', `/api/orders/productRequest/${id}/acknowledge`, {})
    const list = (query: string) => asAdmin('GET', `/api/orders/productRequest?${query}`)
    expect((await list('')).body).toMatchObject({ totalElements: 2, statusCounts: { received: 1, acknowledged: 1 } })
    expect((await list('status=received')).body.content).toMatchObject([{ title: 'Broken trolley' }])
    for (const text of ['humming nagpur', id, buyer.loginUserName, 'AAROGYA humm'])
      expect((await list(`text=${encodeURIComponent(text)}`)).body.totalElements).toBe(
        1 + Number(text === buyer.loginUserName),
      )
    expect((await list('status=lost')).status).toBe(400)
  })
})

describe('the list of people', () => {
  test('is searched by name, username, email address and mobile number, and filtered by role', async () => {
    const list = async (query: string) => (await asAdmin('GET', `/api/users?${query}`)).body
    expect(await list(`text=${encodeURIComponent('ASHA rao')}`)).toMatchObject({ content: [{ id: buyer.id }] })
    expect((await list('text=9820012345')).totalElements).toBe(1)
    expect((await list('text=_')).totalElements).toBe(0)
    expect(await list('role=ADMIN')).toMatchObject({ totalElements: 1, content: [{ username: 'admin' }] })
    expect((await asAdmin('GET', '/api/users?role=GUEST')).status).toBe(400)
  })

  test('keeps the last ADMIN, and reports the remedy', async () => {
    const [admin] = (await asAdmin('GET', '/api/users?role=ADMIN')).body.content
    const answers = [
      await asAdmin('PUT', `/api/users/${admin.id}/roles`, { roles: ['USER'] }),
      await asAdmin('DELETE', `/api/users/${admin.id}`),
    ]
    for (const { status, body } of answers)
      expect([status, body.message]).toEqual([
        409,
        'This is the last ADMIN: grant another account the role ADMIN first',
      ])
  })
})

describe('a board of one account', () => {
  test.each(['/api/orders', '/api/orders/productRequest'])(
    'has what it caused, and counts only that: %s',
    async (path) => {
      const other = await shop.signUp('ravi')
      const [own, others] = await Promise.all([
        asAdmin('GET', `${path}?account=${buyer.id}`),
        asAdmin('GET', `${path}?account=${other.id}`),
      ])
      const all = await asAdmin('GET', path)
      expect(others.body).toMatchObject({ totalElements: 0, content: [], statusCounts: {} })
      const isOwn = ({ loginUserName }: { loginUserName: string }) => loginUserName === buyer.loginUserName
      expect(own.body.content).toEqual(all.body.content.filter(isOwn))
      await placeAndRaise(other)
      const after = await asAdmin('GET', `${path}?account=${other.id}`)
      expect(after.body).toMatchObject({
        totalElements: 1,
        statusCounts: { received: 1 },
        content: [{ loginUserName: other.loginUserName }],
      })
      expect((await asAdmin('GET', `${path}?account=${buyer.id}`)).body).toEqual(own.body)
      const file = await asAdmin('GET', `${path}.csv?account=${other.id}`)
      expect(file.text.trimEnd().split('\r\n')).toHaveLength(2)
    },
  )
})
