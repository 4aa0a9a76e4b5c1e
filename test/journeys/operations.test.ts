import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser, visit } from '../support/browser.ts'
import { needsBrowser } from '../support/engines.ts'
import { adminPassword, openTestShop, type TestShop } from '../support/shop.ts'

let shop: TestShop
let browser: Browser

beforeAll(async () => {
  shop = await openTestShop({ SEED: 'demo' })
  browser = await openBrowser()
})
afterAll(async () => {
  await browser.close()
  await shop.close()
})

describe.each([390, 1440])('at a width of %i px', needsBrowser, (width) => {
  test('an operator looks, tries a replay, replays, verifies and goes back, and reads what was done', async () => {
    const operator = await visit(browser, shop.url, width)
    const { page } = operator
    await page.goto('/login?redirect=/admin/operations')
    await page.getByLabel('Username').fill('admin')
    await page.getByLabel('Password').fill(adminPassword)
    await page
      .getByRole('main')
      .getByRole('button', { name: /log ?in|sign in/i })
      .click()
    await page.getByRole('heading', { level: 1, name: 'Operations' }).waitFor()
    const products = page.getByRole('article', { name: 'product-list' })
    await products.getByText('Live', { exact: true }).waitFor()
    const record = page.getByRole('region', { name: 'Record' })
    await page.getByText('search index').waitFor()

    await products.getByRole('button', { name: 'Dry run: product-list' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Dry run' }).click()
    await record
      .getByText(/tried a replay of product-list: it would add 0, remove 0 and change 0 rows/)
      .first()
      .waitFor()

    await products.getByRole('button', { name: 'Replay: product-list' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Back' }).click()
    await products.getByRole('button', { name: 'Replay: product-list' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Replay' }).click()
    await record
      .getByText(/replayed product-list, live since position/)
      .first()
      .waitFor()

    await products.getByRole('button', { name: 'Verify: product-list' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Verify' }).click()
    await record.getByText('verified product-list: it is what the log says').first().waitFor()

    await products.getByRole('button', { name: 'Roll back: product-list' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Roll back' }).click()
    await record
      .getByText(/rolled product-list back, to position/)
      .first()
      .waitFor()

    const isTooWide = await page.evaluate<boolean>('document.documentElement.scrollWidth > window.innerWidth')
    expect(isTooWide).toBe(false)
    expect(operator.complaints).toEqual([])
    await operator.context.close()
  }, 60_000)
})
