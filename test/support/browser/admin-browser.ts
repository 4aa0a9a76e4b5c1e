import { visitAs, type Visitor, type TestBrowser } from './browser.ts'
import type { Site } from './visitors.ts'
import { adminPassword, apiCaller } from '../shop/shop.ts'

/** A logged-in admin in a separate browser context. */
export async function visitAsAdmin(browser: TestBrowser, site: Site, width: number): Promise<Visitor> {
  const body = { username: 'admin', password: adminPassword }
  const login = await apiCaller(site.url)('POST', '/api/auth/authenticate', { body })
  return visitAs(browser, site, { width, stored: { user: { ...login.body, role: 'ADMIN' } } })
}
