import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { axeViolations } from '../../support/browser/axe.ts'
import { openBrowser, storedUser, visitAs, type TestBrowser } from '../../support/browser/browser.ts'
import { listRows } from '../../support/browser/rows.ts'
import { needsBrowser } from '../../support/engines/engines.ts'
import { openShopForBrowser, type TestShop } from '../../support/shop/shop.ts'

let shop: TestShop
let browser: TestBrowser
const people: Awaited<ReturnType<TestShop['signUp']>>[] = []

beforeAll(async () => {
  shop = await openShopForBrowser()
  browser = await openBrowser()
  for (let count = 0; count < 7; count += 1) people.push(await shop.signUp(`person${count}`))
})
afterAll(async () => {
  await browser.close()
  await shop.close()
})

type Person = (typeof people)[number]

const personAt = (place: number): Person => people[place] ?? expect.fail('there is no such person')
const rolesOf = async ({ id }: Person): Promise<string[]> =>
  (await shop.call('GET', `/api/users/${id}`, { token: shop.adminToken })).body.roles
const putRoles = ({ id }: Person, roles: string[]) =>
  shop.call('PUT', `/api/users/${id}/roles`, { token: shop.adminToken, body: { roles } })

/** Opens the people as this person, who becomes an admin, and selects these. */
async function selectAs(own: Person, selected: readonly Person[]) {
  await putRoles(own, ['ADMIN'])
  const body = { username: own.loginUserName, password: 'a quiet morning in Pune' }
  const login = await shop.call('POST', '/api/auth/authenticate', { body })
  const user = { ...storedUser(login.body), role: 'ADMIN' }
  const visitor = await visitAs(browser, shop, { width: 1440, stored: { user } })
  await visitor.page.goto('/admin/users?text=person')
  await listRows(visitor.page).first().waitFor()
  for (const { loginUserName } of selected)
    await visitor.page.getByRole('checkbox', { name: `Select ${loginUserName}`, exact: true }).check()
  return visitor
}

async function grantStaff(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Grant Staff the selected rows' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Grant Staff', exact: true }).click()
}

describe('the roles of several people', needsBrowser, () => {
  test("are changed last for one's own account, after a warning, and the report stays", async () => {
    const [own, ...others] = [personAt(0), personAt(1), personAt(2)]
    const { page, context } = await selectAs(own, [own, ...others])
    await page.getByRole('button', { name: 'Grant Staff the selected rows' }).click()
    const dialog = page.getByRole('dialog', { name: 'Grant Staff: 3 accounts?' })
    await dialog.getByText(/Your own account is among them: it comes last, and you will be logged out\.$/).waitFor()
    await dialog.getByRole('button', { name: 'Grant Staff', exact: true }).click()
    await page.getByText('Grant Staff: 3 accounts done', { exact: true }).waitFor()
    await page.getByText('The step has ended your own session. Please log in again.').waitFor()
    for (const person of [own, ...others]) expect(await rolesOf(person)).toContain('STAFF')
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Log in again' }).click()
    await page.waitForURL((url) => url.pathname === '/login')
    expect(new URL(page.url()).searchParams.get('redirect')).toBe('/admin/users?text=person')
    await context.close()
  })

  test('are reported as changed or left if the session ends in between', async () => {
    const [own, first, second, third] = [personAt(3), personAt(4), personAt(5), personAt(6)]
    const { page, context } = await selectAs(own, [first, second, third])
    let changes = 0
    await page.route('**/api/users/*/roles', async (route) => {
      changes += 1
      if (changes === 2) await putRoles(own, ['STAFF'])
      await route.continue()
    })
    await grantStaff(page)
    await page.getByText('Grant Staff: 1 account done, 2 accounts not', { exact: true }).waitFor()
    await page.getByText(`Not tried: ${second.loginUserName}, ${third.loginUserName}`).waitFor()
    await page.getByRole('button', { name: 'Log in again' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/admin/users')
    expect(await rolesOf(first)).toContain('STAFF')
    expect(await rolesOf(second)).not.toContain('STAFF')
    expect(await axeViolations(page)).toEqual([])
    await context.close()
  })
})
