import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { LoginResponse } from '#modules/identity/schema.ts'
import { openBrowser, storedLine, storedUser, visitAs, type TestBrowser } from '../../support/browser/browser.ts'
import { needsBrowser } from '../../support/engines/engines.ts'
import { eventually } from '../../support/eventually.ts'
import { endWindows, useUp } from '../../support/shop/budgets.ts'
import { addProducts, openShopForBrowser, type TestShop } from '../../support/shop/shop.ts'
import { expectAlert, fillAll, orderCall, place } from '../checkout-form.ts'

type Added = Awaited<ReturnType<typeof addProducts>>[number]

let shop: TestShop
let browser: TestBrowser
let product: Added

const lookUp = '**/api/orders/ORD*'
const lost = 'Network error. Please check your connection and try again.'
const earlier = /^This is the order that you sent before/

beforeAll(async () => {
  shop = await openShopForBrowser({ BUDGET_SCALE: '1' })
  browser = await openBrowser()
  const added = await addProducts(shop, [{}])
  if (added[0]) product = added[0]
})
afterAll(async () => {
  await browser.close()
  await shop.close()
})

const success = (page: Page) => page.getByRole('heading', { name: 'Order Placed Successfully!' })

async function buyer() {
  const login = await shop.signUp('asha')
  const stored = { user: storedUser(login), cart: [storedLine(product, 2)] }
  const visitor = await visitAs(browser, shop, { stored })
  await visitor.page.goto('/checkout')
  await fillAll(visitor.page)
  return { ...visitor, login }
}

/** The shop places the order, and its response does not arrive. */
async function loseAnswer(page: Page): Promise<void> {
  await page.route(orderCall, (route) => route.fetch().then(() => route.abort()))
  await place(page)
  await expectAlert(page, lost)
  await page.unroute(orderCall)
}

const expectOrders = (login: LoginResponse, orders: object[]) =>
  eventually(async () => {
    const mine = await shop.call('GET', `/api/orders/myorder/${login.loginUserName}`, { token: login.accessToken })
    expect(mine.body.content).toMatchObject(orders)
  })

describe('an order whose response is lost', needsBrowser, () => {
  test('is the same order when it is sent again after a reload', async () => {
    const { page, context, login } = await buyer()
    await page.route(lookUp, (route) => route.abort())
    await loseAnswer(page)
    await page.reload()
    await expect.poll(() => page.getByLabel('ZIP Code').inputValue()).toBe('411001')
    await place(page)
    await success(page).waitFor()
    await page.getByRole('link', { name: /^Cart, 0 items/ }).waitFor()
    await expectOrders(login, [{ items: [{ quantity: 2 }] }])
    await context.close()
  })

  test('is shown as placed as soon as the checkout is opened again', async () => {
    const { page, context, login } = await buyer()
    await loseAnswer(page)
    await page.getByRole('link', { name: 'Back to Cart' }).click()
    await page.getByRole('link', { name: 'Proceed to Checkout' }).click()
    await success(page).waitFor()
    await page.getByText(earlier).waitFor()
    await page.getByRole('link', { name: /^Cart, 0 items/ }).waitFor()
    await page.reload()
    await page.getByText('Your cart is empty. Please add items to your cart before checking out.').waitFor()
    await expectOrders(login, [{ items: [{ quantity: 2 }] }])
    await context.close()
  })

  test('is not ordered again with other lines: these stay in the cart, with a notice', async () => {
    const { page, context, login } = await buyer()
    await page.route(lookUp, (route) => route.abort())
    await loseAnswer(page)
    await page.getByRole('link', { name: 'Back to Cart' }).click()
    await page.getByRole('button', { name: 'Increase quantity' }).click()
    await page.getByRole('link', { name: 'Proceed to Checkout' }).click()
    await place(page)
    await expectAlert(page, lost)
    await page.unroute(lookUp)
    await place(page)
    await page.getByText(earlier).filter({ hasText: 'still in your cart' }).waitFor()
    await page.getByRole('link', { name: /^Cart, 1 item/ }).waitFor()
    await expectOrders(login, [{ items: [{ quantity: 2 }] }])
    await page.getByRole('link', { name: 'Back to Cart' }).click()
    await page.getByRole('link', { name: 'Proceed to Checkout' }).click()
    await place(page)
    await success(page).waitFor()
    await expectOrders(login, [{ items: [{ quantity: 1 }] }, { items: [{ quantity: 2 }] }])
    await context.close()
  })

  test('is not confused with the same order placed again after a cancellation', async () => {
    const { page, context, login } = await buyer()
    await page.route(lookUp, (route) => route.abort())
    await loseAnswer(page)
    await expectOrders(login, [{ status: 'received' }])
    const mine = await shop.call('GET', `/api/orders/myorder/${login.loginUserName}`, { token: login.accessToken })
    await shop.call('DELETE', `/api/orders/${mine.body.content[0].orderId}`, { token: login.accessToken })
    const lookedInVain = page.waitForEvent('requestfailed', (request) => request.url().includes('/api/orders/ORD'))
    await page.reload()
    await lookedInVain
    await page.unroute(lookUp)
    await expect.poll(() => page.getByLabel('ZIP Code').inputValue()).toBe('411001')
    await place(page)
    await success(page).waitFor()
    await expectOrders(login, [{ status: 'received' }, { status: 'cancelled' }])
    await context.close()
  })

  test('can be changed and sent if it never arrived', async () => {
    const { page, context, login } = await buyer()
    await page.route(orderCall, (route) => route.abort())
    await place(page)
    await expectAlert(page, lost)
    await page.unroute(orderCall)
    await page.reload()
    await page.getByLabel('City').fill('Nashik')
    await place(page)
    await success(page).waitFor()
    await expectOrders(login, [{ shipping: { city: 'Nashik' } }])
    await context.close()
  })
})

describe('an order in progress', needsBrowser, () => {
  test('removes the ordered lines from the cart, but none added in the meantime', async () => {
    const { page, context } = await buyer()
    const held = Promise.withResolvers<void>()
    await page.route(orderCall, (route) => held.promise.then(() => route.continue()))
    await place(page)
    await page.getByRole('button', { name: 'Processing...' }).waitFor()
    const other = await context.newPage()
    await other.goto('/cart')
    await other.getByRole('button', { name: 'Increase quantity' }).click()
    await page.getByRole('link', { name: /^Cart, 3 items/ }).waitFor()
    held.resolve()
    await success(page).waitFor()
    await expect.poll(() => page.getByRole('link', { name: /^Cart, 1 item/ }).count()).toBe(1)
    await context.close()
  })

  test('does not restore a login that has ended in the meantime', async () => {
    const { page, context } = await buyer()
    const held = Promise.withResolvers<void>()
    await page.route(orderCall, async (route) => {
      const response = await route.fetch()
      await held.promise
      await route.fulfill({ response })
    })
    await place(page)
    await page.getByRole('button', { name: 'Processing...' }).waitFor()
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('button', { name: 'Logout' }).click()
    await page.waitForURL((url) => url.pathname === '/')
    held.resolve()
    await page
      .getByLabel('Notifications')
      .getByText(/^Your Order has been placed/)
      .waitFor()
    await page.getByRole('link', { name: /^Cart, 0 items/ }).waitFor()
    expect(await page.evaluate("localStorage.getItem('user')")).toBeNull()
    await context.close()
  })

  test('opens the order if that was requested before home is shown', async () => {
    const { page, context } = await buyer()
    const [placed, shown] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    await page.route(orderCall, (route) => placed.promise.then(() => route.continue()))
    await page.route(lookUp, (route) => shown.promise.then(() => route.continue()))
    await place(page)
    await page.getByRole('button', { name: 'Processing...' }).waitFor()
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 60_000)
    placed.resolve()
    await success(page).waitFor()
    const requested = page.waitForRequest(lookUp)
    await page.getByRole('main').getByRole('link', { name: 'View your order' }).click()
    await requested
    await page.clock.fastForward(3000)
    shown.resolve()
    await page.clock.resume()
    await page.getByRole('heading', { level: 1, name: /^Order ORD/ }).waitFor()
    expect(new URL(page.url()).pathname).toMatch(/^\/my-orders\/ORD/)
    await context.close()
  })
})

describe('an order beyond the budget of its account', needsBrowser, () => {
  test('keeps its form and its key: the button shows when to retry, and then it is placed once', async () => {
    const { page, context, login } = await buyer()
    const keys = new Set<string | undefined>()
    page.on('request', (request) => {
      if (request.url().endsWith('/bookOrderRequest')) keys.add(request.headers()['idempotency-key'])
    })
    await useUp(shop, { budget: 'orders', key: `account ${login.id}`, points: 30 })
    await place(page)
    await page
      .getByRole('alert')
      .getByText(/^Too many orders in a short time. Please try again in \d+ minutes[.]$/)
      .waitFor()
    await page.getByRole('button', { name: /^Try again at \d{1,2}:\d\d/ }).waitFor()
    await page.reload()
    await expect.poll(() => page.getByLabel('ZIP Code').inputValue()).toBe('411001')
    await endWindows(shop)
    await eventually(async () => {
      await page.getByRole('button', { name: /^(?:Place Order|Try again at)/ }).click()
      await success(page).waitFor({ timeout: 1_000 })
    })
    await page.getByRole('link', { name: /^Cart, 0 items/ }).waitFor()
    expect([...keys]).toEqual([expect.stringMatching(/./)])
    await expectOrders(login, [{ items: [{ quantity: 2 }] }])
    await context.close()
  })
})
