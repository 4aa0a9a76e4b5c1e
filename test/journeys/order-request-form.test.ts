import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { LoginResponse } from '#modules/identity/schema.ts'
import { openBrowser, storedLine, storedUser, visitAs, type TestBrowser } from '../support/browser/browser.ts'
import { needsBrowser } from '../support/engines/engines.ts'
import { eventually } from '../support/eventually.ts'
import { addProducts, monitor, openShopForBrowser, type TestShop } from '../support/shop/shop.ts'
import { fillAll, orderCall, place } from './checkout-form.ts'

let shop: TestShop
let browser: TestBrowser
let product: Awaited<ReturnType<typeof addProducts>>[number]

beforeAll(async () => {
  shop = await openShopForBrowser()
  browser = await openBrowser()
  const added = await addProducts(shop, [{ title: 'Vaayu V-40 Ventilator', company: 'Vaayu Devices' }])
  if (added[0]) product = added[0]
})
afterAll(async () => {
  await browser.close()
  await shop.close()
})

describe('the Order Request Form', needsBrowser, () => {
  test('orders once, even if the other tab is opened in the meantime', async () => {
    const user = await shop.signUp('meera')
    const { page, context } = await openForm(user)
    await page.getByRole('button', { name: 'Increase quantity' }).click()
    const held = Promise.withResolvers<void>()
    await page.route(orderCall, (route) => held.promise.then(() => route.continue()))
    await place(page)
    await page.getByRole('tab', { name: 'Request Form', exact: true }).click()
    await page.getByLabel('Service Request Summary').waitFor()
    await page.getByRole('tab', { name: 'Order Request Form' }).click()
    const busy = page.getByRole('button', { name: 'Processing...' })
    await expect.poll(() => busy.isDisabled()).toBe(true)
    held.resolve()
    await page.waitForURL('**/collection')
    await expectOrders(user, [{ items: [{ quantity: 2 }] }])
    await context.close()
  })

  test('shows the product’s current price after one request, and then orders at that price', async () => {
    const user = await shop.signUp('meera')
    const { page, context } = await openForm(user)
    const dearer = { ...monitor, title: product.title, company: product.company, price: 90_000 }
    await shop.call('PUT', `/api/products/${product.id}`, { token: shop.adminToken, body: dearer })
    let requested = 0
    page.on('request', (request) => {
      if (request.url().endsWith(`/api/products/${product.id}`)) requested += 1
    })
    await place(page)
    await page.getByText('Your cart has changed, so nothing was ordered.').waitFor()
    await page.getByRole('region', { name: 'Order summary' }).getByText('₹90,000.00').first().waitFor()
    expect(requested).toBe(1)
    await place(page)
    await page.waitForURL('**/collection')
    await expectOrders(user, [{ totalAmount: 90_000 }])
    await context.close()
  })

  test('orders only the product, and leaves the cart alone', async () => {
    const user = await shop.signUp('meera')
    const stored = { user: storedUser(user), cart: [storedLine(product, 3)] }
    const { page, context } = await visitAs(browser, shop, { stored })
    await page.goto(`/service-request/${product.id}`)
    await page.getByRole('tab', { name: 'Order Request Form' }).click()
    await page.getByRole('button', { name: 'Increase quantity' }).click()
    await page.getByLabel('Mobile number').fill('9820012345')
    await page.getByRole('button', { name: 'Place Order' }).click()
    await page.getByRole('alert').getByText('Address is required').waitFor()
    await page.getByLabel('Address').fill('12 MG Road')
    await page.getByLabel('City').fill('Pune')
    await page.getByLabel('State').fill('Maharashtra')
    await page.getByLabel('ZIP Code').fill('411001')
    await page.getByRole('button', { name: 'Place Order' }).click()
    await page.getByText(/Your Order has been placed OrderId= ORD\d{8}/).waitFor()
    await page.waitForURL('**/collection')
    await page.getByRole('link', { name: /^Cart, 3 items/ }).waitFor()
    await expectOrders(user, [{ items: [{ id: product.id, quantity: 2 }] }])
    await context.close()
  })
})

/** The form with everything filled in. */
async function openForm(user: LoginResponse) {
  const visitor = await visitAs(browser, shop, { stored: { user: storedUser(user) } })
  await visitor.page.goto(`/service-request/${product.id}`)
  await visitor.page.getByRole('tab', { name: 'Order Request Form' }).click()
  await fillAll(visitor.page)
  return visitor
}

function expectOrders({ loginUserName, accessToken }: LoginResponse, orders: object[]) {
  return eventually(async () => {
    const mine = await shop.call('GET', `/api/orders/myorder/${loginUserName}`, { token: accessToken })
    expect(mine.body.content).toMatchObject(orders)
  })
}
