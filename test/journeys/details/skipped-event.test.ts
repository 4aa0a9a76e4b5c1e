import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { visitAsAdmin } from '../../support/browser/admin-browser.ts'
import { axeViolations } from '../../support/browser/axe.ts'
import { openBrowser, type TestBrowser } from '../../support/browser/browser.ts'
import { isInView } from '../../support/browser/in-view.ts'
import { needsBrowser } from '../../support/engines/engines.ts'
import { needsBrowserAtWidths, widths } from '../../support/browser/widths.ts'
import { eventually } from '../../support/eventually.ts'
import { addProducts, openShopForBrowser, orderFor, type TestShop } from '../../support/shop/shop.ts'
import { placeUnreadableOrder } from '../../support/event-store/unreadable-order.ts'

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

describe.each(widths(390, 768, 1440))('at a width of %i px', needsBrowserAtWidths, (width) => {
  test('an operator skips an unreadable event everywhere, with a reason', async () => {
    const { position, orderId } = await placeUnreadableOrder(shop)
    const { page, context, complaints } = await visitAsAdmin(browser, shop, width)
    await page.goto('/admin/operations')
    const card = page.getByRole('article', { name: 'orders', exact: true })
    await card.getByText('Failed', { exact: true }).waitFor()
    await page.goto('/admin/overview')
    await page.getByRole('link', { name: 'Read models and reactors that failed' }).click()
    const narrowed = page.getByText(/^Read models and reactors that failed: \d+/)
    await narrowed.waitFor()
    for (const part of [narrowed, page.getByRole('article').first().getByText('Failed', { exact: true })])
      await expect.poll(() => isInView(part)).toBe(true)
    const carts = page.getByRole('article', { name: 'carts', exact: true })
    expect(await carts.count()).toBe(0)
    await page.getByRole('list', { name: 'Read models and reactors' }).getByRole('link', { name: 'carts' }).click()
    await carts.waitFor()
    await page.goBack()
    await page.getByRole('link', { name: 'Show all' }).click()
    await carts.waitFor()
    await expect.poll(() => isInView(page.getByRole('heading', { name: 'Read models', exact: true }))).toBe(true)
    await card.getByText('Failed', { exact: true }).waitFor()
    await card.getByText(`npm run ops -- skip --everywhere --position ${position}`).waitFor()
    expect(await axeViolations(page)).toEqual([])
    const isTooWide = await page.evaluate<boolean>('document.documentElement.scrollWidth > window.innerWidth')
    expect(isTooWide).toBe(false)

    await card.getByRole('button', { name: 'Skip everywhere: orders' }).click()
    const dialog = page.getByRole('dialog')
    await dialog
      .getByText(`OrderConfirmed at position ${position.toLocaleString('en-IN')} in order-${orderId}`)
      .waitFor()
    await dialog.getByRole('button', { name: 'Skip everywhere' }).click()
    await dialog.getByText('Please give a reason').waitFor()
    await dialog.getByLabel('Reason').fill('written by a script, ticket 88')
    await dialog.getByRole('button', { name: 'Skip everywhere' }).click()
    const record = page.getByRole('region', { name: 'Activity' })
    await record
      .getByText(`skipped the event at position ${position.toLocaleString('en-IN')} everywhere: written by a script`)
      .waitFor()
    for (const name of ['orders', 'event-log', 'event-counts', 'mails'])
      await page.getByRole('article', { name, exact: true }).getByText('Live', { exact: true }).waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })
})

test(
  'an event that only lacks a person’s key can be retried, but not skipped',
  { ...needsBrowser, timeout: 90_000 },
  async () => {
    const [product] = await addProducts(shop, [{}])
    if (product === undefined) throw new Error('no product was added')
    const asha = await shop.signUp('asha')
    await shop.call('POST', '/api/orders', { token: asha.accessToken, body: orderFor([[product, 1]]) })
    await shop.settled()
    const { pool } = shop.shop.infrastructure.database
    const { rows } = await pool.query('delete from personal_keys where subject = $1 returning wrapped_key', [asha.id])
    await pool.query(
      `update projection_checkpoints set position = 0, changed_position = 0, last_position = null, last_id = null
     where name = 'orders' and slot = 'live'`,
    )
    const { page, context } = await visitAsAdmin(browser, shop, 390)
    await pool.query(`select pg_notify('projection_asked', 'orders')`)
    await addProducts(shop, [{}])
    await page.goto('/admin/operations')
    const card = page.getByRole('article', { name: 'orders', exact: true })
    await card.getByText(`npm run ops -- accept-lost-key ${asha.id}`).waitFor()
    await card.getByRole('button', { name: 'Retry: orders' }).waitFor()
    expect(await card.getByRole('button', { name: /^Skip/ }).count()).toBe(0)
    await pool.query('insert into personal_keys (subject, wrapped_key) values ($1, $2)', [asha.id, rows[0].wrapped_key])
    await eventually(async () => expect(await card.getByText('Live', { exact: true }).count()).toBe(1), 60_000)
    await context.close()
  },
)
