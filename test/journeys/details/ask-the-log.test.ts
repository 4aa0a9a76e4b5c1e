import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#core/domain/ids.ts'
import type { NewEvent } from '#core/event-store/event-store.ts'
import { visitAsAdmin } from '../../support/browser/admin-browser.ts'
import { openBrowser, type TestBrowser } from '../../support/browser/browser.ts'
import { needsBrowser } from '../../support/engines/engines.ts'
import { addProducts, openShopForBrowser, orderFor, type TestShop } from '../../support/shop/shop.ts'

let shop: TestShop
let browser: TestBrowser
let orderId: string
let buyer: Awaited<ReturnType<TestShop['signUp']>>
/** Of the events that fill the log. */
const filling = { stream: `cart-${newId()}`, correlationId: newId() }

beforeAll(async () => {
  shop = await openShopForBrowser()
  browser = await openBrowser()
  await fillLog()
  const [product] = await addProducts(
    shop,
    Array.from({ length: 30 }, () => ({})),
  )
  if (!product) throw new Error('no product')
  buyer = await shop.signUp()
  const order = orderFor([[product, 1]])
  orderId = order.orderId
  await shop.call('POST', '/api/orders', { token: buyer.accessToken, body: order })
  await shop.call('POST', `/api/orders/${orderId}/confirm`, { token: shop.adminToken, body: {} })
  await shop.settled()
})
afterAll(async () => {
  await browser.close()
  await shop.close()
})

/** One quantity of 777, followed by so many others that a search for it takes several requests. */
async function fillLog(): Promise<void> {
  const { stream, correlationId } = filling
  const by = { id: 'guest', name: 'Guest', role: 'GUEST' as const }
  const metadata = { correlationId, causationId: newId(), by, schemaVersion: 1 }
  const set = (quantity: number): NewEvent => {
    return { id: newId(), type: 'CartItemQuantitySet', data: { productId: 'none', quantity }, metadata }
  }
  const { store } = shop.shop.infrastructure
  await store.append(stream, 'no-stream', [set(777)])
  for (let part = 0; part < 10; part += 1)
    await store.append(
      stream,
      'any',
      Array.from({ length: 500 }, (_, index) => set(index + 1_000)),
    )
}

const short = (id: string) => `…${id.slice(-8)}`

describe('an admin who queries the log', needsBrowser, () => {
  test('completes a predicate by keyboard, and gets the events that satisfy it', async () => {
    const { page, complaints, context } = await visitAsAdmin(browser, shop, 1440)
    await page.goto('/admin/events')
    const field = page.getByRole('combobox', { name: 'Ask the log' })
    const completions = page.getByRole('listbox', { name: 'Completions' })
    await field.pressSequentially('typ')
    await completions.getByRole('option', { name: 'type', exact: true }).waitFor()
    await field.press('ArrowDown')
    await field.press('Enter')
    await expect.poll(() => field.inputValue()).toBe('type ')
    await field.pressSequentially('= orderpl')
    await completions.getByRole('option', { name: 'OrderPlaced' }).click()
    await expect.poll(() => field.inputValue()).toBe('type = OrderPlaced ')
    await field.pressSequentially('and data.totalPaise > 1')
    await field.press('Enter')
    await page.waitForURL(/where=type/)
    const rows = page.getByRole('list', { name: 'Events, newest first' }).getByRole('listitem')
    await expect.poll(() => rows.count()).toBe(1)
    await rows.getByRole('link', { name: /placed the order/ }).waitFor()
    await field.fill('')
    await field.press('Enter')
    await expect.poll(() => rows.count()).toBeGreaterThan(18)
    expect(complaints).toEqual([])
    await context.close()
  })

  test('exports what satisfies a predicate, and sees in the histogram what may', async () => {
    const { page, complaints, context } = await visitAsAdmin(browser, shop, 1440)
    const where = encodeURIComponent('type = OrderPlaced or type = OrderConfirmed')
    await page.goto(`/admin/events?where=${where}`)
    const histogram = page.getByRole('figure', { name: 'Events over time' })
    await histogram.getByText('2 events, drag to choose a time').waitFor()
    await page.getByRole('button', { name: 'Export' }).click()
    const dialog = page.getByRole('dialog', { name: 'Export events' })
    await dialog.getByRole('button', { name: 'Create file' }).click()
    await dialog.getByText('Done: 2 events').waitFor()
    await dialog.getByRole('link', { name: 'My exports' }).click()
    await page.getByText('where type = OrderPlaced or type = OrderConfirmed, no reads of personal data').waitFor()
    await page.goto(`/admin/events?where=${encodeURIComponent('type = CartItemQuantitySet and data.quantity = 777')}`)
    await histogram.getByText('5,001 events may match (the list shows those that do), drag to choose a time').waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })

  test('sees a mistake next to the field, with its word selected', async () => {
    const { page, context } = await visitAsAdmin(browser, shop, 390)
    await page.goto('/admin/events')
    const field = page.getByRole('combobox', { name: 'Ask the log' })
    await field.fill('type = OrderPlaced and data.totalPaisa > 5')
    await field.press('Enter')
    await page
      .getByRole('alert')
      .getByText('Column 24 of the predicate: no event has a field data.totalPaisa')
      .waitFor()
    const selected = () => page.evaluate<string>('getSelection().toString()')
    await expect.poll(selected).toBe('data.totalPaisa')
    expect(await field.inputValue()).toBe('type = OrderPlaced and data.totalPaisa > 5')
    await context.close()
  })

  test('sees the progress of a search of the whole log, cancels it, and continues it', async () => {
    const { page, complaints, context } = await visitAsAdmin(browser, shop, 1440)
    const held = Promise.withResolvers<void>()
    await page.route('**/api/audit/events?*before=*', async (route) => {
      await held.promise
      await route.continue()
    })
    await page.goto('/admin/events')
    const field = page.getByRole('combobox', { name: 'Ask the log' })
    await field.fill('data.quantity = 777')
    await field.press('Enter')
    const progress = page.getByRole('progressbar', { name: 'Progress of the search' })
    await page.getByText(/^0 events found, [\d,]+ events read, [1-9]\d? % of the log$/).waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Continue' }).waitFor()
    expect(Number(await progress.getAttribute('value'))).toBeLessThan(100)
    held.resolve()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText(/^1 event found, [\d,]+ events read, 100 % of the log$/).waitFor()
    const rows = page.getByRole('list', { name: 'Events, newest first' }).getByRole('listitem')
    expect(await rows.count()).toBe(1)
    expect(complaints).toEqual([])
    await context.close()
  })
})

describe('the event browser', needsBrowser, () => {
  test('shows at least 18 events at 1440 × 900, however they are filtered', async () => {
    const { page, complaints, context } = await visitAsAdmin(browser, shop, 1440)
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto('/admin/events')
    const rows = page.getByRole('list', { name: 'Events, newest first' }).getByRole('listitem')
    await rows.first().waitFor()
    const inSight = `[...document.querySelectorAll('ol[aria-label="Events, newest first"] > li')]
      .filter((row) => row.getBoundingClientRect().bottom <= innerHeight).length`
    expect(await page.evaluate<number>(inSight)).toBeGreaterThanOrEqual(18)
    for (const preset of ['Last hour', 'Today', 'This month']) {
      await page.getByRole('button', { name: preset, exact: true }).click()
      await page.waitForURL(/from=/)
      await page
        .getByRole('list', { name: 'Filtered by' })
        .getByText(/^Since /)
        .waitFor()
      expect(await page.evaluate<number>(inSight)).toBeGreaterThanOrEqual(18)
      await page.getByRole('link', { name: /^Remove: Since / }).click()
      await page.waitForURL((url) => !url.searchParams.has('from'))
    }

    const marks = { ...filling, category: 'cart', type: 'CartItemQuantitySet', by: 'guest' }
    await page.goto(`/admin/events?${new URLSearchParams(marks).toString()}`)
    const filters = page.getByRole('list', { name: 'Filtered by' })
    await expect
      .poll(() => filters.getByRole('listitem').allInnerTexts())
      .toEqual([
        'Category: cart',
        'Type: cart item quantity set',
        `Cart ${short(filling.stream)}`,
        'By Guest',
        `Request ${short(filling.correlationId)}`,
      ])
    expect(await page.evaluate<number>(inSight)).toBeGreaterThanOrEqual(18)
    await page.getByText('Filters (5)').press('Enter')
    await page.getByRole('button', { name: 'Filter', exact: true }).press('Enter')
    await expect.poll(() => page.locator('summary:focus').innerText()).toBe('Filters (5)')
    await expect.poll(() => page.evaluate<number>(inSight)).toBeGreaterThanOrEqual(18)
    for (const [place, mark] of ['category', 'type', 'stream', 'by', 'correlationId'].entries()) {
      await filters
        .getByRole('link', { name: /^Remove: / })
        .first()
        .press('Enter')
      await page.waitForURL((url) => !url.searchParams.has(mark))
      await expect.poll(() => filters.getByRole('listitem').count()).toBe(4 - place)
    }
    await page.goto(`/admin/events?by=${buyer.id}&type=ProductAdded`)
    await page.getByText('No events match').waitFor()
    await filters.getByText(`By ${buyer.name}`).waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })

  test('moves through the events by keyboard, with the selected one next to them', async () => {
    const { page, complaints, context } = await visitAsAdmin(browser, shop, 1440)
    await page.goto('/admin/events')
    const rows = page.getByRole('list', { name: 'Events, newest first' }).getByRole('listitem')
    const time = rows.first().getByRole('time')
    await time.hover()
    await expect.poll(() => time.getAttribute('title')).toMatch(/ ago$|^now$|^yesterday$/)
    await rows.getByRole('link', { name: /placed the order/ }).focus()
    await page.keyboard.press('k')
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    const pane = page.getByRole('complementary', { name: 'Selected event' })
    await pane.getByRole('heading', { name: 'OrderPlaced' }).waitFor()
    await pane.getByText('None: this is the first event.').waitFor()
    await pane.getByRole('region', { name: 'What it holds' }).getByText('Shipping, city').waitFor()
    await pane.getByRole('listitem').filter({ hasText: 'After' }).getByRole('button').click()
    await pane.getByRole('heading', { name: 'OrderConfirmed' }).waitFor()
    await pane.getByRole('button', { name: 'Close the event' }).click()
    await expect.poll(() => pane.count()).toBe(0)
    expect(complaints).toEqual([])
    await context.close()
  })

  test('sees that the events over time are being counted, and if they could not be', async () => {
    const { page, context } = await visitAsAdmin(browser, shop, 1440)
    const held = Promise.withResolvers<void>()
    await page.route('**/api/audit/histogram*', (route) => held.promise.then(() => route.continue()), { times: 1 })
    await page.goto(`/admin/events?where=${encodeURIComponent('revision > 0')}`)
    const figure = page.getByRole('figure', { name: 'Events over time' })
    await figure.getByText('Counting the events over time…').waitFor()
    held.resolve()
    await figure.getByText(/drag to choose a time/).waitFor()
    await expect.poll(() => figure.getByRole('status').innerText()).toBe('')
    await page.route('**/api/audit/histogram*', (route) => route.fulfill({ status: 400, json: { message: 'No' } }))
    await page.getByRole('button', { name: 'Today', exact: true }).click()
    await figure.getByText('The events over time could not be counted.').waitFor()
    await context.close()
  })

  test('narrows the list to the time range dragged over in the histogram', async () => {
    const { page, complaints, context } = await visitAsAdmin(browser, shop, 1440)
    await page.goto('/admin/events')
    const figure = page.getByRole('figure', { name: 'Events over time' })
    await figure.getByText(/drag to choose a time/).waitFor()
    const plot = await figure.locator('div').boundingBox()
    if (!plot) throw new Error('no histogram')
    const y = plot.y + plot.height / 2
    await page.mouse.move(plot.x + plot.width * 0.1, y)
    await page.mouse.down()
    await page.mouse.move(plot.x + plot.width * 0.9, y)
    await page.mouse.up()
    await page.waitForURL(/from=.*to=/)
    const { from = '', to = '' } = Object.fromEntries(new URL(page.url()).searchParams)
    expect(Date.parse(to)).toBeGreaterThan(Date.parse(from))
    expect(complaints).toEqual([])
    await context.close()
  })

  test('leaves out reads of personal data until they are requested', async () => {
    await shop.call('GET', `/api/orders/${orderId}`, { token: shop.adminToken })
    await shop.settled()
    const { page, complaints, context } = await visitAsAdmin(browser, shop, 1440)
    await page.goto('/admin/events')
    const list = page.getByRole('list', { name: 'Events, newest first' })
    await list.getByText('OrderPlaced').waitFor()
    expect(await list.getByText('PersonalDataRead').count()).toBe(0)
    await page.getByRole('switch', { name: 'Reads of personal data' }).click()
    await page.waitForURL(/reads=shown/)
    await list.getByText('PersonalDataRead').first().waitFor()

    const { body } = await shop.call('GET', '/api/audit/events?type=PersonalDataRead', { token: shop.adminToken })
    const [{ stream, correlationId }] = body.content
    for (const search of [`stream=${encodeURIComponent(stream)}`, `correlationId=${correlationId}`]) {
      await page.goto(`/admin/events?${search}`)
      await list.getByText('PersonalDataRead').waitFor()
      const reads = page.getByRole('switch', { name: /^Reads of personal data ?, for which a filter asks$/ })
      expect([await reads.isChecked(), await reads.isDisabled()]).toEqual([true, true])
    }
    expect(complaints).toEqual([])
    await context.close()
  })
})
