import type { Browser } from 'playwright-core'
import { visit, type Visitor } from './browser.ts'
import { adminPassword } from './shop.ts'

/** An admin with a browser of their own, logged in. */
export async function visitAsAdmin(browser: Browser, url: string, width: number): Promise<Visitor> {
  const visitor = await visit(browser, url, width)
  const { page } = visitor
  await page.goto('/login')
  await page.getByLabel('Username').fill('admin')
  await page.getByLabel('Password').fill(adminPassword)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.waitForURL((address) => address.pathname === '/')
  return visitor
}
