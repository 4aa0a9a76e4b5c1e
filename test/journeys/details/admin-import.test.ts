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

/** Drops a file from outside the browser. */
async function drop(page: Page, text: string): Promise<void> {
  const dataTransfer = await page.evaluateHandle(`(() => {
    const transfer = new DataTransfer()
    transfer.items.add(new File([${JSON.stringify(text)}], 'supplier.csv', { type: 'text/csv' }))
    return transfer
  })()`)
  const area = page.getByLabel('CSV file, 10 MB at most')
  await area.dispatchEvent('dragover', { dataTransfer })
  await area.dispatchEvent('drop', { dataTransfer })
}

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
  test('downloads a template that can be imported unchanged', async () => {
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

  test('previews a file, imports its valid rows, and gets the others back to correct', async () => {
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

  test('drops a file, maps its columns, and imports it with that mapping', async () => {
    const { page, context, complaints } = await visitAsAdmin(browser, shop, width)
    await page.goto('/admin/import')
    const heads =
      'Item code,Product name,Manufacturer,Brand,Category,Type,MRP,Price (Rs),Stock,Description,Features,Colour'
    const row = `M${width}-1,Mapped Monitor,Aarogya Meditech,Aarogya,icu-equipments,Equipment,90000,84500,4,For wards,Screen: 12 in,White`
    await drop(page, `${heads}\r\n${row}`)
    const field = (column: string) => page.getByLabel(`Field for ${column}`, { exact: true })
    await field('Product name').waitFor()
    expect(await field('Product name').inputValue()).toBe('title')
    await page.getByText('Mapped Monitor').waitFor()
    // Either may be the price, so none is selected, and nothing can be sent.
    expect([await field('MRP').inputValue(), await field('Price (Rs)').inputValue()]).toEqual(['', ''])
    await page.getByText('Choose the columns for: price_inr.').waitFor()
    const check = page.getByRole('button', { name: 'Check the file' })
    expect(await check.isDisabled()).toBe(true)
    await field('MRP').selectOption('price_inr')
    await field('Price (Rs)').selectOption('price_inr')
    await page.getByText('More than one column is chosen for: price_inr.').waitFor()
    await field('MRP').selectOption('')
    await page.getByText('Not imported: MRP, Colour.').waitFor()
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
    await check.click()
    await page.getByText('supplier.csv has 1 row. Nothing is changed yet.').first().waitFor()

    await page.getByRole('button', { name: 'Change the columns' }).click()
    await expect.poll(() => field('Price (Rs)').inputValue()).toBe('price_inr')
    await check.click()
    await page.getByRole('button', { name: 'Import 1 row' }).click()
    await page.getByText('supplier.csv: 1 product added, 0 changed.').first().waitFor()
    const { body } = await shop.call('GET', `/api/products/m${width}-1`)
    expect(body).toMatchObject({ title: 'Mapped Monitor', company: 'Aarogya Meditech', price: 84_500 })
    expect(complaints).toEqual([])
    await context.close()
  })

  test('is asked to confirm before leaving an unfinished import', async () => {
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
    const requested = page.waitForEvent('dialog')
    await Promise.all([page.close({ runBeforeUnload: true }), requested.then((dialog) => dialog.dismiss())])
    expect((await requested).type()).toBe('beforeunload')
    await leave.click()
    await question.waitFor()
    held.resolve()
    await page.getByText('supplier.csv: 1 product added, 0 changed.').first().waitFor()
    await question.waitFor({ state: 'detached' })
    await leave.click()
    await page.waitForURL((address) => address.pathname === '/admin')
    await context.close()
  })

  test('leaves an unfinished import, or logs out, after the confirmation', async () => {
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

  test('is informed how to fix a file that is not a supplier’s file', async () => {
    const { page, context } = await visitAsAdmin(browser, shop, width)
    await page.goto('/admin/import')
    await choose(page, ['name,price', 'Monitor,5'])
    await page.getByText(/^Choose the columns for: sku, company/).waitFor()
    expect(await page.getByRole('button', { name: 'Check the file' }).isDisabled()).toBe(true)
    await page.getByRole('button', { name: 'Choose another file' }).click()
    await choose(page, [header, '"open'])
    await page.getByText(/This is not proper CSV/).waitFor()
    await choose(page, [header])
    await page.getByText('The file has no rows below its first line.').waitFor()
    await expect.poll(() => page.getByRole('button', { name: /^Import/ }).count()).toBe(0)
    await context.close()
  })
})
