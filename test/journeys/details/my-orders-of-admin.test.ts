import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { visitAsAdmin } from '../../support/browser/admin-browser.ts'
import { axeViolations } from '../../support/browser/axe.ts'
import { openBrowser, storedUser, visitAs, type TestBrowser } from '../../support/browser/browser.ts'
import { listRows } from '../../support/browser/rows.ts'
import { needsBrowser } from '../../support/engines/engines.ts'
import { addProducts, openShopForBrowser, orderFor, type TestShop } from '../../support/shop/shop.ts'

let shop: TestShop
let browser: TestBrowser
let buyer: Awaited<ReturnType<TestShop['signUp']>>
/** By quantity, which is also the order of placing. */
const orderIds: string[] = []

beforeAll(async () => {
  shop = await openShopForBrowser()
  browser = await openBrowser()
  const [product] = await addProducts(shop, [{ title: 'Menu Monitor', price: 1000 }])
  if (!product) throw new Error('there is no product')
  buyer = await shop.signUp('asha')
  const token = buyer.accessToken
  for (let placed = 0; placed < 16; placed += 1) {
    const { body } = await shop.call('POST', '/api/orders', { token, body: orderFor([[product, placed + 1]]) })
    orderIds.push(body.orderId)
  }
  for (const title of ['Humming pump', 'Broken wheel']) {
    const body = { title, company: 'Any', description: 'Please look at it' }
    await shop.call('POST', '/api/orders/productRequest', { token, body })
  }
  await shop.settled()
})
afterAll(async () => {
  await browser.close()
  await shop.close()
})

async function openAsAdmin(path: string, width = 1440) {
  const visitor = await visitAsAdmin(browser, shop, width)
  await visitor.page.setViewportSize({ width, height: 900 })
  await visitor.page.goto(path)
  await listRows(visitor.page).first().waitFor()
  return visitor
}

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const shownIds = (page: Page) => listRows(page).locator('td:nth-child(2)').allInnerTexts()

describe('the orders that the menu leads an admin to', needsBrowser, () => {
  test('are the table of the console, with at least 14 orders on a screen of 1440 × 900', async () => {
    const { page, context, complaints } = await openAsAdmin('/my-orders')
    await title(page, 'All orders').waitFor()
    expect(await page.title()).toMatch(/^All orders/)
    expect(await shownIds(page)).toEqual(orderIds.toReversed())
    const bottoms = await listRows(page).evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().bottom))
    expect(bottoms.filter((bottom) => bottom <= 900).length).toBeGreaterThanOrEqual(14)
    expect(await axeViolations(page)).toEqual([])
    expect(complaints).toEqual([])
    await context.close()
  })

  test('are sorted, narrowed and turned at this address, which a reload keeps', async () => {
    const { page, context, complaints } = await openAsAdmin('/my-orders')
    await page.getByRole('columnheader', { name: 'Total' }).getByRole('link').click()
    await page.waitForURL('**/my-orders?sort=total-desc')
    await page.getByRole('link', { name: /^Received ?16$/ }).click()
    await page.waitForURL('**/my-orders?sort=total-desc&status=received')
    await page.getByText('Day of order').click()
    await page.getByRole('link', { name: 'Today' }).click()
    await page.getByRole('link', { name: /^Remove: Placed on / }).click()
    await page.waitForURL('**/my-orders?sort=total-desc&status=received')
    await page.getByText('View', { exact: true }).click()
    await page.getByLabel('Rows per page').selectOption('10')
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Page 2' }).click()
    await page.waitForURL((url) => url.pathname === '/my-orders' && url.searchParams.get('page') === '2')
    await expect.poll(() => listRows(page).count()).toBe(6)
    await page.reload()
    await expect.poll(() => shownIds(page)).toEqual(orderIds.slice(0, 6).toReversed())
    const search = page.getByLabel('Search orders')
    await search.fill(orderIds[3] ?? '')
    await search.press('Enter')
    await expect.poll(() => shownIds(page)).toEqual([orderIds[3]])
    expect(new URL(page.url()).pathname).toBe('/my-orders')
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ])
    expect((await readFile(await file.path(), 'utf8')).trim().split('\r\n')).toHaveLength(2)
    expect(complaints).toEqual([])
    await context.close()
  })

  test('have the saved views of the list of orders', async () => {
    const { page, context, complaints } = await openAsAdmin('/my-orders?sort=total-desc')
    await page.getByText('Saved views', { exact: true }).click()
    await page.getByLabel('Name of this view').fill('Large ones')
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'Large ones' }).waitFor()
    for (const path of ['/admin/orders', '/my-orders']) {
      await page.goto(path)
      await page.getByText('Saved views', { exact: true }).click()
      await page.getByRole('link', { name: 'Large ones' }).click()
      await page.waitForURL(`**${path}?sort=total-desc`)
    }
    expect(complaints).toEqual([])
    await context.close()
  })

  test('take a step together, and lead to their pages', async () => {
    const [first = '', second = ''] = orderIds
    const { page, context, complaints } = await openAsAdmin('/my-orders?sort=placed-asc')
    for (const id of [first, second]) await page.getByRole('checkbox', { name: `Select ${id}` }).check()
    await page.getByRole('button', { name: 'Confirm the selected rows' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Confirm', exact: true }).click()
    await page.getByText('Confirm: 2 orders done').waitFor()
    await listRows(page).filter({ hasText: second }).getByText('Confirmed', { exact: true }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/my-orders')
    await page.getByRole('link', { name: first }).click()
    await page.waitForURL(`**/admin/orders/${first}`)
    expect(complaints).toEqual([])
    await context.close()
  })
})

test('the service requests that the menu leads an admin to are the table of the console', needsBrowser, async () => {
  const { page, context, complaints } = await openAsAdmin('/my-orders')
  const nav = page.getByRole('navigation', { name: 'Orders and requests' })
  await nav.getByRole('link', { name: 'All service requests' }).click()
  await title(page, 'All service requests').waitFor()
  await page.getByRole('columnheader', { name: 'Title' }).getByRole('link').click()
  await page.waitForURL('**/my-orders/requests?sort=title-asc')
  await expect.poll(() => listRows(page).first().innerText()).toContain('Broken wheel')
  await page.getByLabel('Search service requests').fill('humming')
  await page.keyboard.press('Enter')
  await expect.poll(() => listRows(page).count()).toBe(1)
  await page.getByRole('checkbox', { name: 'Select Humming pump' }).check()
  await page.getByRole('button', { name: 'Acknowledge the selected rows' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Acknowledge', exact: true }).click()
  await page.getByText('Acknowledge: 1 service request done').waitFor()
  await page.getByRole('link', { name: /^Acknowledged ?1$/ }).click()
  await page.waitForURL((url) => url.pathname === '/my-orders/requests' && url.search.includes('status=acknowledged'))
  expect(await axeViolations(page)).toEqual([])
  await nav.getByRole('link', { name: 'All orders' }).click()
  await title(page, 'All orders').waitFor()
  expect(complaints).toEqual([])
  await context.close()
})

test('a buyer sees their own orders and requests, and fetches no script of the boards', needsBrowser, async () => {
  const { page, context, complaints } = await visitAs(browser, shop, {
    width: 1440,
    stored: { user: storedUser(buyer) },
  })
  const scripts: string[] = []
  page.on('request', (request) => scripts.push(new URL(request.url()).pathname))
  for (const [path, name] of [
    ['/my-orders?sort=total-desc', 'My Orders'],
    ['/my-orders/requests', 'My Service Requests'],
  ] as const) {
    await page.goto(path)
    await title(page, name).waitFor()
    await listRows(page).first().waitFor()
    expect(await page.getByRole('checkbox').count()).toBe(0)
  }
  expect(scripts.filter((path) => path.endsWith('.js')).length).toBeGreaterThan(3)
  expect(scripts.filter((path) => /console|board-screen|list-page|data-table|bulk/.test(path))).toEqual([])
  expect(complaints).toEqual([])
  await context.close()
})
