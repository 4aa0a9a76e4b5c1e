import type { Page } from 'playwright-core'
import { storedLine, storedUser, visitAs, type TestBrowser } from '../support/browser/browser.ts'
import type { TestShop } from '../support/shop/shop.ts'

/** The call with which the browser places an order. */
export const orderCall = '**/api/products/bookOrderRequest'

export const fields = {
  'Mobile number': '9820012345',
  Address: '12 MG Road',
  City: 'Pune',
  State: 'Maharashtra',
  'ZIP Code': '411001',
}

export async function fillAll(page: Page): Promise<void> {
  for (const [label, text] of Object.entries(fields)) await page.getByLabel(label).fill(text)
}

export const place = (page: Page) => page.getByRole('button', { name: 'Place Order' }).click()

export const expectToast = (page: Page, text: string | RegExp) =>
  page.getByLabel('Notifications').getByText(text).first().waitFor()

export const expectAlert = (page: Page, text: string) =>
  page.getByRole('alert').getByText(text, { exact: true }).waitFor()

type Opening = { product: Parameters<typeof storedLine>[0]; width: number }

/** Opens the checkout as a new buyer with two of a product in the cart. */
export async function openCheckout(browser: TestBrowser, shop: TestShop, { product, width }: Opening) {
  const login = await shop.signUp('asha')
  const stored = { user: storedUser(login), cart: [storedLine(product, 2)] }
  const visitor = await visitAs(browser, shop, { width, stored })
  await visitor.page.goto('/checkout')
  await visitor.page.getByRole('heading', { level: 1, name: 'Checkout' }).waitFor()
  return { ...visitor, login }
}
