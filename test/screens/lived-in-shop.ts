import { newId } from '#core/domain/ids.ts'
import type { LoginResponse } from '#modules/identity/schema.ts'
import { type Answer } from '../support/shop/api-caller.ts'
import { tokensIn, verificationTokensOf } from '../support/shop/outbox.ts'
import { adminPassword, monitor, openShopForBrowser, orderFor, type TestShop } from '../support/shop/shop.ts'

export type Device = { id: string; title: string; company: string; brand: string; price: number; logoUrl: string }

/** A shop with the demo catalogue, with orders, service requests and price changes. */
export type LivedInShop = {
  shop: TestShop
  /** Products of several categories, newest first. */
  devices: readonly [Device, Device, Device, Device, ...Device[]]
  admin: LoginResponse
  /** With a saved address. */
  buyer: LoginResponse
  /** An account without orders or requests, whose new email address is not confirmed yet. */
  newcomer: LoginResponse
  /** The tokens of the links in mails to another account. */
  tokens: { resetPassword: string; verifyEmail: string }
  /** The id of an account whose roles were changed before it was deleted. */
  deletedId: string
  /** The numbers of the buyer's orders, one in each of these statuses. The shop no longer has a product of the delivered one. */
  orders: { received: string; dispatched: string; delivered: string; cancelled: string }
  /** The ids of the buyer's service requests, one in each of these statuses. */
  requests: { received: string; resolved: string; declined: string }
  /** The id of a guest's cart that was changed several times. */
  cartId: string
}

export async function openLivedInShop(): Promise<LivedInShop> {
  const shop = await openShopForBrowser({ SEED: 'demo' })
  const { body } = await shop.call('GET', '/api/products?page=0&size=40')
  const devices = body.content
  const login = { username: 'admin', password: adminPassword }
  const admin = (await checked(shop.call('POST', '/api/auth/authenticate', { body: login }))).body
  const buyer = await shop.signUp('asha')
  await changePrices(shop, devices[0])
  const [orders, requests] = [await placeOrders(shop, devices, buyer), await raiseRequests(shop, buyer)]
  await saveAddress(shop, buyer)
  const [newcomer, tokens] = [await signUpWithNewEmail(shop), await tokensOfMails(shop)]
  const [deletedId, cartId] = [await deleteStaff(shop), await fillCart(shop, devices)]
  return { shop, devices, admin, buyer, newcomer, tokens, deletedId, orders, requests, cartId }
}

async function saveAddress(shop: TestShop, { accessToken: token }: LoginResponse): Promise<void> {
  const place = { address: '4 Lake View', city: 'Nashik', state: 'Maharashtra', zipCode: '422001' }
  const body = { name: 'Ward 4, City Clinic', mobile: '9820054321', ...place }
  await checked(shop.call('POST', '/api/users/me/addresses', { token, body }))
}

async function signUpWithNewEmail(shop: TestShop): Promise<LoginResponse> {
  const newcomer = await shop.signUp('meera')
  const body = { email: 'meera.new@clinic.in' }
  await checked(shop.call('PATCH', '/api/users/me', { token: newcomer.accessToken, body }))
  return newcomer
}

async function tokensOfMails(shop: TestShop): Promise<LivedInShop['tokens']> {
  const { id: accountId, loginUserName: username } = await shop.signUp('lata')
  await checked(shop.call('POST', '/api/auth/forgot-password', { body: { username } }))
  const [resetPassword = ''] = await tokensIn(shop, { accountId, subject: 'Choose a new password' })
  const [verifyEmail = ''] = await verificationTokensOf(shop, accountId)
  return { resetPassword, verifyEmail }
}

async function deleteStaff(shop: TestShop): Promise<string> {
  const { id } = await shop.signUp('kiran')
  await checked(shop.call('PUT', `/api/users/${id}/roles`, { token: shop.adminToken, body: { roles: ['STAFF'] } }))
  await checked(shop.call('DELETE', `/api/users/${id}`, { token: shop.adminToken }))
  return id
}

async function changePrices(shop: TestShop, device: Device): Promise<void> {
  for (const price of [device.price + 1500, device.price - 2500, device.price])
    await checked(
      shop.call('PUT', `/api/products/${device.id}`, { token: shop.adminToken, body: { ...device, price } }),
    )
}

type Devices = LivedInShop['devices']

async function placeOrders(shop: TestShop, devices: Devices, { accessToken: token }: LoginResponse) {
  const withdrawn = (await checked(shop.call('POST', '/api/products', { token: shop.adminToken, body: monitor }))).body
  const place = async (pieces: number, ...more: Device[]): Promise<string> => {
    const devicesOfOrder = [[devices[0], 1] as const, [devices[pieces] ?? devices[1], pieces] as const]
    const order = orderFor([...devicesOfOrder, ...more.map((device) => [device, 1] as const)])
    // A long word without spaces shows which screens it makes wider than the window.
    const body = { ...order, shipping: { ...order.shipping, name: `Dr${'Venkatanarasimharajuvaripeta'.repeat(4)}` } }
    return (await checked(shop.call('POST', '/api/products/bookOrderRequest', { token, body }))).body.orderId
  }
  const take = (orderId: string, step: string, body = {}) =>
    checked(shop.call('POST', `/api/orders/${orderId}/${step}`, { token: shop.adminToken, body }))
  const [received, dispatched, delivered, cancelled] = [
    await place(1),
    await place(2),
    await place(3, withdrawn),
    await place(4),
  ]
  for (const orderId of [dispatched, delivered]) {
    await take(orderId, 'confirm')
    await take(orderId, 'dispatch', { carrier: 'Bluedart', trackingNumber: 'BD123456789IN' })
  }
  await take(delivered, 'deliver')
  await take(cancelled, 'cancel', { reason: 'The clinic bought elsewhere' })
  await checked(shop.call('DELETE', `/api/products/${withdrawn.id}`, { token: shop.adminToken }))
  return { received, dispatched, delivered, cancelled }
}

async function fillCart(shop: TestShop, devices: Devices): Promise<string> {
  const cartId = newId()
  for (const [device, quantity] of [[devices[0], 2] as const, [devices[1], 3] as const, [devices[0], 0] as const])
    await checked(shop.call('PUT', `/api/carts/${cartId}/items/${device.id}`, { body: { quantity } }))
  return cartId
}

async function raiseRequests(shop: TestShop, { accessToken: token }: LoginResponse) {
  const raise = async (title: string, description: string): Promise<string> => {
    const body = { title, company: 'Vaayu Devices', description, address: `ICU, City Clinic, ${'Pune'.repeat(20)}` }
    return (await checked(shop.call('POST', '/api/orders/productRequest', { token, body }))).body.id
  }
  const received = await raise('Ventilator in bed 4', 'The exhalation valve alarm does not stop.')
  const resolved = await raise('Syringe pump hums', 'It hums at low rates since yesterday evening.')
  const declined = await raise('Monitor without an arm', 'Please send an arm for the monitor in bed 2.')
  const take = (id: string, step: string, body: object) =>
    checked(shop.call('POST', `/api/orders/productRequest/${id}/${step}`, { token: shop.adminToken, body }))
  for (const id of [resolved, declined]) await take(id, 'acknowledge', {})
  await take(resolved, 'resolve', { note: 'New bearing' })
  await take(declined, 'decline', { reason: 'The arm is sold with the monitor alone' })
  return { received, resolved, declined }
}

async function checked(answering: Promise<Answer>): Promise<Answer> {
  const answer = await answering
  if (answer.status >= 300) throw new Error(`filling the shop failed with status ${answer.status}: ${answer.text}`)
  return answer
}
