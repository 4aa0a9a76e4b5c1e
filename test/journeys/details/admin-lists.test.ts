import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { visitAsAdmin } from '../../support/browser/admin-browser.ts'
import { axeViolations } from '../../support/browser/axe.ts'
import { openBrowser, type TestBrowser } from '../../support/browser/browser.ts'
import { listRows } from '../../support/browser/rows.ts'
import { needsBrowserAtWidths, widths } from '../../support/browser/widths.ts'
import { addProducts, openShopForBrowser, orderFor, type TestShop } from '../../support/shop/shop.ts'

let shop: TestShop
let browser: TestBrowser
let product: Awaited<ReturnType<typeof addProducts>>[number]

beforeAll(async () => {
  shop = await openShopForBrowser()
  browser = await openBrowser()
  const [added] = await addProducts(shop, [{ title: 'Board Monitor' }])
  if (!added) throw new Error('there is no product')
  product = added
})
afterAll(async () => {
  await browser.close()
  await shop.close()
})

async function placeOrder(): Promise<string> {
  const { accessToken: token } = await shop.signUp('asha')
  const { body } = await shop.call('POST', '/api/orders', { token, body: orderFor([[product, 1]]) })
  return body.orderId
}

describe.each(widths(390, 1440))('an admin, at a width of %i px', needsBrowserAtWidths, (width) => {
  test('downloads a list as a file, with its filters', async () => {
    const [wanted, other] = [await placeOrder(), await placeOrder()]
    const { page, context, complaints } = await visitAsAdmin(browser, shop, width)
    const texts: string[] = []
    for (const address of [`orders?text=${wanted}`, 'users', '?text=Board']) {
      await page.goto(`/admin/${address}`)
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Export CSV' }).click(),
      ])
      texts.push(file.suggestedFilename(), await readFile(await file.path(), 'utf8'))
    }
    const [, orders] = texts
    expect([orders?.includes(wanted), orders?.includes(other)]).toEqual([true, false])
    expect(texts).toEqual([
      'orders.csv',
      orders,
      'users.csv',
      expect.stringContaining('asha'),
      'products.csv',
      expect.stringContaining('Board Monitor'),
    ])
    expect(complaints).toEqual([])
    await context.close()
  })

  test('narrows the orders by date of placing, and is shown which date is invalid', async () => {
    const orderId = await placeOrder()
    const { page, context, complaints } = await visitAsAdmin(browser, shop, width)
    await page.goto(`/admin/orders?text=${orderId}`)
    const row = listRows(page).filter({ hasText: orderId })
    await row.waitFor()
    await page.getByText('Day of order').click()
    await page.getByRole('link', { name: 'Yesterday' }).click()
    await page.getByText('No record(s) found').waitFor()
    await page.getByRole('link', { name: /^Remove: Placed on / }).click()
    await row.waitFor()
    await page.getByText('Day of order').click()
    await page.getByLabel('First day').fill('2026-11-02')
    await page.getByLabel('Last day').fill('2026-11-01')
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    await page.getByText('The first day must not be after the last one').waitFor()
    await page.getByLabel('Last day').fill('')
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    await page.waitForURL(/from=2026-11-02$/)
    await row.waitFor()
    expect(new URL(page.url()).searchParams.get('text')).toBe(orderId)
    expect(await axeViolations(page)).toEqual([])
    expect(complaints).toEqual([])
    await context.close()
  })
})
