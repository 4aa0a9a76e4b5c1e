import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { visitAsAdmin } from '../support/admin-browser.ts'
import { openBrowser } from '../support/browser.ts'
import { needsBrowser } from '../support/engines.ts'
import { addProducts, openBrowsedShop, orderFor, type TestShop } from '../support/shop.ts'

let shop: TestShop
let browser: Browser
let product: Awaited<ReturnType<typeof addProducts>>[number]

beforeAll(async () => {
  shop = await openBrowsedShop()
  browser = await openBrowser()
  const [added] = await addProducts(shop, [{}])
  if (!added) throw new Error('no product')
  product = added
})
afterAll(async () => {
  await browser.close()
  await shop.close()
})

async function placeOrder(): Promise<{ orderId: string; buyerId: string }> {
  const buyer = await shop.signUp()
  const order = orderFor([[product, 1]])
  await shop.call('POST', '/api/orders', { token: buyer.accessToken, body: order })
  return { orderId: order.orderId, buyerId: buyer.id }
}

const asAdmin = (method: string, path: string, body?: unknown) =>
  shop.call(method, path, { token: shop.adminToken, body })

describe('an admin', needsBrowser, () => {

  test('sees a mail go out on the card of an event that has come', async () => {
    const { page, context, complaints } = await visitAsAdmin(browser, shop, 1440)
    await page.goto('/admin/events?type=OrderPlaced')
    let isWaiting = true
    await page.route('**/api/audit/events?*', async (route) => {
      const response = await route.fetch()
      const answer = await response.json()
      if (isWaiting) for (const { mails } of answer.content) for (const mail of mails) mail.fate = 'waiting'
      await route.fulfill({ response, json: answer })
    })
    const { orderId } = await placeOrder()
    const card = page.getByRole('article').filter({ hasText: orderId })
    await card.getByText('Mail “order-placed”: waiting').waitFor()
    isWaiting = false
    await card.getByText('Mail “order-placed”: sent').waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })

  test('sees nothing any more of a person who was erased meanwhile, on coming back to the events', async () => {
    const { orderId, buyerId } = await placeOrder()
    const { page, context, complaints } = await visitAsAdmin(browser, shop, 1440)
    await page.goto(`/admin/events?stream=order-${orderId}`)
    const placed = page.getByRole('link', { name: /placed the order/ })
    await expect.poll(() => placed.allInnerTexts()).toEqual([expect.stringMatching(/^buyer Rao /)])
    await placed.click()
    await page.getByRole('heading', { name: 'Causes and effects' }).waitFor()
    expect((await asAdmin('DELETE', `/api/users/${buyerId}`)).status).toBeLessThan(300)
    await page.goBack()
    await page.getByText('erased the buyer’s personal data from this order').waitFor()
    await expect.poll(() => placed.allInnerTexts()).toEqual([expect.stringMatching(/^A deleted account /)])
    expect(complaints).toEqual([])
    await context.close()
  })

  test('is told which events are shown after going on to older ones, and goes on from there', async () => {
    await addProducts(
      shop,
      Array.from({ length: 51 }, () => ({})),
    )
    const { page, context, complaints } = await visitAsAdmin(browser, shop, 1440)
    await page.goto('/admin/events?category=product')
    await page.getByRole('link', { name: 'Older events' }).press('Enter')
    await page.waitForURL(/before=/)
    await page.getByRole('link', { name: 'Newest events' }).waitFor()
    await expect.poll(() => page.locator(':focus').getAttribute('id')).toBe('main')
    const places = await page.getByRole('list', { name: 'Events, newest first' }).getByText(/^#/).allInnerTexts()
    const told = `52 events, ${places.at(0)} to ${places.at(-1)} are shown`
    await expect.poll(() => page.getByRole('status').allInnerTexts()).toContain(told)
    expect(complaints).toEqual([])
    await context.close()
  })
})
