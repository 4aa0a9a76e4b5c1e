import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { visitAsAdmin } from '../../support/browser/admin-browser.ts'
import { axeViolations } from '../../support/browser/axe.ts'
import { openBrowser, type TestBrowser } from '../../support/browser/browser.ts'
import { listRows } from '../../support/browser/rows.ts'
import { needsBrowser } from '../../support/engines/engines.ts'
import { addProducts, openShopForBrowser, orderFor, type TestShop } from '../../support/shop/shop.ts'

let shop: TestShop
let browser: TestBrowser
let token: string
let product: Awaited<ReturnType<typeof addProducts>>[number]

const titles = ['Carded Monitor', 'Carded Pump', 'Carded Ventilator']

beforeAll(async () => {
  shop = await openShopForBrowser()
  browser = await openBrowser()
  const [first] = await addProducts(
    shop,
    titles.map((title) => ({ title })),
  )
  if (!first) throw new Error('there is no product')
  product = first
  token = (await shop.signUp('asha')).accessToken
  await placeOrders(6)
  for (const title of ['A pump', 'A wheel']) {
    const body = { title, company: 'Any', description: 'Please look at it' }
    await shop.call('POST', '/api/orders/productRequest', { token, body })
  }
  await shop.call('POST', '/api/audit/exports', { token: shop.adminToken, body: { format: 'csv' } })
  await shop.settled()
})
afterAll(async () => {
  await browser.close()
  await shop.close()
})

async function placeOrders(count: number): Promise<string[]> {
  const ids: string[] = []
  while (ids.length < count) {
    const { body } = await shop.call('POST', '/api/orders', { token, body: orderFor([[product, 1]]) })
    ids.push(body.orderId)
  }
  return ids
}

async function open(path: string, width: number, touch = false) {
  const visitor = await visitAsAdmin(browser, shop, { width, touch })
  await visitor.page.goto(path)
  await listRows(visitor.page).first().waitFor()
  return visitor
}

const bar = (page: Page) => page.getByRole('region', { name: 'Selection' })
const boxOf = (page: Page, name: string) => page.getByRole('checkbox', { name: `Select ${name}`, exact: true })
const all = (page: Page) => page.getByRole('checkbox', { name: 'Select all on this page' })

async function edgesOf(part: Locator): Promise<{ top: number; bottom: number }> {
  const box = await part.boundingBox()
  if (!box) throw new Error('the part is not shown')
  return { top: box.y, bottom: box.y + box.height }
}

/** The part of the window that the steps and their report cover. */
async function coveredBy(page: Page): Promise<number> {
  const { top, bottom } = await edgesOf(bar(page))
  return (bottom - top) / (page.viewportSize()?.height ?? 0)
}

/** The controls of this part that are smaller than a target, as texts that say which. */
async function smallTargets(part: Locator): Promise<string[]> {
  const sizes = await part.evaluateAll((controls) =>
    controls.map((control) => {
      const { width, height } = control.getBoundingClientRect()
      return { text: control.outerHTML.slice(0, 120), size: Math.min(width, height) }
    }),
  )
  expect(sizes.length).toBeGreaterThan(0)
  return sizes.filter(({ size }) => size < 43.9).map(({ text, size }) => `${size}: ${text}`)
}

describe.each([390, 768])('an admin, at a width of %i px', needsBrowser, (width) => {
  test('confirms two orders at once, and sees the report', async () => {
    const ids = await placeOrders(2)
    const { page, context, complaints } = await open('/admin/orders', width)
    for (const id of ids) await boxOf(page, id).check()
    await bar(page).getByText('2 orders selected', { exact: true }).waitFor()
    expect(await smallTargets(bar(page).getByRole('button'))).toEqual([])
    expect(await axeViolations(page)).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
    expect(await coveredBy(page)).toBeLessThan(0.2)
    await bar(page).getByRole('button', { name: 'Confirm the selected rows' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Confirm', exact: true }).click()
    await bar(page).getByText('Confirm: 2 orders done', { exact: true }).waitFor()
    for (const id of ids) await listRows(page).filter({ hasText: id }).getByText('Confirmed', { exact: true }).waitFor()
    expect(await coveredBy(page)).toBeLessThan(0.3)
    expect(await axeViolations(page)).toEqual([])
    expect(complaints).toEqual([])
    await context.close()
  })

  test('is led by the keyboard from the boxes to the steps and to the report, which cover nothing in focus', async () => {
    const [id = ''] = await placeOrders(1)
    const { page, context } = await open('/admin/orders', width)
    await boxOf(page, id).press('Space')
    await bar(page).getByText('1 order selected', { exact: true }).waitFor()
    for (let pressed = 0; pressed < 12; pressed++) {
      await page.keyboard.press('Tab')
      const [focus, steps] = await Promise.all([edgesOf(page.locator(':focus')), edgesOf(bar(page))])
      expect(focus.bottom).toBeLessThanOrEqual(steps.top)
    }
    await bar(page).getByRole('button', { name: 'Confirm the selected rows' }).press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Confirm', exact: true }).press('Enter')
    await bar(page).getByText('Confirm: 1 order done', { exact: true }).waitFor()
    await page.locator('section:focus', { hasText: 'Confirm: 1 order done' }).waitFor()
    await page.keyboard.press('Tab')
    await expect.poll(() => page.locator(':focus').innerText()).toBe('Dismiss')
    await page.keyboard.press('Enter')
    await page.locator('section:focus', { hasText: '1 order selected' }).waitFor()
    await bar(page).getByRole('button', { name: 'Clear selection' }).press('Enter')
    expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(0)
    await page.locator('h1:focus').waitFor()
    await context.close()
  })
})

describe('the selection of a list as cards', needsBrowser, () => {
  test.each(['orders', 'users', 'service-requests', 'operations/mails', 'events/exports', ''])(
    'has a box of 44 px for each of /admin/%s, and one for all, below which the steps are shown',
    async (path) => {
      const { page, context, complaints } = await open(`/admin/${path}`, 390, true)
      const count = await listRows(page).count()
      const boxes = page.getByRole('checkbox', { name: /^Select / })
      expect(await boxes.count()).toBe(count + 1)
      expect(await smallTargets(page.locator('label', { has: boxes }))).toEqual([])
      await all(page).check()
      await bar(page)
        .getByText(new RegExp(`^${count} .* selected$`))
        .waitFor()
      expect(await boxes.evaluateAll((found) => found.every((box) => box.matches(':checked')))).toBe(true)
      expect(await axeViolations(page)).toEqual([])
      await listRows(page).last().getByRole('checkbox').or(boxes.last()).uncheck()
      expect(await all(page).evaluate((box) => box.matches(':indeterminate'))).toBe(count > 1)
      expect(complaints).toEqual([])
      await context.close()
    },
  )

  test('stays when a table takes the place of the cards, and when cards take its place', async () => {
    const [first = '', second = ''] = await placeOrders(2)
    const { page, context } = await open('/admin/orders', 768)
    for (const id of [first, second]) await boxOf(page, id).check()
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.getByRole('columnheader', { name: 'Total' }).waitFor()
    expect(await boxOf(page, first).isChecked()).toBe(true)
    await boxOf(page, second).uncheck()
    await page.setViewportSize({ width: 768, height: 900 })
    await all(page).waitFor()
    expect([await boxOf(page, first).isChecked(), await boxOf(page, second).isChecked()]).toEqual([true, false])
    await context.close()
  })

  test('of products stays in the other view, and is below the button that adds one', async () => {
    const [monitor = '', pump = ''] = titles
    const { page, context, complaints } = await open('/admin', 1440)
    await boxOf(page, monitor).check()
    await page.getByRole('link', { name: 'Show cards' }).click()
    await all(page).waitFor()
    expect(await boxOf(page, monitor).isChecked()).toBe(true)
    await boxOf(page, pump).check()
    await page.getByRole('link', { name: 'Show table' }).click()
    await page.getByRole('columnheader', { name: 'Price' }).waitFor()
    await bar(page).getByText('2 products selected', { exact: true }).waitFor()
    await page.setViewportSize({ width: 390, height: 844 })
    await all(page).waitFor()
    const add = page.getByRole('link', { name: 'Add product' })
    await expect.poll(async () => (await edgesOf(add)).bottom - (await edgesOf(bar(page))).top).toBeLessThanOrEqual(0)
    await bar(page).getByRole('button', { name: 'Set stock the selected rows' }).click()
    await page.getByRole('dialog').getByLabel('Stock').fill('7')
    await page.getByRole('dialog').getByRole('button', { name: 'Set stock' }).click()
    await bar(page).getByText('Set stock: 2 products done', { exact: true }).waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })
})
