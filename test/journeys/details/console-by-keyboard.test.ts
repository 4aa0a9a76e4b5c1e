import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#core/domain/ids.ts'
import { openOperationsRecord } from '#modules/operations/module.ts'
import { visitAsAdmin } from '../../support/browser/admin-browser.ts'
import { openBrowser, type TestBrowser } from '../../support/browser/browser.ts'
import { tabInto } from '../../support/browser/keyboard.ts'
import { needsBrowserAtWidths, widths } from '../../support/browser/widths.ts'
import { plantFaultyEvent } from '../../support/event-store/faulty-event.ts'
import { addProducts, openShopForBrowser, type TestShop } from '../../support/shop/shop.ts'

let shop: TestShop
let browser: TestBrowser

beforeAll(async () => {
  shop = await openShopForBrowser()
  browser = await openBrowser()
  await addProducts(shop, [{}])
  const ravi = { id: 'operator:ravi', name: 'ravi', role: 'SYSTEM' } as const
  const { write } = openOperationsRecord({ store: shop.shop.infrastructure.store, newId })
  await write(ravi, { type: 'ProjectionRetried', data: { projection: 'carts' } })
})
afterAll(async () => {
  await browser.close()
  await shop.close()
})

const columns =
  'Item code,Product name,Manufacturer,Brand,Category,Type,MRP,Price (Rs),Stock,Description,Features,Colour'

/** A mail that has failed, which no worker takes. */
async function failMail(id: string): Promise<void> {
  await sql`
    insert into notifications (id, event_id, channel, kind, stream, revision, event_at, status, attempts, error)
    values (${id}, gen_random_uuid(), 'email', 'order-placed', ${`order-ORD${id}`}, 0, now(), 'failed', 8,
      'The mail server refuses this email')`.execute(shop.shop.infrastructure.database.db)
}

async function open(width: number, path: string) {
  const visitor = await visitAsAdmin(browser, shop, width)
  await visitor.page.goto(path)
  await visitor.page.getByRole('heading', { level: 1 }).waitFor()
  return visitor
}

/** Confirms the dialog that a step has opened. */
async function confirm(page: Page, action: string): Promise<void> {
  await page.getByRole('dialog').waitFor()
  await tabInto(page, page.getByRole('dialog').getByRole('button', { name: action, exact: true }))
  await page.keyboard.press('Enter')
}

describe.each(widths(1440, 390))('an admin, by keyboard alone at a width of %i px', needsBrowserAtWidths, (width) => {
  test('imports a file whose columns they map', async () => {
    const { page, context, complaints } = await open(width, '/admin/import')
    await tabInto(page, page.getByLabel('CSV file, 10 MB at most'))
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser', { timeout: 10_000 }),
      page.keyboard.press('Space'),
    ])
    const row = `K${width}-1,Keyed Monitor,Aarogya Meditech,Aarogya,icu-equipments,Equipment,90000,84500,4,For wards,Screen: 12 in,White`
    const buffer = Buffer.from(`${columns}\r\n${row}`)
    await chooser.setFiles({ name: 'supplier.csv', mimeType: 'text/csv', buffer })
    const price = page.getByLabel('Field for Price (Rs)', { exact: true })
    await price.waitFor()
    await tabInto(page, price)
    await page.keyboard.type('price_inr')
    expect(await price.inputValue()).toBe('price_inr')
    await tabInto(page, page.getByRole('button', { name: 'Check the file' }))
    await page.keyboard.press('Enter')
    const start = page.getByRole('button', { name: 'Import 1 row' })
    await start.waitFor()
    await tabInto(page, start)
    await page.keyboard.press('Enter')
    await page.getByText('supplier.csv: 1 product added, 0 changed.').first().waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })

  test('has a failed mail tried again from the list of mails', async () => {
    const id = `9${width}`
    await failMail(id)
    const { page, context, complaints } = await open(width, '/admin/operations/mails?status=failed')
    const again = page.getByRole('button', { name: `Try again : Order received about order-ORD${id}` })
    await again.waitFor()
    if (width >= 1200) {
      await page.keyboard.press('j')
      await page.keyboard.press('x')
      await page.getByText('1 email selected').waitFor()
      await tabInto(page, page.getByRole('button', { name: 'Try again the selected rows' }))
    } else await tabInto(page, again)
    await page.keyboard.press('Enter')
    await confirm(page, 'Try again')
    await page.getByText('No record(s) found').waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })

  test('narrows the activity to a person', async () => {
    const { page, context, complaints } = await open(width, '/admin/operations')
    const activity = page.getByRole('region', { name: 'Activity' })
    await activity.getByRole('listitem').first().waitFor()
    await tabInto(page, activity.getByLabel('Person'))
    await page.keyboard.type('ravi')
    await page.waitForURL(/by=operator/)
    await expect
      .poll(() => activity.getByRole('listitem').locator('span').allInnerTexts())
      .toEqual(['ravi retried carts'])
    expect(complaints).toEqual([])
    await context.close()
  })

  test('verifies a read model, and leaves out the event that one fails at, with the reason', async () => {
    const { page, context, complaints } = await open(width, '/admin/operations')
    const card = (name: string) => page.getByRole('article', { name, exact: true })
    await tabInto(page, card('carts').getByRole('button', { name: 'Verify: carts' }))
    await page.keyboard.press('Enter')
    await confirm(page, 'Verify')
    await card('carts')
      .getByText(/verified carts: it matches the log/)
      .waitFor()

    const stream = `order-ORD0000${String(width).padStart(4, '0')}`
    const position = await plantFaultyEvent(shop, { stream, revision: 0 })
    await card('orders').getByText('Failed', { exact: true }).waitFor()
    await tabInto(page, card('orders').getByRole('button', { name: 'Skip everywhere: orders' }))
    await page.keyboard.press('Enter')
    await tabInto(page, page.getByRole('dialog').getByLabel('Reason'))
    await page.keyboard.type('written by a faulty import')
    await page.keyboard.press('Enter')
    const skipped = `skipped the event at position ${position.toLocaleString('en-IN')} everywhere`
    await page.getByRole('region', { name: 'Activity' }).getByText(skipped).waitFor()
    await card('orders').getByText('Live', { exact: true }).waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })
})
