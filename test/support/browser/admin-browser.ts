import { visit, type Site, type Visitor, type TestBrowser } from './browser.ts'
import { adminPassword, apiCaller } from '../shop/shop.ts'

/** A logged-in admin in a separate browser context. */
export async function visitAsAdmin(browser: TestBrowser, site: Site, width: number): Promise<Visitor> {
  const body = { username: 'admin', password: adminPassword }
  const login = await apiCaller(site.url)('POST', '/api/auth/authenticate', { body })
  const session = JSON.stringify({ ...login.body, role: 'ADMIN' })
  const visitor = await visit(browser, site, width)
  const script = `if (!localStorage.getItem('user')) localStorage.setItem('user', ${JSON.stringify(session)})`
  await visitor.context.addInitScript(script)
  return visitor
}
