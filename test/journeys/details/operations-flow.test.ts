import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { visitAsAdmin } from '../../support/browser/admin-browser.ts'
import { axeViolations } from '../../support/browser/axe.ts'
import { openBrowser, type TestBrowser } from '../../support/browser/browser.ts'
import { needsBrowser } from '../../support/engines/engines.ts'
import { eventually } from '../../support/eventually.ts'
import { waitingOperations } from '../../support/projections/waiting-work.ts'
import { addProducts, openShopForBrowser, type TestShop } from '../../support/shop/shop.ts'

let shop: TestShop
let browser: TestBrowser

beforeAll(async () => {
  shop = await openShopForBrowser()
  browser = await openBrowser()
  await addProducts(
    shop,
    Array.from({ length: 8 }, () => ({})),
  )
  await shop.shop.modules.operations.sampler.sample()
})
afterAll(async () => {
  await browser.close()
  await shop.close()
})

const asAdmin = (method: string, path: string, body?: object) =>
  shop.call(method, path, { token: shop.adminToken, ...(body && { body }) })

/** Changes rows of a read model by hand, which a verification then finds to differ. */
async function changeRows(): Promise<void> {
  await eventually(async () => {
    const { rowCount } = await shop.shop.infrastructure.database.pool.query(
      'update read_product_list.products set qty = 99',
    )
    expect(rowCount).toBe(8)
  })
}

describe.each([390, 768, 1440])('at a width of %i px', needsBrowser, (width) => {
  test('each read model shows its state, lag, last event and last results in the picture', async () => {
    const { body } = await asAdmin('GET', '/api/audit/events?category=product&size=1')
    const { page, context, complaints } = await visitAsAdmin(browser, shop, width)
    await page.goto('/admin/operations')
    const node = page.getByRole('list', { name: 'Read models and reactors' }).getByRole('listitem', {
      name: 'product-search',
      exact: true,
    })
    await node.getByText('live', { exact: true }).waitFor()
    await node.getByText(/^Lag 0, at most \d+ in 24 h$/).waitFor()
    await page.getByRole('navigation', { name: 'Lag and latency over' }).getByRole('link', { name: 'week' }).click()
    await page.waitForURL('**/admin/operations?over=week')
    await node.getByText(/^Lag 0, at most \d+ in 7 days$/).waitFor()
    await page
      .getByText(/^Greatest latency of the last week: /)
      .first()
      .waitFor()
    const [{ at }] = body.content
    const moment = new Intl.DateTimeFormat('en-IN', {
      dateStyle: 'medium',
      timeStyle: 'short',
      timeZone: 'Asia/Kolkata',
    }).format(new Date(at))
    await node.getByText(`Last event ${moment}`).waitFor()
    await page
      .getByRole('article', { name: 'product-search', exact: true })
      .getByRole('definition')
      .getByText(moment)
      .waitFor()
    await asAdmin('POST', '/api/ops/projections/product-search/verify', {})
    await node.getByText(/^Verify: matches, \d+ \w+$/).waitFor()
    await page.getByRole('list', { name: 'Written to' }).getByText('Search index').waitFor()
    expect(await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
    expect(await axeViolations(page)).toEqual([])
    expect(complaints).toEqual([])
    await context.close()
  })
})

describe('an operator', needsBrowser, () => {
  test('sees some of the rows that differ where the verification was begun, and how many more there are', async () => {
    await changeRows()
    const { page, context, complaints } = await visitAsAdmin(browser, shop, 1440)
    await page.goto('/admin/operations')
    const card = page.getByRole('article', { name: 'product-list', exact: true })
    await card.getByRole('button', { name: 'Verify: product-list' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Verify' }).click()
    const rows = card.getByRole('list', { name: 'Rows that differ' }).getByRole('listitem')
    await rows.getByText('3 more').waitFor()
    expect(await rows.count()).toBe(6)
    const node = page.getByRole('list', { name: 'Read models and reactors' }).getByRole('listitem', {
      name: 'product-list',
      exact: true,
    })
    await node.getByText(/^Verify: 8 rows differ, /).waitFor()
    expect(await axeViolations(page)).toEqual([])
    expect(complaints).toEqual([])
    await context.close()
  })

  test('stops a replay in the picture, by keyboard', async () => {
    const { page, context, complaints } = await visitAsAdmin(browser, shop, 1440)
    const ended = waitingOperations(shop)
      .replay('carts')
      .catch((error: unknown) => (error instanceof Error ? error.message : error))
    await page.goto('/admin/operations')
    const node = page.getByRole('list', { name: 'Read models and reactors' }).getByRole('listitem', {
      name: 'carts',
      exact: true,
    })
    await node.getByText(/^replay [\d.]+ %/).waitFor()
    await node.getByRole('button', { name: 'Stop the replay: carts' }).press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Stop the replay' }).press('Enter')
    expect(await ended).toBe('an operator has stopped it')
    await node.getByRole('button').waitFor({ state: 'detached' })
    expect(complaints).toEqual([])
    await context.close()
  })
})
