import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { visitAsAdmin } from '../../support/browser/admin-browser.ts'
import { axeViolations } from '../../support/browser/axe.ts'
import { openBrowser, type TestBrowser } from '../../support/browser/browser.ts'
import { needsBrowserAtWidths, widths } from '../../support/browser/widths.ts'
import { eventually } from '../../support/eventually.ts'
import { addProducts, openShopForBrowser, orderFor, type TestShop } from '../../support/shop/shop.ts'

let shop: TestShop
let browser: TestBrowser

beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())
beforeEach(async () => {
  shop = await openShopForBrowser()
  await holdMails(3)
})
afterEach(() => shop.close())

/** The mails of new orders, as they are after a restore. */
async function holdMails(count: number): Promise<void> {
  const [product] = await addProducts(shop, [{}])
  if (product === undefined) throw new Error('no product')
  const { accessToken: token } = await shop.signUp()
  for (let placed = 0; placed < count; placed++)
    await shop.call('POST', '/api/orders', { token, body: orderFor([[product, 1]]) })
  const { pool } = shop.shop.infrastructure.database
  await eventually(async () => {
    const { rowCount } = await pool.query(`select 1 from notifications where status = 'sent'`)
    expect(rowCount).toBe(count + 1)
  })
  await pool.query(`delete from notifications where kind = 'verify-email'`)
  await pool.query(`update notifications set status = 'held', attempts = 0, error = $1`, [
    'The database was restored or replaced, so this email may have been sent before',
  ])
}

describe.each(widths(390, 768, 1440))('at a width of %i px', needsBrowserAtWidths, (width) => {
  test('an operator marks one held mail as not sent, sends the others, and sees both in the activity', async () => {
    const { page, context, complaints } = await visitAsAdmin(browser, shop, width)
    await page.goto('/admin/operations')
    const mails = page.getByRole('region', { name: 'Emails', exact: true })
    const held = page.getByRole('region', { name: 'Held emails' })
    await mails.getByText('0 waiting, 3 held, 0 failed, 0 done').waitFor()
    await held.getByText(/^3 emails held\./).waitFor()
    expect(await axeViolations(page)).toEqual([])
    const isTooWide = await page.evaluate<boolean>('document.documentElement.scrollWidth > window.innerWidth')
    expect(isTooWide).toBe(false)

    await held
      .getByRole('button', { name: /^Mark as not sent ?: Order received about order-ORD/ })
      .first()
      .click()
    await page.getByRole('dialog', { name: 'Mark this email as not sent?' }).waitFor()
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('dialog').getByRole('button', { name: 'Mark as not sent' }).click()
    await mails.getByText('0 waiting, 2 held, 0 failed, 1 done').waitFor()

    await held.getByRole('button', { name: 'Send all' }).click()
    const question = page.getByRole('dialog', { name: 'Send all 2 held emails?' })
    await question.getByRole('button', { name: 'Send', exact: true }).click()
    await mails.getByText('0 waiting, 0 failed, 3 done').waitFor()
    expect(await held.count()).toBe(0)
    const record = page.getByRole('region', { name: 'Activity' })
    await record.getByText('Administrator released 2 held emails to be sent').waitFor()
    await record.getByText('Administrator marked 1 held email as not sent').waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })
})
