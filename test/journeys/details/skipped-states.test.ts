import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { skipStream, skipTypes } from '#core/event-store/skipped/skip-record.ts'
import { visitAsAdmin } from '../../support/browser/admin-browser.ts'
import { openBrowser, type TestBrowser } from '../../support/browser/browser.ts'
import { needsBrowser } from '../../support/engines/engines.ts'
import { plantEvent, type Planted } from '../../support/event-store/planted-event.ts'
import { eventually } from '../../support/eventually.ts'
import { addProducts, openShopForBrowser, orderFor, type TestShop } from '../../support/shop/shop.ts'

let shop: TestShop
let browser: TestBrowser
/** The number of events that have been skipped. */
let skipped = 0

beforeAll(async () => {
  shop = await openShopForBrowser()
  browser = await openBrowser()
})
afterAll(async () => {
  await browser.close()
  await shop.close()
})

const asAdmin = (method: string, path: string, body?: unknown) =>
  shop.call(method, path, { token: shop.adminToken, body })

/** Appends an event that an operator has skipped for every reader. */
async function plantSkipped(planted: Planted): Promise<void> {
  const position = await plantEvent(shop, planted)
  const { body } = await asAdmin('GET', `/api/audit/streams/${planted.stream}`)
  const { stream, revision, type, id } = body.events.at(-1)
  const record = { projection: 'everywhere', reason: 'written by a script', error: 'wrong' }
  const data = { ...record, position, event: { stream, revision, type, id } }
  await plantEvent(shop, { stream: skipStream, revision: skipped, type: skipTypes.skipped, data })
  skipped += 1
  await eventually(async () => {
    const state = await asAdmin('GET', `/api/audit/streams/${stream}/state`)
    expect(state.body.revision).toBeLessThan(revision)
  })
}

async function visitHistory(path: string) {
  const { page, context, complaints } = await visitAsAdmin(browser, shop, 1440)
  await page.goto(path)
  const shown = page.getByRole('region', { name: 'State at this point' }).getByRole('article')
  const facts = async () =>
    (await shown.locator('dl > div').allInnerTexts()).map((text) => text.trim().replace(/\s*\n\s*/, ': '))
  return { page, shown, facts, context, complaints }
}

describe('an event that an operator has skipped is in the timeline, but not in the state', needsBrowser, () => {
  test('of an order', async () => {
    const [product] = await addProducts(shop, [{}])
    if (product === undefined) throw new Error('no product')
    const { accessToken: token } = await shop.signUp()
    const order = orderFor([[product, 1]])
    await shop.call('POST', '/api/orders', { token, body: order })
    await asAdmin('POST', `/api/orders/${order.orderId}/confirm`, {})
    const data = { carrier: 'Wrong carrier', trackingNumber: 'W1' }
    await plantSkipped({ stream: `order-${order.orderId}`, revision: 2, type: 'OrderDispatched', data })
    const cancelled = await asAdmin('POST', `/api/orders/${order.orderId}/cancel`, { reason: 'The clinic closed' })
    expect(cancelled.status).toBe(200)

    const { page, shown, facts, context, complaints } = await visitHistory(`/admin/orders/${order.orderId}`)
    await page.getByRole('link', { name: /dispatched the order/ }).waitFor()
    await shown.getByRole('heading', { name: 'Cancelled' }).waitFor()
    await expect
      .poll(facts)
      .toEqual(['Carrier: (empty)', 'Tracking number: (empty)', expect.stringContaining('The clinic closed')])
    const stops = shown.getByRole('list').first().getByRole('listitem')
    const times = expect.stringMatching(/^(Received|Confirmed|Cancelled)/)
    await expect.poll(() => stops.allInnerTexts()).toEqual([times, times, times])
    expect(complaints).toEqual([])
    await context.close()
  })

  test('of a service request', async () => {
    const { accessToken: token } = await shop.signUp()
    const body = { id: '', title: 'Ventilator', company: 'Aarogya', logoUrl: '', description: 'It beeps' }
    const { body: request } = await shop.call('POST', '/api/orders/productRequest', { token, body })
    const data = { reason: 'A wrong reason' }
    await plantSkipped({ stream: `serviceRequest-${request.id}`, revision: 1, type: 'ServiceRequestDeclined', data })

    const { page, shown, facts, context, complaints } = await visitHistory(`/admin/service-requests/${request.id}`)
    await page.getByRole('link', { name: /declined/ }).waitFor()
    await shown.getByText('Received', { exact: true }).waitFor()
    await expect.poll(facts).toEqual(expect.arrayContaining(['Note: (empty)', 'Reason: (empty)']))
    await shown.getByText('It beeps').waitFor()
    expect(await shown.getByText('A wrong reason').count()).toBe(0)
    await page.getByRole('region', { name: 'Next steps' }).getByRole('button', { name: 'Acknowledge' }).waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })
})
