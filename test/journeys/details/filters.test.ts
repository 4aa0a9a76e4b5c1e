import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { axeViolations } from '../../support/browser/axe.ts'
import { goWithin, openBrowser, visit, type TestBrowser } from '../../support/browser/browser.ts'
import { needsBrowser } from '../../support/engines/engines.ts'
import { addProducts, openShopForBrowser, type TestShop } from '../../support/shop/shop.ts'

let shop: TestShop
let browser: TestBrowser

const longTitle = `Modular ${'Extraordinarily Long Named '.repeat(6)}Monitor`.slice(0, 200)

const nirog = { brand: 'Nirog', company: 'Nirog Devices' }

beforeAll(async () => {
  shop = await openShopForBrowser()
  const many = Array.from({ length: 14 }, (_, n) => ({ title: `Patient Monitor ${n}`, price: 1000 * (n + 1) }))
  await addProducts(shop, [
    ...many,
    { ...nirog, title: longTitle, price: 500, logoUrl: '', featureDescription: 'Screen: 8 in' },
    {
      ...nirog,
      title: 'Nirog Monitor',
      price: 90_000,
      posttype: 'lab-equipments',
      featureDescription: 'Screen: 15 inch',
    },
  ])
  browser = await openBrowser()
})
afterAll(async () => {
  await browser.close()
  await shop.close()
})

describe('a list of products', needsBrowser, () => {
  test('is narrowed and sorted by its address, which back, forward and reload restore with the scroll position', async () => {
    const { page, context, complaints } = await visit(browser, shop, 1440)
    await page.goto('/collection/icu-equipments')
    const filters = page.getByRole('region', { name: 'Filters' })
    await page.getByText('15 products', { exact: true }).first().waitFor()
    await filters.getByRole('link', { name: 'Lab Equipments 1' }).waitFor()
    await filters.getByRole('button', { name: /^Aarogya \d/ }).click()
    await page.waitForURL(/brand=Aarogya/)
    await page.getByText('14 products', { exact: true }).first().waitFor()
    await page.getByLabel('Sort by').selectOption('price-desc')
    await page.waitForURL(/sort=price-desc/)
    await page.getByRole('article').first().getByText('₹14,000').waitFor()
    await page.evaluate('window.scrollTo(0, 320)')
    const device = page.getByRole('link', { name: 'Patient Monitor 9' })
    await device.scrollIntoViewIfNeeded()
    const scrolled = await page.evaluate('window.scrollY')
    expect(scrolled).toBeGreaterThanOrEqual(320)
    await device.click()
    await page.getByRole('heading', { level: 1, name: 'Patient Monitor 9' }).waitFor()
    await page.goBack()
    await page.getByRole('article').first().getByText('₹14,000').waitFor()
    await expect.poll(() => page.evaluate('window.scrollY')).toBe(scrolled)
    await page.reload()
    await page.getByRole('article').first().getByText('₹14,000').waitFor()
    await page.goBack()
    await page.waitForURL((url) => !url.search.includes('sort'))
    const sorting = page.getByLabel('Sort by')
    await expect.poll(() => sorting.inputValue()).not.toBe('price-desc')
    await page.goForward()
    await page.waitForURL(/sort=price-desc/)
    await expect.poll(() => sorting.inputValue()).toBe('price-desc')
    await page.getByRole('link', { name: 'Page 2' }).click()
    await page.waitForURL(/brand=Aarogya.*page=2/)
    // Its arrival scrolls to the top, under the pointer of a person who clicks at that moment.
    await page.getByRole('article').first().getByText('₹4,000').waitFor()
    await expect.poll(() => page.getByRole('status').allInnerTexts()).toContain('Page 2 of 2, 14 products')
    await page.getByRole('button', { name: 'Remove Brand: Aarogya' }).click()
    await page.getByText('15 products', { exact: true }).first().waitFor()
    expect(new URL(page.url()).search).toBe('?sort=price-desc')
    expect(complaints).toEqual([])
    await context.close()
  })

  test('is narrowed in a sheet on a phone, which shows how many remain, and is cleared by one button', async () => {
    const { page, context, complaints } = await visit(browser, shop, 390)
    await page.goto('/search?q=monitor')
    await page.getByText('16 products', { exact: true }).first().waitFor()
    await page.getByRole('main').locator('mark', { hasText: 'Monitor' }).first().waitFor()
    await page.getByRole('button', { name: 'Filters' }).click()
    const sheet = page.getByRole('dialog', { name: 'Filters' })
    await sheet.getByRole('button', { name: /^Nirog 2$/ }).click()
    await sheet.getByRole('button', { name: 'Show 2 products' }).waitFor()
    const price = sheet.getByRole('group', { name: 'Price in ₹' })
    await price.getByLabel('From').fill('cheap')
    await price.getByRole('button', { name: 'Apply' }).click()
    await sheet.getByText('Enter an amount in rupees, such as 5000').waitFor()
    await price.getByLabel('From').fill('1,000')
    await price.getByLabel('To').fill('2,000')
    await price.getByRole('button', { name: 'Apply' }).click()
    await sheet.getByRole('button', { name: 'Show 0 products' }).click()
    await page.getByText('No product matches all the chosen filters').waitFor()
    await page.getByRole('button', { name: 'Clear all', exact: true }).click()
    await page.getByText('16 products', { exact: true }).first().waitFor()
    await expect.poll(() => page.getByRole('status').allInnerTexts()).toContain('Page 1 of 2, 16 products')
    const tooWide = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
    expect(tooWide, 'a long title does not widen the page').toBeLessThanOrEqual(0)
    expect(complaints).toEqual([])
    await context.close()
  })

  test('is narrowed by several brands and by a specification, all of it in the address', async () => {
    const { page, context, complaints } = await visit(browser, shop, 1440)
    await page.goto('/search?q=monitor')
    const filters = page.getByRole('region', { name: 'Filters' })
    await filters.getByRole('button', { name: /^Nirog \d/ }).click()
    await page.waitForURL((url) => url.searchParams.get('brand') === 'Nirog')
    await filters.getByRole('button', { name: /^Aarogya \d/ }).click()
    await page.waitForURL((url) => url.searchParams.get('brand') === 'Nirog|Aarogya')
    await page.getByText('16 products', { exact: true }).first().waitFor()
    const screen = filters.getByRole('group', { name: 'Screen (in)' })
    await screen.getByLabel('From').fill('x')
    await screen.getByRole('button', { name: 'Apply Screen (in)' }).click()
    await screen.getByText('Enter a number, such as 8').waitFor()
    await screen.getByLabel('From').fill('13')
    await screen.getByLabel('From').press('Enter')
    await page.getByText('1 product', { exact: true }).first().waitFor()
    expect(await axeViolations(page)).toEqual([])
    await page.reload()
    await page.getByText('1 product', { exact: true }).first().waitFor()
    await page.getByRole('button', { name: 'Remove Screen (in): from 13' }).first().click()
    await page.getByText('16 products', { exact: true }).first().waitFor()
    await page.getByRole('button', { name: 'Remove Brand: Nirog' }).first().click()
    await page.getByText('14 products', { exact: true }).first().waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })

  test('offers alternatives if nothing is found, and ignores invalid values in its address', async () => {
    const { page, context, complaints } = await visit(browser, shop, 390)
    await page.goto('/search?q=zzqx+qqvv')
    await page.getByText('No results found.').first().waitFor()
    await page.getByRole('link', { name: 'Raise a service request' }).waitFor()
    await page.goto('/search?q=xicuy')
    await page.getByRole('link', { name: 'Browse ICU Equipments' }).waitFor()
    await page.goto('/search?q=patiemt+monitor')
    await page.getByText('No product has “patiemt monitor”, so these were found by similar words.').waitFor()
    await page.getByText('Did you mean').getByRole('link', { name: 'patient monitor' }).click()
    await page.waitForURL((url) => url.searchParams.get('q') === 'patient monitor')
    await page.goto('/search?q=wokadine')
    await page.getByText('“wokadine” is also known as').getByRole('link', { name: 'povidone-iodine' }).click()
    await page.waitForURL((url) => url.searchParams.get('q') === 'povidone-iodine')
    await page.goto('/collection?minPrice=abc&sort=best&page=-4&brand=')
    await page.getByText('16 products', { exact: true }).first().waitFor()
    await page.goto('/collection?page=99')
    const current = page.getByRole('navigation', { name: 'Pages' }).locator('[aria-current=page]')
    await expect.poll(() => current.innerText()).toBe('2')
    expect(new URL(page.url()).search).toBe('?page=2')
    await page.goto('/search?q=monitor&page=99')
    await expect.poll(() => current.innerText()).toBe('2')
    expect(new URL(page.url()).search).toBe('?q=monitor&page=2')
    await goWithin(page, '/collection/icu-equipments?page=7&sort=price-asc')
    await page.waitForURL('**/collection/icu-equipments?sort=price-asc&page=2')
    await expect.poll(() => current.innerText()).toBe('2')
    await goWithin(page, '/search?q=monitor&page=8')
    await page.waitForURL('**/search?q=monitor&page=2')
    await expect.poll(() => current.innerText()).toBe('2')
    await page.goto('/collection?minPrice=1&maxPrice=2')
    await page.getByText('No record(s) found').waitFor()
    await page.getByText('No product matches all the chosen filters').waitFor()
    await page.goto('/search?q=monitor&minPrice=1&maxPrice=2')
    await page.getByText('No results found.').waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })

  test('is narrowed to a price without scripts, keeping the earlier filters', async () => {
    await shop.settled()
    const context = await browser.newContext({ baseURL: shop.url, javaScriptEnabled: false })
    const reader = await context.newPage()
    const limit = (name: string) => reader.getByRole('textbox', { name })
    await reader.goto('/search?q=patient&category=icu-equipments&brand=Aarogya&sort=price-desc&page=2')
    await limit('From').fill('13000')
    await reader.getByRole('button', { name: 'Apply' }).click()
    const requested = { q: 'patient', category: 'icu-equipments', brand: 'Aarogya', sort: 'price-desc' }
    const search = () => Object.fromEntries(new URL(reader.url()).searchParams)
    await expect.poll(() => search()).toEqual({ ...requested, minPrice: '13000' })
    await reader.getByText('2 products', { exact: true }).first().waitFor()
    await limit('From').fill('')
    await limit('To').fill('1000')
    await reader.getByRole('button', { name: 'Apply' }).click()
    await expect.poll(() => search()).toEqual({ ...requested, maxPrice: '1000' })
    await reader.getByText('1 product', { exact: true }).first().waitFor()
    await context.close()
  })

  test('is narrowed by values and specifications without scripts, too', async () => {
    await shop.settled()
    const context = await browser.newContext({ baseURL: shop.url, javaScriptEnabled: false })
    const reader = await context.newPage()
    const search = () => Object.fromEntries(new URL(reader.url()).searchParams)
    await reader.setViewportSize({ width: 1440, height: 900 })
    await reader.goto('/search?q=monitor&brand=Aarogya&minPrice=400')
    const filters = reader.getByRole('region', { name: 'Filters' })
    await filters.getByRole('button', { name: /^Nirog \d/ }).click()
    await expect.poll(search).toEqual({ q: 'monitor', brand: 'Aarogya|Nirog', minPrice: '400' })
    const screen = filters.getByRole('group', { name: 'Screen (in)' })
    await screen.getByLabel('To').fill('9')
    await screen.getByRole('button', { name: 'Apply Screen (in)' }).click()
    const limits = { minPrice: '400', 'min.Screen (in)': '', 'max.Screen (in)': '9' }
    await expect.poll(search).toEqual({ q: 'monitor', brand: 'Aarogya|Nirog', ...limits })
    await reader.getByText('1 product', { exact: true }).first().waitFor()
    await reader.getByRole('button', { name: 'Remove Screen (in): up to 9' }).click()
    await expect.poll(search).toEqual({ q: 'monitor', brand: 'Aarogya|Nirog', minPrice: '400' })
    await reader.getByRole('button', { name: 'Clear all' }).click()
    await expect.poll(search).toEqual({ q: 'monitor' })
    await context.close()
  })

  test('is sorted and, on a phone, narrowed without scripts', async () => {
    await shop.settled()
    const viewport = { width: 390, height: 844 }
    const context = await browser.newContext({ baseURL: shop.url, javaScriptEnabled: false, viewport })
    const reader = await context.newPage()
    const search = () => Object.fromEntries(new URL(reader.url()).searchParams)
    await reader.goto('/search?q=monitor&minPrice=400')
    expect(await reader.getByRole('button', { name: 'Filters' }).isVisible()).toBe(false)
    await reader
      .getByRole('region', { name: 'Filters' })
      .getByRole('button', { name: /^Nirog \d/ })
      .click()
    await expect.poll(search).toEqual({ q: 'monitor', brand: 'Nirog', minPrice: '400' })
    await reader.getByLabel('Sort by').selectOption('Price: low to high')
    await reader.getByRole('button', { name: 'Sort', exact: true }).click()
    await expect.poll(search).toEqual({ q: 'monitor', brand: 'Nirog', minPrice: '400', sort: 'price-asc' })
    await expect.poll(() => reader.getByLabel('Sort by').inputValue()).toBe('price-asc')
    await context.close()
  })

  test('is narrowed by the numbers or by the words of one specification, of which one removes the other', async () => {
    const common = { posttype: 'sports-medicine', company: 'Kreeda' }
    await addProducts(
      shop,
      ['1', '2', '3', '3 or 5'].map((channels) => ({
        ...common,
        title: `Pulse ${channels}`,
        featureDescription: `Channels: ${channels}`,
      })),
    )
    const { page, context, complaints } = await visit(browser, shop, 1440)
    await page.goto('/collection/sports-medicine')
    await page.getByText('4 products', { exact: true }).first().waitFor()
    const filters = page.getByRole('region', { name: 'Filters' })
    const search = () => Object.fromEntries(new URL(page.url()).searchParams)
    await filters.getByRole('button', { name: /^3 or 5/ }).click()
    await expect.poll(search).toEqual({ 'is.Channels': '3 or 5' })
    await page.getByText('1 product', { exact: true }).first().waitFor()
    await filters.getByRole('group', { name: 'Channels', exact: true }).getByLabel('From').fill('2')
    await filters.getByRole('button', { name: 'Apply Channels' }).click()
    await expect.poll(search).toEqual({ 'min.Channels': '2' })
    await page.getByText('2 products', { exact: true }).first().waitFor()
    expect(await axeViolations(page)).toEqual([])
    await filters.getByRole('button', { name: /^3 or 5/ }).click()
    await expect.poll(search).toEqual({ 'is.Channels': '3 or 5' })
    expect(complaints).toEqual([])
    await context.close()
  })
})
