import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser, visit, type TestBrowser } from '../support/browser/browser.ts'
import { needsBrowser } from '../support/engines/engines.ts'
import { addProducts, openShopForBrowser, orderFor, type TestShop } from '../support/shop/shop.ts'

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

async function placeOrder(): Promise<{ orderId: string; username: string }> {
  const buyer = await shop.signUp('tracking')
  const [product] = await addProducts(shop, [{ title: 'Tracked Monitor', price: 1000 }])
  if (!product) throw new Error('there is no product')
  const body = orderFor([[product, 2]])
  body.shipping.address = '12 MG Road\nSecond floor'
  const { status, body: receipt } = await shop.call('POST', '/api/orders', { token: buyer.accessToken, body })
  expect(status).toBe(201)
  return { orderId: receipt.orderId, username: buyer.loginUserName }
}

async function openOrder(page: Page, { orderId, username }: { orderId: string; username: string }): Promise<void> {
  await page.goto(`/my-orders/${orderId}`)
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password').fill('a quiet morning in Pune')
  await page.getByRole('button', { name: 'Login' }).click()
  await page.getByRole('heading', { level: 1, name: `Order ${orderId}` }).waitFor()
}

async function take(orderId: string, step: string, body: Record<string, string> = {}): Promise<void> {
  const { status } = await shop.call('POST', `/api/orders/${orderId}/${step}`, { token: shop.adminToken, body })
  expect(status).toBe(200)
}

/** The browser's event for a restored connection, on which a page that follows an order refreshes at once. */
const comeOnline = (page: Page) => page.evaluate("window.dispatchEvent(new Event('online'))")

describe('an order', needsBrowser, () => {
  test('is followed without reloading, with the times in India, the carrier and the tracking number', async () => {
    const order = await placeOrder()
    const { page, context, complaints } = await visit(browser, shop)
    await openOrder(page, order)
    const progress = page.getByRole('region', { name: 'Progress' })
    const step = (status: string) => progress.getByRole('listitem').filter({ hasText: status })
    await expect.poll(() => step('Received').getAttribute('aria-current')).toBe('step')
    await page.getByText('This page updates automatically.').waitFor()

    await take(order.orderId, 'confirm')
    await take(order.orderId, 'dispatch', { carrier: 'Bluedart', trackingNumber: 'BD123456789IN' })
    await comeOnline(page)
    await progress.getByText('On its way with Bluedart').waitFor()
    await progress.getByText('BD123456789IN').waitFor()
    await expect.poll(() => step('Dispatched').getAttribute('aria-current')).toBe('step')
    await expect.poll(() => step('Dispatched').getByRole('time').innerText()).toMatch(/ 20\d\d, \d{1,2}:\d\d (am|pm)$/)
    await expect.poll(() => step('Delivered').getByRole('time').count()).toBe(0)
    await expect.poll(() => page.getByRole('status').allInnerTexts()).toContain(`Order ${order.orderId}: Dispatched`)
    expect(complaints).toEqual([])
    await context.close()
  })

  test('is cancelled by its buyer while it is only received, and is then no longer followed', async () => {
    const order = await placeOrder()
    const { page, context } = await visit(browser, shop)
    await openOrder(page, order)
    await page.getByRole('button', { name: 'Cancel order' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel order' }).click()
    const progress = page.getByRole('region', { name: 'Progress' })
    await progress.getByRole('listitem').filter({ hasText: 'Cancelled' }).waitFor()
    await expect.poll(() => progress.getByRole('listitem').count()).toBe(2)
    await page.locator('section:focus', { has: page.getByRole('listitem') }).waitFor()
    await expect.poll(() => page.getByText('This page updates automatically.').count()).toBe(0)
    await context.close()
  })

  test('is printed as a proforma invoice, exclusive of GST and without the pages around it', async () => {
    const order = await placeOrder()
    const { page, context } = await visit(browser, shop, 1440)
    await openOrder(page, order)
    const address = page.getByText('12 MG Road').filter({ visible: true })
    const delivery = page.getByRole('complementary', { name: 'Delivery and payment' })
    expect(await delivery.innerText()).toContain('12 MG Road\nSecond floor\n')
    await page.emulateMedia({ media: 'print' })
    await page.getByRole('heading', { level: 1, name: 'Proforma invoice' }).waitFor()
    await page.getByText('Total, exclusive of GST').waitFor()
    expect(await address.innerText()).toBe('12 MG Road\nSecond floor')
    await expect.poll(() => page.getByText('₹2,000.00').filter({ visible: true }).count()).toBe(2)
    await expect.poll(() => page.locator('header').first().isVisible()).toBe(false)
    await expect.poll(() => page.getByText('History').isVisible()).toBe(false)
    await context.close()
  })
})
