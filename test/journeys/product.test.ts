import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { goWithin, openBrowser, storedUser, visit, visitAs, type TestBrowser } from '../support/browser/browser.ts'
import { needsBrowser } from '../support/engines/engines.ts'
import { needsBrowserAtWidths, widths } from '../support/browser/widths.ts'
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
  const pictures = {
    title: monitor.title,
    imgUrl1: '/images/devices/patient-monitor-detail.svg',
    imgUrl2: '',
    imgUrl3: '/images/devices/patient-monitor-in-use.svg',
  }
  const other = { title: `Ghost ${'very '.repeat(38)}`, company: 'Nobody Else Ltd', brand: 'Solo', posttype: 'x-ray' }
  const added = await addProducts(shop, [pictures, { ...other, logoUrl: '' }])
  if (added[0] && added[1]) [product, lonely] = [added[0], added[1]]
})
afterAll(async () => {
  await browser.close()
  await shop.close()
})

const expectToast = (page: Page, text: string) =>
  page.getByLabel('Notifications').getByText(text, { exact: true }).waitFor()
const stage = (page: Page) => page.getByRole('button', { name: /^Enlarge picture/ })
const shown = (page: Page) => stage(page).getAttribute('aria-label')

/** Drags the picture this many pixels to the left. */
async function swipe(page: Page, pixels: number) {
  const box = await stage(page).boundingBox()
  if (!box) throw new Error('the picture is not there')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x - pixels, y, { steps: 3 })
  await page.mouse.up()
}

/** Two fingers this far from the middle of a phone's screen. */
const spread = (by: number) => [195 - by, 195 + by].map((x): [number, number] => [x, 380])

describe.each(widths(390, 768, 1440))('the product page at a width of %i px', needsBrowserAtWidths, (width) => {
  test('shows the product, changes pictures by swipe, opens them large, and adds a quantity to the cart', async () => {
    const { page, context, complaints } = await visit(browser, shop, width)
    await page.goto(`/products/${product.id}`)
    await page.getByRole('heading', { level: 1, name: monitor.title }).waitFor()
    const main = page.getByRole('main')
    for (const text of ['Exclusive of GST.', 'In stock', 'Aarogya', 'VM-12', 'Screen'])
      await main.getByText(text, { exact: true }).first().waitFor()
    await expect
      .poll(() => main.getByRole('link', { name: 'ICU Equipments' }).getAttribute('href'))
      .toBe('/collection/icu-equipments')

    await expect.poll(() => shown(page)).toBe('Enlarge picture 1 of 3')
    await swipe(page, 41)
    await eventually(async () => expect(await shown(page)).toBe('Enlarge picture 2 of 3'))
    await swipe(page, -60)
    await eventually(async () => expect(await shown(page)).toBe('Enlarge picture 1 of 3'))

    const increase = page.getByRole('button', { name: 'Increase quantity' })
    for (let pieces = 1; pieces < 10; pieces++) await increase.click()
    await expect.poll(() => increase.isDisabled()).toBe(true)
    await main.getByText('₹8,45,005.00').waitFor()
    await page.getByRole('main').getByRole('button', { name: 'Add to Cart', exact: true }).first().click()
    await expectToast(page, 'Product added to cart!')
    await page.getByRole('link', { name: /^Cart, 10 items/ }).waitFor()
    await page.getByRole('button', { name: /^Add to Cart.*10.*in cart/ }).waitFor()
    const cart: unknown = JSON.parse(String(await page.evaluate("localStorage.getItem('cart')")))
    const { id, title, company, brand, price, logoUrl } = product
    expect(cart).toEqual([{ id, title, company, brand, price, logoUrl, quantity: 10, type: 'service' }])
    expect(complaints).toEqual([])
    await context.close()
  })
})

describe('the product page', needsBrowser, () => {
  test('opens the pictures large with thumbnails, zooms, and closes on Escape and on the backdrop', async () => {
    const { page, context, complaints } = await visit(browser, shop, 1440)
    await page.goto(`/products/${product.id}`)
    await stage(page).click()
    const lightbox = page.locator('.yarl__portal_open')
    await expect.poll(() => lightbox.locator('.yarl__thumbnails_thumbnail img').count()).toBe(3)
    // The pictures are light, so a button needs a dark ground of its own.
    expect(await page.evaluate("getComputedStyle(document.querySelector('.yarl__button')).backgroundColor")).toBe(
      'rgba(9, 32, 31, 0.88)',
    )
    const picture = lightbox.locator('.yarl__slide_current img')
    const widthOf = async () => (await picture.boundingBox())?.width ?? 0
    await picture.waitFor()
    const before = await widthOf()
    await picture.dblclick()
    await eventually(async () => expect(await widthOf()).toBeGreaterThan(before * 1.2))
    await page.keyboard.press('Escape')
    await lightbox.waitFor({ state: 'detached' })

    await stage(page).click()
    await lightbox.waitFor()
    await page.keyboard.press('+')
    await eventually(async () => expect(await widthOf()).toBeGreaterThan(before * 1.2))
    await page.keyboard.press('Escape')
    await lightbox.waitFor({ state: 'detached' })

    await stage(page).click()
    await lightbox.waitFor()
    await picture.hover()
    await page.mouse.wheel(0, -200)
    await eventually(async () => expect(await widthOf()).toBeGreaterThan(before))
    await page.keyboard.press('Escape')
    await lightbox.waitFor({ state: 'detached' })

    await stage(page).click()
    await lightbox.waitFor()
    await eventually(async () => expect(await widthOf()).toBeGreaterThan(0))
    await page.mouse.click(100, 400)
    await lightbox.waitFor({ state: 'detached' })
    expect(complaints).toEqual([])
    await context.close()
  })

  test('supports touch: a swipe changes the picture, a pinch zooms the large one', async () => {
    const { page, context } = await visitAs(browser, shop, { touch: true })
    await page.goto(`/products/${product.id}`)
    await stage(page).scrollIntoViewIfNeeded()
    const finger = await context.newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: [number, number][]) =>
      finger.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y]) => ({ x, y })) })
    await touch('touchStart', [[250, 350]])
    for (const x of [230, 215, 200]) await touch('touchMove', [[x, 352]])
    await touch('touchEnd', [])
    await eventually(async () => expect(await shown(page)).toBe('Enlarge picture 2 of 3'))

    const picture = page.locator('.yarl__portal_open .yarl__slide_current img')
    await stage(page).press('Enter')
    await picture.waitFor()
    await page.keyboard.press('Escape')
    await picture.waitFor({ state: 'detached' })
    // The browser treats a tap right after a swipe as the swipe's end.
    await eventually(async () => {
      if ((await page.locator('.yarl__portal').count()) === 0) await stage(page).tap({ timeout: 500 })
      expect(await picture.isVisible()).toBe(true)
    })
    const widthOf = async () => (await picture.boundingBox())?.width ?? 0
    await eventually(async () => expect(await widthOf()).toBeGreaterThan(300))
    const before = await widthOf()
    await touch('touchStart', spread(20))
    for (const by of [40, 70, 100, 130]) await touch('touchMove', spread(by))
    await touch('touchEnd', [])
    await eventually(async () => expect(await widthOf()).toBeGreaterThan(before * 1.2))
    await context.close()
  })

  test('opens one policy at a time, and closes it on a second click or by the close button', async () => {
    const { page, context } = await visit(browser, shop)
    await page.goto(`/products/${product.id}`)
    const box = page.getByRole('region', { name: 'Policies' })
    await box.getByRole('button', { name: 'Delivery', exact: true }).click()
    await box.getByText(/Free shipping anywhere in India for your first order\./).waitFor()
    await box.getByRole('button', { name: 'Replacement' }).click()
    await box.getByText(/Two-week replacement for damaged or defective goods\./).waitFor()
    await expect.poll(() => box.getByText(/Free shipping/).count()).toBe(0)
    await box.getByRole('button', { name: 'Replacement' }).click()
    await expect.poll(() => box.getByText(/Two-week replacement/).count()).toBe(0)
    await box.getByRole('button', { name: 'Cancellation' }).click()
    await box.getByRole('button', { name: 'Close policy' }).click()
    await expect.poll(() => box.getByRole('heading').count()).toBe(0)
    await context.close()
  })

  test('has an accordion whose FAQs are still to come, and a banner that leads home', async () => {
    const { page, context } = await visit(browser, shop)
    await page.goto(`/products/${product.id}`)
    const details = page.getByRole('region', { name: 'Details' })
    await details.getByText('FAQs').waitFor()
    const titles = await details.getByRole('heading', { level: 2 }).allInnerTexts()
    expect(titles).toEqual(['Description', 'Key Specification & Dimensions', 'FAQs'])
    await expect.poll(() => details.getByText('Coming soon...').isVisible()).toBe(false)
    await details.getByText('FAQs').click()
    await details.getByText('Coming soon...').waitFor()
    const banner = page.getByRole('link', { name: /THE WAIT IS OVER, FRESH ARRIVALS ARE HERE![^]*FRESH01/ })
    await banner.click()
    await page.waitForURL((url) => url.pathname === '/')
    await context.close()
  })

  test('books at once: adds the product, or continues with the one in the cart', async () => {
    const user = storedUser(await shop.signUp('asha'))
    const { page, context } = await visitAs(browser, shop, { stored: { user } })
    await page.goto(`/products/${product.id}`)
    await page.getByRole('button', { name: 'Book Now' }).click()
    await expectToast(page, 'Product added to cart!')
    await page.waitForURL('**/checkout')
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: monitor.title }).waitFor()
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 60_000)
    await page.getByRole('button', { name: 'Book Now' }).click()
    await expectToast(page, 'Proceeding to checkout...')
    await page.clock.runFor(290)
    expect(new URL(page.url()).pathname).toBe(`/products/${product.id}`)
    await page.clock.runFor(20)
    await page.clock.resume()
    await page.waitForURL('**/checkout')
    await page.getByRole('link', { name: /^Cart, 1 item/ }).waitFor()
    await context.close()
  })

  test('shows a very long title without a picture and without scrolling sideways', async () => {
    const { page, context } = await visit(browser, shop)
    await page.goto(`/products/${lonely.id}`)
    await page.getByRole('heading', { level: 1, name: /^Ghost very very/ }).waitFor()
    await expect.poll(() => stage(page).locator('img').getAttribute('src')).toBe('/images/placeholder.svg')
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
    await context.close()
  })

  test('shows the placeholder for a picture that failed before hydration, in a list too', async () => {
    const [broken] = await addProducts(shop, [{ title: 'Pictureless Monitor', logoUrl: '/images/gone.svg' }])
    const { page, context } = await visit(browser, shop)
    await page.goto(`/products/${broken?.id}`)
    await expect.poll(() => stage(page).locator('img').getAttribute('src')).toBe('/images/placeholder.svg')

    const scripts = Promise.withResolvers<void>()
    await page.route('**/*.js', (route) => scripts.promise.then(() => route.continue()))
    const opened = page.goto('/')
    const picture = page.getByRole('listitem').filter({ hasText: 'Pictureless Monitor' }).locator('img').first()
    const failed =
      '[...document.images].some((one) => one.complete && !one.naturalWidth && one.src.endsWith("/gone.svg"))'
    await expect.poll(() => page.evaluate(failed)).toBe(true)
    scripts.resolve()
    await opened
    await expect.poll(() => picture.getAttribute('src')).toBe('/images/placeholder.svg')
    await context.close()
  })

  test('explains why it cannot be shown: deleted, no network, no message at all', async () => {
    const { page, context } = await visit(browser, shop)
    await page.goto('/products/no-such-product')
    await page.getByRole('link', { name: 'Explore Products' }).waitFor()
    await expect.poll(() => page.getByRole('heading', { level: 1 }).innerText()).not.toBe('')
    const path = `**/api/products/${product.id}`
    await page.goto('/about-us')
    await page.route(path, (route) => route.abort())
    await goWithin(page, `/products/${product.id}`)
    await page.getByText('Network error. Please check your connection and try again.').first().waitFor()
    await page.unroute(path)
    await page.route(path, (route) => route.fulfill({ status: 500, body: 'oops' }))
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('Failed to fetch job details').first().waitFor()
    await page.unroute(path)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { level: 1, name: monitor.title }).waitFor()
    await context.close()
  })
})

test('a product page shows the SKU of an imported product and its model', needsBrowser, async () => {
  const fields = {
    sku: 'OXY-CON-0042',
    title: 'Prana Oxygen Concentrator',
    company: 'Prana Devices',
    brand: 'Prana',
    category: 'oxygen-machines',
    lookup_type: 'Equipment',
    price_inr: '41500',
    qty: '3',
    description: 'Delivers oxygen at the bedside.',
    feature_description: 'Model: PR-10\nFlow: 10 L/min',
  }
  const { status, body } = await shop.call('POST', '/api/catalogue/import', {
    token: shop.adminToken,
    body: { rows: [{ row: 2, fields }] },
  })
  expect([status, body.rows?.[0]?.outcome]).toEqual([200, 'added'])
  const { body: found } = await shop.call('PUT', '/api/products/search', { body: { text: fields.sku } })
  const { page, context, complaints } = await visit(browser, shop, 390)
  await page.goto(`/products/${found.content[0].id}`)
  const fact = (name: string) => page.getByRole('main').locator(`dt:text-is("${name}") + dd`)
  expect(await fact('SKU').innerText()).toBe(fields.sku)
  expect(await fact('Model').first().innerText()).toBe('PR-10')
  expect(complaints).toEqual([])
  await context.close()
})
