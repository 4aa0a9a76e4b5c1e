import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser, storedLine, storedUser, visitAs, type TestBrowser } from '../support/browser/browser.ts'
import { needsBrowser } from '../support/engines/engines.ts'
import { eventually } from '../support/eventually.ts'
import { addProducts, openShopForBrowser, orderFor, type TestShop } from '../support/shop/shop.ts'
import { expectAlert, fillAll, openCheckout, orderCall, place } from './checkout-form.ts'

let shop: TestShop
let browser: TestBrowser
let product: Awaited<ReturnType<typeof addProducts>>[number]

beforeAll(async () => {
  shop = await openShopForBrowser()
  browser = await openBrowser()
  const added = await addProducts(shop, [{}])
  if (added[0]) product = added[0]
})
afterAll(async () => {
  await browser.close()
  await shop.close()
})

const buyer = () => openCheckout(browser, shop, { product, width: 390 })

describe('an order that is not placed at once', needsBrowser, () => {
  test('is sent at the next attempt if the script that places orders could not be fetched', async () => {
    const { page, context } = await buyer()
    const script = '**/assets/placing-*.js'
    await page.route(script, (route) => route.abort())
    await fillAll(page)
    await place(page)
    await expectAlert(page, 'Network error. Please check your connection and try again.')
    await page.unroute(script)
    await place(page)
    await page.getByRole('heading', { name: 'Order Placed Successfully!' }).waitFor()
    await context.close()
  })

  test('explains in the words of the specification why an order failed, and orders once on a retry', async () => {
    const { page, context, login } = await buyer()
    await fillAll(page)
    await page.route(orderCall, (route) => route.abort())
    await place(page)
    await expectAlert(page, 'Network error. Please check your connection and try again.')
    await page.unroute(orderCall)
    await page.route(orderCall, (route) => route.fulfill({ status: 500, body: '<html>' }))
    await place(page)
    await expectAlert(page, 'Failed to place order. Please try again.')
    await page.unroute(orderCall)
    await page.route(orderCall, (route) => route.fulfill({ status: 400, json: { message: 'Not on a Sunday' } }))
    await place(page)
    await expectAlert(page, 'Not on a Sunday')
    await page.unroute(orderCall)

    // The response is lost on the way back: the buyer cannot know, and retries.
    let lost = 0
    await page.route(orderCall, async (route) => {
      if (lost > 0) return route.continue()
      lost += 1
      await route.fetch()
      return route.abort()
    })
    await place(page)
    await expectAlert(page, 'Network error. Please check your connection and try again.')
    await place(page)
    await page.getByRole('heading', { name: 'Order Placed Successfully!' }).waitFor()
    await eventually(async () => {
      const path = `/api/orders/myorder/${login.loginUserName}`
      const mine = await shop.call('GET', path, { token: login.accessToken })
      expect(mine.body.content).toMatchObject([{ items: [{ quantity: 2 }], shipping: { city: 'Pune' } }])
    })
    await context.close()
  })

  test('cannot be submitted twice while an order is in progress', async () => {
    const { page, context } = await buyer()
    await fillAll(page)
    const held = Promise.withResolvers<void>()
    let sent = 0
    await page.route(orderCall, (route) => {
      sent += 1
      return held.promise.then(() => route.continue())
    })
    await place(page)
    const busy = page.getByRole('button', { name: 'Processing...' })
    await busy.waitFor()
    await expect.poll(() => busy.isDisabled()).toBe(true)
    await page.getByLabel('City').press('Enter')
    held.resolve()
    await page.getByRole('heading', { name: 'Order Placed Successfully!' }).waitFor()
    expect(sent).toBe(1)
    await context.close()
  })

  test('reports that the cart was ordered elsewhere, and orders it again in a new cart on request', async () => {
    const { page, context, login } = await buyer()
    await fillAll(page)
    const bodies: { cartId?: string }[] = []
    const keys: string[] = []
    await page.route(orderCall, async (route) => {
      bodies.push(route.request().postDataJSON())
      keys.push(route.request().headers()['idempotency-key'] ?? '')
      await route.continue()
    })
    await expect.poll(() => page.evaluate("localStorage.getItem('cartId')")).toMatch(/\w/)
    const cartId = String(await page.evaluate("localStorage.getItem('cartId')"))
    const elsewhere = orderFor([[product, 2]], { cartId })
    const first = await shop.call('POST', '/api/orders', { body: elsewhere, token: login.accessToken })
    expect(first.status).toBe(201)
    await place(page)
    await page
      .getByRole('alert')
      .getByText(/This cart was ordered before/)
      .waitFor()
    await place(page)
    await page.getByRole('heading', { name: 'Order Placed Successfully!' }).waitFor()
    expect(bodies[0]?.cartId).toBe(cartId)
    expect(bodies[1]?.cartId).not.toBe(cartId)
    expect(new Set(keys).size).toBe(2)
    await context.close()
  })

  test('stops at an expired token before anything is sent', async () => {
    const login = await shop.signUp('asha')
    const claims = Buffer.from(JSON.stringify({ exp: 1 })).toString('base64url')
    const user = { ...storedUser(login), accessToken: `e30.${claims}.x` }
    const { page, context } = await visitAs(browser, shop, { stored: { user, cart: [storedLine(product)] } })
    await page.goto('/checkout')
    await page.waitForURL(/\/login\?redirect=%2Fcheckout/)
    await page.getByRole('link', { name: /^Cart, 1 item/ }).waitFor()
    await expect.poll(() => page.evaluate("localStorage.getItem('user')")).toBeNull()
    await context.close()
  })
})
