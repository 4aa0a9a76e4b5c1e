import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { visitAsAdmin } from '../../support/browser/admin-browser.ts'
import { axeViolations } from '../../support/browser/axe.ts'
import { openBrowser, type TestBrowser } from '../../support/browser/browser.ts'
import { needsBrowser } from '../../support/engines/engines.ts'
import { addProducts, openShopForBrowser, orderFor, type TestShop } from '../../support/shop/shop.ts'

let shop: TestShop
let browser: TestBrowser
let orderId: string
let buyerId: string

beforeAll(async () => {
  shop = await openShopForBrowser()
  browser = await openBrowser()
  const [monitor] = await addProducts(shop, [{ title: 'Bedside Monitor', price: 900 }])
  if (!monitor) throw new Error('no product')
  const buyer = await shop.signUp('asha')
  const { body } = await shop.call('POST', '/api/orders', {
    body: { ...orderFor([[monitor, 1]]), orderId: 'ORD48210377' },
    token: buyer.accessToken,
  })
  orderId = body.orderId
  buyerId = buyer.id
  await shop.settled()
})
afterAll(async () => {
  await browser.close()
  await shop.close()
})

const palette = (page: Page) => page.getByRole('dialog', { name: 'Find anything' })
const field = (page: Page) => palette(page).getByRole('textbox')
/** Opens it and waits for the focus: what is typed before then goes to the page. */
async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press('Control+k')
  await palette(page).locator(':focus').waitFor()
}
/** A search of the palette: a cart may be claimed at any time after the page is opened. */
const isSearch = (path: string) => path.startsWith('/api/') && !path.startsWith('/api/carts/')
const entry = (page: Page, name: string | RegExp) => palette(page).getByRole('option', { name })
const screen = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor()

describe('the command palette', needsBrowser, () => {
  test('finds screens, actions, orders, products, people and events, with the keyboard alone', async () => {
    const { page, context, complaints } = await visitAsAdmin(browser, shop, 1440)
    await page.goto('/admin/operations')
    await screen(page, 'Operations')
    await page.keyboard.press('Control+k')
    await field(page).waitFor()
    await entry(page, 'Search words').waitFor()
    await page.keyboard.type('search w')
    await page.keyboard.press('Enter')
    await screen(page, 'Search words')
    await palette(page).waitFor({ state: 'detached' })

    await openPalette(page)
    await page.keyboard.type(orderId)
    await entry(page, new RegExp(`^${orderId}`)).waitFor()
    await entry(page, `History order-${orderId}`).waitFor()
    expect(await axeViolations(page)).toEqual([])
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/admin/orders/${orderId}`)

    await openPalette(page)
    await page.keyboard.type('bedside')
    await entry(page, /^Bedside Monitor/).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/admin/products/*')

    await openPalette(page)
    await page.keyboard.type('asha')
    await entry(page, /asha/i).first().waitFor()
    await page.keyboard.press('Escape')
    await palette(page).waitFor({ state: 'detached' })

    await openPalette(page)
    await page.keyboard.type('order placed')
    await entry(page, /^Events: order placed/).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/admin/events?type=OrderPlaced')
    expect(complaints).toEqual([])
    await context.close()
  })

  test('leads to all of a kind if there are more than it shows', async () => {
    await addProducts(
      shop,
      [1, 2, 3, 4, 5].map((n) => ({ title: `Ward Lamp ${n}` })),
    )
    const { page, context, complaints } = await visitAsAdmin(browser, shop, 1440)
    await page.goto('/admin/users')
    await page.getByRole('button', { name: 'Find anything' }).waitFor()
    await openPalette(page)
    await page.keyboard.type('ward lamp')
    await entry(page, /^Ward Lamp/)
      .first()
      .waitFor()
    expect(await entry(page, /^Ward Lamp/).count()).toBe(4)
    await entry(page, 'All 5 products').click()
    await page.waitForURL(/\/admin\?text=ward(\+|%20)lamp$/)
    await page.getByText('5 products', { exact: true }).first().waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })

  test('moves by arrow keys, shows that nothing is found, and returns the focus', async () => {
    const { page, context } = await visitAsAdmin(browser, shop, 390)
    await page.goto('/admin/users')
    const opener = page.getByRole('button', { name: 'Find anything' })
    await opener.press('Enter')
    await entry(page, 'Overview').waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await screen(page, 'Orders')

    await opener.click()
    await page.keyboard.type('zeppelin')
    await palette(page).getByText('Nothing found').waitFor()
    expect(await axeViolations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Find anything')
    await context.close()
  })

  test('finds deleted products, and the events of what it finds', async () => {
    const [retired] = await addProducts(shop, [{ title: 'Retired Trolley' }])
    await shop.call('DELETE', `/api/products/${retired?.id}`, { token: shop.adminToken })
    await shop.settled()
    const { page, context, complaints } = await visitAsAdmin(browser, shop, 1440)
    await page.goto('/admin/users')
    await page.getByRole('button', { name: 'Find anything' }).waitFor()
    await openPalette(page)
    await page.keyboard.type('retired')
    await entry(page, /^Retired Trolley Deleted/).waitFor()
    expect(await axeViolations(page)).toEqual([])
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/admin/products/${retired?.id}`)

    const eventsOf = [
      ['retired', 'Events about Retired Trolley', 'stream', `product-${retired?.id}`],
      [orderId, `Events about ${orderId}`, 'stream', `order-${orderId}`],
      ['asha', 'Events by asha Rao', 'by', buyerId],
    ] as const
    for (const [text, label, parameter, value] of eventsOf) {
      await openPalette(page)
      await page.keyboard.type(text)
      await entry(page, label).click()
      await page.waitForURL((url) => url.pathname === '/admin/events' && url.searchParams.get(parameter) === value)
    }
    expect(complaints).toEqual([])
    await context.close()
  })

  test('searches the lists for three letters or more, and ids that are shorter', async () => {
    const { body } = await shop.call('GET', '/api/audit/events?size=100', { token: shop.adminToken })
    const positions: number[] = body.content.map(({ position }: { position: number }) => position)
    const position = positions.find((one) => one >= 10 && one < 100)
    const { page, context, complaints } = await visitAsAdmin(browser, shop, 1440)
    await page.goto('/admin/users')
    await page.getByRole('button', { name: 'Find anything' }).waitFor()
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await openPalette(page)
    await page.keyboard.type('zz')
    await palette(page).getByText('Type at least 3 letters to search orders, products, people and requests.').waitFor()
    await field(page).fill(String(position))
    await entry(page, /^Event /).waitFor()
    expect(asked.filter(isSearch)).toEqual(['/api/audit/find'])
    await field(page).fill('zzz')
    await palette(page).getByText('Nothing found').waitFor()
    expect(asked).toContain('/api/users')
    expect(complaints).toEqual([])
    await context.close()
  })

  test('says which lists could not be searched, and searches them again', async () => {
    const { page, context } = await visitAsAdmin(browser, shop, 390)
    await page.goto('/admin/users')
    await page.getByRole('button', { name: 'Find anything' }).click()
    await field(page).waitFor()
    const fail = ['**/api/orders?*', '**/api/audit/find?*']
    for (const path of fail) await page.route(path, (route) => route.fulfill({ status: 400, json: { message: 'No' } }))
    await page.keyboard.type('bedside')
    await entry(page, /^Bedside Monitor/).waitFor()
    await palette(page).getByText('Orders could not be searched. Try again').waitFor()
    await field(page).fill(orderId)
    await palette(page).getByText('Ids and orders could not be searched. Try again').waitFor()
    expect(await palette(page).getByText('Nothing found').count()).toBe(0)
    expect(await axeViolations(page)).toEqual([])
    for (const path of fail) await page.unroute(path)
    await palette(page).getByRole('button', { name: 'Try again' }).press('Enter')
    await entry(page, new RegExp(`^${orderId}`)).waitFor()
    expect(await palette(page).getByText('could not be searched').count()).toBe(0)
    expect(await page.evaluate('document.activeElement.tagName')).toBe('INPUT')
    await context.close()
  })

  test('shows why a search failed', async () => {
    const { page, context } = await visitAsAdmin(browser, shop, 1440)
    await page.goto('/admin/users')
    await page.getByRole('button', { name: 'Find anything' }).waitFor()
    await page.keyboard.press('Control+k')
    await field(page).waitFor()
    await page.route('**/api/**', (route) => route.fulfill({ status: 400, json: { message: 'Not like this' } }))
    await page.keyboard.type('asha')
    await palette(page).getByText('Not like this').waitFor()
    expect(await entry(page, 'Overview').count()).toBe(0)
    await context.close()
  })
})
