import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { visitAsAdmin } from '../../support/browser/admin-browser.ts'
import { openBrowser, type TestBrowser } from '../../support/browser/browser.ts'
import { listRows } from '../../support/browser/rows.ts'
import { needsBrowser } from '../../support/engines/engines.ts'
import { addProducts, openShopForBrowser, orderFor, type TestShop } from '../../support/shop/shop.ts'

let shop: TestShop
let browser: TestBrowser

beforeAll(async () => {
  shop = await openShopForBrowser()
  browser = await openBrowser()
  const title = 'Multipara Patient Monitor with a Title that Has No Room'
  const [monitor] = await addProducts(shop, [{ title, price: 1_234_567.5 }])
  if (!monitor) throw new Error('there is no product')
  const { accessToken: token } = await shop.signUp('a-person-with-a-long-name')
  const { body } = await shop.call('POST', '/api/orders', { token, body: orderFor([[monitor, 2]]) })
  await shop.call('POST', `/api/orders/${body.orderId}/confirm`, { token: shop.adminToken, body: {} })
  const request = { title, company: 'Aarogya Meditech', description: 'The alarm of the exhalation valve does not stop' }
  await shop.call('POST', '/api/orders/productRequest', { token, body: request })
})
afterAll(async () => {
  await browser.close()
  await shop.close()
})

const lists = ['orders', '', 'service-requests', 'users', 'operations/mails']

describe.each([992, 1200])('at %i px, where the console shows tables', needsBrowser, (width) => {
  test.each(lists)('neither the page nor the table of /admin/%s scrolls sideways', async (path) => {
    const { page, context } = await visitAsAdmin(browser, shop, width)
    await page.goto(`/admin/${path}`)
    await listRows(page).first().waitFor()
    const [wide, room] = await page.evaluate<[number, number]>(
      '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
    )
    expect(wide).toBe(room)
    const table = page.getByRole('main').locator('section:has(> table)')
    await expect.poll(() => table.evaluate((part) => part.scrollWidth - part.clientWidth)).toBeLessThanOrEqual(0)
    await context.close()
  })
})

describe('a column without room', needsBrowser, () => {
  test('is shown once it is chosen', async () => {
    const { page, context } = await visitAsAdmin(browser, shop, 992)
    await page.goto('/admin/orders')
    await listRows(page).first().waitFor()
    const city = page.getByRole('columnheader', { name: 'City' })
    expect(await city.isVisible()).toBe(false)
    await page.goto('/admin/orders?columns=order.city.status')
    await city.waitFor()
    await context.close()
  })
})

async function bottomOf(part: Locator): Promise<number> {
  const box = await part.boundingBox()
  if (box === null) throw new Error('the part is not shown')
  return box.y + box.height
}

describe('at 1440 px', needsBrowser, () => {
  test.each(['orders', 'service-requests', 'users', 'operations/mails'])(
    'the day filter of /admin/%s is on the line of the search',
    async (path) => {
      const { page, context } = await visitAsAdmin(browser, shop, 1440)
      await page.goto(`/admin/${path}`)
      await listRows(page).first().waitFor()
      const main = page.getByRole('main')
      const search = await bottomOf(main.getByRole('searchbox'))
      const days = await bottomOf(main.locator('summary', { hasText: 'Day of' }))
      expect(Math.abs(search - days)).toBeLessThan(8)
      await context.close()
    },
  )
})
