import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { visitAsAdmin } from '../support/browser/admin-browser.ts'
import { goWithin, openBrowser, type TestBrowser } from '../support/browser/browser.ts'
import { openPlace } from '../support/browser/console.ts'
import { listRows } from '../support/browser/rows.ts'
import { needsBrowserAtWidths, widths } from '../support/browser/widths.ts'
import { addProducts, openShopForBrowser, orderFor, type TestShop } from '../support/shop/shop.ts'

let shop: TestShop
let browser: TestBrowser
let product: Awaited<ReturnType<typeof addProducts>>[number]

beforeAll(async () => {
  shop = await openShopForBrowser()
  browser = await openBrowser()
  const [added] = await addProducts(shop, [{ title: 'Board Monitor' }])
  if (!added) throw new Error('there is no product')
  product = added
})
afterAll(async () => {
  await browser.close()
  await shop.close()
})

async function placeOrder(): Promise<string> {
  const { accessToken: token } = await shop.signUp('asha')
  const { body } = await shop.call('POST', '/api/orders', { token, body: orderFor([[product, 1]]) })
  return body.orderId
}

const asAdmin = (method: string, path: string, body?: unknown) =>
  shop.call(method, path, { token: shop.adminToken, body })
const statusOf = async (orderId: string) => (await asAdmin('GET', `/api/orders/${orderId}`)).body.status

describe.each(widths(390, 1440))('an admin, at a width of %i px', needsBrowserAtWidths, (width) => {
  test('finds an order with one box and takes it from confirmation to return', async () => {
    const orderId = await placeOrder()
    const { page, context, complaints } = await visitAsAdmin(browser, shop, width)
    await page.goto('/admin')
    await openPlace(page, 'Orders')
    await page.getByLabel('Search orders').fill(`board ${orderId}`)
    await page.keyboard.press('Enter')
    await page.getByText('1 order', { exact: true }).first().waitFor()
    const row = listRows(page).filter({ hasText: orderId })
    const dialog = page.getByRole('dialog')
    const take = async (action: string, fields: Record<string, string> = {}) => {
      await row.getByRole('button', { name: action }).click()
      for (const [label, value] of Object.entries(fields)) await dialog.getByLabel(label).fill(value)
      await dialog.getByRole('button', { name: action }).click()
      await dialog.waitFor({ state: 'detached' })
    }
    await take('Confirm')
    await page.getByRole('link', { name: /^Confirmed ?1$/ }).click()
    await page.waitForURL(/status=confirmed/)
    await take('Dispatch', { Carrier: 'Bluedart', 'Tracking number': 'BD1' })
    await page.getByText('No record(s) found').waitFor()
    await page.getByRole('link', { name: /^Dispatched ?1$/ }).click()
    await page.waitForURL(/status=dispatched/)
    const current = page.getByRole('navigation', { name: 'Status' }).locator('[aria-current]')
    await expect.poll(() => current.allInnerTexts()).toEqual([expect.stringMatching(/^Dispatched/)])
    await take('Mark as delivered')
    await page.getByRole('link', { name: /^All ?1$/ }).click()
    await row.getByRole('button', { name: 'Mark as returned' }).click()
    await dialog.getByRole('button', { name: 'Mark as returned' }).click()
    await page.getByText('Please give a reason').waitFor()
    await dialog.getByLabel('Reason').fill('Arrived scratched')
    await dialog.getByRole('button', { name: 'Mark as returned' }).click()
    await row.getByText('Returned', { exact: true }).waitFor()
    expect(await statusOf(orderId)).toBe('returned')
    expect(complaints).toEqual([])
    await context.close()
  })

  test('is shown the last page if the page that was open has become empty', async () => {
    const { accessToken: token } = await shop.signUp(`meera${width}`)
    for (let placed = 0; placed < 11; placed += 1)
      await shop.call('POST', '/api/orders', { token, body: orderFor([[product, 1]]) })
    const { page, context, complaints } = await visitAsAdmin(browser, shop, width)
    await page.goto(`/admin/orders?text=meera${width}&status=received&size=10&page=2`)
    await page.getByText('11 orders', { exact: true }).first().waitFor()
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
    await page.getByText('10 orders', { exact: true }).first().waitFor()
    await expect.poll(() => listRows(page).count()).toBe(10)
    expect(new URL(page.url()).search).toBe(`?text=meera${width}&status=received&size=10`)
    expect(complaints).toEqual([])
    await context.close()
  })

  test('searches repeatedly from the field, which follows the address on the way back', async () => {
    const orderId = await placeOrder()
    const { page, context, complaints } = await visitAsAdmin(browser, shop, width)
    await page.clock.install()
    await page.goto('/admin/orders')
    await listRows(page).filter({ hasText: orderId }).waitFor()
    // However long this takes, only the advanced clock shows the page as loading.
    await page.clock.pauseAt(Date.now() + 60_000)
    const held = Promise.withResolvers<void>()
    await page.route('**/api/orders?*', (route) => held.promise.then(() => route.continue()))
    const field = page.getByLabel('Search orders')
    const requested = page.waitForRequest(/\/api\/orders\?.*text=/)
    await field.fill(orderId)
    await field.press('Enter')
    await requested
    await page.clock.runFor(1_000)
    const button = page.getByRole('main').getByRole('button', { name: 'Search', exact: true })
    await expect.poll(() => button.getAttribute('aria-busy')).toBe('true')
    await page.keyboard.type(' nowhere')
    held.resolve()
    await page.clock.resume()
    await page.waitForURL((url) => url.searchParams.get('text') === orderId)
    await expect.poll(() => button.getAttribute('aria-busy')).toBe('false')
    await page.keyboard.press('Enter')
    await page.getByText('No record(s) found').waitFor()
    expect(await page.locator(':focus').inputValue()).toBe(`${orderId} nowhere`)
    await page.goBack()
    await expect.poll(() => field.inputValue()).toBe(orderId)
    await page.goBack()
    await expect.poll(() => field.inputValue()).toBe('')
    expect(complaints).toEqual([])
    await context.close()
  })

  test('resets the search field to the address when another choice overtakes the search', async () => {
    const orderId = await placeOrder()
    const { page, context } = await visitAsAdmin(browser, shop, width)
    await page.goto('/admin/orders')
    await listRows(page).filter({ hasText: orderId }).waitFor()
    // Nothing is shown as loading, which would recreate the field.
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 60_000)
    const held = Promise.withResolvers<void>()
    await page.route('**/api/orders?*', (route) => held.promise.then(() => route.continue()))
    const field = page.getByLabel('Search orders')
    const requested = page.waitForRequest(/\/api\/orders\?.*text=/)
    await field.fill('nowhere')
    await field.press('Enter')
    await requested
    await page.getByRole('link', { name: /^Confirmed/ }).click()
    held.resolve()
    await page.waitForURL(/status=confirmed/)
    await expect.poll(() => field.inputValue()).toBe('')
    expect(new URL(page.url()).searchParams.has('text')).toBe(false)
    await context.close()
  })

  test('continues by keyboard from the updated order, or from the heading if the order is gone', async () => {
    const orderId = await placeOrder()
    const { page, context, complaints } = await visitAsAdmin(browser, shop, width)
    await page.goto(`/admin/orders?text=${orderId}`)
    const confirm = page.getByRole('button', { name: `Confirm ${orderId}` })
    await confirm.press('Enter')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expect.poll(() => confirm.evaluate((button) => button.matches(':focus'))).toBe(true)
    const held = Promise.withResolvers<void>()
    await page.route('**/api/orders/*/confirm', (route) => held.promise.then(() => route.continue()))
    await confirm.press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).press('Enter')
    // Its button, which is disabled by then, has lost the focus.
    await expect.poll(() => page.evaluate('document.activeElement === document.body')).toBe(true)
    held.resolve()
    await page.locator('article:focus, tr:focus', { hasText: 'Confirmed' }).waitFor()

    await page.goto(`/admin/orders?text=${orderId}&status=confirmed`)
    await page.getByRole('button', { name: `Dispatch ${orderId}` }).press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Dispatch' }).press('Enter')
    await page.getByText('No record(s) found').waitFor()
    await page.locator('h1:focus', { hasText: 'Orders' }).waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })

  test('gets a clear message if another admin was faster, and sees the current order', async () => {
    const orderId = await placeOrder()
    const { page, context } = await visitAsAdmin(browser, shop, width)
    await page.goto(`/admin/orders?text=${orderId}`)
    const row = listRows(page).filter({ hasText: orderId })
    await row.getByRole('button', { name: `Cancel order ${orderId}`, exact: true }).waitFor()
    await row.getByRole('button', { name: `Confirm ${orderId}`, exact: true }).click()
    await asAdmin('POST', `/api/orders/${orderId}/cancel`, { reason: 'The buyer called' })
    await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
    await page.getByText('Cannot confirm the order: its status is cancelled, but must be received').waitFor()
    await row.getByText('Cancelled').waitFor()
    await expect.poll(() => row.getByRole('button').count()).toBe(0)
    await context.close()
  })

  test('loses no typed text to a misplaced click, and is notified of a failure after leaving the dialog', async () => {
    const orderId = await placeOrder()
    const { page, context } = await visitAsAdmin(browser, shop, width)
    await page.goto(`/admin/orders?text=${orderId}`)
    const dialog = page.getByRole('dialog')
    const open = () => listRows(page).getByRole('button', { name: 'Cancel order' }).click()
    await open()
    const reason = dialog.getByLabel('Reason')
    await reason.fill('The buyer called')
    const [box, field] = await Promise.all([dialog.boundingBox(), reason.boundingBox()])
    if (!box || !field) throw new Error('the dialog is not there')
    await page.mouse.click(box.x + 6, box.y + box.height / 2)
    await page.mouse.move(field.x + 30, field.y + 10)
    await page.mouse.down()
    await page.mouse.move(2, 2, { steps: 3 })
    await page.mouse.up()
    expect(await reason.inputValue()).toBe('The buyer called')
    await page.mouse.click(2, 2)
    await dialog.waitFor({ state: 'detached' })

    const held = Promise.withResolvers<void>()
    await page.route('**/api/orders/*/cancel', (route) => held.promise.then(() => route.abort()))
    await open()
    await reason.fill('The buyer called')
    await dialog.getByRole('button', { name: 'Cancel order' }).click()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    held.resolve()
    await page.getByLabel('Notifications').getByText('Network error. Please check your connection').waitFor()
    await context.close()
  })

  test('acknowledges, declines with a reason and resolves service requests', async () => {
    const { accessToken: token } = await shop.signUp('ravi')
    for (const title of [`Humming pump ${width}`, `Broken wheel ${width}`]) {
      const body = { title, company: 'Aarogya Meditech', description: 'Please look at it' }
      await shop.call('POST', '/api/orders/productRequest', { token, body })
    }
    const { page, context, complaints } = await visitAsAdmin(browser, shop, width)
    await page.goto(`/admin/service-requests?text=${width}`)
    const row = (title: string) => listRows(page).filter({ hasText: `${title} ${width}` })
    const dialog = page.getByRole('dialog')
    for (const title of ['Humming pump', 'Broken wheel']) {
      await row(title).getByRole('button', { name: 'Acknowledge' }).click()
      await dialog.getByRole('button', { name: 'Acknowledge' }).click()
      await row(title).getByText('Acknowledged').waitFor()
    }
    await row('Broken wheel').getByRole('button', { name: 'Decline' }).click()
    await dialog.getByRole('button', { name: 'Decline' }).click()
    await page.getByText('Please give a reason').waitFor()
    await dialog.getByLabel('Reason').fill('We do not service this model')
    await dialog.getByRole('button', { name: 'Decline' }).click()
    await row('Broken wheel').getByText('Declined').waitFor()
    await page.locator('article:focus, tr:focus', { hasText: `Broken wheel ${width}` }).waitFor()
    await row('Humming pump').getByRole('button', { name: 'Resolve' }).click()
    await dialog.getByLabel('Note to the requester').fill('New bearing')
    await dialog.getByRole('button', { name: 'Resolve' }).click()
    await page.getByRole('link', { name: /^Resolved ?1$/ }).click()
    await row('Humming pump').waitFor()
    await row('Broken wheel').waitFor({ state: 'detached' })
    expect(complaints).toEqual([])
    await context.close()
  })

  test('grants roles, keeps the last admin, and deletes an account only after its name is typed', async () => {
    const person = await shop.signUp(`priya${width}`)
    const { page, context } = await visitAsAdmin(browser, shop, width)
    await page.goto(`/admin/users?text=priya${width}`)
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: 'Change roles' }).click()
    await dialog.getByLabel('Staff').check()
    await dialog.getByRole('button', { name: 'Save roles' }).click()
    await listRows(page).getByText('Staff', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Delete' }).click()
    await dialog.getByRole('heading', { name: 'What is deleted' }).waitFor()
    await dialog.getByText('A record that the personal data was erased, and when').waitFor()
    await dialog.getByRole('button', { name: 'Delete for good' }).click()
    await page.getByText('This is not the username of the account').waitFor()
    await dialog.getByLabel(/^Type /).fill(person.loginUserName)
    await dialog.getByRole('button', { name: 'Delete for good' }).click()
    await page.getByText('No record(s) found').waitFor()
    expect((await asAdmin('GET', `/api/users/${person.id}`)).status).toBe(404)

    await goWithin(page, '/admin/users?role=ADMIN')
    await page.getByRole('button', { name: 'Change roles' }).click()
    await dialog.getByLabel('Admin').uncheck()
    await dialog.getByRole('button', { name: 'Save roles' }).click()
    await dialog.getByText('This is the last ADMIN: grant another account the role ADMIN first').waitFor()
    await context.close()
  })
})
