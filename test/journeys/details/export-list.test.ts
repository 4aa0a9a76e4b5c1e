import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { visitAsAdmin } from '../../support/browser/admin-browser.ts'
import { axeViolations } from '../../support/browser/axe.ts'
import { openBrowser, type TestBrowser } from '../../support/browser/browser.ts'
import { listRows } from '../../support/browser/rows.ts'
import { needsBrowser } from '../../support/engines/engines.ts'
import { eventually } from '../../support/eventually.ts'
import { openShopForBrowser, type TestShop } from '../../support/shop/shop.ts'

let shop: TestShop
let browser: TestBrowser

/** A finished export of the admin. */
async function makeExport(body: object): Promise<string> {
  const { body: asked } = await shop.call('POST', '/api/audit/exports', { token: shop.adminToken, body })
  await eventually(async () => {
    const { body: made } = await shop.call('GET', `/api/audit/exports/${asked.id}`, { token: shop.adminToken })
    expect(made).toMatchObject({ status: 'done' })
  })
  return asked.id
}

async function failExport(id: string): Promise<void> {
  const fail = `update audit_exports set status = 'failed', error = 'It could not be completed' where id = $1`
  await shop.shop.infrastructure.database.pool.query(fail, [id])
}

beforeAll(async () => {
  shop = await openShopForBrowser()
  browser = await openBrowser()
  await makeExport({ format: 'csv', category: 'product' })
  await makeExport({ format: 'ndjson', category: 'order' })
  await failExport(await makeExport({ format: 'csv', category: 'cart' }))
})
afterAll(async () => {
  await browser.close()
  await shop.close()
})

describe('the list of exports', needsBrowser, () => {
  test('leads from the events, is narrowed, and gives the files', async () => {
    const { page, context, complaints } = await visitAsAdmin(browser, shop, 1440)
    await page.goto('/admin/events')
    await page.getByRole('button', { name: 'Export' }).click()
    await page.getByRole('dialog').getByRole('link', { name: 'My exports' }).click()
    await page.getByRole('heading', { level: 1, name: 'Exports' }).waitFor()
    await expect.poll(() => listRows(page).count()).toBe(3)
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('link', { name: 'Signed lines (NDJSON)' }).click()
    await page.waitForURL(/format=ndjson/)
    await expect.poll(() => listRows(page).count()).toBe(1)
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: /^Download ?: order-\d+\.ndjson$/ }).click(),
    ])
    expect(await readFile(await file.path(), 'utf8')).toContain('"format":"audit-export"')
    expect(complaints).toEqual([])
    await context.close()
  })

  test('downloads the finished export of the row on Enter, and nothing for one that failed', async () => {
    const { page, context, complaints } = await visitAsAdmin(browser, shop, 1440)
    await page.goto('/admin/events/exports?sort=asked-asc')
    await expect.poll(() => listRows(page).count()).toBe(3)
    const downloads: string[] = []
    page.on('download', (file) => downloads.push(file.suggestedFilename()))
    const pressEnterInRow = async (name: RegExp) => {
      await page.keyboard.press('j')
      await expect.poll(() => page.locator('tr:focus').innerText()).toMatch(name)
      await page.keyboard.press('Enter')
    }
    await pressEnterInRow(/product-\d+\.csv/)
    await expect.poll(() => downloads).toEqual([expect.stringMatching(/^product-\d+\.csv$/)])
    await page.keyboard.press('j')
    await pressEnterInRow(/cart-\d+\.csv/)
    await page.keyboard.press('k')
    await page.keyboard.press('Enter')
    await expect.poll(() => downloads).toHaveLength(2)
    expect(downloads[1]).toMatch(/^order-\d+\.ndjson$/)
    expect(complaints).toEqual([])
    await context.close()
  })

  test('requests several again, says which had not failed, and deletes some', async () => {
    const { page, context, complaints } = await visitAsAdmin(browser, shop, 1440)
    await page.goto('/admin/events/exports?sort=asked-asc')
    await page.getByRole('checkbox', { name: /^Select product-/ }).check()
    await page.getByRole('checkbox', { name: /^Select cart-/ }).check()
    await page.getByRole('button', { name: 'Request again the selected rows' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Request again', exact: true }).click()
    await page.getByText('Request again: 1 export done, 1 export not').waitFor()
    await page.getByText(/^product-\d+\.csv: It has not failed$/).waitFor()
    await expect.poll(() => listRows(page).getByText('Done', { exact: true }).count()).toBe(3)
    await page.getByRole('button', { name: 'Delete the selected rows' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByText('Delete: 2 exports done').waitFor()
    await expect.poll(() => listRows(page).count()).toBe(2)
    expect(complaints).toEqual([])
    await context.close()
  })

  test('is a list of cards on a phone', async () => {
    const { page, context, complaints } = await visitAsAdmin(browser, shop, 390)
    await page.goto('/admin/events/exports')
    const card = page.getByRole('listitem').filter({ hasText: /^order-\d+\.ndjson/ })
    await card.getByRole('button', { name: /^Delete/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByLabel('Notifications').getByText('Export deleted').waitFor()
    await card.waitFor({ state: 'detached' })
    expect(await axeViolations(page)).toEqual([])
    const isTooWide = await page.evaluate<boolean>('document.documentElement.scrollWidth > window.innerWidth')
    expect(isTooWide).toBe(false)
    expect(complaints).toEqual([])
    await context.close()
  })

  test.each([992, 1440])('fits a screen of %i px, and requests a failed one again in its row', async (width) => {
    await failExport(await makeExport({ format: 'csv', where: 'type = OrderPlaced and data.totalPaise > 1' }))
    const { page, context, complaints } = await visitAsAdmin(browser, shop, width)
    await page.goto('/admin/events/exports?status=failed')
    const row = listRows(page).filter({ hasText: 'where type = OrderPlaced and data.totalPaise > 1: It could not be' })
    await row.getByRole('button', { name: /^Request again/ }).click()
    await page.getByLabel('Notifications').getByText('Requested again').waitFor()
    const isTooWide = await page.evaluate<boolean>('document.documentElement.scrollWidth > window.innerWidth')
    expect(isTooWide).toBe(false)
    await row.getByRole('button', { name: /^Delete/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
    await row.waitFor({ state: 'detached' })
    expect(complaints).toEqual([])
    await context.close()
  })
})
