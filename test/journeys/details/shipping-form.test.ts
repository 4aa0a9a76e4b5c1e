import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser, type TestBrowser } from '../../support/browser/browser.ts'
import { needsBrowser } from '../../support/engines/engines.ts'
import { addProducts, openShopForBrowser, type TestShop } from '../../support/shop/shop.ts'
import { openCheckout, place } from '../checkout-form.ts'

let shop: TestShop
let browser: TestBrowser
let product: Awaited<ReturnType<typeof addProducts>>[number]

beforeAll(async () => {
  shop = await openShopForBrowser()
  browser = await openBrowser()
  const [added] = await addProducts(shop, [{}])
  if (added) product = added
})
afterAll(async () => {
  await browser.close()
  await shop.close()
})

const checkout = () => openCheckout(browser, shop, { product, width: 390 })
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
async function expectText(page: Page, label: string, text: string) {
  await expect.poll(() => field(page, label).inputValue()).toBe(text)
}
const expectPlaced = (page: Page) => page.getByRole('heading', { name: 'Order Placed Successfully!' }).waitFor()

describe('the city and the state of a PIN code', needsBrowser, () => {
  test('are replaced by those of a corrected one, also after a reload', async () => {
    const { page, context } = await checkout()
    await field(page, 'ZIP Code').fill('411001')
    await expectText(page, 'City', 'Pune')
    await field(page, 'State').fill('MH')
    await page.reload()
    await expectText(page, 'City', 'Pune')
    await field(page, 'ZIP Code').fill('800001')
    await expectText(page, 'City', 'Patna')
    expect(await field(page, 'State').inputValue()).toBe('MH')
    await context.close()
  })

  test('do not replace what was typed, also if it is the same', async () => {
    const { page, context } = await checkout()
    await field(page, 'ZIP Code').fill('411001')
    await expectText(page, 'City', 'Pune')
    await field(page, 'City').fill('Pun')
    await field(page, 'City').press('End')
    await page.keyboard.type('e')
    await field(page, 'ZIP Code').fill('800001')
    await expectText(page, 'State', 'Bihar')
    expect(await field(page, 'City').inputValue()).toBe('Pune')
    await page.reload()
    await expectText(page, 'State', 'Bihar')
    await field(page, 'ZIP Code').fill('411001')
    await expectText(page, 'State', 'Maharashtra')
    expect(await field(page, 'City').inputValue()).toBe('Pune')
    await context.close()
  })

  test.each([
    ['is unknown', '999999', 200],
    ['cannot be looked up', '411001', 503],
  ])('are typed, and the order is placed, if the PIN code %s', async (_what, pin, status) => {
    const { page, context } = await checkout()
    const asked: number[] = []
    await page.route('**/api/pincodes/*', async (route) => {
      await (status === 200 ? route.continue() : route.fulfill({ status, body: '' }))
      asked.push(status)
    })
    const texts = { 'Mobile number': '9820012345', Address: '12 MG Road', 'ZIP Code': pin, City: 'Pune', State: 'MH' }
    for (const [label, text] of Object.entries(texts)) await field(page, label).fill(text)
    await expect.poll(() => asked).not.toEqual([])
    await place(page)
    await expectPlaced(page)
    await context.close()
  })
})
