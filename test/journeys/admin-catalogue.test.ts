import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { visitAsAdmin } from '../support/browser/admin-browser.ts'
import { openBrowser, type TestBrowser } from '../support/browser/browser.ts'
import { openPlace } from '../support/browser/console.ts'
import { listRows } from '../support/browser/rows.ts'
import { needsBrowserAtWidths, widths } from '../support/browser/widths.ts'
import { addProducts, monitor, openShopForBrowser, type TestShop } from '../support/shop/shop.ts'

let shop: TestShop
let browser: TestBrowser

beforeAll(async () => {
  shop = await openShopForBrowser()
  // One more than the tests use, so that a search is over when its page counts one product.
  await add('Spare Bulb')
  browser = await openBrowser()
})
afterAll(async () => {
  await browser.close()
  await shop.close()
})

const asAdmin = (body?: unknown) => ({ token: shop.adminToken, body })

async function add(title: string): Promise<string> {
  const [product] = await addProducts(shop, [{ title }])
  return product?.id ?? ''
}

const card = (page: Page, title: string) => listRows(page).filter({ hasText: title })

async function find(page: Page, title: string): Promise<void> {
  await page.goto('/admin')
  await page.getByLabel('Search the catalogue').fill(title)
  await page.keyboard.press('Enter')
  await page.waitForURL(/text=/)
  await page.getByText('1 product', { exact: true }).first().waitFor()
}

async function toOrders(page: Page): Promise<void> {
  await openPlace(page, 'Orders')
  await page.getByRole('heading', { level: 1, name: 'Orders' }).waitFor()
}

/** Enter saves; holding Enter, or leaving the field during the save, saves nothing again. */
async function saveOnce(page: Page, price: Locator): Promise<void> {
  const held = Promise.withResolvers<void>()
  let saves = 0
  await page.route('**/api/products/*', async (route) => {
    if (route.request().method() !== 'PUT') return route.continue()
    saves += 1
    await held.promise
    return route.continue()
  })
  await price.fill('84500')
  await price.press('Enter')
  await price.press('Enter')
  await price.press('Tab')
  held.resolve()
  await page.getByText('Saved', { exact: true }).waitFor()
  await expect.poll(() => price.inputValue()).toMatch(/^84500\.00$|^₹84,500\.00$/)
  expect(saves).toBe(1)
  await page.unroute('**/api/products/*')
}

describe.each(widths(390, 1440))('an admin, at a width of %i px', needsBrowserAtWidths, (width) => {
  test('edits price and stock in the list; a rejected value is reported at the field and reverted', async () => {
    const title = `Inline Monitor ${width}`
    const id = await add(title)
    const { page, context } = await visitAsAdmin(browser, shop, width)
    await find(page, title)
    const price = page.getByLabel(`Price in ₹ of ${title}`)
    await price.fill('90,000.50')
    await price.press('Enter')
    await page.getByText('Saved', { exact: true }).waitFor()
    expect((await shop.call('GET', `/api/products/${id}`)).body.price).toBe(90_000.5)

    await saveOnce(page, price)
    expect((await shop.call('GET', `/api/products/${id}`)).body.price).toBe(84_500)
    await price.fill('90000.50')
    await price.press('Enter')
    await page.getByText('Saved', { exact: true }).waitFor()

    const stock = page.getByLabel(`Stock of ${title}`)
    await stock.fill('1.5')
    await stock.press('Enter')
    await page.getByText('Stock must be a whole number').waitFor()
    await expect.poll(() => stock.inputValue()).toBe('12')
    await price.fill('0.001')
    await price.press('Tab')
    await page.getByText(/at most 2 decimals/).waitFor()
    await expect.poll(() => price.inputValue()).toMatch(/^90000\.50$|^₹90,000\.50$/)

    await shop.call('PUT', `/api/products/${id}`, asAdmin({ ...monitor, title, price: 70_000 }))
    await stock.fill('3')
    await stock.press('Enter')
    await page.getByText(/Another admin changed this product while you edited it: Price is now ₹70,000\.00/).waitFor()
    await expect.poll(() => price.inputValue()).toMatch(/^70000\.00$|^₹70,000\.00$/)
    expect((await shop.call('GET', `/api/products/${id}`)).body).toMatchObject({ price: 70_000, qty: 12 })

    await page.getByRole('button', { name: `Price history of ${title}` }).click()
    const chart = page.getByRole('dialog').getByRole('img')
    await expect.poll(() => chart.getAttribute('aria-label')).toMatch(/^From ₹84,500\.50 .* to ₹70,000\.00 now/)
    await expect.poll(() => page.getByRole('dialog').getByRole('row').count()).toBe(6)
    await context.close()
  })

  test('is notified of a list value that was not saved, even after leaving the page', async () => {
    const title = `Left Monitor ${width}`
    const id = await add(title)
    const { page, context } = await visitAsAdmin(browser, shop, width)
    const heard = page.getByLabel('Notifications')
    await find(page, title)
    const held = Promise.withResolvers<void>()
    await page.route(`**/api/products/${id}`, (route) => held.promise.then(() => route.continue()))
    await page.getByLabel(`Price in ₹ of ${title}`).fill('90000')
    await toOrders(page)
    await shop.call('PUT', `/api/products/${id}`, asAdmin({ ...monitor, title, price: 70_000 }))
    expect(await heard.getByRole('listitem').count()).toBe(0)
    held.resolve()
    await heard
      .getByText(`${title}: Another admin changed this product while you edited it: Price is now ₹70,000.00`)
      .waitFor()

    await find(page, title)
    await page.getByLabel(`Stock of ${title}`).fill('12a')
    await page.getByRole('link', { name: 'Add product' }).click()
    await heard.getByText(`${title}: Stock must be a whole number`, { exact: true }).waitFor()

    await find(page, title)
    const stock = page.getByLabel(`Stock of ${title}`)
    await stock.fill('12b')
    await stock.press('Enter')
    await page.getByText('Stock must be a whole number').waitFor()
    await toOrders(page)
    expect(await heard.getByRole('listitem').count()).toBe(0)
    await context.close()
  })

  test('deletes after a confirmation, and undoes it', async () => {
    const title = `Doomed Monitor ${width}`
    const id = await add(title)
    const { page, context, complaints } = await visitAsAdmin(browser, shop, width)
    await page.goto('/admin')
    await page.getByRole('button', { name: `Delete ${title}` }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete Product?' })
    await dialog.getByRole('button', { name: 'No' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: `Delete ${title}` }).click()
    await dialog.getByRole('button', { name: 'Yes' }).click()
    await page.getByText('Product deleted successfully').waitFor()
    await card(page, title).waitFor({ state: 'detached' })
    expect((await shop.call('GET', `/api/products/${id}`)).status).toBe(404)
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText(`${title} is back in the catalogue`).waitFor()
    await card(page, title).first().waitFor()

    await shop.call('DELETE', `/api/products/${id}`, asAdmin())
    await page.getByRole('link', { name: 'Deleted', exact: true }).click()
    await page.getByRole('button', { name: `Restore ${title}` }).click()
    await page.getByText('No record(s) found').waitFor()
    expect((await shop.call('GET', `/api/products/${id}`)).status).toBe(200)
    await page.getByRole('link', { name: 'Add product' }).click()
    await page.waitForURL('**/admin/products')
    expect(complaints).toEqual([])
    await context.close()
  })

  test('is prompted for every field in the words of the specification, with the focus on the first', async () => {
    const { page, context } = await visitAsAdmin(browser, shop, width)
    await page.goto('/admin/products')
    await page.getByRole('button', { name: 'Save product' }).click()
    await page.getByRole('alert').getByText('Title cannot be empty').waitFor()
    for (const message of ['Company', 'Price', 'Quantity', 'Lookup Type', 'Brand Type', 'Feature Description Type'])
      await expect.poll(() => page.getByText(`${message} cannot be empty`).count()).toBe(1)
    await expect.poll(() => page.locator(':focus').getAttribute('name')).toBe('title')
    await page.getByLabel('Logo URL').fill('http://somewhere/a.png')
    await page.getByText(/Use an address that begins with https/).waitFor()
    await page.getByRole('link', { name: 'Cancel' }).click()
    const warning = page.getByRole('dialog', { name: 'Leave without saving?' })
    await warning.getByRole('button', { name: 'Stay' }).click()
    expect(new URL(page.url()).pathname).toBe('/admin/products')
    await context.close()
  })

  test('adds a product after previewing its cards', async () => {
    const { page, context, complaints } = await visitAsAdmin(browser, shop, width)
    await page.goto('/admin/products')
    await page.getByLabel('Title').fill(`New Monitor ${width}`)
    await page.getByLabel('Company').fill('Aarogya Meditech')
    await page.getByLabel('Brand').fill('Aarogya')
    await page.getByLabel('Price in ₹').fill('84,500.50')
    await page.getByLabel('Quantity in stock').fill('4')
    await page.getByLabel('Lookup Type').fill('Equipment')
    await page.getByLabel('Model number').fill(`NM-${width}`)
    await page.getByLabel('Name of a new specification').fill('Screen')
    await page.getByLabel('Value of specification 1').fill('12 in')
    await page.getByLabel('Description', { exact: true }).fill('Bedside monitor')
    await page.getByLabel('Logo URL').fill('/images/devices/patient-monitor.svg')
    await page.getByRole('tab', { name: 'Home Card Preview' }).click()
    await page.getByRole('tabpanel').getByText('₹84,501').waitFor()
    await page.getByRole('tab', { name: 'Service Card Preview' }).click()
    await page.getByRole('tabpanel').getByText('Bedside monitor').waitFor()
    await page.getByRole('tab', { name: 'Form' }).click()
    const held = Promise.withResolvers<void>()
    await page.route('**/api/products', (route) => held.promise.then(() => route.continue()))
    await page.getByRole('button', { name: 'Save product' }).click()
    await page.getByRole('tab', { name: 'Home Card Preview' }).click()
    await page.getByRole('tabpanel').getByText('₹84,501').waitFor()
    await page.getByRole('tab', { name: 'Form' }).click()
    await expect.poll(() => page.getByRole('button', { name: 'Saving...' }).isDisabled()).toBe(true)
    held.resolve()
    await page.getByText('Added successful!').waitFor()
    await page.waitForURL((address) => address.pathname === '/admin')
    await page.getByRole('link', { name: `New Monitor ${width}`, exact: true }).waitFor()
    expect((await shop.call('GET', '/api/products?size=1')).body.content[0].modelNumber).toBe(`NM-${width}`)
    expect(complaints).toEqual([])
    await context.close()
  })

  test('shows saved values in the list even if the list was preloaded', async () => {
    const id = await add(`Early Monitor ${width}`)
    const { page, context } = await visitAsAdmin(browser, shop, width)
    await page.goto(`/admin/products/${id}`)
    const ahead = page.waitForResponse(/\/api\/catalogue\/products\?/)
    await page.getByRole('link', { name: 'Cancel' }).hover()
    await (await ahead).finished()
    await page.getByLabel('Title').fill(`Late Monitor ${width}`)
    await page.getByRole('button', { name: 'Save product' }).click()
    await page.waitForURL((address) => address.pathname === '/admin')
    await expect.poll(() => page.getByRole('link', { name: `Late Monitor ${width}`, exact: true }).count()).toBe(1)
    await context.close()
  })

  test('never overwrites another admin’s change, and loses nothing that was entered', async () => {
    const title = `Contested Monitor ${width}`
    const id = await add(title)
    const { page, context } = await visitAsAdmin(browser, shop, width)
    await page.goto(`/admin/products/${id}`)
    await page.getByLabel('Company').fill('My Company')
    await shop.call('PUT', `/api/products/${id}`, asAdmin({ ...monitor, title, price: 70_000 }))
    const held = Promise.withResolvers<void>()
    await page.route(`**/api/products/${id}`, (route) => held.promise.then(() => route.continue()))
    await page.getByRole('button', { name: 'Save product' }).click()
    await page.getByRole('button', { name: 'Saving...' }).waitFor()
    await page.getByLabel('Brand').fill('My Brand')
    held.resolve()
    await page.getByText('Price was ₹84,500.50, is now ₹70,000.00').waitFor()
    await expect.poll(() => page.getByLabel('Company').inputValue()).toBe('My Company')
    await expect.poll(() => page.getByLabel('Brand').inputValue()).toBe('My Brand')
    await page.getByRole('button', { name: 'Save product' }).click()
    await page.getByText('Updated successful!').waitFor()
    await page.waitForURL((address) => address.pathname === '/admin')
    const { body } = await shop.call('GET', `/api/products/${id}`)
    expect(body).toMatchObject({ company: 'My Company', brand: 'My Brand', price: 70_000 })
    await context.close()
  })
})
