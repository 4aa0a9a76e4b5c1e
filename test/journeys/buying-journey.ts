import { expect } from 'vitest'
import { visit, type TestBrowser } from '../support/browser/browser.ts'
import { adminPassword, type TestShop } from '../support/shop/shop.ts'

export type Buying = {
  browser: TestBrowser
  /** With the demo catalogue. */
  shop: TestShop
  /** Of the window, in CSS pixels. */
  width: number
}

/**
 * A buyer searches with typing mistakes, orders without an account at first, and sees what the admin does with the order. Resolves to
 * what the browser has complained of.
 */
export async function buyAndFollow({ browser, shop, width }: Buying): Promise<string[]> {
  const buyer = await visit(browser, shop, width)
  const { page } = buyer
  await page.goto('/')
  await page.getByRole('combobox', { name: 'Search products' }).fill('multipara patint monitr')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Search Results for "multipara patint monitr"' }).waitFor()
  await page
    .getByRole('main')
    .getByRole('link', { name: /Multipara Patient Monitor/ })
    .first()
    .click()
  const title = await page.getByRole('heading', { level: 1, name: /Patient Monitor/ }).innerText()
  await page.getByRole('button', { name: 'Add to Cart' }).first().click()
  await page.getByText('Product added to cart').first().waitFor()
  await page.getByRole('link', { name: /^Cart, 1 item/ }).click()
  await page.getByRole('main').getByText(title).first().waitFor()
  await page.getByRole('link', { name: 'Proceed to Checkout' }).click()

  await page.waitForURL(/\/login\?redirect=/)
  await page
    .getByRole('main')
    .getByRole('link', { name: /sign up|create/i })
    .click()
  const username = `asha.${width}@cityclinic.in`
  await page.getByLabel('Full name').fill('Asha Rao')
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Mobile number').fill('9820012345')
  await page.getByLabel('Password').fill('a quiet morning in Pune')
  await page.getByRole('button', { name: /sign up|create account/i }).click()
  await page.getByText('Sign up successful! Redirecting...').waitFor()
  await page.waitForURL(/\/checkout/)
  await expect.poll(() => page.getByLabel('Mobile number').inputValue()).toBe('9820012345')
  await page.getByRole('button', { name: 'Place Order' }).click()
  await page.getByText('Address is required').first().waitFor()
  await page.getByLabel('Full name').fill('Asha Rao')
  await page.getByLabel('Address').fill('12 MG Road')
  await page.getByLabel('City').fill('Pune')
  await page.getByLabel('State').fill('Maharashtra')
  await page.getByLabel('ZIP Code').fill('4110')
  await page.getByRole('button', { name: 'Place Order' }).click()
  await page.getByText('Please enter a valid 6-digit PIN code').first().waitFor()
  await page.getByLabel('ZIP Code').fill('411001')
  await page.getByRole('button', { name: 'Place Order' }).click()
  const placed = await page.getByText(/Your Order has been placed OrderId= ?ORD\d{8}/).innerText()
  const orderId = /ORD\d{8}/.exec(placed)?.[0] ?? ''

  await page.goto('/my-orders')
  await page
    .getByRole('link', { name: new RegExp(orderId) })
    .first()
    .click()
  await page.getByRole('heading', { name: new RegExp(orderId) }).waitFor()
  await expect.poll(() => historyOf(page)).toHaveLength(1)

  const ofAdmin = await confirmAndDispatch(orderId, { browser, shop, width })

  await page.reload()
  await page.getByText('BD123456789IN').first().waitFor()
  await expect.poll(() => historyOf(page)).toHaveLength(3)
  await buyer.context.close()
  return [...buyer.complaints, ...ofAdmin]
}

async function confirmAndDispatch(orderId: string, { browser, shop, width }: Buying): Promise<string[]> {
  const { page, context, complaints } = await visit(browser, shop, width)
  await page.goto('/login')
  await page.getByLabel('Username').fill('admin')
  await page.getByLabel('Password').fill(adminPassword)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.waitForURL((url) => url.pathname === '/')
  await page.goto(`/my-orders/${orderId}`)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Confirm/ })
    .click()
  await page.getByRole('button', { name: 'Dispatch' }).click()
  await page.getByRole('dialog').getByLabel('Carrier').fill('Bluedart')
  await page.getByRole('dialog').getByLabel('Tracking number').fill('BD123456789IN')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Dispatch/ })
    .click()
  await page.getByRole('heading', { name: /dispatched/i }).waitFor()
  await context.close()
  return complaints
}

async function historyOf(page: Awaited<ReturnType<typeof visit>>['page']): Promise<string[]> {
  const history = page.getByRole('heading', { name: 'History' }).locator('xpath=..')
  await history.getByRole('listitem').first().waitFor()
  return history.getByRole('listitem').allInnerTexts()
}
