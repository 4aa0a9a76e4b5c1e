import { newId } from '#core/domain/ids.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { visitAsAdmin } from '../../support/browser/admin-browser.ts'
import { openBrowser, type TestBrowser } from '../../support/browser/browser.ts'
import { needsBrowser } from '../../support/engines/engines.ts'
import { addProducts, openShopForBrowser, type TestShop } from '../../support/shop/shop.ts'

let shop: TestShop
let browser: TestBrowser
let productId: string

beforeAll(async () => {
  shop = await openShopForBrowser()
  browser = await openBrowser()
  const [product] = await addProducts(shop, [{}])
  productId = product?.id ?? ''
  await fillCart()
})
afterAll(async () => {
  await browser.close()
  await shop.close()
})

async function fillCart(): Promise<void> {
  await shop.call('PUT', `/api/carts/${newId()}/items/${productId}`, { body: { quantity: 2 } })
  await shop.settled()
}

describe('the event browser', needsBrowser, () => {
  test('keeps the total and the events over time up to date, only after new events, and not while it is paused', async () => {
    const { page, complaints, context } = await visitAsAdmin(browser, shop, 1440)
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    const times = (path: string) => asked.filter((one) => one === path).length
    await page.clock.install()
    await page.goto('/admin/events?type=CartItemQuantitySet')
    const figure = page.getByRole('figure', { name: 'Events over time' })
    const total = (events: string) => page.getByRole('main').getByText(events, { exact: true }).waitFor()
    await total('1 event')
    await figure.getByText('1 event, drag to choose a time').waitFor()
    await fillCart()
    await total('2 events')
    await figure.getByText('2 events, drag to choose a time').waitFor()
    expect(times('/api/audit/histogram')).toBe(2)

    await page.clock.pauseAt(Date.now() + 600_000)
    const polled = times('/api/audit/events')
    await expect
      .poll(async () => {
        await page.clock.runFor(5_000)
        return times('/api/audit/events') - polled
      })
      .toBeGreaterThan(4)
    expect(times('/api/audit/histogram')).toBe(2)

    await page.getByRole('button', { name: 'Pause' }).click()
    await page.getByText('Paused', { exact: true }).waitFor()
    await fillCart()
    const before = asked.length
    await page.clock.runFor(120_000)
    expect(asked.slice(before)).toEqual([])
    await total('2 events')

    await page.getByRole('button', { name: 'Resume' }).click()
    await page.clock.resume()
    await total('3 events')
    await figure.getByText('3 events, drag to choose a time').waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })
})
