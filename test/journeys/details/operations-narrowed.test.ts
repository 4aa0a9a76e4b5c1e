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

describe.each(widths(1440, 390))('at a width of %i px', needsBrowserAtWidths, (width) => {
  test('a failed read model that is replayed and repaired stays in the list of those that failed', async () => {
    const place = { stream: `order-ORD0000${String(width).padStart(4, '0')}`, revision: 0 }
    const position = await plantFaultyEvent(shop, place)
    await shop.settled()
    const { page, context, complaints } = await visitAsAdmin(browser, shop, width)
    await page.goto('/admin/operations')
    const card = page.getByRole('article', { name: 'orders', exact: true })
    await card.getByText('Failed', { exact: true }).waitFor()
    await page.goto('/admin/operations?status=failed')
    await card.getByText('Failed', { exact: true }).waitFor()
    await page.getByText(/^Read models and reactors that failed: [1-9]\d*\. Show all$/).waitFor()
    expect(await page.getByRole('article', { name: 'carts', exact: true }).count()).toBe(0)

    const replay = waitingOperations(shop)
      .replay('orders')
      .catch((error: unknown) => (error instanceof Error ? error.message : error))
    await card.getByRole('progressbar', { name: 'Replay of orders' }).waitFor()
    await page.getByText(/^Read models and reactors that failed: \d+\. Listed here before: 1\./).waitFor()
    expect(await axeViolations(page)).toEqual([])
    await card.getByRole('button', { name: 'Stop the replay: orders' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Stop the replay' }).click()
    expect(await replay).toBe('an operator has stopped it')
    await card
      .getByRole('list', { name: 'Last results' })
      .getByText(/stopped a replay of orders/)
      .waitFor()

    await card.getByRole('button', { name: 'Skip everywhere: orders' }).click()
    await page.getByRole('dialog').getByLabel('Reason').fill('written by a faulty import')
    await page.getByRole('dialog').getByRole('button', { name: 'Skip everywhere' }).click()
    await page.getByText(/^Read models and reactors that failed: 0\. Listed here before: \d+\./).waitFor()
    await card.getByText('Live', { exact: true }).waitFor()
    await page
      .getByText(`skipped the event at position ${position.toLocaleString('en-IN')} everywhere`, { exact: false })
      .first()
      .waitFor()
    await page.reload()
    await page.getByText('Read models and reactors that failed: 0.').waitFor()
    expect(await cards(page).count()).toBe(0)
    await page.getByRole('link', { name: 'Show all' }).click()
    await page.getByRole('article', { name: 'carts', exact: true }).waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })
})
