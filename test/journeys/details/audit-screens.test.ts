import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#core/domain/ids.ts'
import { visitAsAdmin } from '../../support/browser/admin-browser.ts'
import { axeViolations } from '../../support/browser/axe.ts'
import { openBrowser, type TestBrowser } from '../../support/browser/browser.ts'
import { needsBrowser } from '../../support/engines/engines.ts'
import { addProducts, openShopForBrowser, orderFor, type TestShop } from '../../support/shop/shop.ts'

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

async function placeOrder(changes: { cartId?: string } = {}): Promise<{ orderId: string; buyerId: string }> {
  const buyer = await shop.signUp()
  const order = orderFor([[product, 1]], changes)
  await shop.call('POST', '/api/orders', { token: buyer.accessToken, body: order })
  return { orderId: order.orderId, buyerId: buyer.id }
}

const asAdmin = (method: string, path: string, body?: unknown) =>
  shop.call(method, path, { token: shop.adminToken, body })

/** Holds the responses to such calls until they are released. */
async function hold(page: Page, calls: string): Promise<() => void> {
  const held = Promise.withResolvers<void>()
  await page.route(calls, (route) => held.promise.then(() => route.continue()))
  return () => held.resolve()
}

/** As clocks in India show it, for a field. */
const indian = (at: Date) => new Date(at.getTime() + 5.5 * 60 * 60 * 1000).toISOString().slice(0, 19)

const states = '**/api/audit/streams/*/state?*'

describe('an admin', needsBrowser, () => {
  test('steps through a history by slider and compares, keeping the focus, however slow the responses are', async () => {
    const { orderId } = await placeOrder()
    await asAdmin('POST', `/api/orders/${orderId}/confirm`, {})
    await asAdmin('POST', `/api/orders/${orderId}/cancel`, { reason: 'The buyer called' })
    const { page, context, complaints } = await visitAsAdmin(browser, shop, 1440)
    await page.clock.install()
    await page.goto(`/admin/orders/${orderId}`)
    const panel = page.getByRole('region', { name: 'State at this point' })
    const focused = panel.locator(':focus')
    await panel.getByText('After event 3 of 3').waitFor()

    // However long this takes, only the advanced clock shows the page as loading.
    await page.clock.pauseAt(Date.now() + 60_000)
    const letStates = await hold(page, states)
    const requested = page.waitForRequest(/\/state\?revision=0/)
    await panel.getByRole('slider').focus()
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    await panel.getByText('After event 1 of 3').waitFor()
    await page.clock.runFor(200)
    await requested
    await page.clock.runFor(1_000)
    expect(await focused.getAttribute('type')).toBe('range')
    letStates()
    await page.waitForURL(/revision=0/)
    await panel.getByRole('heading', { name: 'Received' }).waitFor()
    expect(await focused.getAttribute('type')).toBe('range')

    const letOthers = await hold(page, states)
    const askedForOther = page.waitForRequest(/\/state\?revision=1/)
    await panel.getByLabel('Compare with').focus()
    await panel.getByLabel('Compare with').selectOption('1')
    await page.clock.runFor(200)
    await askedForOther
    await page.clock.runFor(1_000)
    expect(await focused.inputValue()).toBe('1')
    letOthers()
    await panel.getByText('1 field differs').waitFor()
    expect(await focused.inputValue()).toBe('1')
    expect(new URL(page.url()).search).toBe('?revision=0&compare=1')
    expect(complaints).toEqual([])
    await context.close()
  })

  test('keeps stepping while the previous state is being loaded, and ends at the last step', async () => {
    const { orderId } = await placeOrder()
    await asAdmin('POST', `/api/orders/${orderId}/confirm`, {})
    await asAdmin('POST', `/api/orders/${orderId}/cancel`, { reason: 'The buyer called' })
    const { page, context } = await visitAsAdmin(browser, shop, 1440)
    await page.goto(`/admin/orders/${orderId}`)
    const panel = page.getByRole('region', { name: 'State at this point' })
    await panel.getByText('After event 3 of 3').waitFor()
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 60_000)

    const letStates = await hold(page, states)
    const requested = page.waitForRequest(/\/state\?revision=1/)
    await panel.getByRole('slider').press('ArrowLeft')
    await page.clock.runFor(200)
    await requested
    await panel.getByRole('slider').press('ArrowLeft')
    letStates()
    await page.waitForURL(/revision=1/)
    await page.clock.runFor(200)
    await page.waitForURL(/revision=0/)
    await panel.getByRole('heading', { name: 'Received' }).waitFor()
    await expect.poll(() => panel.getByRole('slider').inputValue()).toBe('0')
    await context.close()
  })

  test('selects a time with the focus in its field, which is cleared once a step is selected', async () => {
    const { orderId } = await placeOrder()
    await asAdmin('POST', `/api/orders/${orderId}/confirm`, {})
    const { page, context, complaints } = await visitAsAdmin(browser, shop, 1440)
    await page.goto(`/admin/orders/${orderId}`)
    const panel = page.getByRole('region', { name: 'State at this point' })
    const time = panel.getByLabel('At a time (IST)')
    await time.fill('2020-01-01T10:00:00')
    await time.press('Enter')
    await panel.getByText('It did not exist yet: it was created on').waitFor()
    await panel.getByRole('slider').press('Home')
    await panel.getByRole('heading', { name: 'Received' }).waitFor()
    await time.fill(indian(new Date()))
    await time.press('Enter')
    await panel.getByRole('heading', { name: 'Confirmed' }).waitFor()
    expect(await panel.locator(':focus').getAttribute('name')).toBe('at')
    // The page advances to the step on its own after some seconds, and clears the field then in any case.
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 60_000)
    const letStates = await hold(page, states)
    const requested = page.waitForRequest(/\/state\?at=2/)
    await time.fill(indian(new Date(Date.now() + 120_000)))
    await time.press('Enter')
    await page.clock.runFor(200)
    await requested
    await panel.getByRole('slider').press('Home')
    await expect.poll(() => time.inputValue()).toBe('')
    letStates()
    await page.clock.runFor(200)
    await panel.getByRole('heading', { name: 'Received' }).waitFor()
    expect(await time.inputValue()).toBe('')
    expect(complaints).toEqual([])
    await context.close()
  })

  test('sees the delivery of a mail on the row of a new event', async () => {
    const { page, context, complaints } = await visitAsAdmin(browser, shop, 1440)
    await page.goto('/admin/events?type=OrderPlaced')
    let isWaiting = true
    await page.route('**/api/audit/events?*', async (route) => {
      const response = await route.fetch()
      if (!response.ok()) return route.fulfill({ response })
      const answer = await response.json()
      if (isWaiting) for (const { mails } of answer.content) for (const mail of mails) mail.fate = 'waiting'
      return route.fulfill({ response, json: answer })
    })
    const { orderId } = await placeOrder()
    const row = page.getByRole('listitem').filter({ hasText: orderId })
    await row.getByTitle('Email “order-placed”: waiting').waitFor()
    isWaiting = false
    await row.getByTitle('Email “order-placed”: sent').waitFor()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    expect(complaints).toEqual([])
    await context.close()
  })

  test('no longer sees any data of a person who has been erased, on returning to the events', async () => {
    const { orderId, buyerId } = await placeOrder()
    const { page, context, complaints } = await visitAsAdmin(browser, shop, 1440)
    await page.goto(`/admin/events?stream=order-${orderId}`)
    const placed = page.getByRole('link', { name: /placed the order/ })
    await expect.poll(() => placed.allInnerTexts()).toEqual([expect.stringMatching(/^buyer Rao /)])
    await placed.click()
    await page.getByRole('link', { name: 'Open event' }).click()
    await page.getByRole('heading', { level: 1, name: 'OrderPlaced' }).waitFor()
    expect((await asAdmin('DELETE', `/api/users/${buyerId}`)).status).toBeLessThan(300)
    await page.goBack()
    await page.getByText('erased the buyer’s personal data from this order').waitFor()
    await expect.poll(() => placed.allInnerTexts()).toEqual([expect.stringMatching(/^A deleted account /)])
    expect(complaints).toEqual([])
    await context.close()
  })

  test('sees on a phone how long each event took to cause the next, and follows them', async () => {
    const cartId = newId()
    await shop.call('PUT', `/api/carts/${cartId}/items/${product.id}`, { body: { quantity: 1 } })
    const { orderId } = await placeOrder({ cartId })
    await expect
      .poll(
        async () => (await asAdmin('GET', `/api/audit/events?type=CartCheckedOut&stream=cart-${cartId}`)).body.content,
      )
      .toHaveLength(1)
    const placed = async () =>
      (await asAdmin('GET', `/api/audit/events?type=OrderPlaced&stream=order-${orderId}`)).body.content[0]
    await expect.poll(async () => (await placed()).mails).toMatchObject([{ fate: 'sent' }])
    const { page, context, complaints } = await visitAsAdmin(browser, shop, 390)
    await page.goto(`/admin/events/${(await placed()).id}`)
    await page.getByRole('heading', { name: 'Causes and effects' }).waitFor()
    const effect = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'CartCheckedOut' }) })
    const after = /^\+[\d,]+ (ms|min)$/
    await effect.last().getByText(after).first().waitFor()
    const mail = page.getByRole('listitem').filter({ hasText: 'Email “order-placed” sent' })
    await mail.last().getByText(after).waitFor()
    expect(await page.getByRole('main').locator('li > [aria-current="true"]').innerText()).toBe('OrderPlaced')
    expect(await axeViolations(page)).toEqual([])
    await effect.last().getByRole('link', { name: 'CartCheckedOut' }).click()
    await page.getByRole('heading', { level: 1, name: 'CartCheckedOut' }).waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })

  test('sees which events are shown after loading older ones, and continues from there', async () => {
    await addProducts(
      shop,
      Array.from({ length: 51 }, () => ({})),
    )
    const { page, context, complaints } = await visitAsAdmin(browser, shop, 1440)
    await page.goto('/admin/events?category=product')
    await page.getByRole('link', { name: 'Older events' }).press('Enter')
    await page.waitForURL(/before=/)
    await page.getByRole('link', { name: 'Newest events' }).waitFor()
    await expect.poll(() => page.locator(':focus').getAttribute('id')).toBe('main')
    const places = await page.getByRole('list', { name: 'Events, newest first' }).getByText(/^#/).allInnerTexts()
    const message = `52 events, ${places.at(0)} to ${places.at(-1)} are shown`
    await expect.poll(() => page.getByRole('status').allInnerTexts()).toContain(message)
    expect(complaints).toEqual([])
    await context.close()
  })

  test('sees on a phone what an event holds and what a change changed, and follows its stream', async () => {
    const [changed] = await addProducts(shop, [{}])
    if (!changed) throw new Error('no product')
    await asAdmin('PUT', `/api/products/${changed.id}`, { ...changed, price: 90_000 })
    const { body } = await asAdmin('GET', `/api/audit/events?type=ProductPriceChanged&stream=product-${changed.id}`)
    const { page, context, complaints } = await visitAsAdmin(browser, shop, 390)
    await page.goto(`/admin/events/${body.content[0].id}`)
    const changes = page.getByRole('region', { name: 'What changed' })
    await expect.poll(() => changes.getByRole('listitem').allInnerTexts()).toEqual(['Price ₹84,500.50 → ₹90,000'])
    await page.getByText('None: this is the last event.').waitFor()
    await page.getByRole('listitem').filter({ hasText: 'Before' }).getByRole('link').click()
    await page.getByRole('heading', { level: 1, name: 'ProductAdded' }).waitFor()
    const held = page.getByRole('region', { name: 'What it holds' })
    await held.getByText('₹84,500.5', { exact: false }).waitFor()
    await page.getByText('None: this is the first event.').waitFor()
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('listitem').filter({ hasText: 'After' }).getByRole('link').click()
    await page.getByRole('heading', { level: 1, name: 'ProductPriceChanged' }).waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })
})
