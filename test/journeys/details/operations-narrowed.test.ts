import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { visitAsAdmin } from '../../support/browser/admin-browser.ts'
import { axeViolations } from '../../support/browser/axe.ts'
import { openBrowser, type TestBrowser } from '../../support/browser/browser.ts'
import { needsBrowserAtWidths, widths } from '../../support/browser/widths.ts'
import { plantFaultyEvent } from '../../support/event-store/faulty-event.ts'
import { waitingOperations } from '../../support/projections/waiting-work.ts'
import { addProducts, openShopForBrowser, type TestShop } from '../../support/shop/shop.ts'

let shop: TestShop
let browser: TestBrowser

beforeAll(async () => {
  shop = await openShopForBrowser()
  browser = await openBrowser()
  await addProducts(shop, [{}])
})
afterAll(async () => {
  await browser.close()
  await shop.close()
})

const cards = (page: Page) => page.getByRole('article')
const card = (page: Page) => page.getByRole('article', { name: 'orders', exact: true })

/** Opens the list of those that failed while it is empty, and makes the read model of orders fail. */
async function openFailing(width: number, orderId: string) {
  const visitor = await visitAsAdmin(browser, shop, width)
  const { page } = visitor
  await page.goto('/admin/operations?status=failed')
  await page.getByText('Read models and reactors that failed: 0. Show all').waitFor()
  expect(await cards(page).count()).toBe(0)
  const position = await plantFaultyEvent(shop, { stream: `order-${orderId}`, revision: 0 })
  await card(page).getByText('Failed', { exact: true }).waitFor()
  return { ...visitor, position }
}

describe.each(widths(1440, 390))('at a width of %i px', needsBrowserAtWidths, (width) => {
  test('a failed read model that is replayed stays in the list of those that failed, with its progress and result', async () => {
    const { page, context, complaints, position } = await openFailing(width, `ORD1000${String(width).padStart(4, '0')}`)
    const replay = waitingOperations(shop)
      .replay('orders')
      .catch((error: unknown) => (error instanceof Error ? error.message : error))
    await card(page).getByRole('progressbar', { name: 'Replay of orders' }).waitFor()
    await page.getByText(/^Read models and reactors that failed: \d+\. Listed here before: 1\./).waitFor()
    expect(await axeViolations(page)).toEqual([])
    await card(page).getByRole('button', { name: 'Stop the replay: orders' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Stop the replay' }).click()
    expect(await replay).toBe('an operator has stopped it')
    await card(page)
      .getByText(/A replay was stopped at position/)
      .waitFor()
    expect(complaints).toEqual([])
    await context.close()
    const body = { position, reason: 'written by a faulty import' }
    await shop.call('POST', '/api/ops/projections/everywhere/skip', { token: shop.adminToken, body })
    await shop.settled()
  })

  test('one that is repaired stays until the list is opened again', async () => {
    const { page, context, complaints } = await openFailing(width, `ORD2000${String(width).padStart(4, '0')}`)
    await card(page).getByRole('button', { name: 'Skip everywhere: orders' }).click()
    await page.getByRole('dialog').getByLabel('Reason').fill('written by a faulty import')
    await page.getByRole('dialog').getByRole('button', { name: 'Skip everywhere' }).click()
    await page.getByText(/^Read models and reactors that failed: 0\. Listed here before: \d+\./).waitFor()
    await card(page).getByText('Live', { exact: true }).waitFor()
    await page.reload()
    await page.getByText('Read models and reactors that failed: 0. Show all').waitFor()
    expect(await cards(page).count()).toBe(0)
    await page.getByRole('link', { name: 'Show all' }).click()
    await page.getByRole('article', { name: 'carts', exact: true }).waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })
})
