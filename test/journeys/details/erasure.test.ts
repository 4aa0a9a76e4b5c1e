import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { visitAsAdmin } from '../../support/browser/admin-browser.ts'
import { openBrowser, storedLine, storedUser, visitAs, type TestBrowser } from '../../support/browser/browser.ts'
import { needsBrowser } from '../../support/engines/engines.ts'
import { needsBrowserAtWidths, widths } from '../../support/browser/widths.ts'
import { addProducts, openShopForBrowser, orderFor, type TestShop } from '../../support/shop/shop.ts'

let shop: TestShop
let browser: TestBrowser
let product: Awaited<ReturnType<typeof addProducts>>[number]

beforeAll(async () => {
  shop = await openShopForBrowser()
  browser = await openBrowser()
  const [added] = await addProducts(shop, [{}])
  if (!added) throw new Error('no product')
  product = added
})
afterAll(async () => {
  await browser.close()
  await shop.close()
})

async function buyerWithOrder(name: string) {
  const buyer = await shop.signUp(name)
  const order = orderFor([[product, 1]])
  await shop.call('POST', '/api/orders', { token: buyer.accessToken, body: order })
  return { buyer, orderId: order.orderId, recipient: order.shipping.name }
}

/** What the dialog must show before anything is deleted. */
async function readsWhatGoesAndStays(page: Page, username: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Delete this account?' })
  await dialog.getByText(username, { exact: true }).waitFor()
  await dialog.getByText('1 order is still under way').waitFor()
  await dialog.getByText(/^Name, mobile number.* in 1 order/).waitFor()
  await dialog.getByText(/^What was bought in 1 order/).waitFor()
}

/** What an admin reads about the order afterwards. */
async function readsOfTheErasure(page: Page, { orderId, recipient }: { orderId: string; recipient: string }) {
  await page.goto('/admin/orders')
  await page.getByRole('link', { name: orderId }).click()
  await page.getByRole('heading', { level: 1, name: `Order ${orderId}` }).waitFor()
  const note = page.getByRole('listitem').filter({ hasText: 'erased the buyer’s personal data from this order' })
  await note.first().waitFor()
  await note.first().getByRole('time').waitFor()
  await expect.poll(() => page.getByText(recipient).count()).toBe(0)
}

describe.each(widths(390, 1440))('at a width of %i px', needsBrowserAtWidths, (width) => {
  test('an admin reads what is deleted and what stays, deletes after typing the name, and the history shows it', async () => {
    const { buyer, ...order } = await buyerWithOrder(`kiran${width}`)
    const { page, context, complaints } = await visitAsAdmin(browser, shop, width)
    await page.goto(`/admin/users?text=kiran${width}`)
    await page.getByRole('button', { name: 'Delete' }).click()
    await readsWhatGoesAndStays(page, buyer.loginUserName)
    await page.getByRole('button', { name: 'Delete for good' }).click()
    await page.getByText('This is not the username of the account').waitFor()
    await page.getByLabel(`Type ${buyer.loginUserName} to confirm`).fill(buyer.loginUserName)
    await page.getByRole('button', { name: 'Delete for good' }).click()
    await page.getByText('No record(s) found').waitFor()
    await readsOfTheErasure(page, order)
    expect(complaints).toEqual([])
    await context.close()
  })
})

test('buyers delete their own account with a full cart, and are guests from then on', needsBrowser, async () => {
  const { buyer } = await buyerWithOrder('meera')
  const stored = { user: storedUser(buyer), cart: [storedLine(product, 2)] }
  const { page, context, complaints } = await visitAs(browser, shop, { width: 1440, stored })
  const mirrored = page.waitForResponse((response) => response.url().includes('/api/carts'))
  await page.goto(`/my-orders`)
  await mirrored
  await page.getByRole('button', { name: /^Hi, / }).click()
  await page.getByRole('link', { name: 'My Profile' }).click()
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await readsWhatGoesAndStays(page, buyer.loginUserName)
  await page.getByRole('button', { name: 'Delete for good' }).click()
  await page.getByText('Your account was deleted').waitFor()
  await page.waitForURL((url) => url.pathname === '/')
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).waitFor()
  expect(complaints).toEqual([])
  const login = { username: buyer.loginUserName, password: 'a quiet morning in Pune' }
  expect((await shop.call('POST', '/api/auth/authenticate', { body: login })).status).toBe(401)
  await context.close()
})

test(
  'a phone’s profile leads to the login once the session has ended, and home once the account is deleted',
  needsBrowser,
  async () => {
    const { buyer } = await buyerWithOrder('lata')
    const { page, context } = await visitAs(browser, shop, { width: 390, stored: { user: storedUser(buyer) } })
    const menu = page.getByRole('dialog', { name: 'Menu' })
    const askToDelete = async () => {
      await page.getByRole('button', { name: 'Menu' }).click()
      await menu.getByRole('link', { name: 'My Profile' }).click()
      await page.getByRole('button', { name: 'Delete my account' }).click()
      await readsWhatGoesAndStays(page, buyer.loginUserName)
    }
    await page.goto('/about-us')
    await page.route(`**/api/users/${buyer.id}`, (route) => route.fulfill({ status: 401 }), { times: 1 })
    await askToDelete()
    await page.getByRole('button', { name: 'Delete for good' }).click()
    await page.waitForURL(/\/login\?redirect=%2Fprofile/)
    await menu.waitFor({ state: 'detached' })

    await page.getByLabel('Username').fill(buyer.loginUserName)
    await page.getByLabel('Password').fill('a quiet morning in Pune')
    await page.getByRole('button', { name: 'Login' }).click()
    await page.waitForURL((url) => url.pathname === '/profile')
    await askToDelete()
    await page.getByRole('button', { name: 'Delete for good' }).click()
    await page.waitForURL((url) => url.pathname === '/')
    await menu.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Menu' }).click()
    await expect.poll(() => menu.getByRole('link', { name: 'Login' }).isVisible()).toBe(true)
    await context.close()
  },
)

test('a person downloads everything that the shop holds about them, to read and as JSON', needsBrowser, async () => {
  const { buyer } = await buyerWithOrder('mira')
  const { page, context } = await visitAs(browser, shop, { width: 390, stored: { user: storedUser(buyer) } })
  await page.goto('/')
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'My Profile' }).click()
  const download = async (name: string) => {
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name }).click()])
    return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') }
  }
  const toRead = await download('Download to read')
  expect(toRead.name).toBe('my-data.html')
  expect(toRead.text).toContain(`<dd>${buyer.loginUserName}</dd>`)
  const json = await download('Download as JSON')
  expect(json.name).toBe('my-data.json')
  expect(JSON.parse(json.text)).toMatchObject({ account: { id: buyer.id }, orders: [{ status: 'received' }] })
  await context.close()
})
