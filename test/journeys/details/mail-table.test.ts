import { readFile } from 'node:fs/promises'
import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { visitAsAdmin } from '../../support/browser/admin-browser.ts'
import { axeViolations } from '../../support/browser/axe.ts'
import { openBrowser, type TestBrowser } from '../../support/browser/browser.ts'
import { listRows } from '../../support/browser/rows.ts'
import { needsBrowser } from '../../support/engines/engines.ts'
import { openShopForBrowser, type TestShop } from '../../support/shop/shop.ts'

let shop: TestShop
let browser: TestBrowser

/** Mails that nothing changes while the test looks: no worker takes them. */
async function insertMails(): Promise<void> {
  const { db } = shop.shop.infrastructure.database
  await sql`delete from notifications`.execute(db)
  await sql`
    insert into notifications (id, event_id, channel, kind, stream, revision, event_at, created_at, status, attempts,
      due_at, leased_until, error)
    select 'mail-' || n, gen_random_uuid(), 'email', case when n = 3 then 'order-returned' else 'order-placed' end,
      'order-ORD' || n, 0, now(), now() - n * interval '1 hour',
      case when n <= 4 then 'failed' when n <= 6 then 'queued' when n <= 8 then 'held' else 'cancelled' end, n,
      case when n in (5, 6) then now() + (10 - n) * interval '1 hour' end,
      case when n in (5, 6) then now() + interval '1 day' end,
      case when n <= 4 then 'The mail server refuses this email' end
    from generate_series(1, 20) n`.execute(db)
}

beforeAll(async () => {
  shop = await openShopForBrowser()
  browser = await openBrowser()
  await insertMails()
})
afterAll(async () => {
  await browser.close()
  await shop.close()
})

const head = (page: Page, name: string) => page.getByRole('columnheader', { name })
const shown = (page: Page, column: number) => listRows(page).locator(`td:nth-child(${column})`).allInnerTexts()
const about = (numbers: number[]) => numbers.map((n) => `ORD${n}`)

async function open(search = '') {
  const visitor = await visitAsAdmin(browser, shop, 1440)
  await visitor.page.setViewportSize({ width: 1440, height: 900 })
  await visitor.page.goto(`/admin/operations/mails${search}`)
  await listRows(visitor.page).first().waitFor()
  return visitor
}

describe('the table of mails', needsBrowser, () => {
  test('leads from the operations, shows at least 14, and is sorted by attempts and by the next attempt', async () => {
    const { page, context, complaints } = await visitAsAdmin(browser, shop, 1440)
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto('/admin/operations')
    await page.getByRole('link', { name: 'All emails' }).click()
    await page.getByRole('heading', { level: 1, name: 'Emails' }).waitFor()
    await expect.poll(() => listRows(page).count()).toBe(20)
    const bottoms = await listRows(page).evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().bottom))
    expect(bottoms.filter((bottom) => bottom <= 900).length).toBeGreaterThanOrEqual(14)
    expect(await axeViolations(page)).toEqual([])
    await head(page, 'Attempts').getByRole('link').click()
    await expect.poll(async () => (await shown(page, 2))[0]).toBe('ORD20')
    await page.getByRole('link', { name: /^Waiting/ }).click()
    await page.waitForURL(/status=waiting/)
    await head(page, 'Next attempt').getByRole('link').click()
    await expect.poll(() => shown(page, 2)).toEqual(about([6, 5]))
    expect(complaints).toEqual([])
    await context.close()
  })

  test('is narrowed to a kind and to days, which its address and its file keep', async () => {
    const { page, context, complaints } = await open('?status=failed')
    await page.getByText('Kind', { exact: true }).click()
    await page.getByRole('link', { name: 'Order returned' }).click()
    await page.waitForURL(/kind=order-returned/)
    await expect.poll(() => shown(page, 2)).toEqual(about([3]))
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ])
    expect(file.suggestedFilename()).toBe('mails.csv')
    const rows = parse(await readFile(await file.path(), 'utf8'), { columns: true, bom: true })
    expect(rows).toMatchObject([{ Mail: 'mail-3', Reason: 'The mail server refuses this email', Tries: '3' }])
    await page.getByRole('link', { name: 'Remove: Order returned' }).click()
    await expect.poll(() => shown(page, 2)).toEqual(about([1, 2, 3, 4]))
    expect(complaints).toEqual([])
    await context.close()
  })

  test('retries several mails, says which could not be and why, and then all that have failed', async () => {
    const { page, context } = await open('?status=failed')
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await page.getByRole('checkbox', { name: 'Select Order received about order-ORD2' }).check()
    await page.getByText('2 emails selected').waitFor()
    const { db } = shop.shop.infrastructure.database
    await page.getByRole('button', { name: 'Try again the selected rows' }).click()
    const dialog = page.getByRole('dialog', { name: 'Try again: 2 emails?' })
    await dialog.waitFor()
    await sql`update notifications set status = 'cancelled' where id = 'mail-2'`.execute(db)
    expect(await axeViolations(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Try again', exact: true }).click()
    await page.getByText('Try again: 1 email done, 1 email not').waitFor()
    await page.getByText(/^Order received about order-ORD2: The email is cancelled/).waitFor()

    await page.getByRole('button', { name: 'Try all failed again' }).click()
    const all = page.getByRole('dialog', { name: 'Try 2 failed emails again?' })
    await all.getByRole('button', { name: 'Try again', exact: true }).click()
    await page.getByText('No record(s) found').waitFor()
    await page.getByRole('button', { name: 'Try all failed again' }).waitFor({ state: 'detached' })
    await context.close()
  })

  test('follows the mails that wait without being asked', async () => {
    const { page, context, complaints } = await open('?kind=order-placed')
    await page.getByText('ORD6', { exact: true }).waitFor()
    const { db } = shop.shop.infrastructure.database
    await sql`update notifications set status = 'failed', error = 'Given up in the meantime' where id = 'mail-6'`.execute(
      db,
    )
    await page.getByText('Given up in the meantime').waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })

  test('is a list of cards on a phone, each with its steps', async () => {
    const { page, context, complaints } = await visitAsAdmin(browser, shop, 390)
    await page.goto('/admin/operations/mails?status=held')
    const card = page.getByRole('listitem').filter({ hasText: 'order-ORD7' })
    await card.getByRole('button', { name: /^Mark as not sent/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Mark this email as not sent?' })
    await dialog.getByRole('button', { name: 'Mark as not sent', exact: true }).click()
    await page.getByLabel('Notifications').getByText('The email is marked as not sent').waitFor()
    await card.waitFor({ state: 'detached' })
    expect(await axeViolations(page)).toEqual([])
    const isTooWide = await page.evaluate<boolean>('document.documentElement.scrollWidth > window.innerWidth')
    expect(isTooWide).toBe(false)
    expect(complaints).toEqual([])
    await context.close()
  })
})
