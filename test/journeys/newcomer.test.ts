import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { guestActor } from '#core/domain/actor.ts'
import { newId } from '#core/domain/ids.ts'
import { daysLater, indianDay } from '#storefront/src/lib/days.ts'
import { visitAsAdmin } from '../support/browser/admin-browser.ts'
import { openBrowser, type TestBrowser } from '../support/browser/browser.ts'
import { listRows } from '../support/browser/rows.ts'
import { needsBrowser } from '../support/engines/engines.ts'
import { startSmtpServer, type SmtpServer } from '../support/engines/smtp-server.ts'
import { eventually } from '../support/eventually.ts'
import { addProducts, openShopForBrowser, orderFor, type TestShop } from '../support/shop/shop.ts'

// Five questions that a person who has never seen the console answers from its labels, in a few clicks each.

let shop: TestShop
let browser: TestBrowser
let smtp: SmtpServer
let cancelledId: string

const asAdmin = (method: string, path: string, body?: unknown) =>
  shop.call(method, path, { token: shop.adminToken, body })

/** An order of yesterday, as the log of a shop holds it: the shop's clock cannot be set back. */
async function appendOrderOfYesterday(buyerId: string): Promise<void> {
  const data = {
    orderId: 'ORD10000001',
    placedAt: `${daysLater(indianDay(Date.now()), -1)}T06:30:00.000Z`,
    buyer: { id: buyerId, loginUserName: 'asha', name: 'Asha' },
    items: [{ productId: 'p', title: 'Lamp', company: 'A', brand: 'A', pricePaise: 4_321_000, quantity: 1 }],
    shipping: { name: 'Asha', mobile: '98', address: '12 MG Road', city: 'Pune', state: 'MH', zipCode: '411001' },
    payment: { method: 'cod', status: 'pending' },
    totalPaise: 4_321_000,
  }
  const metadata = { correlationId: newId(), causationId: newId(), by: guestActor, schemaVersion: 1 }
  const events = [{ id: newId(), type: 'OrderPlaced', data, metadata }]
  await shop.shop.infrastructure.store.append('order-ORD10000001', 'no-stream', events)
}

beforeAll(async () => {
  smtp = await startSmtpServer()
  smtp.fault('rcpt', '550 mailbox unavailable')
  shop = await openShopForBrowser({ SMTP_URL: smtp.url })
  browser = await openBrowser()
  const [lamp] = await addProducts(shop, [{ title: 'Lamp', price: 900, qty: 5 }])
  if (!lamp) throw new Error('there is no product')
  const { accessToken: token, id } = await shop.signUp('ravi')
  const { body: order } = await shop.call('POST', '/api/orders', { token, body: orderFor([[lamp, 1]]) })
  cancelledId = order.orderId
  await asAdmin('POST', `/api/orders/${cancelledId}/confirm`, {})
  await asAdmin('POST', `/api/orders/${cancelledId}/cancel`, { reason: 'The clinic bought elsewhere' })
  await asAdmin('PUT', `/api/products/${lamp.id}`, { ...lamp, price: 950 })
  await appendOrderOfYesterday(id)
  await shop.settled()
  await eventually(async () => {
    const { body } = await asAdmin('GET', '/api/ops/jobs?status=failed')
    if (body.totalElements < 3) throw new Error('not every mail of the order has failed yet')
  })
})
afterAll(async () => {
  await browser.close()
  await shop.close()
  await smtp.close()
})

const mostClicks = 4

/** Where an admin arrives, with what counts their clicks. */
async function arrive() {
  const { page, context } = await visitAsAdmin(browser, shop, 1440)
  await page.goto('/admin')
  let clicks = 0
  const click = async (what: Locator) => {
    clicks += 1
    await what.click()
  }
  const rail = (label: string) =>
    click(page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: label, exact: true }))
  const leave = async () => {
    await context.close()
    return clicks
  }
  return { page, click, rail, leave }
}

/** What a person types into “Find anything”. */
async function find(page: Page, text: string): Promise<void> {
  await page.getByRole('dialog', { name: 'Find anything' }).locator(':focus').waitFor()
  await page.keyboard.type(text)
}

const option = (page: Page, name: string) => page.getByRole('option', { name })

describe('a newcomer finds in a few clicks', needsBrowser, () => {
  test('the revenue of yesterday', async () => {
    const { page, click, rail, leave } = await arrive()
    await rail('Overview')
    await click(page.getByRole('link', { name: 'Yesterday' }))
    await page.getByRole('figure').filter({ hasText: 'Revenue' }).getByRole('link', { name: '₹43,210' }).waitFor()
    expect(await leave()).toBeLessThanOrEqual(mostClicks)
  })

  test('who changed a price on a day', async () => {
    const { page, click, leave } = await arrive()
    await click(page.getByRole('button', { name: /^Find anything/ }))
    await find(page, 'price')
    await click(option(page, 'Changes of prices'))
    await page.getByLabel('Day', { exact: true }).fill(daysLater(indianDay(Date.now()), -1))
    await page.getByText('No events match').waitFor()
    await page.getByLabel('Day', { exact: true }).fill(indianDay(Date.now()))
    await page.getByRole('link', { name: /changed the price from ₹900 to ₹950/ }).waitFor()
    await page.waitForURL(/type=ProductPriceChanged.*from=.*to=/)
    expect(await leave()).toBeLessThanOrEqual(mostClicks)
  })

  test('why a customer got no mail', async () => {
    const { page, click, rail, leave } = await arrive()
    await rail('Orders')
    await page.getByLabel('Search orders').fill('ravi')
    await page.keyboard.press('Enter')
    await click(listRows(page).filter({ hasText: cancelledId }).getByRole('link').first())
    const mails = page.getByRole('region', { name: 'Emails to the buyer' })
    await mails.getByText('after 1 attempt: The mail server refuses this email').first().waitFor()
    expect(await leave()).toBeLessThanOrEqual(mostClicks)
  })

  test('which mails failed, and why', async () => {
    const { page, click, rail, leave } = await arrive()
    await rail('Overview')
    await click(page.getByRole('link', { name: /Failed emails/ }))
    await listRows(page).first().getByText('The mail server refuses this email').waitFor()
    expect(await leave()).toBeLessThanOrEqual(mostClicks)
  })

  test('how an order looked before it was cancelled', async () => {
    const { page, click, rail, leave } = await arrive()
    await rail('Orders')
    await click(page.getByRole('link', { name: /^Cancelled/ }))
    await click(listRows(page).first().getByRole('link').first())
    // Its middle, which is the second of three events.
    await click(page.getByRole('slider'))
    await page.getByText('Past state').waitFor()
    await page.getByText('The clinic bought elsewhere', { exact: true }).first().waitFor()
    expect(await leave()).toBeLessThanOrEqual(mostClicks)
  })

  test.each(['search index', 'rebuild'])('how to rebuild the search index, by typing “%s”', async (text) => {
    const { page, click, leave } = await arrive()
    await click(page.getByRole('button', { name: /^Find anything/ }))
    await find(page, text)
    await click(option(page, 'Replay the search index'))
    await page.waitForURL('**/admin/operations#subscription-product-search')
    await click(page.locator('#subscription-product-search').getByRole('button', { name: 'Replay' }))
    await page.getByRole('dialog').getByRole('button', { name: 'Replay' }).waitFor()
    expect(await leave()).toBeLessThanOrEqual(mostClicks)
  })
})
