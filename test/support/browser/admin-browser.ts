import { visitAs, type Visit, type Visitor, type TestBrowser } from './browser.ts'
import type { Site } from './visitors.ts'
import { apiCaller } from '../shop/api-caller.ts'
import { adminPassword } from '../shop/shop.ts'

type Screen = number | Pick<Visit, 'width' | 'touch'>

/** A logged-in admin in a separate browser context, whose screen has this width. */
export async function visitAsAdmin(browser: TestBrowser, site: Site, screen: Screen): Promise<Visitor> {
  const body = { username: 'admin', password: adminPassword }
  const login = await apiCaller(site.url)('POST', '/api/auth/authenticate', { body })
  const stored = { user: { ...login.body, role: 'ADMIN' } }
  return visitAs(browser, site, { ...(typeof screen === 'number' ? { width: screen } : screen), stored })
}
