import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { axeViolations } from '../support/browser/axe.ts'
import { openBrowser, storedUser, visitAs, type TestBrowser } from '../support/browser/browser.ts'
import { needsBrowser } from '../support/engines/engines.ts'
import { eventually } from '../support/eventually.ts'
import { addProducts, openShopForBrowser, orderFor, type TestShop } from '../support/shop/shop.ts'

let shop: TestShop
let browser: TestBrowser
let monitor: Awaited<ReturnType<typeof addProducts>>[number]

beforeAll(async () => {
  shop = await openShopForBrowser()
  browser = await openBrowser()
  const added = await addProducts(shop, [{}])
  if (added[0]) monitor = added[0]
})
afterAll(async () => {
  await browser.close()
  await shop.close()
})

const expectToast = (page: Page, text: string) =>
  page.getByLabel('Notifications').getByText(text, { exact: true }).waitFor()

describe('the orders of a buyer', needsBrowser, () => {
  test('are ordered again with the products that still exist; the missing ones are named', async () => {
    const login = await shop.signUp('lata')
    const [gone] = await addProducts(shop, [{ title: 'Suction Pump' }])
    if (!gone) throw new Error('no product was added')
    const body = orderFor([
      [monitor, 3],
      [gone, 1],
    ])
    const { body: order } = await shop.call('POST', '/api/orders', { token: login.accessToken, body })
    await shop.call('DELETE', `/api/products/${gone.id}`, { token: shop.adminToken })
    const stored = { user: storedUser(login) }
    const { page, context } = await visitAs(browser, shop, { stored })
    const requested: string[] = []
    page.on('request', (request) => requested.push(new URL(request.url()).pathname))
    await page.goto(`/my-orders/${order.orderId}`)
    await page.getByText(/· No longer available/).waitFor()
    expect(requested.filter((path) => path.startsWith('/api/products/'))).toEqual([
      '/api/products/resolve',
      `/api/products/${gone.id}`,
    ])
    await page.getByText(/^Estimated delivery: .* if it is dispatched by /).waitFor()
    await expect
      .poll(() => page.getByRole('main').locator('li img').first().getAttribute('src'))
      .toContain(monitor.logoUrl)
    await page.getByRole('button', { name: 'Buy again' }).click()
    await page.getByText('No longer available: Suction Pump').waitFor()
    expect(await axeViolations(page)).toEqual([])
    await expectToast(page, '1 product added to cart')
    await page.getByRole('button', { name: 'View cart' }).click()
    await page.getByRole('heading', { level: 1, name: 'Cart' }).waitFor()
    await page.getByRole('link', { name: /^Cart, 3 items/ }).waitFor()

    await page.goto('/my-orders')
    const again = page.getByRole('button', { name: /^Buy again/ })
    await again.click()
    const notice = page.getByRole('status').filter({ hasText: 'No longer available: Suction Pump' })
    await notice.waitFor()
    const [above, below] = await Promise.all([again.boundingBox(), notice.boundingBox()])
    expect((below?.y ?? 0) - (above?.y ?? 0) - (above?.height ?? 0)).toBeGreaterThanOrEqual(8)
    await shop.call('DELETE', `/api/orders/${order.orderId}`, { token: login.accessToken })
    await page.goto(`/my-orders/${order.orderId}`)
    await page.getByText('Order cancelled').first().waitFor()
    expect(await page.getByText(/^Estimated delivery/).count()).toBe(0)
    await context.close()
  })

  test('are their own, newest first, and can be cancelled as long as they are received', async () => {
    const login = await shop.signUp('asha')
    const stored = { user: storedUser(login) }
    const { page, context } = await visitAs(browser, shop, { stored })
    await page.goto('/my-orders')
    await page.getByRole('main').getByText('No record(s) found').waitFor()
    const placed = await shop.call('POST', '/api/products/bookOrderRequest', {
      token: login.accessToken,
      body: orderFor([[monitor, 1]]),
    })
    await eventually(async () => {
      await page.reload()
      await page.getByRole('heading', { level: 1, name: 'My Orders' }).waitFor()
      expect(await page.getByRole('article').count()).toBe(1)
    })
    await page.getByText(/^Estimated delivery: .* if it is dispatched by /).waitFor()
    await page.getByRole('link', { name: placed.body.orderId }).click()
    await page.getByRole('button', { name: 'Cancel order' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel order' }).click()
    await expectToast(page, 'Order cancelled')
    await page.getByText('Cancelled', { exact: true }).first().waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Cancel order' }).count()).toBe(0)
    await context.close()

    const other = { user: storedUser(await shop.signUp('ravi')) }
    const stranger = await visitAs(browser, shop, { stored: other })
    await stranger.page.goto(`/my-orders/${placed.body.orderId}`)
    await stranger.page
      .getByRole('alert')
      .getByText(/your own orders/i)
      .waitFor()
    await stranger.context.close()
  })
})
