import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { LoginResponse } from '#modules/identity/schema.ts'
import { openBrowser, visit, type TestBrowser } from '../../support/browser/browser.ts'
import { needsBrowser } from '../../support/engines/engines.ts'
import { eventually } from '../../support/eventually.ts'
import { endWindows, useUp } from '../../support/shop/budgets.ts'
import { addProducts, monitor, openShopForBrowser, type TestShop } from '../../support/shop/shop.ts'

let shop: TestShop
let browser: TestBrowser

beforeAll(async () => {
  shop = await openShopForBrowser({ BUDGET_SCALE: '1', TRUSTED_PROXIES: '1' })
  browser = await openBrowser()
})
afterAll(async () => {
  await browser.close()
  await shop.close()
})

const localCart = (page: Page) => page.evaluate(() => localStorage.getItem('cart') ?? '[]')
const cartIdOf = (page: Page) => page.evaluate(() => localStorage.getItem('cartId'))

/** Asserts that the cart's stream holds these lines now. */
async function expectMirrored(page: Page, lines: [string, number][], token?: string): Promise<void> {
  const { body } = await shop.call('GET', `/api/carts/${await cartIdOf(page)}`, { token })
  const held = body.items.map(({ id, quantity }: { id: string; quantity: number }) => [id, quantity])
  expect(Object.fromEntries(held)).toEqual(Object.fromEntries(lines))
}

const eventuallyMirrored = (...cart: Parameters<typeof expectMirrored>) => eventually(() => expectMirrored(...cart))

async function addProduct(title: string, price = monitor.price): Promise<string> {
  const [product] = await addProducts(shop, [{ title, price }])
  return product?.id ?? ''
}

async function addToCart(page: Page, id: string): Promise<void> {
  await page.goto(`/products/${id}`)
  await page.getByRole('main').getByRole('button', { name: 'Add to Cart' }).first().click()
  await page.getByText('Product added to cart').first().waitFor()
}

async function setQuantity(page: Page, title: string, quantity: string): Promise<void> {
  const field = page.getByRole('group', { name: `Quantity of ${title}` }).locator('input')
  await field.fill(quantity)
  await field.blur()
}

async function logIn(page: Page, { loginUserName }: LoginResponse): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Username').fill(loginUserName)
  await page.getByLabel('Password').fill('a quiet morning in Pune')
  await page.getByRole('button', { name: 'Login' }).click()
  await page.waitForURL((url) => url.pathname === '/')
}

async function changePrice(id: string, price: number): Promise<void> {
  const { body: product } = await shop.call('GET', `/api/products/${id}`)
  const { status } = await shop.call('PUT', `/api/products/${id}`, {
    token: shop.adminToken,
    body: { ...monitor, title: product.title, price },
  })
  expect(status).toBe(200)
}

describe('the cart', { ...needsBrowser, timeout: 60_000 }, () => {
  test('works offline, shows a calm notice, and reaches its stream once the connection is back', async () => {
    const product = await addProduct('Offline Monitor', 100)
    const { page, context } = await visit(browser, shop)
    await addToCart(page, product)
    await page.getByRole('link', { name: /^Cart, 1 item/ }).click()
    await eventuallyMirrored(page, [[product, 1]])
    await context.setOffline(true)
    await page.getByText('You are offline. Your cart is kept on this device').waitFor()
    await setQuantity(page, 'Offline Monitor', '4')
    await page.getByText('₹400.00').first().waitFor()
    expect(JSON.parse(await localCart(page))).toMatchObject([{ id: product, quantity: 4 }])
    await context.setOffline(false)
    await eventuallyMirrored(page, [[product, 4]])
    await page.getByText('You are offline').first().waitFor({ state: 'hidden' })
    await context.close()
  })

  test('waits silently for Retry-After beyond the budget of its network, and is then mirrored', async () => {
    const product = await addProduct('Patient Monitor')
    const { page, context } = await visit(browser, shop)
    // The process relies on counts that it has read within the last second: it knows none of this address.
    await page.setExtraHTTPHeaders({ 'x-forwarded-for': '203.0.113.42' })
    await page.clock.install()
    const statuses: number[] = []
    page.on('response', (response) => {
      if (response.request().method() === 'PUT') statuses.push(response.status())
    })
    await useUp(shop, { budget: 'new-carts', key: 'address 203.0.113.42', points: 600 })
    await addToCart(page, product)
    await expect.poll(() => statuses).toEqual([429])
    await page.goto('/cart')
    await expect.poll(() => statuses).toEqual([429, 429])
    for (const quantity of ['2', '3', '4']) await setQuantity(page, 'Patient Monitor', quantity)
    await page.getByRole('link', { name: /^Cart, 4 items/ }).waitFor()
    await page.clock.fastForward(60_000)
    expect(await page.getByText('Your cart is kept on this device').count()).toBe(0)
    expect(statuses).toEqual([429, 429])
    await endWindows(shop)
    await eventually(async () => {
      await page.clock.fastForward(600_000)
      await expectMirrored(page, [[product, 4]])
    })
    // The shop has the cart a moment before the browser has the response.
    await expect.poll(() => statuses.filter((status) => status !== 429)).toEqual([200])
    await context.close()
  })

  test('is the same in two tabs, and is merged with the cart of the account at a login', async () => {
    const one = await addProduct('First Tab Monitor')
    const two = await addProduct('Second Tab Monitor')
    const { page, context } = await visit(browser, shop)
    const other = await context.newPage()
    await other.goto('/cart')
    await addToCart(page, one)
    await other.getByRole('main').getByText('First Tab Monitor').waitFor()
    await addToCart(other, two)
    await page.goto('/cart')
    await setQuantity(page, 'Second Tab Monitor', '3')
    await eventuallyMirrored(page, [
      [one, 1],
      [two, 3],
    ])
    expect(await cartIdOf(other)).toBe(await cartIdOf(page))

    const buyer = await shop.signUp('tabs')
    await logIn(page, buyer)
    await eventually(async () => {
      const { status } = await shop.call('GET', `/api/carts/${await cartIdOf(page)}`)
      expect(status, 'no other account may use a claimed cart').toBe(403)
    })
    await context.close()

    const elsewhere = await visit(browser, shop)
    await logIn(elsewhere.page, buyer)
    await elsewhere.page.getByRole('link', { name: /^Cart, 4 items/ }).waitFor()
    await elsewhere.context.close()
  })

  test('shows line by line what changed, before the order and when the shop refuses it, and loses nothing', async () => {
    const buyer = await shop.signUp('changes')
    const dearer = await addProduct('Dearer')
    const withdrawn = await addProduct('Withdrawn')
    const later = await addProduct('Dearer Later')
    const { page, context } = await visit(browser, shop)
    await logIn(page, buyer)
    for (const id of [dearer, withdrawn, later]) await addToCart(page, id)
    await changePrice(dearer, 99_000)
    await shop.call('DELETE', `/api/products/${withdrawn}`, { token: shop.adminToken })
    await page.goto('/cart')
    await page.getByText(/now costs ₹99,000.00 instead of ₹84,500.50: ₹14,499.50 more each/).waitFor()
    await page.getByText('is no longer available and will be removed from your cart').waitFor()
    await page.getByRole('button', { name: 'Accept and update my cart' }).press('Enter')
    await page.locator('h1:focus', { hasText: 'Cart' }).waitFor()
    await page.getByText('₹1,83,500.50').first().waitFor()
    await expect.poll(() => page.getByText('instead of').count()).toBe(0)

    await page.getByRole('link', { name: 'Proceed to Checkout' }).click()
    await page.getByRole('button', { name: 'Place Order' }).waitFor()
    for (const [label, value] of [
      ['Mobile number', '9820012345'],
      ['Address', '12 MG Road'],
      ['City', 'Pune'],
      ['State', 'Maharashtra'],
      ['ZIP Code', '411001'],
    ] as const)
      await page.getByLabel(label).fill(value)
    await changePrice(later, 80_000)
    await page.getByRole('button', { name: 'Place Order' }).click()
    await page.getByText('Your cart has changed, so nothing was ordered.').waitFor()
    await page.getByText(/Dearer Later now costs ₹80,000.00 instead of ₹84,500.50/).waitFor()
    await expect.poll(() => page.getByLabel('Address').inputValue()).toBe('12 MG Road')
    await page.getByRole('button', { name: 'Accept and update my cart' }).click()
    await page.getByRole('button', { name: 'Place Order' }).click()
    await page.getByText('Order Placed Successfully!').waitFor()
    await context.close()
  })
})
