import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { goWithin, openBrowser, storedLine, storedUser, visitAs, type TestBrowser } from '../support/browser/browser.ts'
import { needsBrowser } from '../support/engines/engines.ts'
import { needsBrowserAtWidths, widths } from '../support/browser/widths.ts'
import { eventually } from '../support/eventually.ts'
import { addProducts, openShopForBrowser, orderFor, type TestShop } from '../support/shop/shop.ts'
import { expectAlert, expectToast, fields, fillAll, openCheckout, place } from './checkout-form.ts'

type Added = Awaited<ReturnType<typeof addProducts>>[number]

let shop: TestShop
let browser: TestBrowser
let product: Added

const password = 'a quiet morning in Pune'

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

const focused = (page: Page): Promise<unknown> => page.evaluate('document.activeElement.getAttribute("name")')

const buyer = (width: number) => openCheckout(browser, shop, { product, width })

describe.each(widths(390, 768, 1440))('the checkout at a width of %i px', needsBrowserAtWidths, (width) => {
  test('names the first missing field, in order, and focuses it; then orders', async () => {
    const { page, context, complaints } = await buyer(width)
    await page.getByRole('region', { name: 'Order summary' }).getByText('₹1,69,001.00').first().waitFor()
    await expect.poll(() => page.getByLabel('Mobile number').inputValue()).toBe('9820012345')
    await page.getByLabel('Mobile number').fill(' ')
    await page.getByLabel('Full name').fill('  ')
    const faults = [
      ['Name is required', 'name', 'Full name', 'Asha Rao'],
      ['Mobile number is required', 'shippingMobile', 'Mobile number', 'any text will do'],
      ['Address is required', 'address', 'Address', '12 MG Road'],
      ['City is required', 'city', 'City', 'Pune'],
      ['State is required', 'state', 'State', 'Maharashtra'],
      ['ZIP Code is required', 'zipCode', 'ZIP Code', '41100'],
      ['Please enter a valid 6-digit PIN code', 'zipCode', 'ZIP Code', '411001'],
    ] as const
    for (const [message, field, label, text] of faults) {
      await place(page)
      await expectAlert(page, message)
      await eventually(async () => expect(await focused(page)).toBe(field))
      await page.getByLabel(label).fill(text)
      await page.locator(`[name="${field}"]:not([aria-invalid="true"])`).waitFor()
    }
    await expect.poll(() => page.getByRole('radio').count()).toBe(1)
    await expect.poll(() => page.getByRole('radio', { name: /Cash on delivery/ }).isChecked()).toBe(true)
    await place(page)
    await expectToast(page, /^Your Order has been placed OrderId= ORD\d{8}$/)
    await page.getByRole('heading', { name: 'Order Placed Successfully!' }).waitFor()
    await page.getByText('Redirecting to order confirmation...').waitFor()
    await page.getByRole('link', { name: /^Cart, 0 items/ }).waitFor()
    await page.waitForURL((url) => url.pathname === '/')
    await expect.poll(() => page.evaluate("localStorage.getItem('cart')")).toBe('[]')
    expect(complaints).toEqual([])
    await context.close()
  })
})

describe('the checkout', needsBrowser, () => {
  test('leads to the order from the notice on the home page', async () => {
    const { page, context } = await buyer(390)
    await fillAll(page)
    await place(page)
    await page.waitForURL((url) => url.pathname === '/')
    const message = page.getByLabel('Notifications').getByRole('listitem')
    const orderId = /ORD\d{8}/.exec(await message.innerText())?.[0]
    const notice = page.getByRole('region', { name: 'Your order' })
    await notice.getByText(`Order ${orderId} was placed.`).waitFor()
    await notice.getByRole('link', { name: 'View your order' }).click()
    await page.getByRole('heading', { level: 1, name: `Order ${orderId}` }).waitFor()
    expect(new URL(page.url()).pathname).toBe(`/my-orders/${orderId}`)
    await page.goBack()
    await page.reload()
    await notice.getByRole('link', { name: 'View your order' }).waitFor()
    await notice.getByRole('button', { name: 'Dismiss the notice of your order' }).click()
    await notice.waitFor({ state: 'detached' })
    expect(await page.evaluate("sessionStorage.getItem('sent')")).toBeNull()
    await context.close()
  })

  test('announces a place again when it is found again, and nothing of it on another page', async () => {
    const { page, context } = await buyer(390)
    const announced = page.locator('output[aria-live="polite"]')
    const lookUp = async () => {
      await page.getByLabel('ZIP Code').fill('411001')
      await announced.getByText('City and state of the PIN code: Pune, Maharashtra').waitFor()
    }
    await lookUp()
    await page.evaluate('document.querySelector("output[aria-live] span").id = "first"')
    await page.getByLabel('ZIP Code').fill('')
    await lookUp()
    await page.locator('#first').waitFor({ state: 'detached' })
    await goWithin(page, '/about-us')
    await page.getByRole('heading', { level: 1, name: /About/ }).waitFor()
    expect(await announced.innerText()).toBe('')
    await context.close()
  })

  test('loses nothing on a reload, or if the login expires midway', async () => {
    const { page, context, login } = await buyer(390)
    await fillAll(page)
    await page.reload()
    await expect.poll(() => page.getByLabel('Address').inputValue()).toBe('12 MG Road')
    await shop.call('POST', '/api/auth/logout', { token: login.accessToken })
    await place(page)
    await page.waitForURL(/\/login\?redirect=%2Fcheckout/)
    await page.getByLabel('Username').fill(login.loginUserName)
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Login' }).click()
    await expectToast(page, 'Login successful!')
    await page.waitForURL('**/checkout')
    for (const [label, text] of Object.entries(fields))
      await expect.poll(() => page.getByLabel(label).inputValue()).toBe(text)
    await place(page)
    await page.getByRole('heading', { name: 'Order Placed Successfully!' }).waitFor()
    await context.close()
  })

  test('fills in the address of the last order, on another device too, and never mixes it with typed input', async () => {
    const login = await shop.signUp('asha')
    const body = orderFor([[product, 1]])
    expect((await shop.call('POST', '/api/orders', { token: login.accessToken, body })).status).toBe(201)
    const stored = { user: storedUser(login), cart: [storedLine(product)] }
    const { page, context } = await visitAs(browser, shop, { stored })
    const listed = '**/api/orders/myorder/**'
    const held = Promise.withResolvers<void>()
    await page.route(listed, (route) => held.promise.then(() => route.continue()))
    await page.goto('/checkout')
    await page.getByLabel('City').fill('Nashik')
    const arrived = page.waitForResponse(listed)
    held.resolve()
    await arrived
    await expect.poll(() => page.getByLabel('Mobile number').inputValue()).toBe('9820012345')
    expect(await page.getByLabel('Address').inputValue()).toBe('')
    await page.getByLabel('City').fill('')
    await page.reload()
    await expect.poll(() => page.getByLabel('Address').inputValue()).toBe('12 MG Road')
    await expect.poll(() => page.getByLabel('ZIP Code').inputValue()).toBe('411001')
    await context.close()
  })

  test('keeps the address filled in by the shop if a key is pressed the moment it arrives', async () => {
    const { page, context } = await buyer(390)
    await page.addInitScript(typeCityWhenKnown)
    await page.goto('/checkout')
    await expect.poll(() => page.getByLabel('City').inputValue()).toBe('Nashik')
    await expect.poll(() => page.getByLabel('Mobile number').inputValue()).toBe('9820012345')
    await context.close()
  })

  test('shows one person’s input to no other person on the same device', async () => {
    const { page, context } = await buyer(1440)
    await fillAll(page)
    await page.getByRole('button', { name: /^Hi, / }).click()
    await page.getByRole('button', { name: 'Logout' }).click()
    await expectToast(page, 'Logout successful!')
    const other = await shop.signUp('ravi')
    await page.goto('/login?redirect=/checkout')
    await page.getByLabel('Username').fill(other.loginUserName)
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Login' }).click()
    await page.waitForURL((url) => url.pathname === '/checkout')
    await expect.poll(() => page.getByLabel('Address').inputValue()).toBe('')
    await expect.poll(() => page.getByLabel('Full name').inputValue()).toBe('ravi Rao')
    await context.close()
  })

  test('has nothing to order with an empty cart, and otherwise leads back to the cart', async () => {
    const { page, context } = await buyer(390)
    await page.getByRole('link', { name: 'Back to Cart' }).click()
    await page.waitForURL('**/cart')
    await page.getByRole('button', { name: 'Clear Cart' }).click()
    await page.getByText('Your cart is empty.', { exact: true }).waitFor()
    await page.goto('/checkout')
    await page.getByText('Your cart is empty. Please add items to your cart before checking out.').waitFor()
    await page.getByRole('link', { name: 'Explore Products' }).click()
    await page.waitForURL('**/collection')
    await expect.poll(() => page.getByRole('heading', { level: 1 }).innerText()).toBe('All products')
    await context.close()
  })
})

/**
 * Types a city after everything that the page does at once when it gets the account, and before it can render anything.
 */
const typeCityWhenKnown = `
  const read = Response.prototype.json
  Response.prototype.json = async function () {
    const answer = await read.call(this)
    if (this.url.endsWith('/api/users/me')) void type()
    return answer
  }
  async function type() {
    for (let turn = 0; turn < 1000; turn++) await undefined
    const city = document.querySelector('input[name="city"]')
    if (!city) return
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(city, 'Nashik')
    city.dispatchEvent(new Event('input', { bubbles: true }))
  }
`
