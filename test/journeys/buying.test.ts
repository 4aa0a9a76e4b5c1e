import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser, type TestBrowser } from '../support/browser/browser.ts'
import { needsBrowserAtWidths, widths } from '../support/browser/widths.ts'
import { openShopForBrowser, type TestShop } from '../support/shop/shop.ts'
import { buyAndFollow } from './buying-journey.ts'

let shop: TestShop
let browser: TestBrowser

beforeAll(async () => {
  shop = await openShopForBrowser({ SEED: 'demo' })
  browser = await openBrowser()
})
afterAll(async () => {
  await browser.close()
  await shop.close()
})

describe.each(widths(390, 768, 1440))('at a width of %i px', { ...needsBrowserAtWidths, timeout: 60_000 }, (width) => {
  test('a buyer finds a device despite a typing mistake, orders it and follows the order', async () => {
    expect(await buyAndFollow({ browser, shop, width })).toEqual([])
  })
})
