import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { goWithin, openBrowser, storedUser, visit, visitAs, type TestBrowser } from '../support/browser/browser.ts'
import { axeViolations } from '../support/browser/axe.ts'
import { needsBrowser } from '../support/engines/engines.ts'
import { needsBrowserAtWidths, widths } from '../support/browser/widths.ts'
import { tokensIn } from '../support/shop/outbox.ts'
import { openShopForBrowser, type TestShop } from '../support/shop/shop.ts'

let shop: TestShop
let browser: TestBrowser

const password = 'a quiet morning in Pune'

beforeAll(async () => {
  shop = await openShopForBrowser()
  browser = await openBrowser()
})
afterAll(async () => {
  await browser.close()
  await shop.close()
})

const expectToast = (page: Page, text: string) =>
  page.getByLabel('Notifications').getByText(text, { exact: true }).waitFor()
const expectAlert = (page: Page, text: string) => page.getByRole('alert').getByText(text, { exact: true }).waitFor()
const focused = (page: Page): Promise<unknown> => page.evaluate('document.activeElement.getAttribute("name")')
/** The names of the fields marked as invalid, in order. */
const marked = (page: Page): Promise<unknown> =>
  page.evaluate("[...document.querySelectorAll('[aria-invalid=true]')].map(({ name }) => name)")
const create = (page: Page) => page.getByRole('button', { name: 'Create Account' }).click()

describe.each(widths(390, 768, 1440))('accounts at a width of %i px', needsBrowserAtWidths, (width) => {
  test('are created from valid input only, and open the shop at once', async () => {
    const { page, context } = await visit(browser, shop, width)
    const username = `meera.${width}`
    await page.goto('/login')
    await page.getByRole('main').getByRole('link', { name: 'Sign up' }).click()
    await page.getByRole('heading', { level: 1, name: 'Create Account' }).waitFor()
    await create(page)
    await expectAlert(page, 'Please fill out all fields!')
    await expectToast(page, 'All fields are required!')
    expect(await marked(page)).toEqual(['name', 'username', 'mobileNumber', 'password'])
    expect(await axeViolations(page)).toEqual([])
    await page.getByLabel('Full name').fill('Meera Joshi')
    await page.getByLabel('Password').fill('x'.repeat(129))
    await page.getByLabel('Email').fill('meera@clinic')
    expect(await marked(page)).toEqual(['username', 'mobileNumber'])
    await create(page)
    await expect.poll(() => marked(page)).toEqual(['username', 'email', 'mobileNumber', 'password'])
    await page.getByLabel('Username').fill('m')
    await page.getByLabel('Email').fill('meera')
    await page.getByLabel('Mobile number').fill('9820012345')
    await page.getByLabel('Password').fill('short')
    await create(page)
    await page
      .getByRole('alert')
      .getByText(/^Username must have 3/)
      .waitFor()
    expect(await marked(page)).toEqual(['username', 'email', 'password'])
    await expect.poll(() => focused(page)).toBe('username')
    await page.getByLabel('Username').fill(username)
    await page.getByLabel('Email').fill('')
    await page.getByLabel('Password').fill(password)
    await create(page)
    await expectToast(page, 'Sign up successful! Redirecting...')
    await page.waitForURL((url) => url.pathname === '/')
    const user: unknown = JSON.parse(String(await page.evaluate("localStorage.getItem('user')")))
    expect(user).toMatchObject({ name: 'Meera Joshi', loginUserName: username, role: 'USER', email: username })
    expect(Object.keys(user ?? {})).toEqual(
      'id name loginUserName role accessToken email address city state zipCode'.split(' '),
    )
    await context.close()
  })

  test('open only with the right password', async () => {
    const { loginUserName } = await shop.signUp('asha')
    const { page, context } = await visit(browser, shop, width)
    const wrong = 'The username or password provided are incorrect!'
    await page.goto('/login')
    await page.getByRole('button', { name: 'Login' }).click()
    await expectAlert(page, wrong)
    await expect.poll(() => focused(page)).toBe('username')
    await page.getByLabel('Username').fill(loginUserName)
    await page.getByLabel('Password').fill('something else')
    await page.getByRole('button', { name: 'Login' }).click()
    await expectAlert(page, wrong)
    await expect.poll(() => focused(page)).toBe('password')
    await expect.poll(() => page.getByLabel('Username').inputValue()).toBe(loginUserName)
    await page.getByLabel('Password').fill(password)
    await page.route('**/api/auth/authenticate', (route) => route.abort(), { times: 1 })
    await page.getByRole('button', { name: 'Login' }).click()
    await expectAlert(page, 'Network error. Please check your connection and try again.')
    await expectToast(page, 'Network error. Please check your connection and try again.')
    await page.getByRole('button', { name: 'Login' }).click()
    await expectToast(page, 'Login successful!')
    await page.waitForURL((url) => url.pathname === '/')
    await context.close()
  })
})

describe('after a signup', needsBrowser, () => {
  test('shows its message for a second before the shop continues', async () => {
    const { page, context } = await visit(browser, shop)
    await page.clock.install()
    await page.goto('/signup')
    await page.getByLabel('Full name').fill('Nila Iyer')
    await page.getByLabel('Username').fill('nila@clinic.in')
    await page.getByLabel('Mobile number').fill('9820012345')
    await page.getByLabel('Password').fill(password)
    await page.clock.pauseAt(Date.now() + 60_000)
    await create(page)
    await expectToast(page, 'Sign up successful! Redirecting...')
    await page.clock.runFor(990)
    expect(new URL(page.url()).pathname).toBe('/signup')
    await page.clock.runFor(20)
    await page.clock.resume()
    await page.waitForURL((url) => url.pathname === '/')
    await context.close()
  })
})

describe('a signup that fails', needsBrowser, () => {
  test('shows the server’s message, and keeps everything that was typed', async () => {
    const { loginUserName } = await shop.signUp('asha')
    const { page, context } = await visit(browser, shop)
    await page.goto('/signup')
    await page.getByLabel('Full name').fill('Asha Rao')
    await page.getByLabel('Username').fill(loginUserName)
    await page.getByLabel('Mobile number').fill('9820012345')
    await page.getByLabel('Password').fill(password)
    await create(page)
    await expectAlert(page, 'You have alrady this account')
    await expect.poll(() => focused(page)).toBe('username')
    await page.getByLabel('Username').and(page.locator('[aria-invalid=true]')).waitFor()
    const call = '**/api/auth/signup'
    const errors = [{ field: 'username', defaultMessage: 'Too short, please add a letter' }]
    await page.route(call, (route) => route.fulfill({ status: 400, json: { message: 'Invalid', errors } }))
    await create(page)
    await expectAlert(page, 'Too short, please add a letter')
    await page.unroute(call)
    await page.route(call, (route) => route.abort())
    await create(page)
    await expectAlert(page, 'Something went wrong. Please try again.')
    await expectToast(page, 'Network error. Please check your connection and try again.')
    await expect.poll(() => page.getByLabel('Full name').inputValue()).toBe('Asha Rao')
    await context.close()
  })
})

describe('a forgotten password', needsBrowser, () => {
  test('is replaced through the link in a mail, from the login page and back to it', async () => {
    const asha = await shop.signUp('asha')
    const { page, context, complaints } = await visit(browser, shop)
    await page.goto('/login')
    await page.getByRole('link', { name: 'Forgot password?' }).click()
    await page.getByRole('heading', { level: 1, name: 'Forgot password?' }).waitFor()
    const send = page.getByRole('button', { name: 'Send me the link' })
    await send.click()
    await page.getByText('Enter your username or email address').waitFor()
    await expect.poll(() => focused(page)).toBe('username')
    await page.getByLabel('Username or email').fill(asha.loginUserName)
    await send.click()
    await page.getByText(/^If there is such an account, an email with a link is on its way/).waitFor()
    expect(await axeViolations(page)).toEqual([])

    const [token] = await tokensIn(shop, { accountId: asha.id, subject: 'Choose a new password' })
    await page.goto(`/reset-password?token=${token}`)
    const field = page.getByLabel('New password')
    const set = page.getByRole('button', { name: 'Set the new password' })
    await field.fill('short')
    await set.click()
    await page.getByText('Password must have at least 8 characters').waitFor()
    await expect.poll(() => focused(page)).toBe('password')
    expect(await axeViolations(page)).toEqual([])
    await field.fill('a long walk along the Mula')
    await page.getByRole('button', { name: 'Show new password' }).click()
    expect(await field.getAttribute('type')).toBe('text')
    await page.getByRole('button', { name: 'Hide new password' }).click()
    expect(await field.getAttribute('type')).toBe('password')
    await set.click()
    await page.getByText(/^Your new password is set/).waitFor()
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('link', { name: 'Login' }).last().click()
    await page.getByLabel('Username').fill(asha.loginUserName)
    await page.getByLabel('Password').fill('a long walk along the Mula')
    await page.getByRole('button', { name: 'Login' }).click()
    await expectToast(page, 'Login successful!')
    expect(complaints.filter((complaint) => !complaint.includes('400'))).toEqual([])

    await page.goto(`/reset-password?token=${token}`)
    await page
      .getByRole('alert')
      .getByText(/^This link is no longer valid/)
      .waitFor()
    expect(await field.count()).toBe(0)
    expect(await set.count()).toBe(0)
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('link', { name: 'Send me a new link' }).click()
    await page.getByRole('heading', { level: 1, name: 'Forgot password?' }).waitFor()
    await goWithin(page, '/reset-password')
    await page
      .getByRole('alert')
      .getByText(/^This link is incomplete/)
      .waitFor()
    await context.close()
  })
})

describe('a session', needsBrowser, () => {
  test('starts and ends in all tabs at once', async () => {
    const login = await shop.signUp('asha')
    const { page: first, context } = await visit(browser, shop, 1440)
    const second = await context.newPage()
    await second.goto('/login?redirect=/my-orders')
    await first.goto('/login')
    await first.getByLabel('Username').fill(login.loginUserName)
    await first.getByLabel('Password').fill(password)
    await first.getByRole('button', { name: 'Login' }).click()
    await second.waitForURL('**/my-orders')
    await second.getByRole('heading', { level: 1, name: 'My Orders' }).waitFor()
    await first.getByRole('button', { name: /^Hi, / }).click()
    await first.getByRole('button', { name: 'Logout' }).click()
    await second.waitForURL(/\/login\?redirect=%2Fmy-orders/)
    await expect.poll(() => second.evaluate("localStorage.getItem('user')")).toBeNull()
    await context.close()
  })

  test('ends together with the recently viewed products, which the next person on this device does not see', async () => {
    const user = storedUser(await shop.signUp('asha'))
    const seen = [{ id: 'p1', title: 'Breast Pump', brand: 'Aarogya', logoUrl: '' }]
    const { page, context } = await visitAs(browser, shop, { width: 1440, stored: { user, seen } })
    await page.goto('/')
    await page.getByRole('region', { name: 'Recently viewed' }).waitFor()
    await page.getByRole('button', { name: /^Hi, / }).click()
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect.poll(() => page.getByRole('region', { name: 'Recently viewed' }).count()).toBe(0)
    expect(await page.evaluate("localStorage.getItem('seen')")).toBe('[]')
    await context.close()
  })

  test('ends when another tab clears the storage', async () => {
    const user = storedUser(await shop.signUp('asha'))
    const { page, context } = await visitAs(browser, shop, { stored: { user } })
    await page.goto('/my-orders')
    await page.getByRole('heading', { level: 1, name: 'My Orders' }).waitFor()
    const other = await context.newPage()
    await other.goto('/about-us')
    await other.evaluate('localStorage.clear()')
    await page.waitForURL(/\/login\?redirect=%2Fmy-orders/)
    await expect.poll(() => page.getByRole('heading', { name: 'My Orders' }).count()).toBe(0)
    await context.close()
  })

  test.each([
    ['no JSON at all', '{"id": "u1", ', '[{"id"'],
    ['other JSON', '[1, 2]', '{"a": 1}'],
    ['half of what it should be', '{"id":"u1","accessToken":"x"}', '[null, {"id":"p1"}, {"id":"p2","quantity":"two"}]'],
  ])('and a cart are ignored if the browser stores %s', async (_what, user, cart) => {
    const { page, context, complaints } = await visitAs(browser, shop, { width: 1440, stored: { user, cart } })
    await page.goto('/cart')
    await page.getByText('Your cart is empty.', { exact: true }).waitFor()
    await page.getByRole('banner').getByRole('link', { name: 'Login' }).waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })

  test('revoked on the server ends with the next call, and the next login returns to the same page', async () => {
    const login = await shop.signUp('asha')
    const { page, context } = await visitAs(browser, shop, { stored: { user: storedUser(login) } })
    await shop.call('POST', '/api/auth/logout', { token: login.accessToken })
    await page.goto('/my-orders/requests')
    await page.waitForURL(/\/login\?redirect=%2Fmy-orders%2Frequests/)
    await page.getByLabel('Username').fill(login.loginUserName)
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Login' }).click()
    await page.waitForURL('**/my-orders/requests')
    await page.getByRole('main').getByText('No record(s) found').waitFor()
    await expect.poll(() => page.getByRole('heading', { level: 1 }).innerText()).toBe('My Service Requests')
    await context.close()
  })
})
