import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { visitAsAdmin } from '../../support/browser/admin-browser.ts'
import { axeViolations } from '../../support/browser/axe.ts'
import { openBrowser, type TestBrowser } from '../../support/browser/browser.ts'
import { listRows } from '../../support/browser/rows.ts'
import { needsBrowser } from '../../support/engines/engines.ts'
import { addProducts, monitor, openShopForBrowser, type TestShop } from '../../support/shop/shop.ts'

let shop: TestShop
let browser: TestBrowser
let ids: ReadonlyMap<string, string>

const titles = Array.from({ length: 16 }, (_, place) => `Table Monitor ${String(place + 1).padStart(2, '0')}`)
const [first = '', second = '', third = ''] = titles

beforeAll(async () => {
  shop = await openShopForBrowser()
  browser = await openBrowser()
  const added = await addProducts(
    shop,
    titles.map((title, place) => ({
      title,
      price: 1000 + place,
      qty: place * 3,
      ...(place < 2 && { brand: 'Zenith' }),
    })),
  )
  ids = new Map(added.map(({ id, title }) => [title, id]))
})
afterAll(async () => {
  await browser.close()
  await shop.close()
})

async function openProducts(query = '') {
  const visitor = await visitAsAdmin(browser, shop, 1440)
  await visitor.page.setViewportSize({ width: 1440, height: 900 })
  await visitor.page.goto(`/admin${query}`)
  await listRows(visitor.page).first().waitFor()
  return visitor
}

const asAdmin = (body?: unknown) => ({ token: shop.adminToken, body })
const shownTitles = (page: Page) => listRows(page).locator('td:nth-child(2) a').allInnerTexts()
const menu = (page: Page, name: string) => page.locator('summary').filter({ hasText: new RegExp(`^\\s*${name}$`) })
const head = (page: Page, name: string) => page.getByRole('columnheader', { name })
const priceOf = (page: Page, title: string) => page.getByLabel(`Price in ₹ of ${title}`)
const stockOf = (page: Page, title: string) => page.getByLabel(`Stock of ${title}`)
const stored = async (title: string) => (await shop.call('GET', `/api/products/${ids.get(title)}`)).body

describe('the table of products', needsBrowser, () => {
  test('shows at least 14 products on a screen of 1440 × 900, each with its picture', async () => {
    const { page, context, complaints } = await openProducts()
    const bottoms = await listRows(page).evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().bottom))
    expect(bottoms.filter((bottom) => bottom <= 900).length).toBeGreaterThanOrEqual(14)
    expect(await shownTitles(page)).toEqual(titles.toReversed())
    expect(await listRows(page).locator('img').count()).toBe(titles.length)
    expect(await axeViolations(page)).toEqual([])
    expect(complaints).toEqual([])
    await context.close()
  })

  test('is sorted by a column header, both ways, or shown as cards, as part of the address', async () => {
    const { page, context, complaints } = await openProducts()
    await head(page, 'Price').getByRole('link').click()
    await page.waitForURL('**/admin?sort=price-desc')
    await head(page, 'Price').getByRole('link').click()
    await page.waitForURL('**/admin?sort=price-asc')
    await expect.poll(() => shownTitles(page)).toEqual(titles)
    expect(await head(page, 'Price').getAttribute('aria-sort')).toBe('ascending')
    await page.getByRole('link', { name: 'Show cards' }).click()
    await page.waitForURL(/sort=price-asc&view=cards|view=cards&sort=price-asc/)
    await page.reload()
    await page.getByRole('article').first().waitFor()
    expect(await page.getByRole('article').count()).toBe(titles.length)
    await page.getByRole('link', { name: 'Show table' }).click()
    await expect.poll(() => shownTitles(page)).toEqual(titles)
    expect(complaints).toEqual([])
    await context.close()
  })

  test('is narrowed by brand, category and stock, and each filter can be removed', async () => {
    const { page, context, complaints } = await openProducts()
    await menu(page, 'Brand').click()
    await page.getByLabel('Find a brand').fill('zen')
    await page.getByRole('link', { name: 'Aarogya', exact: true }).waitFor({ state: 'detached' })
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('link', { name: 'Zenith', exact: true }).click()
    await expect.poll(() => shownTitles(page)).toEqual([second, first])
    await menu(page, 'Stock').click()
    await page.getByRole('link', { name: 'Low stock (1 to 5)' }).click()
    await expect.poll(() => shownTitles(page)).toEqual([second])
    await menu(page, 'Category').click()
    await page.getByRole('navigation', { name: 'Category' }).getByRole('link', { name: 'Medicines' }).click()
    await page.getByText('No record(s) found').waitFor()
    await page.getByRole('link', { name: 'Remove: Category: Medicines' }).click()
    await expect.poll(() => shownTitles(page)).toEqual([second])
    await page.getByRole('link', { name: 'Remove: Low stock (1 to 5)' }).click()
    await page.getByRole('link', { name: 'Remove: Brand: Zenith' }).click()
    await expect.poll(() => listRows(page).count()).toBe(titles.length)
    expect(new URL(page.url()).search).toBe('')
    expect(complaints).toEqual([])
    await context.close()
  })

  test('has prices and stock that are edited from the keyboard, one after the other', async () => {
    const { page, context } = await openProducts('?sort=price-asc')
    await priceOf(page, first).fill('1500.50')
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await stored(first)).price).toBe(1500.5)
    await stockOf(page, first).fill('7')
    await page.keyboard.press('ArrowDown')
    await expect.poll(async () => (await stored(first)).qty).toBe(7)
    expect(await page.locator(':focus').getAttribute('data-field')).toBe('Stock')
    await page.keyboard.type('oops')
    await page.keyboard.press('Enter')
    await page.getByText('Stock must be a whole number').waitFor()
    expect(await axeViolations(page)).toEqual([])
    await expect.poll(() => stockOf(page, second).inputValue()).toBe('3')
    await page.keyboard.press('Escape')
    expect(await page.locator('tr:focus').getAttribute('data-key')).toBe(ids.get(second))
    await page.keyboard.press('x')
    expect(await page.getByRole('checkbox', { name: `Select ${second}` }).isChecked()).toBe(true)
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/admin/products/${ids.get(third)}`)
    await context.close()
  })

  test('takes the stock that is typed while the price is still being saved', async () => {
    const { page, context } = await openProducts('?sort=price-asc')
    const { promise: held, resolve: release } = Promise.withResolvers<undefined>()
    const { promise: asked, resolve: isAsked } = Promise.withResolvers<undefined>()
    await page.route('**/api/products/*', async (route) => {
      if (route.request().method() === 'PUT') {
        isAsked(undefined)
        await held
      }
      await route.continue()
    })
    await priceOf(page, first).focus()
    await page.keyboard.type('1499')
    await page.keyboard.press('Tab')
    await asked
    await page.keyboard.type('12')
    await page.keyboard.press('Enter')
    release(undefined)
    await expect.poll(async () => await stored(first)).toMatchObject({ price: 1_499, qty: 12 })
    await expect.poll(() => stockOf(page, first).getAttribute('aria-busy')).toBe('false')
    await context.close()
  })

  test('never overwrites another admin’s change', async () => {
    const { page, context } = await openProducts()
    await shop.call('PUT', `/api/products/${ids.get(third)}`, asAdmin({ ...monitor, title: third, price: 70_000 }))
    await stockOf(page, third).fill('9')
    await page.keyboard.press('Enter')
    await page.getByText(/Another admin changed this product while you edited it: .*Price is now ₹70,000\.00/).waitFor()
    await expect.poll(() => priceOf(page, third).inputValue()).toBe('₹70,000.00')
    expect(await stored(third)).toMatchObject({ price: 70_000, qty: monitor.qty })
    await context.close()
  })

  test('changes several products at once, and reports which could not be changed, and why', async () => {
    const [kept = '', gone = ''] = titles.slice(10)
    const { page, context } = await openProducts('?sort=title-asc')
    for (const title of [kept, gone]) await page.getByRole('checkbox', { name: `Select ${title}` }).check()
    await shop.call('DELETE', `/api/products/${ids.get(gone)}`, asAdmin())
    await page.getByRole('button', { name: 'Change price the selected rows' }).click()
    const dialog = page.getByRole('dialog', { name: 'Change price: 2 products?' })
    await dialog.getByText(`${kept}, ${gone}`).waitFor()
    await dialog.getByRole('button', { name: 'Change price' }).click()
    await dialog.getByText('Enter a percentage', { exact: true }).waitFor()
    await dialog.getByLabel('Percent').fill('half')
    await dialog.getByRole('button', { name: 'Change price' }).click()
    await dialog.getByText('Enter a percentage from -100 to 1000').waitFor()
    await dialog.getByLabel('Percent').fill('-10')
    await dialog.getByRole('button', { name: 'Change price' }).click()
    await page.getByText('Change price: 1 product done, 1 product not').waitFor()
    await page.getByText(`${gone}: There is no such product`).waitFor()
    expect((await stored(kept)).price).toBe(909)
    expect(await axeViolations(page)).toEqual([])
    await context.close()
  })

  test('deletes several products after a confirmation, and restores them', async () => {
    const pair = titles.slice(12, 14)
    const { page, context } = await openProducts('?sort=title-asc')
    for (const title of pair) await page.getByRole('checkbox', { name: `Select ${title}` }).check()
    await page.getByRole('button', { name: 'Delete the selected rows' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Delete: 2 products done').waitFor()
    await expect.poll(async () => (await shownTitles(page)).filter((title) => pair.includes(title))).toEqual([])
    await page.getByRole('link', { name: 'Deleted', exact: true }).click()
    for (const title of pair) await page.getByRole('checkbox', { name: `Select ${title}` }).check()
    await page.getByRole('button', { name: 'Restore the selected rows' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click()
    await page.getByText('Restore: 2 products done').waitFor()
    for (const title of pair) expect((await stored(title)).title).toBe(title)
    await context.close()
  })
})
