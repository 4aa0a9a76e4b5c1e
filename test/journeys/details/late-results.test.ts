import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser, visit, type TestBrowser } from '../../support/browser/browser.ts'
import { needsBrowser } from '../../support/engines/engines.ts'
import { addProducts, openShopForBrowser, type TestShop } from '../../support/shop/shop.ts'

let shop: TestShop
let browser: TestBrowser

beforeAll(async () => {
  shop = await openShopForBrowser()
  await addProducts(
    shop,
    Array.from({ length: 14 }, (_, n) => ({ title: `Patient Monitor ${n}` })),
  )
  await addProducts(shop, [{ title: 'Nirog Monitor', brand: 'Nirog', company: 'Nirog Devices' }])
  browser = await openBrowser()
})
afterAll(async () => {
  await browser.close()
  await shop.close()
})

describe('a list of products', needsBrowser, () => {
  test('does not change until its results arrive, even if the cart is saved in the meantime', async () => {
    const { page, context, complaints } = await visit(browser, shop, 1440)
    await page.goto('/collection/icu-equipments')
    const addToCart = (nth: number) =>
      page.getByRole('article').nth(nth).getByRole('button', { name: 'Add to cart' }).click()
    const saved = () => page.waitForResponse(/\/api\/carts\/[^/]+\/items\//)
    const firstSaved = saved()
    await addToCart(0)
    await firstSaved
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 60_000)
    const call = '**/api/products/search?*'
    const held = Promise.withResolvers<void>()
    await page.route(call, (route) => held.promise.then(() => route.continue()))
    const requested = page.waitForRequest(call)
    await page
      .getByRole('region', { name: 'Filters' })
      .getByRole('button', { name: /^Aarogya \d/ })
      .click()
    await requested
    const secondSaved = saved()
    await addToCart(1)
    await page.clock.runFor(1_000)
    await secondSaved
    await page.clock.runFor(1_000)
    expect(await page.getByRole('article').count()).toBeGreaterThan(1)
    held.resolve()
    await page.clock.resume()
    await page.waitForURL((url) => url.search === '?brand=Aarogya')
    expect(complaints).toEqual([])
    await context.close()
  })

  test('drops a filter whose results arrive after the page was left', async () => {
    const { page, context, complaints } = await visit(browser, shop, 1440)
    await page.goto('/collection/icu-equipments')
    // However long this takes, nothing is shown for being late.
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 60_000)
    const call = '**/api/products/search?*'
    const held = Promise.withResolvers<void>()
    await page.route(call, (route) => held.promise.then(() => route.continue()))
    const answer = page.waitForResponse(call)
    await page
      .getByRole('region', { name: 'Filters' })
      .getByRole('button', { name: /^Aarogya \d/ })
      .click()
    await page.getByRole('link', { name: 'Patient Monitor 9' }).click()
    await page.getByRole('heading', { level: 1, name: 'Patient Monitor 9' }).waitFor()
    held.resolve()
    await (await answer).finished()
    await page.getByRole('region', { name: 'Similar products' }).getByRole('listitem').first().waitFor()
    expect(new URL(page.url()).search).toBe('')
    await page.clock.resume()
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: 'ICU Equipments' }).waitFor()
    expect(new URL(page.url()).search).toBe('')
    expect(complaints).toEqual([])
    await context.close()
  })
})

describe('a product', needsBrowser, () => {
  test('left before the rest of it was loaded shows it on return', async () => {
    const { page, context, complaints } = await visit(browser, shop, 1440)
    await page.goto('/collection/icu-equipments')
    const held = Promise.withResolvers<void>()
    await page.route('**/api/products/product/*', (route) => held.promise.then(() => route.continue()))
    await page.getByRole('link', { name: 'Patient Monitor 9' }).click()
    await page.getByRole('heading', { level: 1, name: 'Patient Monitor 9' }).waitFor()
    // By then it has arrived.
    await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('main')
    // By keyboard: pending changes of the layout may move a link between the two halves of a click.
    await page.getByRole('contentinfo').getByRole('link', { name: 'About Us' }).press('Enter')
    await page.waitForURL('**/about-us')
    await page.getByRole('heading', { level: 1, name: 'Patient Monitor 9' }).waitFor({ state: 'detached' })
    held.resolve()
    // What was loaded then is all there is now.
    await page.route(/\/api\/products\/[\w-]{36}$/, () => undefined)
    await page.goBack()
    await page.getByRole('region', { name: 'Similar products' }).getByRole('listitem').first().waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })
})
