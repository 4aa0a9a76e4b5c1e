import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { visitAsAdmin } from '../../support/browser/admin-browser.ts'
import { axeViolations } from '../../support/browser/axe.ts'
import { openBrowser, type TestBrowser } from '../../support/browser/browser.ts'
import { listRows } from '../../support/browser/rows.ts'
import { needsBrowser } from '../../support/engines/engines.ts'
import { addProducts, openShopForBrowser, orderFor, type TestShop } from '../../support/shop/shop.ts'

let shop: TestShop
let browser: TestBrowser
/** By quantity, which is also the order of placing. */
const orderIds: string[] = []

const cities = ['Pune', 'Agra', 'Mumbai', 'Delhi']

beforeAll(async () => {
  shop = await openShopForBrowser()
  browser = await openBrowser()
  const [product] = await addProducts(shop, [{ title: 'Table Monitor', price: 1000 }])
  if (!product) throw new Error('there is no product')
  const { accessToken: token } = await shop.signUp('asha')
  for (let placed = 0; placed < 16; placed += 1) {
    const order = orderFor([[product, placed + 1]])
    const shipping = { ...order.shipping, city: cities[placed % cities.length] ?? '' }
    const { body } = await shop.call('POST', '/api/orders', { token, body: { ...order, shipping } })
    orderIds.push(body.orderId)
  }
})
afterAll(async () => {
  await browser.close()
  await shop.close()
})

async function openOrders(query = '') {
  const visitor = await visitAsAdmin(browser, shop, 1440)
  await visitor.page.setViewportSize({ width: 1440, height: 900 })
  await visitor.page.goto(`/admin/orders${query}`)
  await listRows(visitor.page).first().waitFor()
  return visitor
}

const shownIds = (page: Page) => listRows(page).locator('td:nth-child(2)').allInnerTexts()
const heads = (page: Page) => page.locator('thead th').allInnerTexts()
const head = (page: Page, name: string) => page.getByRole('columnheader', { name })
const focusedRow = (page: Page) => page.locator('tr:focus').getAttribute('data-key')

describe('the table of orders', needsBrowser, () => {
  test('shows at least 14 orders on a screen of 1440 × 900, and none twice', async () => {
    const { page, context, complaints } = await openOrders()
    const bottoms = await listRows(page).evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().bottom))
    expect(bottoms.filter((bottom) => bottom <= 900).length).toBeGreaterThanOrEqual(14)
    expect(await shownIds(page)).toEqual(orderIds.toReversed())
    expect(await axeViolations(page)).toEqual([])
    expect(complaints).toEqual([])
    await context.close()
  })

  test('is sorted by a column header, both ways, as part of the address', async () => {
    const { page, context, complaints } = await openOrders()
    expect(await head(page, 'Placed').getAttribute('aria-sort')).toBe('descending')
    await head(page, 'Total').getByRole('link').click()
    await page.waitForURL('**/admin/orders?sort=total-desc')
    await expect.poll(() => head(page, 'Total').getAttribute('aria-sort')).toBe('descending')
    expect(await head(page, 'Placed').getAttribute('aria-sort')).toBeNull()
    await head(page, 'Total').getByRole('link').click()
    await page.waitForURL('**/admin/orders?sort=total-asc')
    await expect.poll(() => shownIds(page)).toEqual(orderIds)
    await head(page, 'City').getByRole('link').click()
    await page.waitForURL('**/admin/orders?sort=city-asc')
    await page.reload()
    await listRows(page).first().getByText('Agra').waitFor()
    expect(await head(page, 'City').getAttribute('aria-sort')).toBe('ascending')
    expect(complaints).toEqual([])
    await context.close()
  })

  test('has its order and its saved views on a phone, too, where it is shown as cards', async () => {
    const { page, context, complaints } = await visitAsAdmin(browser, shop, 390)
    await page.goto('/admin/orders')
    await page.getByText('View', { exact: true }).click()
    await page.getByLabel('Order', { exact: true }).selectOption('Total, ascending')
    await page.waitForURL('**/admin/orders?sort=total-asc')
    await expect.poll(() => listRows(page).first().innerText()).toContain(orderIds[0])
    expect(await page.getByRole('checkbox', { name: 'Compact rows' }).count()).toBe(0)
    await page.getByText('Saved views', { exact: true }).click()
    await page.getByLabel('Name of this view').waitFor()
    expect(await axeViolations(page)).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
    expect(complaints).toEqual([])
    await context.close()
  })

  test('has the selected columns, rows and height, for everyone who opens its address', async () => {
    const { page, context, complaints } = await openOrders()
    const usual = await heads(page)
    await page.getByText('View', { exact: true }).click()
    await page.getByRole('checkbox', { name: 'City' }).uncheck()
    await page.getByRole('checkbox', { name: 'Payment' }).check()
    await page.getByLabel('Rows per page').selectOption('10')
    await page.getByRole('checkbox', { name: 'Compact rows' }).check()
    await page.waitForURL(/size=10.*density=compact|density=compact.*size=10/)
    await expect.poll(() => listRows(page).count()).toBe(10)
    expect(await axeViolations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByLabel('Rows per page').waitFor({ state: 'hidden' })

    const other = await openOrders(new URL(page.url()).search)
    expect(await heads(other.page)).toEqual([
      'Order',
      'Placed',
      'Recipient',
      'Items',
      'Total',
      'Status',
      'Payment',
      'Next steps',
    ])
    expect(await listRows(other.page).count()).toBe(10)
    expect(usual).toContain('City')
    expect([...complaints, ...other.complaints]).toEqual([])
    await other.context.close()
    await context.close()
  })

  test('is used from the keyboard: j and k move, x selects, Enter opens, unless that is turned off', async () => {
    const { page, context, complaints } = await openOrders()
    const [last, secondLast] = orderIds.toReversed()
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    expect(await focusedRow(page)).toBe(secondLast)
    await page.keyboard.press('x')
    await page.keyboard.press('k')
    expect(await focusedRow(page)).toBe(last)
    expect(await page.getByRole('checkbox', { name: `Select ${secondLast}` }).isChecked()).toBe(true)
    await page.getByLabel('Search orders').press('x')
    expect(await page.getByLabel('Search orders').inputValue()).toBe('x')
    await page.getByText('View', { exact: true }).click()
    await page.getByRole('checkbox', { name: /^Keys/ }).uncheck()
    await page.keyboard.press('Escape')
    await page.keyboard.press('j')
    expect(await page.locator('tr:focus').count()).toBe(0)
    await page.getByText('View', { exact: true }).click()
    await page.getByRole('checkbox', { name: /^Keys/ }).check()
    await page.keyboard.press('Escape')
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/admin/orders/${last}`)
    expect(complaints).toEqual([])
    await context.close()
  })

  test('takes a step with several orders, and reports which orders were rejected, and why', async () => {
    const [first, second, third] = orderIds
    const { page, context } = await openOrders('?sort=placed-asc')
    for (const id of [first, second, third]) await page.getByRole('checkbox', { name: `Select ${id}` }).check()
    await page.getByText('3 orders selected').waitFor()
    await shop.call('POST', `/api/orders/${second}/cancel`, {
      token: shop.adminToken,
      body: { reason: 'Ordered twice' },
    })
    await page.getByRole('button', { name: 'Confirm the selected rows' }).click()
    const dialog = page.getByRole('dialog', { name: 'Confirm: 3 orders?' })
    await dialog.getByText(`${first}, ${second}, ${third}`).waitFor()
    await dialog.getByRole('button', { name: 'Confirm', exact: true }).click()
    await page.getByText('Confirm: 2 orders done, 1 order not').waitFor()
    await page.getByText(`${second}: Cannot confirm the order: its status is cancelled, but must be received`).waitFor()
    expect(await axeViolations(page)).toEqual([])
    for (const id of [first, third])
      await listRows(page).filter({ hasText: id }).getByText('Confirmed', { exact: true }).waitFor()
    await listRows(page).filter({ hasText: second }).getByText('Cancelled', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await page.getByRole('button', { name: 'Clear selection' }).click()
    expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(0)
    await context.close()
  })

  test('is restored by the name of a saved view', async () => {
    const { page, context, complaints } = await openOrders('?sort=total-desc&status=received&page=2&size=10')
    await page.getByText('Saved views', { exact: true }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Give the view a name').waitFor()
    await page.getByLabel('Name of this view').fill('Large and new')
    await page.keyboard.press('Enter')
    const view = page.getByRole('link', { name: 'Large and new' })
    expect(await view.getAttribute('aria-current')).toBe('true')
    await page.goto('/admin/orders')
    await page.getByText('Saved views', { exact: true }).click()
    await view.click()
    await page.waitForURL((url) => url.search === '?sort=total-desc&status=received&size=10')
    await expect.poll(() => head(page, 'Total').getAttribute('aria-sort')).toBe('descending')
    await view.waitFor({ state: 'hidden' })
    await page.getByText('Saved views', { exact: true }).click()
    await page.getByRole('button', { name: 'Remove the view Large and new' }).click()
    await page.getByText('No saved views yet').waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })
})
