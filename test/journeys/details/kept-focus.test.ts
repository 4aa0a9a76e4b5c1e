import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser, storedLine, storedUser, visitAs, type TestBrowser } from '../../support/browser/browser.ts'
import { needsBrowser } from '../../support/engines/engines.ts'
import { tokensIn } from '../../support/shop/outbox.ts'
import { addProducts, openShopForBrowser, type TestShop } from '../../support/shop/shop.ts'
import { fillAll } from '../checkout-form.ts'

type Added = Awaited<ReturnType<typeof addProducts>>[number]

let shop: TestShop
let browser: TestBrowser
let product: Added
let other: Added

beforeAll(async () => {
  shop = await openShopForBrowser()
  browser = await openBrowser()
  const [first, second] = await addProducts(shop, [{}, { title: 'Vaayu V-40 Ventilator' }])
  if (first && second) [product, other] = [first, second]
})
afterAll(async () => {
  await browser.close()
  await shop.close()
})

const visitWide = (stored: Record<string, unknown> = {}) => visitAs(browser, shop, { width: 1440, stored })
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const message = (page: Page, text: string) => page.getByLabel('Notifications').getByText(text).last().waitFor()

/** Waits until this element has the focus. */
const expectFocus = (page: Page, selector: string, hasText: string | RegExp) =>
  page.locator(`${selector}:focus`, { hasText }).waitFor()

describe('the focus', needsBrowser, () => {
  test('stays on the button that has reached the least or the largest quantity', async () => {
    const { page, context } = await visitWide()
    await page.goto(`/products/${product.id}`)
    const focused = page.locator(':focus')
    await button(page, 'Increase quantity').first().press('Enter')
    await page.getByLabel('Quantity', { exact: true }).and(page.locator('[value="2"]')).first().waitFor()
    await button(page, 'Decrease quantity').first().press('Enter')
    await expect.poll(() => button(page, 'Decrease quantity').first().isDisabled()).toBe(true)
    await page.keyboard.press('Tab')
    expect(await focused.inputValue()).toBe('1')
    await page.keyboard.press('Shift+Tab')
    expect(await focused.getAttribute('aria-label')).toBe('Decrease quantity')
    await context.close()
  })

  test('returns to a button that was disabled while it worked', async () => {
    const { page, context } = await visitWide({ user: storedUser(await shop.signUp('asha')) })
    await page.goto('/profile')
    const held = Promise.withResolvers<void>()
    await button(page, 'Save details').waitFor()
    await page.route('**/api/users/me', (route) => held.promise.then(() => route.continue()))
    await button(page, 'Save details').press('Enter')
    await expect.poll(() => page.evaluate('document.activeElement === document.body')).toBe(true)
    held.resolve()
    await message(page, 'Your details are saved')
    await expectFocus(page, 'button', 'Save details')
    await context.close()
  })

  test('goes from a filter that is removed to the next one, and with the last one to the page', async () => {
    const { page, context } = await visitWide()
    await page.goto(`/collection?minPrice=1&brand=${encodeURIComponent(product.brand)}`)
    await button(page, `Remove Brand: ${product.brand}`).press('Enter')
    await expectFocus(page, 'button', 'From ₹1')
    await page.getByRole('button', { name: /^Remove / }).press('Enter')
    await expectFocus(page, 'main', '')
    await context.close()
  })

  test('goes from the bar with the contact to the head of the page', async () => {
    const { page, context } = await visitWide()
    await page.goto('/')
    await button(page, 'Close contact bar').press('Enter')
    await expectFocus(page, 'header a', '')
    await context.close()
  })

  test('returns to the policy whose text is closed', async () => {
    const { page, context } = await visitWide()
    await page.goto(`/products/${product.id}`)
    await button(page, 'Replacement').press('Enter')
    await button(page, 'Close policy').press('Enter')
    await expectFocus(page, 'button', 'Replacement')
    await context.close()
  })

  test('goes to the news that the order is placed, and from the notice of it to the page', async () => {
    const user = storedUser(await shop.signUp('asha'))
    const { page, context } = await visitWide({ user, cart: [storedLine(product)] })
    await page.goto('/checkout')
    await fillAll(page)
    await button(page, 'Place Order').press('Enter')
    await expectFocus(page, 'h1', 'Order Placed Successfully!')
    await button(page, 'Dismiss the notice of your order').press('Enter')
    await expectFocus(page, 'main', '')
    await context.close()
  })

  test('returns from a message to what had it before', async () => {
    const { page, context } = await visitWide()
    await page.goto(`/products/${product.id}`)
    await button(page, 'Add to Cart').first().press('Enter')
    await button(page, 'Dismiss').press('Enter')
    await expectFocus(page, 'button', 'Add to Cart')
    await page.goto('/cart')
    await button(page, 'Clear Cart').press('Enter')
    await expectFocus(page, 'h1', 'Cart')
    await button(page, 'Undo').press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Cart' }).waitFor()
    await button(page, 'Clear Cart').waitFor()
    expect(await page.evaluate('document.activeElement === document.body')).toBe(false)
    await context.close()
  })

  test('stays in the bar of the comparison, and leaves it for the page with the last device', async () => {
    const { page, context } = await visitWide()
    await page.goto('/collection')
    for (const { title } of [product, other]) await button(page, `Compare: ${title}`).press('Enter')
    await button(page, `Remove ${product.title} from the comparison`).press('Enter')
    await expectFocus(page, 'section', '1 of 4 devices')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByRole('region', { name: 'Devices to compare' }).waitFor({ state: 'detached' })
    await expectFocus(page, 'main', '')
    await context.close()
  })

  test('stays in the list of a quick order whose line is removed', async () => {
    const { page, context } = await visitWide()
    await page.goto('/quick-order')
    await page.getByLabel('Codes, one per line').fill(`${product.id}\n${other.id}`)
    await button(page, 'Find products').press('Enter')
    await button(page, `Remove ${product.id}`).press('Enter')
    await expectFocus(page, 'section', other.title)
    await button(page, `Remove ${other.id}`).press('Enter')
    await expectFocus(page, 'h1', 'Quick order')
    await context.close()
  })

  test('goes to the heading once the new password is set', async () => {
    const person = await shop.signUp('meera')
    await shop.call('POST', '/api/auth/forgot-password', { body: { username: person.loginUserName } })
    const [token = ''] = await tokensIn(shop, { accountId: person.id, subject: 'Choose a new password', count: 1 })
    const { page, context } = await visitWide()
    await page.goto(`/reset-password?token=${token}`)
    await page.getByLabel('New password').fill('a long walk along the Mula')
    await button(page, 'Set the new password').press('Enter')
    await page.getByText('Your new password is set').waitFor()
    await expectFocus(page, 'h1', 'Choose a new password')
    await context.close()
  })
})
