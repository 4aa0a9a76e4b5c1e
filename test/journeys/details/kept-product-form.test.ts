import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { visitAsAdmin } from '../../support/browser/admin-browser.ts'
import { openBrowser, storedUser, visitAs, type TestBrowser } from '../../support/browser/browser.ts'
import { needsBrowser } from '../../support/engines/engines.ts'
import { eventually } from '../../support/eventually.ts'
import { addProducts, monitor, openShopForBrowser, type TestShop } from '../../support/shop/shop.ts'

let shop: TestShop
let browser: TestBrowser

beforeAll(async () => {
  shop = await openShopForBrowser()
  browser = await openBrowser()
})
afterAll(async () => {
  await browser.close()
  await shop.close()
})

const asAdmin = (body?: unknown) => ({ token: shop.adminToken, body })

async function add(title: string): Promise<string> {
  const [product] = await addProducts(shop, [{ title }])
  return product?.id ?? ''
}

const backInForm = /Your earlier entries are back in the form/

describe('an unsaved product form', needsBrowser, () => {
  test('is discarded for the stored version, and the keyboard continues from its first field', async () => {
    const id = await add('Given-up Monitor')
    const { page, context } = await visitAsAdmin(browser, shop, 1440)
    await page.goto(`/admin/products/${id}`)
    const company = page.getByLabel('Company')
    await company.fill('My Company')
    await page.reload()
    await page.getByText(backInForm).waitFor()
    await expect.poll(() => company.inputValue()).toBe('My Company')
    await page.getByRole('button', { name: 'Start from the current product' }).press('Enter')
    await expect.poll(() => company.inputValue()).toBe(monitor.company)
    await expect.poll(() => page.locator(':focus').getAttribute('name')).toBe('title')
    expect(await page.getByText(backInForm).count()).toBe(0)
    await context.close()
  })

  test('is not kept once the shop has it, even if the response was lost', async () => {
    const title = 'Answered Monitor'
    const id = await add(title)
    const { page, context } = await visitAsAdmin(browser, shop, 1440)
    await page.goto(`/admin/products/${id}`)
    await page.getByLabel('Company').fill('My Company')
    const stored = Promise.withResolvers<void>()
    await page.route(`**/api/products/${id}`, async (route) => {
      if (route.request().method() !== 'PUT') return route.continue()
      await route.fetch()
      return stored.resolve()
    })
    await page.getByRole('button', { name: 'Save product' }).click()
    await stored.promise
    const company = async () => (await shop.call('GET', `/api/products/${id}`)).body.company
    await eventually(async () => expect(await company()).toBe('My Company'))
    await page.reload()
    await expect.poll(() => page.getByLabel('Company').inputValue()).toBe('My Company')
    expect(await page.getByText(backInForm).count()).toBe(0)
    await shop.call('PUT', `/api/products/${id}`, asAdmin({ ...monitor, title, company: 'Their Company' }))
    await eventually(async () => expect(await company()).toBe('Their Company'))
    await page.reload()
    await expect.poll(() => page.getByLabel('Company').inputValue()).toBe('Their Company')
    expect(await page.getByText(backInForm).count()).toBe(0)
    await context.close()
  })
})

/** Fills the form of a new product, and saves it without getting the response. Returns all later responses. */
async function saveWithoutAnswer(page: Page): Promise<string[]> {
  await page.goto('/admin/products')
  await fillNew(page)
  const answers: string[] = []
  await page.route('**/api/products', async (route) => {
    const response = await route.fetch()
    answers.push(await response.text())
    return answers.length === 1 ? route.abort() : route.fulfill({ response })
  })
  await page.getByRole('button', { name: 'Save product' }).click()
  await page.getByText('Network error. Please check your connection and try again.').waitFor()
  await page.reload()
  await page.getByText(backInForm).waitFor()
  return answers
}

async function fillNew(page: Page): Promise<void> {
  const fields = { Title: 'Once Monitor', Company: 'Aarogya Meditech', Brand: 'Aarogya', 'Price in ₹': '84500' }
  for (const [label, text] of Object.entries(fields)) await page.getByLabel(label).fill(text)
  await page.getByLabel('Quantity in stock').fill('4')
  await page.getByLabel('Lookup Type').fill('Equipment')
  await page.getByLabel('Name of a new specification').fill('Screen')
  await page.getByLabel('Value of specification 1').fill('12 in')
  await page.getByLabel('Description', { exact: true }).fill('Bedside monitor')
}

test('a new product is added once, even if the response was lost and the page reloaded', needsBrowser, async () => {
  const { page, context } = await visitAsAdmin(browser, shop, 1440)
  const answers = await saveWithoutAnswer(page)
  await page.getByRole('button', { name: 'Save product' }).click()
  await page.getByText('Added successful!').waitFor()
  expect(answers).toEqual([answers[0], answers[0]])
  await context.close()
})

test('the same product entered again in an empty form is another product', needsBrowser, async () => {
  const { page, context } = await visitAsAdmin(browser, shop, 1440)
  const answers = await saveWithoutAnswer(page)
  await page.getByRole('button', { name: 'Start with an empty form' }).click()
  await fillNew(page)
  await page.getByRole('button', { name: 'Save product' }).click()
  await page.getByText('Added successful!').waitFor()
  expect(new Set(answers).size).toBe(2)
  await context.close()
})

describe('the form of an admin whose login ends', needsBrowser, () => {
  const password = 'a quiet morning in Pune'

  /** An admin of their own, so that no other session is logged out. */
  async function newAdmin(prefix: string) {
    const { id, loginUserName: username } = await shop.signUp(prefix)
    await shop.call('PUT', `/api/users/${id}/roles`, asAdmin({ roles: ['ADMIN'] }))
    const { body } = await shop.call('POST', '/api/auth/authenticate', { body: { username, password } })
    return { username, token: body.accessToken, stored: { user: storedUser(body) } }
  }

  async function logIn(page: Page, username: string): Promise<void> {
    await page.getByLabel('Username').fill(username)
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Login' }).click()
    await page.waitForURL('**/admin/products/*')
  }

  /** Types a company, which loses the login. */
  async function openAndLoseLogin(title: string) {
    const id = await add(title)
    const admin = await newAdmin('kavya')
    const visitor = await visitAs(browser, shop, { width: 1440, stored: admin.stored })
    const { page } = visitor
    await page.goto(`/admin/products/${id}`)
    await page.getByLabel('Company').fill('My Company')
    await shop.call('POST', '/api/auth/logout', { token: admin.token })
    await page.getByRole('button', { name: 'Save product' }).click()
    await page.waitForURL(/\/login\?redirect=/)
    await page.getByLabel('Notifications').getByText('Your session has ended: please log in again').waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
    return { ...visitor, id, admin }
  }

  test('is restored after the next login, and never overwrites another admin’s change', async () => {
    const title = 'Interrupted Monitor'
    const { page, context, id, admin } = await openAndLoseLogin(title)
    await shop.call('PUT', `/api/products/${id}`, asAdmin({ ...monitor, title, price: 70_000 }))
    await logIn(page, admin.username)
    await page.getByText(backInForm).waitFor()
    await expect.poll(() => page.getByLabel('Company').inputValue()).toBe('My Company')
    await page.getByRole('button', { name: 'Save product' }).click()
    await page.getByText('Price was ₹84,500.50, is now ₹70,000.00').waitFor()
    await page.getByRole('button', { name: 'Save product' }).click()
    await page.getByText('Updated successful!').waitFor()
    const { body } = await shop.call('GET', `/api/products/${id}`)
    expect(body).toMatchObject({ company: 'My Company', price: 70_000 })
    await page.waitForURL((address) => address.pathname === '/admin')
    await page.goto(`/admin/products/${id}`)
    await expect.poll(() => page.getByLabel('Price in ₹').inputValue()).toBe('70000')
    expect(await page.getByText(backInForm).count()).toBe(0)
    await context.close()
  })

  test('is shown to no other person, and is discarded when it is left on purpose', async () => {
    const { page, context, id } = await openAndLoseLogin('Handed-over Monitor')
    const other = await newAdmin('ravi')
    await logIn(page, other.username)
    const company = page.getByLabel('Company')
    await expect.poll(() => company.inputValue()).toBe(monitor.company)
    expect(await page.getByText(backInForm).count()).toBe(0)
    await company.fill('Not to be kept')
    await page.reload()
    await page.getByText(backInForm).waitFor()
    await expect.poll(() => company.inputValue()).toBe('Not to be kept')
    await page.getByRole('link', { name: 'Cancel' }).click()
    await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Leave' }).click()
    await page.waitForURL((address) => address.pathname === '/admin')
    await page.goto(`/admin/products/${id}`)
    await expect.poll(() => company.inputValue()).toBe(monitor.company)
    expect(await page.getByText(backInForm).count()).toBe(0)
    await context.close()
  })

  test('also keeps what is typed after the login has expired', async () => {
    const id = await add('Expiring Monitor')
    const { username, stored } = await newAdmin('kavya')
    const { page, context } = await visitAs(browser, shop, { width: 1440, stored })
    await page.goto(`/admin/products/${id}`)
    await page.getByLabel('Company').fill('My Company')
    const now = Date.now()
    await page.clock.setFixedTime(now + 25 * 60 * 60 * 1000)
    await page.getByRole('link', { name: 'Cancel' }).hover()
    await expect.poll(() => page.evaluate("localStorage.getItem('user')")).toBeNull()
    await page.getByLabel('Brand').fill('My Brand')
    await page.getByRole('button', { name: 'Save product' }).click()
    await page.getByText('Your session has expired. Please log in again.').waitFor()
    await page.clock.setFixedTime(now)
    await logIn(page, username)
    await expect.poll(() => page.getByLabel('Company').inputValue()).toBe('My Company')
    await expect.poll(() => page.getByLabel('Brand').inputValue()).toBe('My Brand')
    await context.close()
  })
})
