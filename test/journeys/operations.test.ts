import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { visitAsAdmin } from '../support/browser/admin-browser.ts'
import { axeViolations } from '../support/browser/axe.ts'
import { openBrowser, type TestBrowser } from '../support/browser/browser.ts'
import { openPlace } from '../support/browser/console.ts'
import { isInView } from '../support/browser/in-view.ts'
import { needsBrowser } from '../support/engines/engines.ts'
import { needsBrowserAtWidths, widths } from '../support/browser/widths.ts'
import { eventually } from '../support/eventually.ts'
import { plantFaultyEvent } from '../support/event-store/faulty-event.ts'
import { addProducts, openShopForBrowser, orderFor, type TestShop } from '../support/shop/shop.ts'
import { leaveStoppedReplay } from '../support/projections/stopped-replay.ts'

let shop: TestShop
let browser: TestBrowser

beforeAll(async () => {
  shop = await openShopForBrowser({ SEED: 'demo' })
  browser = await openBrowser()
})
afterAll(async () => {
  await browser.close()
  await shop.close()
})

/** An operator's actions on one read model, and the resulting activity. */
function stepsOn(page: Page, name: string) {
  const card = page.getByRole('article', { name, exact: true })
  const lines = (words: string | RegExp) => page.getByRole('region', { name: 'Activity' }).getByText(words)
  return {
    card,
    /** Takes a step, and waits until one more line of the activity shows it as done. */
    take: async (step: string, words: string | RegExp) => {
      const before = await lines(words).count()
      await card.getByRole('button', { name: `${step}: ${name}` }).click()
      await page.getByRole('dialog').getByRole('button', { name: step }).click()
      await lines(words).nth(before).waitFor()
    },
    recorded: (words: string | RegExp) => lines(words).first().waitFor(),
  }
}

/** Follows the picture to the mails. */
async function followMails(page: Page): Promise<void> {
  const mails = page.getByRole('list', { name: 'Written to' }).getByRole('listitem').filter({ hasText: 'Emails' })
  await mails.getByText(/^\d+ waiting, 0 failed$/).waitFor()
  await mails.getByRole('link').click()
  await expect.poll(() => isInView(page.getByRole('heading', { name: 'Emails', exact: true }))).toBe(true)
}

/** The mail of a new order, as it is after its last attempt. */
async function giveUpMail(): Promise<void> {
  const [product] = await addProducts(shop, [{}])
  if (!product) throw new Error('no product')
  const { accessToken: token } = await shop.signUp()
  await shop.call('POST', '/api/orders', { token, body: orderFor([[product, 1]]) })
  const { pool } = shop.shop.infrastructure.database
  await eventually(async () => {
    const { rowCount } = await pool.query(`select 1 from notifications where status = 'sent'`)
    expect(rowCount).toBe(2)
  })
  await pool.query(`delete from notifications where kind = 'verify-email'`)
  await pool.query(`update notifications set status = 'failed', error = 'The mail server refused it'`)
}

describe.each(widths(390, 1440))('at a width of %i px', needsBrowserAtWidths, (width) => {
  test('an operator does a dry run, replays, verifies and rolls back, and sees it all in the activity', async () => {
    const operator = await visitAsAdmin(browser, shop, width)
    const { page } = operator
    await shop.shop.modules.operations.sampler.sample()
    await page.goto('/admin')
    await openPlace(page, 'Operations')
    await page.getByRole('heading', { level: 1, name: 'Operations' }).waitFor()
    const { card, take } = stepsOn(page, 'product-list')
    const flow = page.getByRole('region', { name: 'Flow of events' })
    await flow.getByText('The flow as a table').click()
    await flow.getByRole('row', { name: /^product-list live(, [\w ,]+\/s)? product tables$/ }).waitFor()
    await followMails(page)
    await flow.getByRole('link', { name: 'product-list' }).last().click()
    await page.waitForURL('**/admin/operations#subscription-product-list')
    await expect.poll(() => isInView(card.getByRole('heading'))).toBe(true)
    await card.getByText('Live', { exact: true }).waitFor()
    await card.getByText(/^Greatest lag of the last day: \d+ events?$/).waitFor()
    const engines = page.getByRole('region', { name: 'Engines' })
    await engines
      .getByText(/^Greatest latency of the last day: [\d,]+ ms$/)
      .first()
      .waitFor()
    await engines.getByText('Without it searches and suggestions fail', { exact: false }).waitFor()

    await take('Dry run', /ran a dry run of product-list: a replay would add 0, remove 0 and change 0 rows/)
    await card.getByRole('button', { name: 'Replay: product-list' }).click()
    await page.getByRole('dialog').waitFor()
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('dialog').getByRole('button', { name: 'Back' }).click()
    await take('Replay', /replayed product-list, live since position/)
    await take('Verify', 'verified product-list: it matches the log')
    const results = card.getByRole('list', { name: 'Last results' })
    await results.getByText(/verified product-list: it matches the log/).waitFor()
    await results.getByText(/ran a dry run of product-list/).waitFor()
    await take('Roll back', /rolled product-list back, to position/)

    expect(await axeViolations(page)).toEqual([])
    const isTooWide = await page.evaluate<boolean>('document.documentElement.scrollWidth > window.innerWidth')
    expect(isTooWide).toBe(false)
    expect(operator.complaints).toEqual([])
    await operator.context.close()
  })

  test('an operator resumes a replay that was stopped', async () => {
    await leaveStoppedReplay(shop, 'carts')
    const { page, context, complaints } = await visitAsAdmin(browser, shop, width)
    await page.goto('/admin/operations')
    const { card, take } = stepsOn(page, 'carts')
    await card.getByText(/A replay was stopped at position/).waitFor()
    await take('Resume', /replayed carts, live since position/)
    await card.getByText(/A replay was stopped/).waitFor({ state: 'detached' })
    expect(complaints).toEqual([])
    await context.close()
  })
})

describe('on a phone', needsBrowser, () => {
  test('an operator has a failed mail retried, once however often they click', async () => {
    await giveUpMail()
    const { page, context, complaints } = await visitAsAdmin(browser, shop, 390)
    const held = Promise.withResolvers<void>()
    await page.route('**/api/ops/jobs/*/retry', (route) => held.promise.then(() => route.continue()))
    await page.goto('/admin/operations')
    const mails = page.getByRole('region', { name: 'Emails' })
    await mails.getByText('0 waiting, 1 failed, 0 done').waitFor()
    const again = mails.getByRole('button', { name: /^Try again ?: Order received about order-ORD/ })
    await again.click()
    await expect.poll(() => again.isDisabled()).toBe(true)
    held.resolve()
    await page.getByLabel('Notifications').getByText('The email is being retried').waitFor()
    await mails.getByText('0 waiting, 0 failed, 1 done').waitFor()
    await expect.poll(() => again.count()).toBe(0)
    expect(complaints).toEqual([])
    await context.close()
  })

  test('an operator leaves out an event that a read model fails at, with a reason', async () => {
    const position = await plantFaultyEvent(shop)
    const { page, context } = await visitAsAdmin(browser, shop, 390)
    await page.goto('/admin/operations')
    const { card, recorded } = stepsOn(page, 'orders')
    await card.getByText('Failed', { exact: true }).waitFor()
    await card.getByText(/OrderPlaced at position .*order-ORD00000000/).waitFor()
    expect(await axeViolations(page)).toEqual([])
    await card.getByRole('button', { name: 'Skip the event: orders' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Skip the event' }).click()
    await dialog.getByText('Please give a reason').waitFor()
    await dialog.getByLabel('Reason').fill('written by a faulty import')
    expect(await axeViolations(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Skip the event' }).click()
    await recorded(
      `skipped the event at position ${position.toLocaleString('en-IN')} in orders: written by a faulty import`,
    )
    await card.getByText('Live', { exact: true }).waitFor()
    await context.close()
  })
})
