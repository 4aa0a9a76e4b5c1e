import type { Page } from 'playwright-core'
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
  const [product] = await addProducts(shop, [{ title: 'Touched Monitor' }])
  if (!product) throw new Error('there is no product')
  const { accessToken: token } = await shop.signUp()
  await shop.call('POST', '/api/orders', { token, body: orderFor([[product, 1]]) })
  const request = { title: 'A pump', company: 'Any', description: 'Please look at it' }
  await shop.call('POST', '/api/orders/productRequest', { token, body: request })
  await shop.call('POST', '/api/audit/exports', { token: shop.adminToken, body: { format: 'csv' } })
  await shop.settled()
})
afterAll(async () => {
  await browser.close()
  await shop.close()
})

/** What a finger can hit in the rows of the list, other than the boxes in their labels, which are larger. */
const controls = ':is(main table, ol[aria-label^="Events"]) :is(a, button, label, input:not([type="checkbox"]))'

/** The controls that are lower than a target, as texts that say which. */
async function lowControls(page: Page): Promise<string[]> {
  const sizes = await page.locator(controls).evaluateAll((all) =>
    all.map((one) => ({
      name: `${one.tagName} ${one.getAttribute('aria-label') ?? one.textContent.trim()}`,
      height: one.getBoundingClientRect().height,
    })),
  )
  expect(sizes.length).toBeGreaterThan(0)
  return sizes.filter(({ height }) => height > 1 && height < 43.9).map(({ name, height }) => `${name}: ${height}`)
}

async function openList(path: string, touch: boolean) {
  const visitor = await visitAsAdmin(browser, shop, { width: 1024, touch })
  await visitor.page.goto(path)
  await visitor.page.locator(controls).first().waitFor()
  return visitor
}

const lists = ['', '/orders', '/users', '/service-requests', '/operations/mails', '/events/exports', '/events']

describe('the lists of the console', needsBrowser, () => {
  test.each(lists)('have targets of 44 px for fingers: /admin%s', async (path) => {
    const { page, context } = await openList(`/admin${path}`, true)
    expect(await lowControls(page)).toEqual([])
    await context.close()
  })

  test('have dense rows for a mouse', async () => {
    const { page, context } = await openList('/admin/orders', false)
    const heights = await listRows(page).evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height))
    expect(Math.max(...heights)).toBeLessThanOrEqual(40)
    await context.close()
  })
})
