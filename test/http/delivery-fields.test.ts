import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Shipping } from '#modules/ordering/domain/events.ts'
import { OrderInput } from '#modules/ordering/schema.ts'
import { addProducts, openTestShop, orderFor, type TestShop } from '../support/shop/shop.ts'

let shop: TestShop
let orderId: string
let token: string

/** The first example of each field that an order may be sent with. */
const examples = Object.fromEntries(
  Object.entries(OrderInput.properties.shipping.properties).map(([field, schema]) => [field, exampleOf(schema)]),
)

function exampleOf(schema: object): unknown {
  return 'examples' in schema && Array.isArray(schema.examples) ? schema.examples[0] : undefined
}

beforeAll(async () => {
  shop = await openTestShop()
  const [product] = await addProducts(shop, [{}])
  if (!product) throw new Error('no product')
  token = (await shop.signUp()).accessToken
  const body = orderFor([[product, 1]], { shipping: examples })
  const placed = await shop.call('POST', '/api/orders', { token, body })
  if (placed.status !== 201) throw new Error(`the examples are refused: ${placed.text}`)
  orderId = placed.body.orderId
})
afterAll(() => shop.close())

test.each(Object.keys(Shipping.properties))(
  '%s is accepted with an order, stored, and in the file of all orders',
  async (field) => {
    const example = examples[field]
    expect(example, `add ${field} to ShippingInput in modules/ordering/schema.ts, with an example`).toBeTypeOf('string')
    const { body } = await shop.call('GET', `/api/orders/${orderId}`, { token })
    expect(body.shipping).toHaveProperty(field, example)
    const { text } = await shop.call('GET', `/api/orders.csv?text=${orderId}`, { token: shop.adminToken })
    const row: string[] | undefined = parse(text, { bom: true })[1]
    expect(row, `add a column for ${field} to modules/ordering/csv.ts`).toContain(example)
  },
)
