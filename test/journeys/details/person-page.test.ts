import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { visitAsAdmin } from '../../support/browser/admin-browser.ts'
import { openBrowser, type TestBrowser } from '../../support/browser/browser.ts'
import { needsBrowser } from '../../support/engines/engines.ts'
import { addProducts, openShopForBrowser, orderFor, type TestShop } from '../../support/shop/shop.ts'

const named = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

describe('the page of a person', needsBrowser, () => {
  let shop: TestShop
  let browser: TestBrowser
  let asha: Awaited<ReturnType<TestShop['signUp']>>
  let orderId: string

  beforeAll(async () => {
    shop = await openShopForBrowser()
    browser = await openBrowser()
    const [product] = await addProducts(shop, [{ title: 'Bedside Monitor' }])
    if (product === undefined) throw new Error('no product was added')
    asha = await shop.signUp('asha')
    const ravi = await shop.signUp('ravi')
    const place = async ({ accessToken: token }: typeof asha) =>
      (await shop.call('POST', '/api/orders', { token, body: orderFor([[product, 2]]) })).body.orderId
    orderId = await place(asha)
    await place(ravi)
    const request = { title: 'Silent alarm', company: 'Aarogya', description: 'It is silent', address: 'Ward 7, Pune' }
    await shop.call('POST', '/api/orders/productRequest', { token: asha.accessToken, body: request })
    await shop.settled()
  })
  afterAll(async () => {
    await browser.close()
    await shop.close()
  })

  test.each([390, 1440])('leads from the people to what one of them did, at %s px', async (width) => {
    const { page, context, complaints } = await visitAsAdmin(browser, shop, width)
    await page.goto(`/admin/users?text=${asha.loginUserName}`)
    await page.getByRole('main').getByRole('link', { name: 'asha Rao', exact: true }).click()
    await page.waitForURL(`**/admin/users/${asha.id}`)
    await page.getByRole('heading', { level: 1, name: 'asha Rao' }).waitFor()
    await page.getByRole('region', { name: 'Details' }).getByText(asha.loginUserName).first().waitFor()
    await named(page, 'Orders').getByRole('link', { name: orderId }).waitFor()
    await named(page, 'Service requests').getByRole('link', { name: 'Silent alarm' }).waitFor()
    await named(page, 'Emails').getByText('Order received').waitFor()
    await named(page, 'Activity')
      .getByText(/asked for “Silent alarm”/)
      .waitFor()
    await named(page, 'Orders').getByRole('link', { name: '1 order in the list' }).click()
    await page.waitForURL(`**/admin/orders?account=${asha.id}`)
    await page.getByRole('list', { name: 'Filtered by' }).getByText(`Of ${asha.loginUserName}`).waitFor()
    await page.getByRole('link', { name: orderId }).click()
    await page.waitForURL(`**/admin/orders/${orderId}`)
    await page.getByRole('heading', { level: 1, name: `Order ${orderId}` }).waitFor()
    await page.getByRole('link', { name: asha.loginUserName }).click()
    await page.waitForURL(`**/admin/users/${asha.id}`)
    expect(complaints).toEqual([])
    await context.close()
  })

  test('is used from the keyboard: j and k move through its tables, one after the other', async () => {
    const { page, context, complaints } = await visitAsAdmin(browser, shop, 1440)
    await page.goto(`/admin/users/${asha.id}`)
    await named(page, 'Emails').getByText('Order received').waitFor()
    const keys = await page.locator('tr[data-key]').evaluateAll((rows) => rows.map((row) => row.dataset['key'] ?? ''))
    expect(await page.getByRole('table').count()).toBe(3)
    expect(keys.length).toBeGreaterThanOrEqual(3)
    const moved = async (key: string) => {
      await page.keyboard.press(key)
      return page.locator('tr:focus').getAttribute('data-key')
    }
    const through = async (key: string) => {
      const visited: (string | null)[] = []
      for (const _ of keys) visited.push(await moved(key))
      return visited
    }
    expect(await through('j')).toEqual(keys)
    expect(await moved('j')).toBe(keys.at(-1))
    expect(await through('k')).toEqual([...keys.slice(0, -1).toReversed(), keys[0]])
    await named(page, 'Service requests').getByRole('region').focus()
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/admin\/service-requests\//)
    expect(complaints).toEqual([])
    await context.close()
  })

  test('shows who changed the roles of an account, and stays when the account is deleted', async () => {
    const kiran = await shop.signUp('kiran')
    const { page, context, complaints } = await visitAsAdmin(browser, shop, 1440)
    await shop.settled()
    await page.goto(`/admin/users/${kiran.id}`)
    await named(page, 'Changes of the account').getByText('No recorded changes.').waitFor()
    await page.getByRole('button', { name: 'Change roles' }).click()
    await page.getByRole('dialog').getByLabel('Staff').check()
    await page.getByRole('dialog').getByRole('button', { name: 'Save roles' }).click()
    const changes = named(page, 'Changes of the account')
    await changes.getByText(/^Administrator changed the roles of the account .* from USER to STAFF, USER$/).waitFor()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page
      .getByRole('dialog')
      .getByLabel(/^Type /)
      .fill(kiran.loginUserName)
    await page.getByRole('dialog').getByRole('button', { name: 'Delete for good' }).click()
    await page.getByRole('heading', { level: 1, name: 'Deleted account' }).waitFor()
    await changes.getByText(/^Administrator deleted the account/).waitFor()
    expect(await page.getByRole('main').getByText('kiran').count()).toBe(0)
    expect(complaints.filter((complaint) => !complaint.includes('404'))).toEqual([])
    await context.close()
  })
})
