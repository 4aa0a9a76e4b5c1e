import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#core/domain/ids.ts'
import { visitAsAdmin } from '../../support/browser/admin-browser.ts'
import { openBrowser, type TestBrowser } from '../../support/browser/browser.ts'
import { needsBrowser } from '../../support/engines/engines.ts'
import { addProducts, openShopForBrowser, orderFor, type TestShop } from '../../support/shop/shop.ts'

let shop: TestShop
let browser: TestBrowser

beforeAll(async () => {
  shop = await openShopForBrowser()
  browser = await openBrowser()
})
afterAll(async () => {
  await browser.close()
  await shop.close()
})

const asAdmin = (method: string, path: string, body?: unknown) =>
  shop.call(method, path, { token: shop.adminToken, body })

async function addProduct() {
  const [product] = await addProducts(shop, [{ title: 'Bedside Monitor', price: 90_000, description: 'With ECG.' }])
  if (product === undefined) throw new Error('no product')
  return product
}

/** The texts that are printed of a history: of the current state, and of the first one. */
async function printedOf(path: string) {
  const { page, context, complaints } = await visitAsAdmin(browser, shop, 1440)
  async function printed(search: string) {
    await page.goto(`${path}${search}`)
    await page.getByRole('region', { name: 'State at this point' }).getByRole('article').waitFor()
    await page.emulateMedia({ media: 'print' })
    const text = await page.locator('body').innerText()
    await page.emulateMedia({ media: 'screen' })
    return text.replaceAll(/\s+/g, ' ')
  }
  const texts = { now: await printed(''), past: await printed('?revision=0') }
  expect(complaints).toEqual([])
  await context.close()
  return texts
}

/** What is for use on the screen only. */
const controls =
  /Hi, |Cart, 0|All rights reserved|\d events?\b|Export|Print|Copy|In the event browser|State at this point|Compare with|After event|Show current state|What happened|Oldest first/
const asOf = (noun: string) => new RegExp(`^As of \\d+ \\w+ \\d{4}, .+ IST; not the present ${noun} `)

describe('an admin prints', needsBrowser, () => {
  test('the sheet of an order alone, in the past as it was then', async () => {
    const { accessToken: token } = await shop.signUp()
    const order = orderFor([[await addProduct(), 2]])
    await shop.call('POST', '/api/orders', { token, body: order })
    await asAdmin('POST', `/api/orders/${order.orderId}/confirm`, {})
    const { now, past } = await printedOf(`/admin/orders/${order.orderId}`)
    for (const text of [now, past]) {
      expect(text).toContain('Proforma invoice')
      expect(text).toContain('₹1,80,000.00')
      expect(text).not.toMatch(controls)
      expect(text).not.toMatch(/Notes of the staff|Emails to the buyer|Next steps/)
      expect(text.split(order.orderId)).toHaveLength(2)
    }
    expect(now).toContain('Status: Confirmed')
    expect(now).not.toContain('As of')
    expect(past).toContain('Status: Received')
    expect(past).toMatch(asOf('order'))
  })

  test('a product, in the past as it was then', async () => {
    const product = await addProduct()
    await asAdmin('PUT', `/api/products/${product.id}`, { ...product, price: 84_500.5 })
    const { now, past } = await printedOf(`/admin/products/${product.id}/history`)
    for (const text of [now, past]) {
      expect(text).toContain('With ECG.')
      expect(text).not.toMatch(controls)
      expect(text).not.toContain('Price history')
    }
    expect(now).toContain('₹84,500.50')
    expect(now).not.toContain('As of')
    expect(past).toContain('₹90,000')
    expect(past).not.toContain('₹84,500.50')
    expect(past).toMatch(asOf('product'))
  })

  test('a cart, in the past as it was then', async () => {
    const { id } = await addProduct()
    const cartId = newId()
    for (const quantity of [2, 3]) await shop.call('PUT', `/api/carts/${cartId}/items/${id}`, { body: { quantity } })
    const { now, past } = await printedOf(`/admin/carts/${cartId}`)
    for (const text of [now, past]) expect(text).not.toMatch(controls)
    expect(now).toContain('3 × ₹90,000')
    expect(past).toContain('2 × ₹90,000')
    expect(past).toMatch(asOf('cart'))
  })

  test('a service request, in the past as it was then', async () => {
    const { accessToken: token } = await shop.signUp()
    const body = { id: '', title: 'Ventilator', company: 'Aarogya', logoUrl: '', description: 'It beeps' }
    const { body: request } = await shop.call('POST', '/api/orders/productRequest', { token, body })
    const step = (name: string, sent: unknown) =>
      asAdmin('POST', `/api/orders/productRequest/${request.id}/${name}`, sent)
    await step('acknowledge', {})
    await step('decline', { reason: 'We do not sell these' })
    const { now, past } = await printedOf(`/admin/service-requests/${request.id}`)
    for (const text of [now, past]) {
      expect(text).toContain('It beeps')
      expect(text).not.toMatch(controls)
      expect(text).not.toMatch(/Next steps|Your message/)
    }
    expect(now).toContain('We do not sell these')
    expect(past).not.toContain('We do not sell these')
    expect(past).toMatch(asOf('request'))
  })
})
