import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { visitAsAdmin } from '../support/browser/admin-browser.ts'
import { openBrowser, type TestBrowser } from '../support/browser/browser.ts'
import { needsBrowser } from '../support/engines/engines.ts'
import { plantEvent } from '../support/event-store/planted-event.ts'
import { needsBrowserAtWidths, widths } from '../support/browser/widths.ts'
import { eventually } from '../support/eventually.ts'
import { businessMailsOf } from '../support/shop/outbox.ts'
import { addProducts, openShopForBrowser, orderFor, type TestShop } from '../support/shop/shop.ts'

let shop: TestShop
let browser: TestBrowser
let product: Awaited<ReturnType<typeof addProducts>>[number]

beforeAll(async () => {
  shop = await openShopForBrowser()
  browser = await openBrowser()
  const [added] = await addProducts(shop, [{}])
  if (!added) throw new Error('no product')
  product = added
})
afterAll(async () => {
  await browser.close()
  await shop.close()
})

async function placeOrder() {
  const buyer = await shop.signUp()
  const order = orderFor([[product, 1]])
  await shop.call('POST', '/api/orders', { token: buyer.accessToken, body: order })
  return { orderId: order.orderId, buyer }
}

const asAdmin = (method: string, path: string, body?: unknown) =>
  shop.call(method, path, { token: shop.adminToken, body })

async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const overhang = await page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth')
  expect(overhang).toBeLessThanOrEqual(0)
}

describe.each(widths(390, 1440))('at a width of %i px, an admin', needsBrowserAtWidths, (width) => {
  test('opens the page of an order from the buyer’s page of it, and adds a note with the keyboard', async () => {
    const { orderId, buyer } = await placeOrder()
    const { page, context, complaints } = await visitAsAdmin(browser, shop, width)
    await page.goto(`/my-orders/${orderId}`)
    await page.waitForURL(`**/admin/orders/${orderId}`)
    await page.getByRole('heading', { level: 1, name: `Order ${orderId}` }).waitFor()
    const notes = page.getByRole('region', { name: 'Notes of the staff' })
    await notes.getByRole('button', { name: 'Add note' }).press('Enter')
    await notes.getByText('Please write something').waitFor()
    await page.keyboard.type('The clinic asks for a call first')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await notes.getByRole('listitem').getByText('The clinic asks for a call first').waitFor()
    expect(await notes.getByLabel('New note').inputValue()).toBe('')
    await page.getByRole('link', { name: /added a note for the staff/ }).waitFor()
    await expectNoSidewaysScroll(page)
    const { body } = await shop.call('GET', `/api/orders/${orderId}/history`, { token: buyer.accessToken })
    expect(body.map(({ type }: { type: string }) => type)).toEqual(['OrderPlaced'])
    expect(complaints).toEqual([])
    await context.close()
  })

  test('moves the slider into the past, sees the earlier order and the differences, and comes back', async () => {
    const { orderId } = await placeOrder()
    await asAdmin('POST', `/api/orders/${orderId}/notes`, { text: 'Between the steps' })
    await asAdmin('POST', `/api/orders/${orderId}/confirm`, {})
    await asAdmin('POST', `/api/orders/${orderId}/dispatch`, { carrier: 'Bluedart', trackingNumber: 'BD1' })
    const { page, context, complaints } = await visitAsAdmin(browser, shop, width)
    await page.goto(`/admin/orders/${orderId}`)
    const panel = page.getByRole('region', { name: 'State at this point' })
    await panel.getByText('After event 3 of 3: now').waitFor()
    const facts = () => panel.locator('dl > div').allInnerTexts()
    const reason = 'Reason of a cancellation or return\n(empty)'
    await expect.poll(facts).toEqual(['Carrier\nBluedart', expect.stringMatching(/^Tracking number\nBD1/), reason])
    expect(await panel.getByText('Past state').count()).toBe(0)
    await panel.getByRole('slider').press('Home')
    await panel.getByText('Past state').waitFor()
    await panel.getByRole('heading', { name: 'Received' }).waitFor()
    const document = panel.getByRole('article')
    // The progress with its details; neither the address nor the payment.
    await expect.poll(() => document.innerText()).toMatch(/cancellation or return\s+\(empty\)\s+Different now\s/)
    expect(await document.getByText('Different now').count()).toBe(1)
    await expect.poll(facts).toEqual(['Carrier\n(empty)', 'Tracking number\n(empty)', reason])
    const changes = panel.getByRole('listitem').filter({ hasText: '→' })
    await expect
      .poll(() => changes.allInnerTexts())
      .toEqual(['Status received → dispatched', 'Carrier (empty) → Bluedart', 'Tracking number (empty) → BD1'])
    await expectNoSidewaysScroll(page)
    await panel.getByRole('button', { name: 'Show current state' }).press('Enter')
    await panel.getByRole('heading', { name: 'Dispatched' }).waitFor()
    await panel.getByText('Past state').waitFor({ state: 'detached' })
    expect(new URL(page.url()).search).toBe('')
    expect(await page.locator(':focus').getAttribute('aria-labelledby')).toBe('state-then')
    await panel.getByRole('slider').press('Home')
    await panel.getByText('Past state').waitFor()
    await panel.getByRole('slider').press('End')
    await panel.getByText('Past state').waitFor({ state: 'detached' })
    expect(new URL(page.url()).search).toBe('')
    expect(complaints).toEqual([])
    await context.close()
  })

  test('sees that the payment of an earlier order is different now', async () => {
    const { orderId } = await placeOrder()
    for (const step of ['confirm', 'dispatch', 'deliver']) await asAdmin('POST', `/api/orders/${orderId}/${step}`, {})
    const { page, context, complaints } = await visitAsAdmin(browser, shop, width)
    await page.goto(`/admin/orders/${orderId}?revision=2`)
    const document = page.getByRole('region', { name: 'State at this point' }).getByRole('article')
    await expect.poll(() => document.innerText()).toMatch(/Cash on delivery: pending\s+Different now$/)
    await expect.poll(() => document.innerText()).toMatch(/cancellation or return\s+\(empty\)\s+Different now\s/)
    expect(await document.getByText('Different now').count()).toBe(2)
    expect(complaints).toEqual([])
    await context.close()
  })

  test('finds in the event browser and in the export the events that the page counts, notes among them', async () => {
    const { orderId } = await placeOrder()
    await asAdmin('POST', `/api/orders/${orderId}/notes`, { text: 'Call first' })
    await asAdmin('POST', `/api/orders/${orderId}/confirm`, {})
    const { page, context, complaints } = await visitAsAdmin(browser, shop, width)
    await page.goto(`/admin/orders/${orderId}`)
    await page.getByText('3 events', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Export' }).click()
    const dialog = page.getByRole('dialog', { name: 'Export events' })
    await dialog.getByRole('button', { name: 'Create file' }).click()
    await dialog.getByText('Done: 3 events').waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'In the event browser' }).click()
    const events = page.getByRole('list', { name: 'Events, newest first' }).getByRole('listitem')
    await expect
      .poll(() => events.allInnerTexts())
      .toEqual([
        expect.stringContaining('confirmed the order'),
        expect.stringContaining('added a note'),
        expect.stringContaining('placed the order'),
      ])
    expect(complaints).toEqual([])
    await context.close()
  })

  test('sees that a mail was sent, sends it a second time, and sees who did', async () => {
    const { orderId, buyer } = await placeOrder()
    const { page, context, complaints } = await visitAsAdmin(browser, shop, width)
    await page.goto(`/admin/orders/${orderId}`)
    const mails = page.getByRole('region', { name: 'Emails to the buyer' })
    await mails.getByRole('button', { name: 'Send again the email Order received' }).click()
    const dialog = page.getByRole('dialog', { name: 'Send this email again?' })
    await dialog.getByRole('button', { name: 'Send again' }).click()
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => mails.getByText('sent', { exact: true }).count()).toBe(2)
    await eventually(async () => expect(await businessMailsOf(shop, buyer.id)).toHaveLength(2))
    await mails.getByRole('link', { name: 'Second copy: who requested it' }).click()
    await page.getByText(`sent an email about order-${orderId} again`).first().waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })
})

/** An order that was delivered this many days ago, on the page of the admin. */
async function visitDelivered(days: number) {
  const { orderId } = await placeOrder()
  const stream = `order-${orderId}`
  const deliveredAt = new Date(Date.now() - days * 86_400_000).toISOString()
  await plantEvent(shop, { stream, revision: 1, type: 'OrderConfirmed', data: {} })
  await plantEvent(shop, { stream, revision: 2, type: 'OrderDispatched', data: {} })
  await plantEvent(shop, { stream, revision: 3, type: 'OrderDelivered', data: { deliveredAt } })
  await shop.settled()
  const { page, context, complaints } = await visitAsAdmin(browser, shop, 1440)
  await page.goto(`/admin/orders/${orderId}`)
  return { steps: page.getByRole('region', { name: 'Next steps' }), orderId, page, context, complaints }
}

describe('the return of an order', needsBrowser, () => {
  const returning = { name: /^Mark as returned/ }

  test('is offered while it is accepted, with the last moment', async () => {
    const { steps, context, complaints } = await visitDelivered(13)
    await steps.getByText('The order can be returned until').waitFor()
    await steps.getByRole('button', returning).waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })

  test('is no longer offered after that, neither on its page nor in the list', async () => {
    const { steps, orderId, page, context, complaints } = await visitDelivered(15)
    await steps.getByText('Nothing is left to do.').waitFor()
    await steps.getByText('The order could be returned until').waitFor()
    expect(await steps.getByRole('button').count()).toBe(0)
    await page.goto(`/admin/orders?text=${orderId}`)
    const row = page.getByRole('row', { name: orderId })
    await row.getByText('Delivered').waitFor()
    expect(await row.getByRole('button', returning).count()).toBe(0)
    await row.getByRole('checkbox').check()
    await page.getByText('1 order selected').waitFor()
    expect(await page.getByRole('button', returning).count()).toBe(0)
    expect(complaints).toEqual([])
    await context.close()
  })
})
