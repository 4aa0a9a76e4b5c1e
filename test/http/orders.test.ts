import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addProducts, openTestShop, orderFor, type TestShop } from '../support/shop/shop.ts'

let shop: TestShop
let products: Awaited<ReturnType<typeof addProducts>>

beforeAll(async () => {
  shop = await openTestShop()
  products = await addProducts(shop, [{}, { title: 'Safe Syringe 5 ml', price: 38.5, posttype: 'lab-equipments' }])
})
afterAll(() => shop.close())

const [monitorAt, syringeAt] = [0, 1]
const product = (at: number) => products[at] ?? expect.fail('no such product')
const place = (body: unknown, token: string, headers?: Record<string, string>) =>
  shop.call('POST', '/api/products/bookOrderRequest', { body, token, headers })

describe('placing an order', () => {
  test('responds with 201, the client’s order id and the catalogue’s total', async () => {
    const { accessToken } = await shop.signUp()
    const order = orderFor([
      [product(monitorAt), 2],
      [product(syringeAt), 10],
    ])
    const answer = await place(order, accessToken)
    expect(answer.body).toEqual({
      orderId: order.orderId,
      status: 'received',
      totalAmount: 169386,
      date: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    })
    expect(answer.status).toBe(201)
    expect(Number(answer.headers.get('X-Event-Position'))).toBeGreaterThan(0)
  })

  test('works under its alias, accepts shipping.mobile too, and ignores what the server decides', async () => {
    const { accessToken, loginUserName } = await shop.signUp()
    const order = orderFor([[product(monitorAt), 1]], {
      status: 'delivered',
      date: '1970-01-01T00:00:00.000Z',
      loginUserName: 'somebody.else',
      payment: { method: 'cod', status: 'collected' },
    })
    const shipping = { ...order.shipping, email: undefined, mobile: '9999911111' }
    const placed = await shop.call('POST', '/api/orders', { body: { ...order, shipping }, token: accessToken })
    expect(placed.status).toBe(201)
    const { body } = await shop.call('GET', `/api/orders/${order.orderId}`, { token: accessToken })
    expect(body).toMatchObject({
      loginUserName,
      status: 'received',
      payment: { method: 'cod', status: 'pending' },
      shipping: { mobile: '9999911111', email: '9999911111' },
      revision: 0,
    })
    expect(body.date).not.toMatch(/^1970/)
  })

  const blank = { name: '', email: '', address: '', city: '', state: '', zipCode: '' }
  const filled = orderFor([]).shipping

  test.each([
    ['Your cart is empty', { items: [], shipping: blank }],
    ['Name is required', { shipping: { ...blank, name: '  ' } }],
    ['Name is required', { shipping: { ...filled, name: '\t\u00a0\u200b' } }],
    ['Mobile number is required', { shipping: { ...blank, name: 'Asha' } }],
    ['Mobile number is required', { shipping: { ...filled, mobile: '\u2060', email: '\u200b' } }],
    ['Address is required', { shipping: { ...blank, name: 'Asha', email: '1' } }],
    ['City is required', { shipping: { ...filled, city: null, state: '', zipCode: '' } }],
    ['State is required', { shipping: { ...filled, state: '\t', zipCode: 'x' } }],
    ['ZIP Code is required', { shipping: { ...filled, zipCode: ' ' } }],
    ['Please enter a valid 6-digit PIN code', { shipping: { ...filled, zipCode: '4110' } }],
    ['Please enter a valid 6-digit PIN code', { shipping: { ...filled, zipCode: '4110011' } }],
    ['Please enter a valid 6-digit PIN code', { shipping: { ...filled, zipCode: '41100a' } }],
    ['Please enter a valid 6-digit PIN code', { shipping: { ...filled, zipCode: '४११००१' } }],
  ])('rejects with "%s" first', async (message, changes) => {
    const { accessToken } = await shop.signUp()
    const answer = await place(orderFor([[product(monitorAt), 1]], changes), accessToken)
    expect(answer.status).toBe(400)
    expect(answer.headers.get('Content-Type')).toMatch(/^application\/problem\+json/)
    expect(answer.body).toMatchObject({ status: 400, message, detail: message })
    expect(answer.body.errors[0].defaultMessage).toBe(message)
  })

  const required = [
    { field: 'items', defaultMessage: 'Your cart is empty' },
    { field: 'shipping.name', defaultMessage: 'Name is required' },
    { field: 'shipping.mobile', defaultMessage: 'Mobile number is required' },
    { field: 'shipping.address', defaultMessage: 'Address is required' },
    { field: 'shipping.city', defaultMessage: 'City is required' },
    { field: 'shipping.state', defaultMessage: 'State is required' },
    { field: 'shipping.zipCode', defaultMessage: 'ZIP Code is required' },
    { field: 'payment.method', defaultMessage: 'Cash on delivery is the only way to pay: send the method cod' },
    { field: 'totalAmount', defaultMessage: 'Send the total that the buyer saw, in rupees' },
  ]

  test.each([
    {},
    { items: [], shipping: {}, payment: {} },
    { items: null, shipping: null, payment: null },
    { items: 'none', shipping: blank },
  ])('names every field that %j lacks, in the order of the form', async (body) => {
    const { accessToken } = await shop.signUp()
    const answer = await place(body, accessToken)
    expect(answer.status).toBe(400)
    expect(answer.body.errors).toEqual(required)
  })

  test.each([undefined, null])('names every field of the form if shipping is %s', async (shipping) => {
    const { accessToken } = await shop.signUp()
    const answer = await place({ ...orderFor([[product(monitorAt), 1]]), shipping }, accessToken)
    expect(answer.body.errors).toEqual(required.filter(({ field }) => field.startsWith('shipping.')))
  })

  test.each(['x', '', null, 'not-a-cart-3f2b8c1e-5d0a-4c7e-9b1f-2a6d4e8f0c11'])(
    'rejects %j as the id of its cart',
    async (cartId) => {
      const { accessToken, loginUserName } = await shop.signUp()
      const answer = await place({ ...orderFor([[product(monitorAt), 1]]), cartId }, accessToken)
      expect(answer.status).toBe(400)
      expect(answer.body.errors).toEqual([{ field: 'cartId', defaultMessage: 'The cart id must be a UUID' }])
      const own = await shop.call('GET', `/api/orders/myorder/${loginUserName}`, { token: accessToken })
      expect(own.body.totalElements).toBe(0)
    },
  )

  test('reports an invalid PIN code, whatever is missing before it', async () => {
    const { accessToken } = await shop.signUp()
    const answer = await place({ items: [], shipping: { zipCode: '4110' } }, accessToken)
    const faults = answer.body.errors.slice(0, 7).map((error: { defaultMessage: string }) => error.defaultMessage)
    expect(faults.at(0)).toBe('Your cart is empty')
    expect(faults.at(-1)).toBe('Please enter a valid 6-digit PIN code')
  })

  test.each([0, -1, 1.5, '2', true, [], null, 2 ** 53, 1e9])('rejects a quantity of %j', async (quantity) => {
    const { accessToken } = await shop.signUp()
    const order = orderFor([[product(monitorAt), 1]])
    const answer = await place({ ...order, items: [{ ...order.items[0], quantity }] }, accessToken)
    expect(answer.status).toBe(400)
    expect(answer.body.errors[0].field).toBe('items[0].quantity')
  })

  test('adds up the same product on two lines before the limit', async () => {
    const { accessToken } = await shop.signUp()
    const line = orderFor([[product(syringeAt), 6000]]).items[0]
    const answer = await place({ ...orderFor([[product(syringeAt), 1]]), items: [line, line] }, accessToken)
    expect(answer.status).toBe(400)
    expect(answer.body.errors[0].field).toBe('items[1].quantity')
  })

  test.each([0, -1, 0.01, 1e-7, 1e308])(
    'never accepts a price of %d: 409 names the line, nothing is ordered',
    async (price) => {
      const { accessToken, loginUserName } = await shop.signUp()
      const order = orderFor([[product(monitorAt), 1]])
      const answer = await place({ ...order, items: [{ ...order.items[0], price }] }, accessToken)
      expect(answer.status).toBe(409)
      expect(answer.body.errors).toEqual([
        { field: 'items[0].price', defaultMessage: expect.stringContaining('84,500.50') },
      ])
      const own = await shop.call('GET', `/api/orders/myorder/${loginUserName}`, { token: accessToken })
      expect(own.body.totalElements).toBe(0)
    },
  )

  test('responds with 409 to a wrong total and to a deleted product', async () => {
    const { accessToken } = await shop.signUp()
    const order = orderFor([[product(monitorAt), 1]])
    expect((await place({ ...order, totalAmount: 1 }, accessToken)).body.errors[0].field).toBe('totalAmount')
    const gone = { ...order.items[0], id: 'no-such-product' }
    const answer = await place({ ...order, items: [...order.items, gone] }, accessToken)
    expect(answer.status).toBe(409)
    expect(answer.body.errors[0].field).toBe('items[1].id')
  })

  test('uses the next free id if two buyers send the same', async () => {
    const [asha, ravi] = [await shop.signUp('asha'), await shop.signUp('ravi')]
    const order = orderFor([[product(monitorAt), 1]], { orderId: 'ORD99999999' })
    const first = await place(order, asha.accessToken)
    const second = await place(order, ravi.accessToken)
    expect([first.body.orderId, second.body.orderId]).toEqual(['ORD99999999', 'ORD00000000'])
    const peek = await shop.call('GET', '/api/orders/ORD99999999', { token: ravi.accessToken })
    expect(peek.status).toBe(403)
  })

  test('happens once, however often it is sent', async () => {
    const { accessToken, loginUserName } = await shop.signUp()
    const order = orderFor([[product(monitorAt), 1]])
    const answers = await Promise.all(Array.from({ length: 20 }, () => place(order, accessToken)))
    const after = await place(order, accessToken)
    expect(after.status).toBe(201)
    for (const { status, text } of answers) expect([after.text, 409]).toContain(status === 201 ? text : status)
    const own = await shop.call('GET', `/api/orders/myorder/${loginUserName}`, { token: accessToken })
    expect(own.body.totalElements).toBe(1)
  })

  test('rejects another body under the same Idempotency-Key', async () => {
    const { accessToken } = await shop.signUp()
    const headers = { 'Idempotency-Key': 'checkout-1' }
    const first = await place(orderFor([[product(monitorAt), 1]]), accessToken, headers)
    expect(first.status).toBe(201)
    const second = await place(orderFor([[product(monitorAt), 2]]), accessToken, headers)
    expect(second.status).toBe(422)
  })
})
