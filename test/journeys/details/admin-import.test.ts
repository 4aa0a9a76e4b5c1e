import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { visitAsAdmin } from '../../support/browser/admin-browser.ts'
import { openBrowser, type TestBrowser } from '../../support/browser/browser.ts'
import { needsBrowserAtWidths, widths } from '../../support/browser/widths.ts'
import { eventually } from '../../support/eventually.ts'
import { openShopForBrowser, type TestShop } from '../../support/shop/shop.ts'

let shop: TestShop
let browser: TestBrowser

beforeAll(async () => {
  shop = await openShopForBrowser()
  browser = await openBrowser()
})
afterAll(async () => {
  await browser.close()
  await shop.close()
})

const header = 'sku,title,company,brand,category,lookup_type,price_inr,qty,description,feature_description'

function line(sku: string, price: string, title = 'Imported Monitor'): string {
  return `${sku},${title},Aarogya Meditech,Aarogya,icu-equipments,Equipment,${price},4,Bedside monitor,Screen: 12 in`
}

const choose = (page: Page, lines: string[]) =>
  page
    .getByLabel('CSV file, 10 MB at most')
    .setInputFiles({ name: 'supplier.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\r\n')) })

const count = (page: Page, label: string) =>
  page.getByRole('term').filter({ hasText: label }).locator('xpath=following-sibling::dd').innerText()

async function logOut(page: Page): Promise<void> {
  const menu = page.getByRole('button', { name: 'Menu', exact: true })
  await menu
    .or(page.getByRole('button', { name: /^Hi, / }))
    .first()
    .click()
  await page.getByRole('button', { name: 'Logout' }).click()
}

describe.each(widths(390, 1440))('an admin, at a width of %i px', needsBrowserAtWidths, (width) => {
  test('downloads a template that can be imported as it is', async () => {
    const { page, context } = await visitAsAdmin(browser, shop, width)
    await page.goto('/admin/import')
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download a template' }).click()
    const template = await readFile(await (await download).path(), 'utf8')
    await choose(page, [template])
    await page.getByText('supplier.csv has 1 row. Nothing is changed yet.').first().waitFor()
    expect([await count(page, 'New'), await count(page, 'Bad rows')]).toEqual(['1', '0'])
    await context.close()
  })

  test('sees what a file would do, imports what is good, and gets the rest back to correct', async () => {
    const { page, context, complaints } = await visitAsAdmin(browser, shop, width)
    await page.goto('/admin')
    await page.getByRole('link', { name: 'Import CSV' }).click()
    const many = Array.from({ length: 150 }, (_, index) => line(`W${width}-${index}`, '100'))
    await choose(page, [header, ...many, line(`W${width}-0`, '5'), line(`W${width}-bad`, '=1+1', '@SUM(A1)')])
    await page.getByText('supplier.csv has 152 rows. Nothing is changed yet.').first().waitFor()
    expect([await count(page, 'New'), await count(page, 'Bad rows')]).toEqual(['150', '2'])
    await page.getByRole('cell', { name: 'already in row 2' }).waitFor()
    expect((await shop.call('GET', `/api/products/w${width}-0`)).status).toBe(404)

    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download the bad rows' }).click()
    const errors = await readFile(await (await download).path(), 'utf8')
    expect(errors.split('\r\n')).toHaveLength(4)
    expect(errors).toContain(`W${width}-bad,'@SUM(A1)`)

    await page.route('**/api/catalogue/import', (route) => route.abort(), { times: 1 })
    await page.getByRole('button', { name: 'Import 150 rows' }).click()
    await page.getByText(/Network error.*import again to continue/).waitFor()
    complaints.length = 0
    await page.getByRole('button', { name: 'Import 150 rows' }).click()
    await page.getByText('supplier.csv: 150 products added, 0 changed.').first().waitFor()
    await eventually(async () => expect((await shop.call('GET', `/api/products/w${width}-149`)).body.price).toBe(100))

    await page.getByRole('button', { name: 'Choose another file' }).click()
    await choose(page, [header, line(`W${width}-0`, '100'), line(`W${width}-1`, '120.50')])
    await page.getByRole('cell', { name: '120.50' }).waitFor()
    expect([await count(page, 'To change'), await count(page, 'Unchanged')]).toEqual(['1', '1'])
    await page.getByRole('button', { name: 'Import 1 row' }).click()
    await page.getByText('supplier.csv: 0 products added, 1 changed.').first().waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })

  test('is asked before an import is left that is not over', async () => {
    const { page, context } = await visitAsAdmin(browser, shop, width)
    await page.goto('/admin/import')
    await choose(page, [header, line(`L${width}-0`, '100')])
    const held = Promise.withResolvers<void>()
    const start = page.getByRole('button', { name: 'Import 1 row' })
    await start.waitFor()
    await page.route('**/api/catalogue/import', (route) => held.promise.then(() => route.continue()))
    await start.click()
    const question = page.getByRole('dialog', { name: 'Leave while the import runs?' })
    const leave = page.getByRole('link', { name: 'Back to the catalogue' })
    await leave.click()
    await question.getByRole('button', { name: 'Stay' }).click()
    await question.waitFor({ state: 'detached' })
    await logOut(page)
    await question.getByRole('button', { name: 'Stay' }).click()
    await question.waitFor({ state: 'detached' })
    expect(await page.evaluate("localStorage.getItem('user')")).toEqual(expect.stringContaining('accessToken'))
    const asked = page.waitForEvent('dialog')
    await Promise.all([page.close({ runBeforeUnload: true }), asked.then((dialog) => dialog.dismiss())])
    expect((await asked).type()).toBe('beforeunload')
    await leave.click()
    await question.waitFor()
    held.resolve()
    await page.getByText('supplier.csv: 1 product added, 0 changed.').first().waitFor()
    await question.waitFor({ state: 'detached' })
    await leave.click()
    await page.waitForURL((address) => address.pathname === '/admin')
    await context.close()
  })

  test('leaves an import that is not over, or logs out, once that was said', async () => {
    const { page, context, complaints } = await visitAsAdmin(browser, shop, width)
    await page.goto('/admin/import')
    await choose(page, [header, line(`G${width}-0`, '100')])
    const start = page.getByRole('button', { name: 'Import 1 row' })
    await start.waitFor()
    await page.route('**/api/catalogue/import', () => {})
    await start.click()
    await page.getByRole('link', { name: 'Back to the catalogue' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
    await page.waitForURL((address) => address.pathname === '/admin')
    expect(complaints).toEqual([])

    await page.getByRole('link', { name: 'Import CSV' }).click()
    await page.unroute('**/api/catalogue/import')
    await choose(page, [header, line(`G${width}-0`, '100')])
    await start.waitFor()
    await page.route('**/api/catalogue/import', () => {})
    await start.click()
    const loggedOut = page.waitForRequest('**/api/auth/logout')
    await logOut(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
    await page.waitForURL((address) => address.pathname === '/')
    await page.getByLabel('Notifications').getByText('Logout successful!').waitFor()
    expect((await loggedOut).headers()['authorization']).toMatch(/^Bearer ./)
    expect(await page.evaluate("localStorage.getItem('user')")).toBeNull()
    await context.close()
  })

  test('learns what to do with a file that is no supplier’s file', async () => {
    const { page, context } = await visitAsAdmin(browser, shop, width)
    await page.goto('/admin/import')
    await choose(page, ['name,price', 'Monitor,5'])
    await page.getByText(/must name the columns sku, title/).waitFor()
    await choose(page, [header, '"open'])
    await page.getByText(/This is not proper CSV/).waitFor()
    await choose(page, [header])
    await page.getByText('The file has no rows below its first line.').waitFor()
    await expect.poll(() => page.getByRole('button', { name: /^Import/ }).count()).toBe(0)
    await context.close()
  })
})
