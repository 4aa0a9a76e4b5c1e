import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#core/domain/ids.ts'
import { openOperationsRecord } from '#modules/operations/module.ts'
import { visitAsAdmin } from '../../support/browser/admin-browser.ts'
import { axeViolations } from '../../support/browser/axe.ts'
import { openBrowser, type TestBrowser } from '../../support/browser/browser.ts'
import { needsBrowser } from '../../support/engines/engines.ts'
import { waitingOperations } from '../../support/projections/waiting-work.ts'
import { openShopForBrowser, type TestShop } from '../../support/shop/shop.ts'

const asha = { id: 'operator:asha', name: 'asha', role: 'SYSTEM' } as const
const meera = { id: 'operator:meera', name: 'meera', role: 'SYSTEM' } as const
const ravi = { id: 'operator:ravi', name: 'ravi', role: 'SYSTEM' } as const

const request = 'serviceRequest-0198f0c2-7b5e-7d30-8a11-0123456789ab'

let shop: TestShop
let browser: TestBrowser

beforeAll(async () => {
  shop = await openShopForBrowser()
  browser = await openBrowser()
  const { write } = openOperationsRecord({ store: shop.shop.infrastructure.store, newId })
  for (let times = 0; times < 35; times += 1)
    await write(asha, { type: 'ProjectionRetried', data: { projection: 'orders' } })
  await write(ravi, { type: 'ProjectionRetried', data: { projection: 'orders' } })
  const copied = { projection: 'mails', mail: 'a-email', copy: 'b-email', stream: request }
  await write(meera, { type: 'MailSentAgain', data: copied })
  const keys = [request.replace('serviceRequest-', '')]
  await write(meera, { type: 'ProjectionVerified', data: { projection: 'sales', outcome: 'done', ms: 9, keys } })
  await write(ravi, { type: 'ProjectionRetried', data: { projection: 'carts' } })
  await sql`
    insert into notifications (id, event_id, channel, kind, stream, revision, event_at, status, attempts, error)
    select status, gen_random_uuid(), 'email', 'service-request-replied', ${request}, 0, now(), status, 8, 'No answer'
    from (values ('held'), ('failed')) as mail (status)`.execute(shop.shop.infrastructure.database.db)
})
afterAll(async () => {
  await browser.close()
  await shop.close()
})

const activity = (page: Page) => page.getByRole('region', { name: 'Activity' })
const lines = (page: Page) => activity(page).getByRole('listitem')
const texts = (page: Page) => lines(page).locator('span').allInnerTexts()

describe.each([390, 1440])('at a width of %i px', needsBrowser, (width) => {
  test('the activity is narrowed to a person and a read model, which its address keeps', async () => {
    const { page, context, complaints } = await visitAsAdmin(browser, shop, width)
    await page.goto('/admin/operations')
    await expect.poll(() => lines(page).count()).toBe(30)
    await activity(page).getByLabel('Person').focus()
    await activity(page).getByLabel('Person').selectOption('ravi')
    await page.waitForURL(/by=operator/)
    await expect.poll(() => texts(page)).toEqual(['ravi retried carts', 'ravi retried orders'])
    await activity(page).getByLabel('Read model or reactor').selectOption('carts')
    await page.waitForURL(/of=carts/)
    await expect.poll(() => texts(page)).toEqual(['ravi retried carts'])
    expect(await page.evaluate('document.activeElement?.tagName')).toBe('SELECT')
    expect(await axeViolations(page)).toEqual([])
    await page.reload()
    await expect.poll(() => texts(page)).toEqual(['ravi retried carts'])
    expect(await activity(page).getByLabel('Read model or reactor').inputValue()).toBe('carts')
    await activity(page).getByLabel('Person').selectOption('asha')
    await activity(page).getByText('No matching activity is recorded.').waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })

  test('older activity is on pages of its own', async () => {
    const { page, context, complaints } = await visitAsAdmin(browser, shop, width)
    await page.goto('/admin/operations?of=orders')
    await expect.poll(() => lines(page).count()).toBe(30)
    await activity(page).getByRole('link', { name: 'Older activity' }).click()
    await page.waitForURL(/before=\d+/)
    await expect.poll(() => lines(page).count()).toBe(6)
    await activity(page).getByRole('link', { name: 'Newest activity' }).click()
    await expect.poll(() => texts(page).then(([newest]) => newest)).toBe('ravi retried orders')
    expect(complaints).toEqual([])
    await context.close()
  })
})

/** Why work has failed; for an end that is awaited later. */
function outcomeOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => 'done',
    (error: unknown) => (error instanceof Error ? error.message : error),
  )
}

describe('an operator', needsBrowser, () => {
  test('reads mails and activity in words, with ids that are short and can be copied whole', async () => {
    const { page, context, complaints } = await visitAsAdmin(browser, shop, 1440)
    await page.goto('/admin/operations?by=operator:meera')
    const about = 'serviceRequest-…456789ab'
    await activity(page).getByText(`meera sent an email about ${about} again`).waitFor()
    await activity(page).getByText('Which rows').click()
    await activity(page).getByRole('button', { name: 'Copy the key of the row' }).waitFor()
    const mails = page.getByRole('region', { name: 'Emails', exact: true })
    const step = (name: string) =>
      mails.getByRole('button', { name: new RegExp(`^${name} ?: Reply to a request about ${about}$`) })
    await step('Try again').waitFor()
    await step('Mark as not sent').click()
    await page.getByRole('dialog').getByText(`Reply to a request about ${about}`).waitFor()
    await page.keyboard.press('Escape')
    for (const part of [activity(page), mails])
      await part.getByRole('button', { name: 'Copy the name of the stream' }).first().waitFor()
    expect(await page.getByRole('main').innerText()).not.toMatch(/[\da-f]{8}-[\da-f]{4}-|service-request-replied/)
    await mails
      .getByRole('link', { name: new RegExp(`^${about}`) })
      .first()
      .click()
    await page.waitForURL(`**/admin/service-requests/${request.replace('serviceRequest-', '')}`)
    expect(complaints.filter((one) => !one.includes('404'))).toEqual([])
    await context.close()
  })

  test('stops a replay and a comparison, and sees it where they were begun', async () => {
    const { page, context, complaints } = await visitAsAdmin(browser, shop, 1440)
    const ended = [waitingOperations(shop).replay('carts'), waitingOperations(shop).verify('carts')].map(outcomeOf)
    await page.goto('/admin/operations')
    const card = page.getByRole('article', { name: 'carts', exact: true })
    for (const step of ['Stop the replay', 'Stop the comparison']) {
      await card.getByRole('button', { name: `${step}: carts` }).click()
      expect(await axeViolations(page)).toEqual([])
      await page.getByRole('dialog').getByRole('button', { name: step }).click()
      await card.getByRole('button', { name: `${step}: carts` }).waitFor({ state: 'detached' })
    }
    expect(await Promise.all(ended)).toEqual(['an operator has stopped it', 'an operator has stopped it'])
    await card.getByText(/A replay was stopped at position/).waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })
})
