import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser, visit, type TestBrowser } from '../support/browser/browser.ts'
import { needsBrowser } from '../support/engines/engines.ts'
import { addProducts, openShopForBrowser, type TestShop } from '../support/shop/shop.ts'

const hostile = 'Monitor </script><script>alert(1)</script> "&'

let shop: TestShop
let browser: TestBrowser
let ids: string[]

beforeAll(async () => {
  shop = await openShopForBrowser()
  const pictures = { logoUrl: '/images/devices/patient-monitor.svg', imgUrl1: '/images/devices/ecg-machine.svg' }
  const differences = Array.from({ length: 12 }, (_, index) => ({ title: `Bedside Monitor ${index + 1}`, ...pictures }))
  const products = await addProducts(shop, [...differences, { title: hostile, description: hostile }])
  ids = products.map(({ id }) => id)
  browser = await openBrowser()
})
afterAll(async () => {
  await browser.close()
  await shop.close()
})

describe('the pages rendered on the server, in a browser,', needsBrowser, () => {
  test('a rendered page is hydrated unchanged: nothing is requested again, nothing differs', async () => {
    const visitor = await visit(browser, shop)
    const requested: string[] = []
    visitor.page.on('request', (request) => requested.push(new URL(request.url()).pathname))
    for (const path of [
      '/',
      '/collection?page=2',
      '/search?q=bedside',
      `/products/${ids[12]}`,
      `/compare?ids=${ids[0]}`,
      '/privacy-policy',
    ]) {
      await visitor.page.goto(path, { waitUntil: 'networkidle' })
      await visitor.page.getByRole('button', { name: 'Menu' }).click()
      await visitor.page.getByRole('dialog').waitFor()
    }
    expect(requested.filter((path) => path.startsWith('/api/products'))).toEqual([])
    expect(visitor.complaints).toEqual([])
    await visitor.context.close()
  })

  test('a button clicked before its script arrives responds once it has', async () => {
    const context = await browser.newContext({ baseURL: shop.url })
    const reader = await context.newPage()
    const held: (() => Promise<void>)[] = []
    await reader.route('**/assets/index-*.js', (route) => void held.push(() => route.continue()))
    await reader.goto(`/products/${ids[0]}`, { waitUntil: 'commit' })
    const add = reader.getByRole('main').getByRole('button', { name: 'Add to Cart' }).first()
    await expect.poll(() => held).not.toEqual([])
    await add.click()
    expect(await add.getAttribute('aria-busy')).toBe('true')
    await reader.waitForLoadState('load')
    const mirrored = reader.waitForRequest((request) => request.url().includes('/api/carts'))
    await Promise.all(held.map((go) => go()))
    await reader.getByRole('link', { name: /^Cart, 1 item/ }).waitFor()
    expect(await add.getAttribute('aria-busy')).toBeNull()
    await mirrored
    await context.close()
  })

  test('a quantity typed before the scripts arrive is kept', async () => {
    const context = await browser.newContext({ baseURL: shop.url, viewport: { width: 1440, height: 844 } })
    const reader = await context.newPage()
    const held: (() => Promise<void>)[] = []
    await reader.route('**/assets/index-*.js', (route) => void held.push(() => route.continue()))
    await reader.goto(`/products/${ids[0]}`, { waitUntil: 'commit' })
    await reader.getByRole('spinbutton', { name: 'Quantity' }).fill('3')
    await expect.poll(() => held).not.toEqual([])
    await Promise.all(held.map((go) => go()))
    await reader.getByText('₹2,53,501.50').waitFor()
    expect(await reader.getByRole('spinbutton', { name: 'Quantity' }).inputValue()).toBe('3')
    await context.close()
  })

  test('a product is shown without similar ones while the search does not respond, and they load on a retry', async () => {
    const visitor = await visit(browser, shop)
    const similar = visitor.page.getByRole('region', { name: 'Similar products' })
    const search = await shop.shop.infrastructure.database.pool.connect()
    try {
      await search.query('begin')
      // Otherwise Postgres ends this connection, and with it the lock, after 5 seconds.
      await search.query('set local idle_in_transaction_session_timeout = 0')
      await search.query('lock table search_index.generation')
      await visitor.page.goto(`/products/${ids[7]}`)
      await visitor.page.getByRole('heading', { level: 1, name: 'Bedside Monitor 8' }).waitFor()
      await similar.getByText('Failed to load similar products').waitFor()
      await search.query('rollback')
    } finally {
      // Otherwise the shop could not close its pool.
      search.release(true)
    }
    await similar.getByRole('button', { name: 'Try again' }).click()
    await expect.poll(() => similar.getByRole('listitem').count()).toBeGreaterThan(0)
    await visitor.context.close()
  })

  test('an existing cart is shown after hydration', async () => {
    const visitor = await visit(browser, shop)
    await visitor.page.goto(`/products/${ids[0]}`)
    await visitor.page.getByRole('main').getByRole('button', { name: 'Add to Cart' }).first().click()
    await visitor.page.reload()
    await visitor.page.getByRole('link', { name: /^Cart, 1 item/ }).waitFor()
    expect(visitor.complaints).toEqual([])
    await visitor.context.close()
  })

  test('without JavaScript the catalogue can be browsed, paged and searched', async () => {
    const context = await browser.newContext({ baseURL: shop.url, javaScriptEnabled: false })
    const reader = await context.newPage()
    await reader.goto('/collection/icu-equipments')
    const notice = await reader.locator('body > noscript').boundingBox()
    expect(notice).toMatchObject({ x: 0, y: 0 })
    await reader.getByRole('link', { name: 'Page 2' }).click()
    await reader.getByRole('link', { name: 'Bedside Monitor 1', exact: true }).click()
    await reader.getByRole('heading', { level: 1, name: 'Bedside Monitor 1' }).waitFor()
    await reader.getByRole('combobox', { name: 'Search products' }).fill('bedside')
    await reader.getByRole('combobox', { name: 'Search products' }).press('Enter')
    await reader.getByRole('heading', { name: 'Search Results for "bedside"' }).waitFor()
    expect(new URL(reader.url()).search).toBe('?q=bedside')
    await context.close()
  })

  test('without JavaScript a product has its policies and links to its large pictures', async () => {
    const context = await browser.newContext({ baseURL: shop.url, javaScriptEnabled: false })
    const reader = await context.newPage()
    await reader.goto(`/products/${ids[0]}`)
    const policies = reader.getByRole('region', { name: 'Policies' }).getByRole('paragraph')
    expect(await policies.allInnerTexts()).toEqual([
      expect.stringContaining('Free shipping anywhere in India'),
      expect.stringContaining('Two-week replacement'),
      expect.stringContaining('You pay in cash'),
      expect.stringContaining('Cancel without charge'),
    ])
    for (const policy of await policies.all()) expect(await policy.isVisible()).toBe(true)
    expect(await reader.getByRole('button', { name: 'Replacement' }).isVisible()).toBe(false)
    expect(await reader.getByRole('button', { name: /^Picture/ }).count()).toBe(0)
    const [answer] = await Promise.all([
      reader.waitForResponse('**/images/devices/ecg-machine.svg*'),
      reader.getByRole('link', { name: 'Picture 2' }).click(),
    ])
    expect(answer.status()).toBe(200)
    expect(new URL(reader.url()).pathname).toBe('/images/devices/ecg-machine.svg')
    await context.close()
  })

  test('without JavaScript the menus lead to the collections, and each slide to its own', async () => {
    const context = await browser.newContext({ baseURL: shop.url, javaScriptEnabled: false })
    const reader = await context.newPage()
    await reader.setViewportSize({ width: 1440, height: 844 })
    const entry = reader.getByRole('button', { name: 'Medical Devices' })
    const collection = reader.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'X-Ray' })
    await reader.goto('/about-us')
    expect(await collection.isVisible()).toBe(false)
    await entry.focus()
    await reader.keyboard.press('Tab')
    expect(await collection.isVisible()).toBe(true)
    await reader.goto('/about-us')
    await entry.hover()
    await collection.click()
    await reader.getByRole('heading', { level: 1, name: 'X-Ray' }).waitFor()
    await reader.setViewportSize({ width: 390, height: 844 })
    await reader.getByRole('link', { name: 'Menu' }).click()
    await reader.getByRole('heading', { level: 1, name: 'Site Map' }).waitFor()
    await reader.goto('/')
    expect(await reader.getByRole('button', { name: 'Next slide' }).isVisible()).toBe(false)
    await reader.getByRole('link', { name: 'Explore lab equipment' }).click()
    await reader.waitForURL('**/collection/lab-equipments')
    await context.close()
  })
})
