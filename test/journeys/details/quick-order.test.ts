import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { axeViolations } from '../../support/browser/axe.ts'
import { openBrowser, visit, type TestBrowser } from '../../support/browser/browser.ts'
import { needsBrowser } from '../../support/engines/engines.ts'
import { addProducts, openShopForBrowser, type TestShop } from '../../support/shop/shop.ts'

let shop: TestShop
let browser: TestBrowser

beforeAll(async () => {
  shop = await openShopForBrowser()
  browser = await openBrowser()
  await addProducts(shop, [
    { brand: 'Zeta', title: 'Zeta ZX-90 Scale', price: 1000 },
    { brand: 'Yota', title: 'Yota YX-70 Scale', price: 20 },
    { brand: 'Yota', title: 'Yota YX-70 Trolley', price: 30 },
  ])
})
afterAll(async () => {
  await browser.close()
  await shop.close()
})

/** A script that pastes a text into the focused field. */
const pasting = (text: string) => `{
  const clipboardData = new DataTransfer()
  clipboardData.setData('text', ${JSON.stringify(text)})
  document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
}`

describe('a list of codes', needsBrowser, () => {
  test('pasted into the search field becomes a table, which fills the cart', async () => {
    const { page, context, complaints } = await visit(browser, shop)
    // The field takes the list before its suggestions are loaded.
    const held = Promise.withResolvers<void>()
    await page.route(/\/suggestions[^/]*\.js/, (route) => held.promise.then(() => route.continue()))
    await page.goto('/')
    const field = page.getByRole('combobox', { name: 'Search products' })
    await field.focus()
    await page.evaluate(pasting('zx90, 2\nYX 70 x 3\nqwxyz-77'))
    await page.waitForURL(/quick-order/)
    held.resolve()
    const lines = page.getByRole('region', { name: 'Products of the list' }).getByRole('listitem')
    await lines.getByText('No product has this code').waitFor()
    expect(await lines.count()).toBe(3)
    await lines.getByRole('link', { name: 'Zeta ZX-90 Scale' }).waitFor()
    expect(await axeViolations(page)).toEqual([])
    await lines.getByLabel('Product for YX 70').selectOption({ label: 'Yota YX-70 Trolley' })
    await page.getByText('2 products, ₹2,090').waitFor()
    await page.getByRole('button', { name: 'Remove qwxyz-77' }).click()
    await page.getByRole('button', { name: 'Add all to cart' }).click()
    await page.getByText('2 products added to cart').waitFor()
    await page.getByRole('link', { name: 'View cart' }).click()
    await page.getByText('5 items').first().waitFor()
    await page.getByText('₹2,090').first().waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })
})
