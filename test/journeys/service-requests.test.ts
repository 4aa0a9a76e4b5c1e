import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { LoginResponse } from '#modules/identity/schema.ts'
import { visitAsAdmin } from '../support/browser/admin-browser.ts'
import { listRows } from '../support/browser/rows.ts'
import { axeViolations } from '../support/browser/axe.ts'
import { openBrowser, storedUser, visit, visitAs, type TestBrowser } from '../support/browser/browser.ts'
import { needsBrowser } from '../support/engines/engines.ts'
import { needsBrowserAtWidths, widths } from '../support/browser/widths.ts'
import { eventually } from '../support/eventually.ts'
import { addProducts, openShopForBrowser, type TestShop } from '../support/shop/shop.ts'

let shop: TestShop
let browser: TestBrowser
let product: Awaited<ReturnType<typeof addProducts>>[number]

beforeAll(async () => {
  shop = await openShopForBrowser()
  browser = await openBrowser()
  const added = await addProducts(shop, [{ title: 'Vaayu V-40 Ventilator', company: 'Vaayu Devices' }])
  if (added[0]) product = added[0]
})
afterAll(async () => {
  await browser.close()
  await shop.close()
})

const expectToast = (page: Page, text: string) =>
  page.getByLabel('Notifications').getByText(text, { exact: true }).waitFor()
/** The browser's write shows in the list a moment later to everyone else. */
const expectRequests = ({ loginUserName, accessToken }: LoginResponse, requests: object[]) =>
  eventually(async () => {
    const mine = await shop.call('GET', `/api/orders/productRequest/${loginUserName}`, { token: accessToken })
    expect(mine.body.content).toMatchObject(requests)
  })

describe.each(widths(390, 768, 1440))('at a width of %i px', needsBrowserAtWidths, (width) => {
  test('a user raises a service request for a product, finds it among their own and withdraws it', async () => {
    const user = await shop.signUp('asha')
    const { page, context, complaints } = await visitAs(browser, shop, {
      width,
      stored: { user: storedUser(user) },
    })
    await page.goto(`/products/${product.id}`)
    await page.getByRole('link', { name: 'Raise a service request' }).click()
    await page.getByRole('heading', { level: 1, name: 'Service request' }).waitFor()
    await page.getByRole('tab', { name: 'Request Form', exact: true, selected: true }).waitFor()
    await expect.poll(() => page.getByLabel('Title').inputValue()).toBe(product.title)
    await expect.poll(() => page.getByLabel('Company').inputValue()).toBe(product.company)

    await page.getByRole('button', { name: 'Send request' }).click()
    await page.getByText('Enter Service Request Summary').waitFor()
    await expect.poll(() => focusedName(page)).toBe('description')
    await page.getByLabel('Title').fill(' ')
    await page.getByLabel('Company').fill('')
    await page.getByRole('button', { name: 'Send request' }).click()
    await page.getByText('Title cannot be empty').waitFor()
    await page.getByText('Company cannot be empty').waitFor()
    await expect.poll(() => focusedName(page)).toBe('title')

    await page.getByLabel('Title').fill('Ventilator in bed 4')
    await page.getByLabel('Company').fill('Vaayu Devices')
    await page.getByLabel('Service Request Summary').fill('The exhalation valve alarm does not stop.')
    await page.getByLabel('Address/Location').fill('ICU, City Clinic, Pune')
    await page.reload()
    await expect.poll(() => page.getByLabel('Service Request Summary').inputValue()).toContain('exhalation valve')
    await page.getByRole('button', { name: 'Send request' }).click()
    await expectToast(page, 'Service request has been created successful!')
    await page.waitForURL('**/collection')
    await expectRequests(user, [
      { title: 'Ventilator in bed 4', productId: product.id, address: 'ICU, City Clinic, Pune', status: 'received' },
    ])

    await page.goto('/my-orders')
    await page.getByRole('link', { name: 'My service requests' }).click()
    await page.getByText('The exhalation valve alarm does not stop.').waitFor()
    await page.getByRole('button', { name: /^Withdraw/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Withdraw request' }).click()
    await page.getByText('Withdrawn', { exact: true }).waitFor()
    await page.locator('article:focus', { hasText: 'Ventilator in bed 4' }).waitFor()
    await expectRequests(user, [{ status: 'withdrawn' }])
    expect(complaints).toEqual([])
    await context.close()
  })
})

test(
  'requester and admin exchange messages about a request, to which a link leads after sending it',
  needsBrowser,
  async () => {
    const user = await shop.signUp('asha')
    const { page, context, complaints } = await visitAs(browser, shop, { stored: { user: storedUser(user) } })
    await page.goto(`/service-request/${product.id}`)
    await page.getByLabel('Service Request Summary').fill('The alarm does not stop.')
    await page.getByRole('button', { name: 'Send request' }).click()
    await page.getByRole('button', { name: 'View your request' }).click()
    await page.waitForURL(/\/my-orders\/requests\/[0-9a-f-]{36}$/)
    const messages = page.getByRole('region', { name: 'Messages' })
    await messages.getByText('The alarm does not stop.').waitFor()
    await page.getByRole('button', { name: 'Send message' }).click()
    await page.getByText('Please write something').waitFor()
    await page.getByLabel('Your message').fill('It is in bed 4.')
    await page.getByRole('button', { name: 'Send message' }).click()
    await messages.getByText('It is in bed 4.').waitFor()
    await expect.poll(() => page.getByLabel('Your message').inputValue()).toBe('')

    const { pathname } = new URL(page.url())
    const admin = await visitAsAdmin(browser, shop, 1440)
    await shop.settled()
    await admin.page.goto('/admin/service-requests')
    await listRows(admin.page).first().getByRole('link').first().click()
    await admin.page.waitForURL(`**/admin/service-requests/${pathname.slice(-36)}`)
    const shown = admin.page.getByRole('article', { name: 'The request at this point' })
    await shown.getByText('It is in bed 4.').waitFor()
    await admin.page.getByRole('button', { name: /^Acknowledge/ }).click()
    await admin.page.getByRole('dialog').getByRole('button', { name: 'Acknowledge' }).click()
    await shown.getByRole('listitem').filter({ hasText: 'Acknowledged' }).waitFor()
    await admin.page.getByLabel('Your message').fill('Which model is it?')
    await admin.page.getByRole('button', { name: 'Send message' }).click()
    await shown.getByText('Which model is it?').waitFor()
    await admin.page.getByRole('button', { name: /^Decline/ }).click()
    await admin.page.getByRole('dialog').getByLabel('Reason').fill('No spare parts are made for it')
    await admin.page.getByRole('dialog').getByRole('button', { name: 'Decline' }).click()
    await shown.getByText('No spare parts are made for it').first().waitFor()
    await admin.page.getByText('Nothing is left to do.').waitFor()
    expect(await axeViolations(admin.page)).toEqual([])

    await page.goto('/my-orders/requests')
    const card = page.getByRole('article').filter({ hasText: product.title })
    await card.getByText('Reply from the shop', { exact: true }).waitFor()
    await card.getByText(/The shop replied on \d/).waitFor()
    expect(await axeViolations(page)).toEqual([])
    await page.goto('/collection')
    await page.getByRole('region', { name: 'Your request' }).getByRole('link', { name: 'View your request' }).click()
    await messages.getByText('Which model is it?').waitFor()
    await messages.getByText('No spare parts are made for it').waitFor()
    expect(await axeViolations(page)).toEqual([])
    expect([...complaints, ...admin.complaints]).toEqual([])
    await context.close()
    await admin.context.close()
  },
)

test(
  'an admin has one page for each request, and may also follow what they raised themselves',
  needsBrowser,
  async () => {
    const raise = async (token: string) => {
      const body = { title: 'A wheel squeaks', company: 'Any', description: 'Please look at it' }
      return String((await shop.call('POST', '/api/orders/productRequest', { token, body })).body.id)
    }
    const theirs = await raise((await shop.signUp('meera')).accessToken)
    const own = await raise(shop.adminToken)
    const { page, context, complaints } = await visitAsAdmin(browser, shop, 1440)
    await page.goto(`/my-orders/requests/${theirs}`)
    await page.waitForURL(`**/admin/service-requests/${theirs}`)
    await page.getByRole('button', { name: /^Acknowledge/ }).waitFor()
    await page.getByText('The requester is notified by email if the account has an address.').waitFor()
    await page.goto(`/my-orders/requests/${own}`)
    await page.getByRole('button', { name: /^Withdraw/ }).waitFor()
    await page.getByText('We are notified by email.').waitFor()
    expect(new URL(page.url()).pathname).toBe(`/my-orders/requests/${own}`)
    expect(await page.getByRole('button', { name: /^Acknowledge/ }).count()).toBe(0)
    expect(complaints).toEqual([])
    await context.close()
  },
)

describe('the service request form', needsBrowser, () => {
  test('carries the text of a search that found nothing, and nothing of a product', async () => {
    const user = await shop.signUp('tara')
    const { page, context, complaints } = await visitAs(browser, shop, { stored: { user: storedUser(user) } })
    await page.goto('/search?q=qwxyz+wkjxq')
    await page.getByRole('link', { name: 'Raise a service request' }).click()
    await page.getByRole('heading', { level: 1, name: 'Service request' }).waitFor()
    await expect
      .poll(() => page.getByLabel('Service Request Summary').inputValue())
      .toBe('I was looking for: qwxyz wkjxq')
    expect(await page.getByLabel('Title').inputValue()).toBe('qwxyz wkjxq')
    expect(await page.getByRole('link', { name: product.title }).count()).toBe(0)
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Send request' }).click()
    await page.getByText('Company cannot be empty').waitFor()
    await expect.poll(() => focusedName(page)).toBe('company')
    await page.getByLabel('Company').fill('City Clinic')
    await page.getByRole('button', { name: 'Send request' }).click()
    await page.waitForURL('**/collection')
    const words = { title: 'qwxyz wkjxq', description: 'I was looking for: qwxyz wkjxq' }
    await expectRequests(user, [{ ...words, company: 'City Clinic', productId: '' }])
    expect(complaints).toEqual([])
    await context.close()
  })

  test('requires a guest to log in, and returns to the form', async () => {
    const user = await shop.signUp('ravi')
    const { page, context } = await visit(browser, shop)
    await page.goto(`/service-request/${product.id}`)
    await page.waitForURL(/\/login\?redirect=/)
    await page.getByLabel('Username').fill(user.loginUserName)
    await page.getByLabel('Password').fill('a quiet morning in Pune')
    await page.getByRole('button', { name: 'Login' }).click()
    await page.waitForURL(`**/service-request/${product.id}`)
    await expect.poll(() => page.getByLabel('Title').inputValue()).toBe(product.title)
    await context.close()
  })

  test('leads to /collection when it is cancelled, with a message', async () => {
    const user = await shop.signUp('ravi')
    const { page, context } = await visitAs(browser, shop, { stored: { user: storedUser(user) } })
    await page.goto(`/service-request/${product.id}`)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expectToast(page, 'Request has been Cancel!')
    await page.waitForURL('**/collection')
    await expectRequests(user, [])
    await context.close()
  })

  test('keeps its text when the shop cannot be reached', async () => {
    const user = await shop.signUp('ravi')
    const { page, context } = await visitAs(browser, shop, { stored: { user: storedUser(user) } })
    await page.goto(`/service-request/${product.id}`)
    await page.getByLabel('Service Request Summary').fill('A spare battery, please.')
    await page.route('**/api/orders/productRequest', (route) => route.abort())
    await page.getByRole('button', { name: 'Send request' }).click()
    await expectToast(page, 'Network error. Please check your connection and try again.')
    await expect.poll(() => page.getByLabel('Service Request Summary').inputValue()).toBe('A spare battery, please.')
    await page.unroute('**/api/orders/productRequest')
    await page.getByRole('button', { name: 'Send request' }).click()
    await expectToast(page, 'Service request has been created successful!')
    await expectRequests(user, [{ description: 'A spare battery, please.' }])
    await context.close()
  })

  test('sends once, even if the response was lost and the page reloaded; then the same text is another request', async () => {
    const user = await shop.signUp('ravi')
    const { page, context } = await visitAs(browser, shop, { stored: { user: storedUser(user) } })
    const calls = '**/api/orders/productRequest'
    const answers: string[] = []
    await page.route(calls, async (route) => {
      const response = await route.fetch()
      answers.push(await response.text())
      return answers.length === 1 ? route.abort() : route.fulfill({ response })
    })
    const send = async () => {
      await page.goto(`/service-request/${product.id}`)
      await page.getByLabel('Service Request Summary').fill('A spare battery, please.')
      await page.getByRole('button', { name: 'Send request' }).click()
    }
    await send()
    await expectToast(page, 'Network error. Please check your connection and try again.')
    for (let time = 0; time < 2; time++) {
      await send()
      await expectToast(page, 'Service request has been created successful!')
      await page.waitForURL('**/collection')
    }
    expect(answers[1]).toBe(answers[0])
    expect(answers[2]).not.toBe(answers[0])
    await expectRequests(user, [{}, {}])
    await context.close()
  })

  test('sends once, even if its other tab is opened in the meantime', async () => {
    const user = await shop.signUp('ravi')
    const { page, context } = await visitAs(browser, shop, { stored: { user: storedUser(user) } })
    await page.goto(`/service-request/${product.id}`)
    await page.getByLabel('Service Request Summary').fill('A spare battery, please.')
    const held = Promise.withResolvers<void>()
    await page.route('**/api/orders/productRequest', (route) => held.promise.then(() => route.continue()))
    await page.getByRole('button', { name: 'Send request' }).click()
    await page.getByRole('tab', { name: 'Order Request Form' }).click()
    await page.getByRole('button', { name: 'Place Order' }).waitFor()
    await page.getByRole('tab', { name: 'Request Form', exact: true }).click()
    const busy = page.getByRole('button', { name: 'Sending...' })
    await expect.poll(() => busy.isDisabled()).toBe(true)
    held.resolve()
    await expectToast(page, 'Service request has been created successful!')
    await page.waitForURL('**/collection')
    await expectRequests(user, [{ description: 'A spare battery, please.' }])
    await context.close()
  })
})

function focusedName(page: Page): Promise<string | null> {
  return page.evaluate('document.activeElement.getAttribute("name")')
}
