import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { goWithin, openBrowser, visit, visitAs, type TestBrowser } from '../support/browser/browser.ts'
import { needsBrowser } from '../support/engines/engines.ts'
import { eventually } from '../support/eventually.ts'
import { addProducts, monitor, openShopForBrowser, type TestShop } from '../support/shop/shop.ts'

type Added = Awaited<ReturnType<typeof addProducts>>[number]

let shop: TestShop
let browser: TestBrowser
let product: Added
let lonely: Added

beforeAll(async () => {
  shop = await openShopForBrowser()
  browser = await openBrowser()
  const same = Array.from({ length: 9 }, (_, index) => ({ title: `Aarogya Monitor ${index}`, price: 1000 + index }))
  const other = { title: 'Ghost Viewer', company: 'Solo Ltd', brand: 'Solo', posttype: 'x-ray', logoUrl: '' }
  const added = await addProducts(shop, [{}, ...same, other])
  if (added[0]) product = added[0]
  lonely = added.at(-1) ?? product
})
afterAll(async () => {
  await browser.close()
  await shop.close()
})

describe('the carousels of the product page', needsBrowser, () => {
  test('are scrolled by arrows that are shown only if there is more to scroll to', async () => {
    const { page, context } = await visit(browser, shop, 1440)
    await page.goto(`/products/${product.id}`)
    const carousel = page.getByRole('region', { name: 'Similar products' })
    const on = carousel.getByRole('button', { name: 'Scroll Similar products forward' })
    const back = carousel.getByRole('button', { name: 'Scroll Similar products back' })
    await on.waitFor()
    await expect.poll(() => back.count()).toBe(0)
    await expect.poll(() => carousel.getByRole('listitem').count()).toBe(9)
    await on.click()
    await back.waitFor()
    await carousel.getByRole('list').hover()
    await page.mouse.wheel(4000, 0)
    await on.waitFor({ state: 'detached' })
    await carousel
      .getByRole('button', { name: /^Add to Cart/ })
      .last()
      .click()
    await page.getByLabel('Notifications').getByText('Product added to cart', { exact: true }).waitFor()
    await context.close()
  })

  test('have no scroll arrows on touch screens', async () => {
    const { page, context } = await visitAs(browser, shop, { touch: true })
    await page.goto(`/products/${product.id}`)
    const carousel = page.getByRole('region', { name: 'Similar products' })
    await carousel.getByRole('listitem').first().waitFor()
    // Once the row has been viewed, which has no effect on the arrows here.
    await page
      .getByRole('button', { name: 'Scroll Similar products forward', includeHidden: true })
      .waitFor({ state: 'attached' })
    await expect.poll(() => carousel.getByRole('button', { name: /^Scroll/ }).count()).toBe(0)
    await context.close()
  })

  test('report a failure, show loading, or are omitted', async () => {
    const { page, context } = await visit(browser, shop)
    await page.route('**/api/products/product/*', (route) => route.fulfill({ status: 500, body: 'no json' }))
    const held = Promise.withResolvers<void>()
    await page.route('**/api/products/company/**', (route) => held.promise.then(() => route.continue()))
    await page.goto('/about-us')
    await goWithin(page, `/products/${product.id}`)
    await page.getByText('Failed to load similar products').waitFor()
    const same = page.getByRole('region', { name: 'More from Aarogya Meditech' })
    await expect.poll(() => same.getAttribute('aria-busy')).toBe('true')
    held.resolve()
    await same.getByRole('listitem').first().waitFor()
    await expect.poll(() => same.getByText(monitor.title, { exact: true }).count()).toBe(0)

    await page.unroute('**/api/products/product/*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('region', { name: 'Similar products' }).getByRole('listitem').first().waitFor()
    await page.route('**/api/products/product/*', (route) => route.fulfill({ json: { not: 'a list' } }))
    await page.goto('/about-us')
    await goWithin(page, `/products/${product.id}`)
    await page.getByText('Invalid JSON response from server').waitFor()

    await page.goto(`/products/${lonely.id}`)
    await page.getByRole('heading', { level: 1, name: lonely.title }).waitFor()
    await page.getByText('Coming soon...').waitFor({ state: 'attached' })
    await eventually(async () => expect(await page.getByRole('region', { name: /^More from/ }).count()).toBe(0))
    await context.close()
  })
})
