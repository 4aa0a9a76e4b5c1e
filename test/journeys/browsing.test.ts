import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { goWithin, openBrowser, visit, visitAs, type TestBrowser } from '../support/browser/browser.ts'
import { needsBrowser } from '../support/engines/engines.ts'
import { needsBrowserAtWidths, widths } from '../support/browser/widths.ts'
import { eventually } from '../support/eventually.ts'
import { addProducts, openShopForBrowser, type TestShop } from '../support/shop/shop.ts'

let shop: TestShop
let browser: TestBrowser

beforeAll(async () => {
  shop = await openShopForBrowser()
  browser = await openBrowser()
  const beds = Array.from({ length: 62 }, (_, index) => ({
    title: `Shayya Bed ${String(index + 1).padStart(2, '0')}`,
    brand: 'Shayya',
    posttype: 'medical-furniture',
    price: 10_000.4 + index,
  }))
  await addProducts(shop, beds)
})
afterAll(async () => {
  await browser.close()
  await shop.close()
})

const expectToast = (page: Page, text: string) =>
  page.getByLabel('Notifications').getByText(text, { exact: true }).waitFor()
const slide = (page: Page) => page.getByRole('region', { name: 'Highlights' }).locator('[aria-current="true"]')
const expectSlide = (page: Page, number: number) =>
  eventually(async () => expect(await slide(page).getAttribute('aria-label')).toBe(`Slide ${number}`))
const cards = (page: Page) => page.getByRole('main').getByRole('article')
const card = (page: Page, title: string) => cards(page).getByRole('link', { name: title })
const pages = (page: Page) => page.getByRole('navigation', { name: 'Pages' })
const scrolledTo = (page: Page): Promise<unknown> => page.evaluate('window.scrollY')

/** Takes the pointer and the focus off the slider, which is under both. */
async function leave(page: Page) {
  await page.mouse.move(0, 0)
  await page.evaluate('document.activeElement.blur()')
}

/** Home at its first slide, with a paused clock. */
async function openAtSlide1(page: Page) {
  await page.clock.install()
  await page.goto('/')
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.getByRole('button', { name: 'Slide 1' }).click()
  await leave(page)
  await expectSlide(page, 1)
}

async function swipe(page: Page, pixels: number) {
  const box = await page.getByRole('region', { name: 'Highlights' }).boundingBox()
  if (!box) throw new Error('the slider is not there')
  const [x, y] = [box.x + box.width / 2, box.y + 60]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x - pixels, y, { steps: 3 })
  await page.mouse.up()
}

describe.each(widths(390, 768, 1440))('at a width of %i px', needsBrowserAtWidths, (width) => {
  test('home shows slides and the eight newest products, and a collection shows its pages', async () => {
    const { page, context, complaints } = await visit(browser, shop, width)
    await page.goto('/')
    const newest = cards(page).first()
    await newest.waitFor()
    await expect.poll(() => cards(page).count()).toBe(8)
    await expect.poll(() => newest.innerText()).toMatch(/Shayya\s+Shayya Bed 62\s+₹10,061\s+Status: In stock/i)
    await expectSlide(page, 1)
    const arrow = page.getByRole('button', { name: 'Next slide' })
    await expect.poll(() => arrow.isVisible()).toBe(width >= 600)
    const dot = page.getByRole('button', { name: 'Slide 3' })
    expect((await dot.boundingBox())?.width).toBeGreaterThanOrEqual(44)
    await dot.click()
    await expectSlide(page, 3)

    await page.goto('/collection/medical-furniture')
    await card(page, 'Shayya Bed 62').waitFor()
    await expect.poll(() => cards(page).count()).toBe(10)
    const numbers = () => pages(page).getByRole('link', { name: /^Page/ }).allInnerTexts()
    await expect.poll(() => numbers()).toEqual(['1', '2', '3', '4', '5'])
    await pages(page).getByRole('link', { name: 'Page 5' }).click()
    await card(page, 'Shayya Bed 22').waitFor()
    await expect.poll(() => numbers()).toEqual(['3', '4', '5', '6', '7'])
    await pages(page).getByRole('link', { name: 'Next page' }).click()
    await card(page, 'Shayya Bed 12').waitFor()
    await pages(page).getByRole('link', { name: 'Previous page' }).click()
    await card(page, 'Shayya Bed 22').waitFor()
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
    expect(complaints).toEqual([])
    await context.close()
  })

  test('back and forward restore the page of the list, the search and the scroll position', async () => {
    const { page, context } = await visit(browser, shop, width)
    await page.goto('/search?q=shayya&sort=price-asc&page=2')
    await card(page, 'Shayya Bed 11').waitFor()
    const last = cards(page).last().getByRole('link')
    await last.scrollIntoViewIfNeeded()
    await eventually(async () => expect(await scrolledTo(page)).toBeGreaterThan(100))
    const before = Number(await scrolledTo(page))
    const name = await last.innerText()
    await last.click()
    await page.getByRole('heading', { level: 1, name }).waitFor()
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: 'Search Results for "shayya"' }).waitFor()
    await card(page, 'Shayya Bed 11').waitFor()
    expect(new URL(page.url()).search).toBe('?q=shayya&sort=price-asc&page=2')
    await eventually(async () => expect(Math.abs(Number(await scrolledTo(page)) - before)).toBeLessThan(60))
    await page.goForward()
    await page.getByRole('heading', { level: 1, name }).waitFor()
    await page.reload()
    await page.getByRole('heading', { level: 1, name }).waitFor()
    await context.close()
  })
})

describe('the slider', needsBrowser, () => {
  test('advances automatically every three seconds, in a loop, until it is paused', async () => {
    const { page, context } = await visit(browser, shop, 1440)
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await openAtSlide1(page)
    await page.clock.runFor(2900)
    await expectSlide(page, 1)
    await page.clock.runFor(200)
    await expectSlide(page, 2)
    await page.clock.runFor(3000)
    await expectSlide(page, 3)
    await page.clock.runFor(3000)
    await expectSlide(page, 1)
    await page.getByRole('button', { name: 'Previous slide' }).click()
    await expectSlide(page, 3)
    await page.getByRole('button', { name: 'Next slide' }).click()
    await expectSlide(page, 1)
    await page.getByRole('button', { name: 'Pause slides' }).click()
    await leave(page)
    await page.clock.runFor(4000)
    await expectSlide(page, 1)
    await page.getByRole('button', { name: 'Play slides' }).click()
    await leave(page)
    await page.clock.runFor(3100)
    await expectSlide(page, 2)
    await context.close()
  })

  test('follows a swipe of 40 px, but not a shorter one', async () => {
    const { page, context } = await visit(browser, shop)
    await openAtSlide1(page)
    await swipe(page, 45)
    await expectSlide(page, 2)
    await swipe(page, -45)
    await expectSlide(page, 1)
    await swipe(page, 30)
    await expectSlide(page, 1)
    await context.close()
  })
})

describe('lists of products', needsBrowser, () => {
  test('add a product to the cart from its card, and keep the quantity chosen before', async () => {
    const { page, context } = await visit(browser, shop)
    await page.goto('/collection')
    await cards(page).first().getByRole('button', { name: 'Add to Cart' }).click()
    await expectToast(page, 'Product added to cart')
    await cards(page).nth(1).getByRole('button', { name: 'Add to Cart' }).click()
    await page.getByRole('link', { name: /^Cart, 2 items/ }).waitFor()
    await cards(page).first().getByRole('button', { name: 'Add to Cart' }).click()
    await page.getByRole('link', { name: /^Cart, 2 items/ }).waitFor()
    await expect.poll(() => page.getByRole('status').allInnerTexts()).toContain('Page 1 of 7, 62 products')
    await context.close()
  })

  test('show an empty message, and have no pagination if one page is enough', async () => {
    const { page, context } = await visit(browser, shop)
    await page.goto('/collection/medicines')
    await page.getByRole('main').getByText('No record(s) found').waitFor()
    await expect.poll(() => pages(page).count()).toBe(0)
    await context.close()
  })

  test('never show a product’s id in the breadcrumb, even while the next screen is loading', async () => {
    const { page, context, complaints } = await visit(browser, shop, 1440)
    await page.goto('/collection/medical-furniture')
    const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('listitem')
    const goHeld = async (link: Locator, next: string[], shownUntilThen = next) => {
      const held = Promise.withResolvers<void>()
      await page.route('**/api/products/**', (route) => held.promise.then(() => route.continue()))
      await link.click()
      await expect.poll(() => crumbs.allInnerTexts()).toEqual(shownUntilThen)
      held.resolve()
      await expect.poll(() => crumbs.allInnerTexts()).toEqual(next)
    }
    await goHeld(card(page, 'Shayya Bed 62'), ['Home', 'Products', 'Shayya Bed 62'], ['Home', 'Products', '…'])
    await goHeld(page.getByRole('link', { name: 'Medicines' }).first(), ['Home', 'Collection', 'Medicines'])
    expect(await crumbs.locator('[aria-current=page]').allInnerTexts()).toEqual(['Medicines'])
    expect(complaints).toEqual([])
    await context.close()
  })

  test('describe missing values in words: title, brand, price, picture', async () => {
    const { page, context } = await visit(browser, shop)
    const nameless = { id: 'p0', title: '', company: '', brand: '', price: null, logoUrl: '' }
    await page.goto('/about-us')
    await page.route('**/api/products?*', (route) =>
      route.fulfill({ json: { content: [nameless], number: 0, totalPages: 1, totalElements: 1 } }),
    )
    await page.getByRole('banner').getByRole('link', { name: /home/ }).click()
    await page.getByRole('link', { name: 'See all products' }).click()
    await card(page, 'Untitled Product').waitFor()
    await cards(page).getByText('Unknown Brand').waitFor()
    await cards(page).getByText('Price not available').waitFor()
    await expect.poll(() => cards(page).locator('img').getAttribute('src')).toBe('/images/placeholder.svg')
    await context.close()
  })

  test('report a network failure, and load on a retry', async () => {
    const { page, context } = await visit(browser, shop, 1440)
    await page.goto('/about-us')
    const call = '**/api/products/collection/**'
    await page.route(call, (route) => route.abort())
    await page.getByRole('link', { name: 'Medicines' }).first().click()
    await expectToast(page, 'Network error. Please check your connection and try again.')
    await page.getByRole('heading', { name: 'This page could not be loaded' }).waitFor()
    await page.unroute(call)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('main').getByText('No record(s) found').waitFor()
    await expect.poll(() => page.getByRole('heading', { level: 1 }).innerText()).toBe('Medicines')
    await context.close()
  })
})

describe('the search', needsBrowser, () => {
  test('shows that it is loading, an empty result, and the reason of a failure', async () => {
    const { page, context } = await visitAs(browser, shop, { width: 768 })
    await page.goto('/about-us')
    const call = '**/api/products/search?*'
    const held = Promise.withResolvers<void>()
    await page.route(call, (route) => held.promise.then(() => route.continue()))
    const field = page.getByRole('combobox', { name: 'Search products' })
    await field.fill('zzqqx')
    await field.press('Enter')
    await page.getByText('Loading Products...').waitFor()
    held.resolve()
    await page.getByRole('main').getByText('No results found.').waitFor()
    await expect.poll(() => page.getByRole('heading', { level: 1 }).innerText()).toBe('Search Results for "zzqqx"')
    await page.unroute(call)
    await page.route(call, (route) => route.fulfill({ status: 500, json: { message: 'The search is being repaired' } }))
    await field.fill('shayya')
    await field.press('Enter')
    await expectToast(page, 'The search is being repaired')
    await page.getByRole('main').getByText('No results found.').waitFor()
    await goWithin(page, '/about-us')
    await page.getByRole('main').getByText('No results found.').waitFor({ state: 'detached' })
    await goWithin(page, '/search?q=shayya&brand=Shayya')
    await page.getByRole('main').getByText('The search is being repaired').waitFor()
    await page.unroute(call)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('main').getByRole('article').first().waitFor()
    await context.close()
  })
})

test.each(['/collection/x-ray', '/search?q=shayya'])(
  '%s sends its request 100 ms after the navigation',
  needsBrowser,
  async (path) => {
    const { page, context } = await visit(browser, shop)
    await page.goto('/about-us')
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 60_000)
    let requested = 0
    page.on('request', (request) => (requested += Number(request.url().includes('/api/products/'))))
    await goWithin(page, path)
    let passed = 0
    await expect
      .poll(async () => {
        await page.clock.runFor(20)
        passed += 20
        return requested
      })
      .toBeGreaterThan(0)
    expect(passed).toBeGreaterThanOrEqual(100)
    await context.close()
  },
)
