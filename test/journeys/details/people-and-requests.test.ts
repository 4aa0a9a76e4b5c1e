import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { visitAsAdmin } from '../../support/browser/admin-browser.ts'
import { axeViolations } from '../../support/browser/axe.ts'
import { openBrowser, type TestBrowser } from '../../support/browser/browser.ts'
import { listRows } from '../../support/browser/rows.ts'
import { needsBrowser } from '../../support/engines/engines.ts'
import { openShopForBrowser, type TestShop } from '../../support/shop/shop.ts'

let shop: TestShop
let browser: TestBrowser
const usernames: string[] = []
/** By title; the titles are in the order of raising. */
const requestIds = new Map<string, string>()
const tokens = new Map<string, string>()

const titles = Array.from({ length: 16 }, (_, place) => `Pump ${String.fromCodePoint(97 + place)}`)

beforeAll(async () => {
  shop = await openShopForBrowser()
  browser = await openBrowser()
  for (const [place, title] of titles.entries()) {
    const { accessToken: token, loginUserName } = await shop.signUp(`person${place}`)
    usernames.push(loginUserName)
    const body = { title, company: `Company ${titles.length - place}`, description: 'Please look at it' }
    const raised = await shop.call('POST', '/api/orders/productRequest', { token, body })
    requestIds.set(title, raised.body.id)
    tokens.set(title, token)
  }
  await shop.settled()
})
afterAll(async () => {
  await browser.close()
  await shop.close()
})

async function open(path: string) {
  const visitor = await visitAsAdmin(browser, shop, 1440)
  await visitor.page.setViewportSize({ width: 1440, height: 900 })
  await visitor.page.goto(`/admin/${path}`)
  await listRows(visitor.page).first().waitFor()
  return visitor
}

const head = (page: Page, name: string) => page.getByRole('columnheader', { name })
const shown = (page: Page, column: number) => listRows(page).locator(`td:nth-child(${column})`).allInnerTexts()

async function expectFull(page: Page): Promise<void> {
  const bottoms = await listRows(page).evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().bottom))
  expect(bottoms.filter((bottom) => bottom <= 900).length).toBeGreaterThanOrEqual(14)
  expect(await axeViolations(page)).toEqual([])
}

async function fileOf(page: Page) {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ])
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') }
}

describe('the table of service requests', needsBrowser, () => {
  test('shows at least 14 on a screen of 1440 × 900, newest first, and is sorted by its headers', async () => {
    const { page, context, complaints } = await open('service-requests')
    await expectFull(page)
    expect(await shown(page, 2)).toEqual(titles.toReversed())
    await head(page, 'Company').getByRole('link').click()
    await page.waitForURL('**/admin/service-requests?sort=company-asc')
    await expect.poll(() => head(page, 'Company').getAttribute('aria-sort')).toBe('ascending')
    await head(page, 'Title').getByRole('link').click()
    await expect.poll(() => shown(page, 2)).toEqual(titles)
    expect(complaints).toEqual([])
    await context.close()
  })

  test('is narrowed by days and by what waits for an answer, as its file and its address show', async () => {
    const { page, context, complaints } = await open('service-requests?text=pump')
    await page.getByRole('link', { name: 'Without an answer' }).click()
    await page.waitForURL(/unanswered=true/)
    await page.getByText('Day of request').click()
    await page.getByRole('link', { name: 'Yesterday' }).click()
    await page.getByText('No record(s) found').waitFor()
    await page.getByRole('link', { name: /^Remove: Raised on / }).click()
    await expect.poll(() => listRows(page).count()).toBe(titles.length)
    const { name, text } = await fileOf(page)
    expect([name, text.trim().split('\r\n').length]).toEqual(['service-requests.csv', 1 + titles.length])
    expect(complaints).toEqual([])
    await context.close()
  })

  test('takes a step with several, and reports by title which were rejected, and why', async () => {
    const [first, second, third] = titles
    const { page, context } = await open('service-requests?sort=raised-asc')
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    for (const title of [second, third]) await page.getByRole('checkbox', { name: `Select ${title}` }).check()
    await page.getByText('3 service requests selected').waitFor()
    const path = `/api/orders/productRequest/${requestIds.get(second ?? '')}/withdraw`
    await shop.call('POST', path, { token: tokens.get(second ?? '') })
    await page.getByRole('button', { name: 'Acknowledge the selected rows' }).click()
    const dialog = page.getByRole('dialog', { name: 'Acknowledge: 3 service requests?' })
    await dialog.getByText(`${first}, ${second}, ${third}`).waitFor()
    await dialog.getByRole('button', { name: 'Acknowledge', exact: true }).click()
    await page.getByText('Acknowledge: 2 service requests done, 1 service request not').waitFor()
    await page.getByText(`${second}: Cannot acknowledge the service request: its status is withdrawn`).waitFor()
    for (const title of [first, third])
      await listRows(page).filter({ hasText: title }).getByText('Acknowledged', { exact: true }).waitFor()
    expect(await axeViolations(page)).toEqual([])
    await context.close()
  })

  test('opens the page of a request by Enter', async () => {
    const { page, context, complaints } = await open('service-requests?sort=raised-asc')
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/admin/service-requests/${requestIds.get(titles[0] ?? '')}`)
    expect(complaints).toEqual([])
    await context.close()
  })
})

const rolesOf = async (username: string | undefined) =>
  (await shop.call('GET', `/api/users/${username}`, { token: shop.adminToken })).body.roles
async function putRoles(username: string | undefined, roles: string[]) {
  const { body } = await shop.call('GET', `/api/users/${username}`, { token: shop.adminToken })
  await shop.call('PUT', `/api/users/${body.id}/roles`, { token: shop.adminToken, body: { roles } })
}

describe('the table of people', needsBrowser, () => {
  test('shows at least 14 on a screen of 1440 × 900, and is sorted by its headers', async () => {
    const { page, context, complaints } = await open('users')
    await expectFull(page)
    expect(await head(page, 'Since').getAttribute('aria-sort')).toBe('ascending')
    await head(page, 'Since').getByRole('link').click()
    await page.waitForURL('**/admin/users?sort=since-desc')
    await expect.poll(async () => (await shown(page, 3)).slice(0, 3)).toEqual(usernames.toReversed().slice(0, 3))
    await head(page, 'Username').getByRole('link').click()
    await page.waitForURL('**/admin/users?sort=username-asc')
    await expect.poll(async () => (await shown(page, 3))[0]).toBe('admin')
    expect(complaints).toEqual([])
    await context.close()
  })

  test('is narrowed by role and days, with columns to choose, and its file has the same content', async () => {
    const { page, context, complaints } = await open('users')
    await page.getByText('Day of signup').click()
    await page.getByRole('link', { name: 'Today' }).click()
    await page.getByRole('link', { name: /^Remove: Signed up on / }).waitFor()
    await page.getByRole('link', { name: 'Admin', exact: true }).last().click()
    await expect.poll(() => listRows(page).count()).toBe(1)
    await page.getByText('View', { exact: true }).click()
    await page.getByRole('checkbox', { name: 'Account id' }).check()
    await head(page, 'Account id').waitFor()
    await page.keyboard.press('Escape')
    const { name, text } = await fileOf(page)
    expect([name, text.trim().split('\r\n').length]).toEqual(['users.csv', 2])
    expect(complaints).toEqual([])
    await context.close()
  })

  test('grants a role to several, keeps what another admin has granted, and reports who was rejected, and why', async () => {
    const [first, second, third] = usernames
    await putRoles(second, ['STAFF'])
    const { page, context, complaints } = await open('users')
    for (const username of [first, second, third])
      await page.getByRole('checkbox', { name: `Select ${username}`, exact: true }).check()
    await putRoles(third, ['ADMIN'])
    await page.getByRole('button', { name: 'Grant Staff the selected rows' }).click()
    const dialog = page.getByRole('dialog', { name: 'Grant Staff: 3 accounts?' })
    await dialog.getByText(`${first}, ${second}, ${third}`).waitFor()
    await dialog.getByRole('button', { name: 'Grant Staff', exact: true }).click()
    await page.getByText('Grant Staff: 2 accounts done, 1 account not').waitFor()
    await page.getByText(`${second}: Has the role Staff already`).waitFor()
    const row = listRows(page).filter({ has: page.getByRole('checkbox', { name: `Select ${first}`, exact: true }) })
    await row.getByText('Staff', { exact: true }).waitFor()
    expect((await rolesOf(third)).toSorted()).toEqual(['ADMIN', 'STAFF'])
    expect(await axeViolations(page)).toEqual([])
    expect(complaints).toEqual([])
    await context.close()
  })

  test('does not replace roles that were changed while the dialog was open, before it has shown them', async () => {
    const username = usernames[3]
    const { page, context } = await open('users')
    const row = listRows(page).filter({ has: page.getByRole('checkbox', { name: `Select ${username}`, exact: true }) })
    await row.getByRole('button', { name: /^Change roles/ }).click()
    const dialog = page.getByRole('dialog', { name: /^Roles of / })
    await putRoles(username, ['ADMIN'])
    await dialog.getByRole('checkbox', { name: /^Staff/ }).check()
    await dialog.getByRole('button', { name: 'Save roles' }).click()
    await dialog.getByText('Another admin has changed the roles to: Admin.').waitFor()
    expect(await rolesOf(username)).toEqual(['ADMIN'])
    expect(await axeViolations(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Save roles' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect((await rolesOf(username)).toSorted()).toEqual(['STAFF', 'USER'])
    await context.close()
  })
})
