import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeViolations } from '../../support/browser/axe.ts'
import { openBrowser, storedLine, storedUser, visitAs, type TestBrowser } from '../../support/browser/browser.ts'
import { needsBrowser } from '../../support/engines/engines.ts'
import { tokensIn } from '../../support/shop/outbox.ts'
import { addProducts, openShopForBrowser, type TestShop } from '../../support/shop/shop.ts'

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

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const toast = (page: Page, text: string) =>
  page.getByLabel('Notifications').getByText(text, { exact: true }).last().waitFor()
const focused = (page: Page): Promise<unknown> => page.evaluate('document.activeElement.getAttribute("name")')

test('the profile changes the name, the mobile number, the password and the email address', needsBrowser, async () => {
  const asha = await shop.signUp('asha')
  const { page, context, complaints } = await visitAs(browser, shop, {
    width: 1440,
    stored: { user: storedUser(asha) },
  })
  await page.goto('/profile')
  const details = part(page, 'Personal details')
  await details.getByLabel('Full name').fill(' ')
  await details.getByLabel('Mobile number').fill('12345')
  await details.getByRole('button', { name: 'Save details' }).click()
  await details.getByText('Name cannot be empty').waitFor()
  await expect.poll(() => focused(page)).toBe('name')
  await details.getByLabel('Full name').fill('Asha Kulkarni')
  await details.getByRole('button', { name: 'Save details' }).click()
  await toast(page, 'Your details are saved')
  await details.getByText(/please check this number/).waitFor()
  await page.getByRole('button', { name: 'Hi, Asha Kulkarni' }).waitFor()

  const password = part(page, 'Password')
  await password.getByRole('button', { name: 'Change password' }).click()
  await password.getByText('Enter your current password').waitFor()
  await password.getByLabel('Current password').fill('something else')
  await password.getByLabel('New password').fill('a long walk along the Mula')
  await password.getByRole('button', { name: 'Change password' }).click()
  await password.getByText('This is not your current password').waitFor()
  expect(await axeViolations(page)).toEqual([])
  await password.getByLabel('Current password').fill('a quiet morning in Pune')
  await password.getByRole('button', { name: 'Change password' }).click()
  await toast(page, 'Your new password is set')
  expect((await shop.call('GET', '/api/users/me', { token: asha.accessToken })).status).toBe(401)

  const email = part(page, 'Email')
  await email.getByLabel('New email address').fill('asha.new@clinic.in')
  await email.getByRole('button', { name: 'Change email' }).click()
  await email.getByText(/An email with a link is on its way to asha\.new@clinic\.in/).waitFor()
  expect(await axeViolations(page)).toEqual([])
  const [token] = await tokensIn(shop, { accountId: asha.id, subject: 'Please confirm your new email address' })
  await page.goto(`/verify-email?token=${token}`)
  await page.getByText('Thank you. Your email address is confirmed.').waitFor()
  await page.goto('/profile')
  await email.getByText('asha.new@clinic.in', { exact: true }).waitFor()
  await email.getByText('Confirmed', { exact: true }).waitFor()
  expect(complaints.filter((complaint) => !complaint.includes('400'))).toEqual([])
  await context.close()
})

test(
  'a person without an email address keeps none after all, or learns why that is refused',
  needsBrowser,
  async () => {
    const form = {
      username: 'ward4.nurse',
      password: 'a quiet morning in Pune',
      name: 'Ward 4',
      mobileNumber: '9820012345',
    }
    const login = (await shop.call('POST', '/api/auth/signup', { body: form })).body
    const { page, context } = await visitAs(browser, shop, { stored: { user: storedUser(login) } })
    await page.goto('/profile')
    const email = part(page, 'Email')
    await email.getByText('Not given').waitFor()
    await email.getByLabel('New email address').fill('ward4@clinic.in')
    await email.getByRole('button', { name: 'Change email' }).click()
    const keep = email.getByRole('button', { name: 'Keep the current address' })
    await keep.waitFor()
    const errors = [{ field: 'email', defaultMessage: 'This address cannot be kept' }]
    await page.route('**/api/users/me', (route) => route.fulfill({ status: 400, json: { errors } }), { times: 1 })
    await keep.click()
    await email.getByRole('alert').getByText('This address cannot be kept').waitFor()
    await keep.click()
    await keep.waitFor({ state: 'detached' })
    expect((await shop.call('GET', '/api/users/me', { token: login.accessToken })).body).not.toHaveProperty(
      'pendingEmail',
    )
    await context.close()
  },
)

test('the profile manages addresses, whose city and state are filled in from a PIN code', needsBrowser, async () => {
  const user = storedUser(await shop.signUp('meera'))
  const { page, context, complaints } = await visitAs(browser, shop, { stored: { user } })
  await page.goto('/profile')
  const addresses = part(page, 'Addresses')
  const add = addresses.getByRole('button', { name: 'Add an address' })
  await add.click()
  const dialog = page.getByRole('dialog', { name: 'Add an address' })
  await dialog.getByRole('button', { name: 'Save address' }).click()
  await dialog.getByText('Name is required').waitFor()
  await dialog.getByText('ZIP Code is required').waitFor()
  await expect.poll(() => focused(page)).toBe('name')
  await dialog.getByLabel('Full name').fill('City Clinic')
  await dialog.getByLabel('Mobile number').fill('9820012345')
  await dialog.getByLabel('Address', { exact: true }).fill('12 MG Road')
  await dialog.getByLabel('ZIP Code').fill('411001')
  await expect.poll(() => dialog.getByLabel('City').inputValue()).toBe('Pune')
  await expect.poll(() => dialog.getByLabel('State').inputValue()).toBe('Maharashtra')
  await dialog.getByLabel('ZIP Code').fill('800001')
  await expect.poll(() => dialog.getByLabel('City').inputValue()).toBe('Patna')
  await dialog.getByLabel('City').fill('Patna City')
  await dialog.getByLabel('ZIP Code').fill('411001')
  await expect.poll(() => dialog.getByLabel('State').inputValue()).toBe('Maharashtra')
  await expect.poll(() => dialog.getByLabel('City').inputValue()).toBe('Patna City')
  expect(await axeViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Save address' }).click()
  await toast(page, 'The address is saved')
  await addresses.getByRole('heading', { name: 'City Clinic' }).waitFor()
  await addresses.getByText('Default', { exact: true }).waitFor()

  await add.click()
  for (const [label, text] of Object.entries(second)) await dialog.getByLabel(label, { exact: true }).fill(text)
  await dialog.getByRole('button', { name: 'Save address' }).click()
  await addresses.getByRole('button', { name: /^Make default.*Home, Nashik/ }).click()
  await expect.poll(() => addresses.getByRole('heading').allInnerTexts()).toEqual(['Addresses', 'Home', 'City Clinic'])
  await addresses.getByRole('button', { name: /^Delete.*Home, Nashik/ }).click()
  await expect.poll(() => addresses.getByRole('heading').allInnerTexts()).toEqual(['Addresses', 'City Clinic'])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => addresses.getByRole('heading').allInnerTexts()).toEqual(['Addresses', 'Home', 'City Clinic'])
  expect(complaints).toEqual([])
  await context.close()
})

const second = {
  'Full name': 'Home',
  'Mobile number': '9820012345',
  Address: '4 Lake View',
  City: 'Nashik',
  State: 'Maharashtra',
  'ZIP Code': '422001',
}

test(
  'the checkout fills in PIN codes and saved addresses, and saves the address of an order',
  needsBrowser,
  async () => {
    const login = await shop.signUp('lata')
    const [product] = await addProducts(shop, [{}])
    if (!product) throw new Error('no product was added')
    const stored = { user: storedUser(login), cart: [storedLine(product)] }
    const { page, context } = await visitAs(browser, shop, { stored })
    const field = (label: string) => page.getByLabel(label, { exact: true })
    await page.goto('/checkout')
    await expect.poll(() => field('Mobile number').inputValue()).toBe('9820012345')
    await page.route('**/api/pincodes/*', (route) => route.abort(), { times: 1 })
    await field('ZIP Code').fill('411001')
    await field('ZIP Code').fill('999999')
    await field('State').fill('MH')
    await field('ZIP Code').fill('411001')
    await expect.poll(() => field('City').inputValue()).toBe('Pune')
    await page.getByRole('main').getByText('Pune, Maharashtra', { exact: true }).waitFor()
    expect(await field('State').inputValue()).toBe('MH')
    await field('Mobile number').fill('12345')
    await page.getByText(/please check this number/).waitFor()
    await field('Address').fill('12 MG Road')
    expect(await page.getByLabel('Deliver to').count()).toBe(0)
    await page.getByLabel('Save these details for later orders').check()
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Place Order' }).click()
    await page.getByRole('heading', { name: 'Order Placed Successfully!' }).waitFor()

    const { accessToken: token } = login
    await expect.poll(async () => (await shop.call('GET', '/api/users/me/addresses', { token })).body.length).toBe(1)
    const ward = { name: 'Ward 4', mobile: '9820054321', address: '4 Lake View', city: 'Nashik', state: 'Maharashtra' }
    const body = { ...ward, zipCode: '422001', isDefault: true }
    await shop.call('POST', '/api/users/me/addresses', { token, body })
    const { page: other, context: otherContext } = await visitAs(browser, shop, { stored, width: 1440 })
    const choice = other.getByLabel('Deliver to')
    // The account's own mobile number arrives last, and must not replace that of the address.
    const saved = other.waitForResponse('**/api/users/me/addresses')
    await other.route('**/api/users/me', async (route) => {
      await (await saved).finished()
      await route.continue()
    })
    await other.goto('/checkout')
    await expect.poll(() => other.getByLabel('Full name').inputValue()).toBe('Ward 4')
    await expect.poll(() => other.getByLabel('Mobile number').inputValue()).toBe('9820054321')
    await choice.selectOption({ label: 'lata Rao, 12 MG Road, Pune 411001' })
    await expect.poll(() => other.getByLabel('State').inputValue()).toBe('MH')
    await expect.poll(() => other.getByLabel('Full name').inputValue()).toBe('lata Rao')
    expect(await axeViolations(other)).toEqual([])
    await choice.selectOption({ label: 'Another address' })
    await expect.poll(() => other.getByLabel('City').inputValue()).toBe('')
    // Neither the name nor the number of a saved address belongs to another one.
    await choice.selectOption({ label: 'Ward 4, 4 Lake View, Nashik 422001' })
    await expect.poll(() => other.getByLabel('Mobile number').inputValue()).toBe('9820054321')
    await choice.selectOption({ label: 'Another address' })
    await expect.poll(() => other.getByLabel('Mobile number').inputValue()).toBe('9820012345')
    expect(await other.getByLabel('Full name').inputValue()).toBe('lata Rao')
    await other.getByLabel('City').fill('Thane')
    await choice.selectOption({ label: 'Ward 4, 4 Lake View, Nashik 422001' })
    await expect.poll(() => other.getByLabel('City').inputValue()).toBe('Nashik')
    await choice.selectOption({ label: 'Another address' })
    await expect.poll(() => other.getByLabel('City').inputValue()).toBe('Thane')
    await context.close()
    await otherContext.close()
  },
)
