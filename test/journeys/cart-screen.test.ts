import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { axeViolations } from '../support/browser/axe.ts'
import { openBrowser, storedLine, visitAs, type TestBrowser } from '../support/browser/browser.ts'
import { needsBrowser } from '../support/engines/engines.ts'
import { needsBrowserAtWidths, widths } from '../support/browser/widths.ts'
import { eventually } from '../support/eventually.ts'
import { addProducts, openShopForBrowser, type TestShop } from '../support/shop/shop.ts'

type Added = Awaited<ReturnType<typeof addProducts>>[number]

let shop: TestShop
let browser: TestBrowser
let monitor: Added
let bed: Added

beforeAll(async () => {
  shop = await openShopForBrowser()
  browser = await openBrowser()
  const added = await addProducts(shop, [{}, { title: `Bed ${'long '.repeat(38)}`, logoUrl: '', price: 100 }])
  if (added[0] && added[1]) [monitor, bed] = [added[0], added[1]]
})
afterAll(async () => {
  await browser.close()
  await shop.close()
})

const expectToast = (page: Page, text: string) =>
  page.getByLabel('Notifications').getByText(text, { exact: true }).waitFor()
const total = (page: Page) => page.getByRole('region', { name: 'Summary' }).getByRole('strong').innerText()
const topOf = async (part: Locator) => (await part.boundingBox())?.y ?? NaN
const bottomOf = async (part: Locator) => (await topOf(part)) + ((await part.boundingBox())?.height ?? NaN)
const lineOf = (page: Page, product: Added) =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: product.title })

test(
  'a full cart reports that no other product fits, and does not lead to the checkout without it',
  needsBrowser,
  async () => {
    const cart = Array.from({ length: 100 }, (_, n) => ({ ...storedLine(bed), id: `bed${n}` }))
    const { page, context } = await visitAs(browser, shop, { stored: { cart } })
    await page.route('**/api/carts/**', (route) => route.abort())
    await page.goto(`/products/${monitor.id}`)
    const full = 'Your cart holds 100 products at most: remove one first'
    await page.clock.install()
    await page.getByRole('button', { name: 'Book Now' }).click()
    await expectToast(page, full)
    await page.clock.fastForward(1000)
    expect(new URL(page.url()).pathname).toBe(`/products/${monitor.id}`)
    await page.clock.resume()
    await page.goto('/collection')
    await page.getByRole('button', { name: /^Add to Cart.*Patient Monitor/ }).click()
    await expectToast(page, full)
    await page.getByRole('link', { name: /^Cart, 100 items/ }).waitFor()
    await context.close()
  },
)

describe.each(widths(390, 768, 1440))('the cart at a width of %i px', needsBrowserAtWidths, (width) => {
  test('computes lines and total, reads any quantity as a whole number from 1 up, removes and clears', async () => {
    const cart = [storedLine(monitor, 2), storedLine(bed)]
    const { page, context, complaints } = await visitAs(browser, shop, { width, stored: { cart } })
    await page.goto('/cart')
    const line = lineOf(page, monitor)
    await expect.poll(() => line.innerText()).toMatch(/Aarogya Meditech\s+Brand: Aarogya[^]*₹1,69,001\.00/)
    await expect.poll(() => lineOf(page, bed).locator('img').getAttribute('src')).toBe('/images/placeholder.svg')
    await expect.poll(() => total(page)).toBe('₹1,69,101.00')
    const quantity = line.getByRole('spinbutton')
    for (const [typed, meant] of [
      ['3', '3'],
      ['-4', '1'],
      ['2.9', '2'],
      ['', '1'],
      ['0', '1'],
    ] as const) {
      await quantity.fill(typed)
      await quantity.blur()
      await eventually(async () => expect(await quantity.inputValue()).toBe(meant))
    }
    await expect.poll(() => line.innerText()).toContain('₹84,500.50')
    await quantity.fill('4')
    await page.reload()
    await page.getByRole('link', { name: /^Cart, 5 items/ }).waitFor()
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
    await line.getByRole('button', { name: /^Remove/ }).click()
    await line.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => total(page)).toBe('₹3,38,102.00')
    await line.getByRole('button', { name: /^Remove/ }).click()
    await expect.poll(() => total(page)).toBe('₹100.00')
    await page.getByRole('link', { name: 'Continue Shopping' }).click()
    await page.waitForURL('**/collection/products')
    await page.goBack()
    await page.getByRole('button', { name: 'Clear Cart' }).click()
    await page.getByText('Your cart is empty.', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Explore Products' }).waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })
})

test('the page does not scroll when a line is removed by a tap', needsBrowser, async () => {
  const cart = [storedLine(monitor), storedLine(bed)]
  const { page, context } = await visitAs(browser, shop, { width: 390, stored: { cart } })
  await page.setViewportSize({ width: 390, height: 500 })
  await page.goto('/cart')
  await page.evaluate('scrollTo(0, 300)')
  await lineOf(page, bed)
    .getByRole('button', { name: /^Remove/ })
    .click()
  await page.locator('h1:focus', { hasText: 'Cart' }).waitFor()
  expect(await page.evaluate('scrollY')).toBeGreaterThan(0)
  await context.close()
})

test(
  'the keyboard continues from the heading of the cart once a line or all of them are removed',
  needsBrowser,
  async () => {
    const cart = [storedLine(monitor), storedLine(bed)]
    const { page, context } = await visitAs(browser, shop, { stored: { cart } })
    await page.goto('/cart')
    const heading = page.locator('h1:focus', { hasText: 'Cart' })
    await lineOf(page, monitor)
      .getByRole('button', { name: /^Remove/ })
      .press('Enter')
    await heading.waitFor()
    expect(await lineOf(page, monitor).count()).toBe(0)
    await page.getByRole('button', { name: 'Clear Cart' }).press('Enter')
    await page.getByText('Your cart is empty.', { exact: true }).waitFor()
    await heading.waitFor()
    await context.close()
  },
)

test(
  'a phone shows price and cart at the bottom while the buttons are out of view, without hiding the end',
  needsBrowser,
  async () => {
    const { page, context, complaints } = await visitAs(browser, shop, { touch: true })
    await page.goto(`/products/${monitor.id}`)
    const bar = page.getByRole('region', { name: 'Price and cart' })
    const buttons = page.getByRole('main').getByRole('button', { name: 'Book Now' }).first()
    await buttons.scrollIntoViewIfNeeded()
    await bar.waitFor({ state: 'hidden' })
    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)')
    await bar.getByText('₹84,500.50').waitFor()
    const add = bar.getByRole('button', { name: /^Add to Cart/ })
    await add.press('Enter')
    await expectToast(page, 'Product added to cart!')
    await bar.getByRole('button', { name: /^Add to Cart 1 in cart/ }).waitFor()
    expect(await bottomOf(page.getByRole('contentinfo'))).toBeLessThanOrEqual(await topOf(bar))
    expect(await bottomOf(page.getByLabel('Notifications'))).toBeLessThanOrEqual(await topOf(bar))
    expect(await axeViolations(page)).toEqual([])
    // While it has the focus it stays, because removing it would lose the focus.
    await buttons.scrollIntoViewIfNeeded()
    await page.locator('section:focus-within', { hasText: 'Exclusive of GST.' }).waitFor()
    await page.getByRole('main').focus()
    await bar.waitFor({ state: 'hidden' })
    await page.setViewportSize({ width: 844, height: 390 })
    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)')
    expect(await bar.count()).toBe(0)
    await page.setViewportSize({ width: 320, height: 844 })
    expect(await bar.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
    await bar.getByRole('button', { name: 'Book Now' }).click()
    await page.waitForURL('**/login?redirect=%2Fcheckout')
    expect(complaints).toEqual([])
    await context.close()
  },
)

test('a page scrolled before its scripts arrive keeps its position, with the bar', needsBrowser, async () => {
  const { page, context } = await visitAs(browser, shop, { touch: true })
  const arrival = Promise.withResolvers<void>()
  await page.route(/assets.(?!start)[^/]+[.]js$/, async (route) => {
    await arrival.promise
    await route.continue()
  })
  const isReady = page.goto(`/products/${monitor.id}`)
  await page.getByRole('contentinfo').waitFor()
  await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)')
  const scrolled = await page.evaluate<number>('scrollY')
  expect(scrolled).toBeGreaterThan(0)
  arrival.resolve()
  await isReady
  await page.getByRole('region', { name: 'Price and cart' }).waitFor()
  expect(await page.evaluate('scrollY')).toBe(scrolled)
  await context.close()
})

test('a wide screen shows the cart in a drawer that traps and returns the focus', needsBrowser, async () => {
  const { page, context, complaints } = await visitAs(browser, shop, {
    width: 1440,
    stored: { cart: [storedLine({ ...bed, price: 90 })] },
  })
  await page.goto(`/products/${monitor.id}`)
  const add = page
    .getByRole('main')
    .getByRole('button', { name: /^Add to Cart$/ })
    .first()
  await add.press('Enter')
  await page.getByRole('button', { name: 'View cart' }).press('Enter')
  const drawer = page.getByRole('dialog', { name: 'Cart, 2 items' })
  await drawer.getByText(/now costs ₹100\.00 instead of ₹90\.00/).waitFor()
  await drawer.getByText('₹84,590.50').waitFor()
  expect(await axeViolations(page)).toEqual([])
  await drawer.getByRole('button', { name: 'Accept and update my cart' }).press('Enter')
  await drawer.locator('h2:focus').waitFor()
  await drawer.getByText('₹84,600.50').waitFor()
  const isInside = "document.activeElement === document.body || document.activeElement.closest('dialog') !== null"
  for (let pressed = 0; pressed < 15; pressed++) {
    await page.keyboard.press('Tab')
    expect(await page.evaluate(isInside)).toBe(true)
  }
  await drawer.getByRole('button', { name: /^Remove Bed/ }).press('Enter')
  await page.getByRole('dialog', { name: 'Cart, 1 item' }).waitFor()
  await page.locator('button:focus', { hasText: 'Undo' }).press('Enter')
  await drawer
    .getByRole('group', { name: `Quantity of ${monitor.title}` })
    .getByRole('button', { name: 'Increase quantity' })
    .click()
  await page.getByRole('dialog', { name: 'Cart, 3 items' }).getByText('₹1,69,101.00').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.locator('button:focus', { hasText: /^\s*Add to Cart/ }).press('Enter')
  await page.getByRole('button', { name: 'View cart' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'View cart' }).click()
  await page.getByRole('heading', { level: 1, name: 'Cart' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/cart')
  expect(await page.getByRole('dialog').count()).toBe(0)
  expect(complaints).toEqual([])
  await context.close()
})

test('the browser’s Back closes the drawer of the cart with the page that it is next to', needsBrowser, async () => {
  const { page, context } = await visitAs(browser, shop, { width: 1440 })
  await page.goto('/collection')
  await page.getByRole('link', { name: monitor.title }).first().click()
  await page.getByRole('heading', { level: 1, name: monitor.title }).waitFor()
  await page.getByRole('main').getByRole('button', { name: 'Add to Cart' }).first().click()
  await page.getByRole('button', { name: 'View cart' }).click()
  await page.getByRole('dialog', { name: 'Cart, 1 item' }).waitFor()
  await page.goBack()
  await page.getByRole('heading', { level: 1, name: 'All products' }).waitFor()
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  await page.getByRole('main').getByRole('button', { name: 'Add to Cart' }).first().click({ trial: true })
  await context.close()
})
