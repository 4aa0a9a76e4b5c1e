import { signUpWith } from '../../support/shop/api-caller.ts'
import { monitor, orderFor, type TestShop } from '../../support/shop/shop.ts'

/** Writes a product, an account, an order and a service request, and with them mails: one row of each of the console's lists. */
export async function writeOneOfEach({ call, adminToken }: Pick<TestShop, 'call' | 'adminToken'>): Promise<void> {
  const { body: product } = await call('POST', '/api/products', { token: adminToken, body: monitor })
  const { accessToken: token } = await signUpWith(call)
  await call('POST', '/api/orders', { token, body: orderFor([[product, 1]]) })
  const request = { title: 'Broken wheel', company: 'Aarogya', description: 'Please look at it' }
  await call('POST', '/api/orders/productRequest', { token, body: request })
}
