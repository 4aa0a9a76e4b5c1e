import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#core/domain/ids.ts'
import { visitAsAdmin } from '../../support/browser/admin-browser.ts'
import { openBrowser, type TestBrowser } from '../../support/browser/browser.ts'
import { needsBrowser } from '../../support/engines/engines.ts'
import { addProducts, openShopForBrowser, orderFor, type TestShop } from '../../support/shop/shop.ts'

let shop: TestShop
let browser: TestBrowser
let buyer: Awaited<ReturnType<TestShop['signUp']>>
let orderId: string
const cartId = newId()

beforeAll(async () => {
  shop = await openShopForBrowser()
  browser = await openBrowser()
  const [product] = await addProducts(shop, [{}])
  if (!product) throw new Error('no product')
  buyer = await shop.signUp()
  await shop.call('PUT', `/api/carts/${cartId}/items/${product.id}`, { body: { quantity: 1 } })
  const order = orderFor([[product, 1]])
  orderId = order.orderId
  await shop.call('POST', '/api/orders', { token: buyer.accessToken, body: order })
  await shop.call('POST', `/api/orders/${orderId}/confirm`, { token: shop.adminToken, body: {} })
})
afterAll(async () => {
  await browser.close()
  await shop.close()
})

describe('the event browser', needsBrowser, () => {
  test('filters by a completion that the keyboard chooses, and by a text that finds exactly one', async () => {
    const { page, complaints, context } = await visitAsAdmin(browser, shop, 1440)
    await page.goto('/admin/events?category=order')
    const rows = page.getByRole('list', { name: 'Events, newest first' }).getByRole('listitem')
    const field = (name: string) => page.getByRole('combobox', { name, exact: true })
    await page.getByText('Filters (1)').press('Enter')
    await field('Stream').press('ArrowDown')
    const streams = page.getByRole('listbox', { name: 'Stream' }).getByRole('option')
    await expect.poll(() => streams.allInnerTexts()).toEqual([`Order ${orderId}\norder confirmed`])
    await expect.poll(() => streams.first().getAttribute('aria-selected')).toBe('true')
    await field('Stream').press('Enter')
    await expect.poll(() => field('Stream').inputValue()).toBe(`Order ${orderId}`)
    await field('Type').pressSequentially('order')
    await field('Type').press('Enter')
    await page.getByText(/^\d+ types match: choose one\.$/).waitFor()
    await field('Type').fill('placed order')
    await field('Type').press('Enter')
    await page.waitForURL((url) => url.searchParams.get('stream') === `order-${orderId}`)
    expect(new URL(page.url()).searchParams.get('type')).toBe('OrderPlaced')
    await expect.poll(() => rows.count()).toBe(1)
    expect(complaints).toEqual([])
    await context.close()
  })

  test('filters by streams and people whose ids or names are pasted, and by streams that the lists find', async () => {
    const body = { title: 'Pump that hums', company: 'A company', description: 'Please look at it' }
    const raised = await shop.call('POST', '/api/orders/productRequest', { token: buyer.accessToken, body })
    await shop.settled()
    const { page, complaints, context } = await visitAsAdmin(browser, shop, 1440)
    await page.goto('/admin/events')
    const narrowed = page.getByRole('list', { name: 'Filtered by' })
    const filtered = async (name: string, typed: string, words: string) => {
      await page.locator('summary', { hasText: 'Filters' }).press('Enter')
      const field = page.getByRole('combobox', { name, exact: true })
      await field.fill(typed)
      await field.press('Enter')
      await narrowed.getByText(words, { exact: true }).waitFor()
    }
    const cart = `Cart …${cartId.slice(-8)}`
    await filtered('Stream', orderId, `Order ${orderId}`)
    await filtered('Stream', cartId, cart)
    await filtered('Stream', 'pump hums', `Service request …${raised.body.id.slice(-8)}`)
    await filtered('Stream', `cart-${cartId}`, cart)
    expect(new URL(page.url()).searchParams.get('stream')).toBe(`cart-${cartId}`)
    await filtered('Person', buyer.id, `By ${buyer.name}`)
    await filtered('Person', 'the shop', 'By The shop')
    await filtered('Person', buyer.loginUserName, `By ${buyer.name}`)
    expect(new URL(page.url()).searchParams.get('by')).toBe(buyer.id)
    expect(complaints).toEqual([])
    await context.close()
  })
})
