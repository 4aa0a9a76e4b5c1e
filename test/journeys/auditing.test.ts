import type { Page } from 'playwright-core'
import { newId } from '#core/domain/ids.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { visitAsAdmin } from '../support/browser/admin-browser.ts'
import { axeViolations } from '../support/browser/axe.ts'
import { goWithin, openBrowser, visit, type TestBrowser } from '../support/browser/browser.ts'
import { needsBrowser } from '../support/engines/engines.ts'
import { needsBrowserAtWidths, widths } from '../support/browser/widths.ts'
import { eventually } from '../support/eventually.ts'
import { addProducts, adminPassword, openShopForBrowser, orderFor, type TestShop } from '../support/shop/shop.ts'

let shop: TestShop
let browser: TestBrowser
let product: Awaited<ReturnType<typeof addProducts>>[number]
let orderId: string

beforeAll(async () => {
  shop = await openShopForBrowser()
  browser = await openBrowser()
  const [added] = await addProducts(shop, [{}])
  if (!added) throw new Error('no product')
  product = added
  await shop.call('PUT', `/api/products/${product.id}`, { token: shop.adminToken, body: { ...product, price: 90000 } })
  orderId = await placeOrder()
  await shop.call('POST', `/api/orders/${orderId}/confirm`, { token: shop.adminToken, body: {} })
})
afterAll(async () => {
  await browser.close()
  await shop.close()
})

let ordersPlaced = 0

async function placeOrder(changes: { cartId?: string } = {}): Promise<string> {
  const buyer = await shop.signUp()
  const body = orderFor([[{ ...product, price: 90000 }, 2]], changes)
  await shop.call('POST', '/api/orders', { token: buyer.accessToken, body })
  ordersPlaced++
  return body.orderId
}

async function logIn(page: Page, to: string): Promise<void> {
  await page.goto(`/login?redirect=${encodeURIComponent(to)}`)
  await page.getByLabel('Username').fill('admin')
  await page.getByLabel('Password').fill(adminPassword)
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
  await page.waitForURL(`**${to}`)
}

async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const overhang = await page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth')
  expect(overhang).toBeLessThanOrEqual(0)
}

/** Marks the export that was just created as failed. */
async function failNextExport(error: string): Promise<void> {
  const fail = `update audit_exports set status = 'failed', error = $1
    where status = 'done' and id = (select id from audit_exports order by id desc limit 1)`
  await eventually(async () => {
    const { rowCount } = await shop.shop.infrastructure.database.pool.query(fail, [error])
    expect(rowCount).toBe(1)
  })
}

describe.each(widths(390, 1440))('at a width of %i px', needsBrowserAtWidths, (width) => {
  test('an admin finds an order by its id, sees it at a point in time, and compares', async () => {
    const { page, complaints, context } = await visit(browser, shop, width)
    await logIn(page, '/admin/events')
    await page.getByRole('heading', { level: 1, name: 'Events' }).waitFor()
    await page.getByLabel('Jump to').fill('no such thing')
    await page.getByRole('button', { name: 'Jump' }).click()
    await page.getByText('Nothing has the id no such thing').waitFor()
    complaints.length = 0
    await page.getByLabel('Jump to').fill(orderId)
    await page.getByRole('button', { name: 'Jump' }).click()
    await page.getByRole('heading', { level: 1, name: `Order ${orderId}` }).waitFor()
    await page.getByRole('link', { name: /placed the order, 2 items, ₹1,80,000/ }).waitFor()
    await expectNoSidewaysScroll(page)

    const slider = page.getByRole('slider')
    await slider.focus()
    await page.keyboard.press('Home')
    await page.waitForURL(/revision=0/)
    const facts = page.getByRole('region', { name: 'State at this point' })
    await facts.getByRole('heading', { name: 'Received' }).waitFor()
    await page.getByLabel('Compare with').selectOption('1')
    await facts.getByText('1 field differs').waitFor()
    const compared = facts.getByRole('region', { name: 'From event 1 to event 2' })
    await expect.poll(() => compared.getByRole('listitem').allInnerTexts()).toEqual(['Status received → confirmed'])
    await expectNoSidewaysScroll(page)

    await page.getByText('Raw event').first().click()
    await page.getByRole('button', { name: 'Copy the raw event' }).first().waitFor()
    await page.getByText('"type": "OrderConfirmed"').waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })

  test('an admin filters events, shares the address, and sees new events arrive', async () => {
    const { page, complaints, context } = await visit(browser, shop, width)
    await logIn(page, '/admin/events')
    await page.locator('summary', { hasText: 'Filters' }).click()
    await page.getByRole('combobox', { name: 'Type' }).fill('OrderPlaced')
    await page.getByRole('combobox', { name: 'Type' }).press('Enter')
    await page.waitForURL(/type=OrderPlaced/)
    const list = page.getByRole('list', { name: 'Events, newest first' })
    const shown = () => list.getByText(/placed the order/).count()
    await expect.poll(shown).toBe(ordersPlaced)
    await placeOrder()
    await expect.poll(shown).toBe(ordersPlaced)
    await expectNoSidewaysScroll(page)
    await list
      .getByRole('link', { name: /placed the order/ })
      .first()
      .click()
    await page.getByRole('heading', { name: 'Causes and effects' }).waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })

  test('an admin picks the stream and the person of a filter by words', async () => {
    const { page, complaints, context } = await visit(browser, shop, width)
    await logIn(page, '/admin/events')
    const filters = page.locator('summary', { hasText: 'Filters' })
    await filters.press('Enter')
    const [stream, person] = ['Stream', 'Person'].map((name) => page.getByRole('combobox', { name, exact: true }))
    if (!stream || !person) throw new Error('no fields')
    await stream.pressSequentially(product.title.slice(0, 6))
    const streams = page.getByRole('listbox', { name: 'Stream' })
    await streams.getByRole('option', { name: `${product.title} product` }).waitFor()
    expect(await axeViolations(page)).toEqual([])
    await expectNoSidewaysScroll(page)
    await streams.getByRole('option', { name: `${product.title} product` }).click()
    await expect.poll(() => stream.inputValue()).toBe(product.title)
    await person.pressSequentially('nobody known')
    await person.press('Enter')
    await page.getByText('No person matches. Try another word, or an id.').waitFor()
    await expect.poll(() => page.locator(':focus').getAttribute('aria-invalid')).toBe('true')
    await person.fill('administrator')
    await person.press('Enter')
    await page.waitForURL(/by=/)
    const search = new URL(page.url()).searchParams
    expect(search.get('stream')).toBe(`product-${product.id}`)
    expect(search.get('by')).toMatch(/^[\da-f]{8}-/)
    const narrowed = page.getByRole('list', { name: 'Filtered by' })
    await narrowed.getByText('By Administrator').waitFor()
    const rows = page.getByRole('list', { name: 'Events, newest first' }).getByRole('listitem')
    await expect.poll(() => rows.count()).toBe(2)
    await filters.press('Enter')
    await expect.poll(() => person.inputValue()).toBe('Administrator')
    expect(complaints).toEqual([])
    await context.close()
  })

  test('an admin downloads the history of an order as a file', async () => {
    const { page, complaints, context } = await visit(browser, shop, width)
    await logIn(page, `/admin/orders/${orderId}`)
    await page.getByRole('button', { name: 'Export' }).click()
    await page.getByLabel('As', { exact: true }).selectOption('ndjson')
    await page.getByRole('button', { name: 'Create file' }).click()
    await page.getByText('Done: 2 events').waitFor()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download' }).click(),
    ])
    expect(file.suggestedFilename()).toMatch(/^order-ORD\d+-\d+\.ndjson$/)
    expect(complaints).toEqual([])
    await page.route('**/api/audit/exports/*/file', (route) => route.abort())
    await page.getByRole('button', { name: 'Download' }).click()
    await page.getByLabel('Notifications').getByText('Network error. Please check your connection').waitFor()
    await context.close()
  })

  test('an admin sees a product’s past prices', async () => {
    const { page, complaints, context } = await visit(browser, shop, width)
    await logIn(page, `/admin/products/${product.id}/history`)
    const prices = page.getByRole('region', { name: 'Price history' })
    await prices.getByText('₹90,000.00', { exact: true }).waitFor()
    await prices.getByText('₹84,500.50', { exact: true }).waitFor()
    await expectNoSidewaysScroll(page)
    expect(complaints).toEqual([])
    await context.close()
  })
})

describe('on a phone', needsBrowser, () => {
  test('an admin gets an export despite a failure and a lost connection', async () => {
    const { page, context } = await visitAsAdmin(browser, shop, 390)
    await page.goto(`/admin/orders/${orderId}`)
    await page.getByRole('button', { name: 'Export' }).click()
    const failed = 'The file could not be written. Request it again.'
    const hasFailed = Promise.withResolvers<void>()
    let looks = 0
    await page.route('**/api/audit/exports/*', async (route) => {
      looks += 1
      if (looks === 1) return route.abort()
      await hasFailed.promise
      return route.continue()
    })
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Create file' }).click()
    await expect.poll(() => dialog.getByRole('button', { name: 'Create file' }).isDisabled()).toBe(true)
    await dialog.getByText('Network error. Please check your connection').waitFor()
    await failNextExport(failed)
    hasFailed.resolve()
    await dialog.getByText(failed).waitFor()
    await dialog.getByRole('button', { name: 'Create file' }).click()
    await dialog.getByText('Done: 2 events').waitFor()
    await context.close()
  })

  test('an admin whose session has ended is taken from the live events to the login', async () => {
    const { page, context } = await visit(browser, shop, 390)
    await logIn(page, '/admin/events')
    await page.getByText('Live', { exact: true }).waitFor()
    await page.route('**/api/audit/events?*', (route) => route.fulfill({ status: 401, json: { message: 'Log in' } }))
    await page.waitForURL(/\/login\?redirect=%2Fadmin%2Fevents/)
    await expect.poll(() => page.evaluate("localStorage.getItem('user')")).toBeNull()
    await context.close()
  })

  test('an admin sees an order at a point in time, and is informed if it did not exist yet', async () => {
    const id = await placeOrder()
    const placed = await eventOf(id, 'OrderPlaced')
    // The field has a precision of seconds: the next event of the order must be in another one.
    await eventually(() => expect(second(new Date().toISOString())).not.toBe(second(placed)))
    await shop.call('POST', `/api/orders/${id}/confirm`, { token: shop.adminToken, body: {} })
    const { page, complaints, context } = await visitAsAdmin(browser, shop, 390)
    await page.goto(`/admin/orders/${id}`)
    const panel = page.getByRole('region', { name: 'State at this point' })
    await panel.getByRole('heading', { name: 'Confirmed' }).waitFor()
    const time = panel.getByLabel('At a time (IST)')
    await time.fill('2020-01-01T10:00:00')
    await panel.getByRole('button', { name: 'Show' }).click()
    await panel.getByText('It did not exist yet: it was created on').waitFor()
    await time.fill(second(placed))
    await panel.getByRole('button', { name: 'Show' }).click()
    await page.waitForURL(/at=/)
    await panel.getByRole('heading', { name: 'Received' }).waitFor()
    // Browsers omit the seconds of a full minute.
    expect(Date.parse(await time.inputValue())).toBe(Date.parse(second(placed)))
    await page.reload()
    await panel.getByRole('heading', { name: 'Received' }).waitFor()
    await expectNoSidewaysScroll(page)
    expect(complaints).toEqual([])
    await context.close()
  })

  test('an admin gets from every board to the history of its entries, and from an order to its cart and back', async () => {
    const cartId = newId()
    await shop.call('PUT', `/api/carts/${cartId}/items/${product.id}`, { body: { quantity: 2 } })
    const id = await placeOrder({ cartId })
    const requester = await shop.signUp()
    const { title, company, logoUrl, description, createDate } = product
    const wanted = { id: product.id, title, company, logoUrl, description, createDate }
    const { body } = await shop.call('POST', '/api/orders/productRequest', {
      token: requester.accessToken,
      body: wanted,
    })
    const { page, complaints, context } = await visitAsAdmin(browser, shop, 390)
    const expectTitle = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor()

    await page.goto('/admin/orders')
    await page.getByRole('link', { name: id }).click()
    await expectTitle(`Order ${id}`)
    const around = page.getByRole('navigation', { name: 'Around it' })
    await expect.poll(() => around.getByRole('link', { name: `Cart ${cartId}` }).count()).toBe(1)
    await around.getByRole('link', { name: `Cart ${cartId}` }).click()
    await expectTitle(`Cart …${cartId.slice(-8)}`)
    await page.getByRole('link', { name: /put 2 of / }).waitFor()
    await around.getByRole('link', { name: `Order ${id}` }).click()
    await expectTitle(`Order ${id}`)

    await goWithin(page, '/admin/service-requests')
    await page.getByRole('link', { name: `Open ${title}` }).click()
    await page.waitForURL(`**/admin/service-requests/${body.id}`)
    await page.getByRole('heading', { name: 'What happened' }).waitFor()
    await goWithin(page, '/admin')
    await page.getByRole('link', { name: `History of ${title}` }).click()
    await expectTitle(`Product ${title}`)
    expect(complaints).toEqual([])
    await context.close()
  })
})

async function eventOf(id: string, type: string): Promise<string> {
  const { body } = await shop.call('GET', `/api/audit/streams/order-${id}`, { token: shop.adminToken })
  return body.events.find((event: { type: string }) => event.type === type).at
}

/** As clocks in India show it, for a field. */
const second = (at: string) => new Date(Date.parse(at) + 5.5 * 60 * 60 * 1000).toISOString().slice(0, 19)
