import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'
import type { LoginAnswer } from '#modules/identity/schema.ts'
import { findBrowser } from './provide-browser.ts'

/** Browser contexts of one test file, in a Chromium that the files of a worker share. */
export type TestBrowser = Pick<Browser, 'newContext'> & {
  /** Closes these contexts. Chromium itself ends with its worker. */
  close(): Promise<void>
}

let shared: Promise<Browser> | undefined

/** The Chromium of this worker, without a window. */
export async function openBrowser(): Promise<TestBrowser> {
  const browser = await (shared ??= launchBrowser())
  // After a crash, the next file starts another one.
  browser.once('disconnected', () => (shared = undefined))
  const contexts: BrowserContext[] = []
  return {
    async newContext(options) {
      const context = await browser.newContext(options)
      contexts.push(context)
      return context
    },
    async close() {
      await Promise.all(contexts.map((context) => context.close()))
    },
  }
}

/** Launches a separate headless Chromium: the one for tests by default, or the one at this path. */
export function launchBrowser(path = findBrowser()): Promise<Browser> {
  return chromium.launch({
    ...(path === undefined ? {} : { executablePath: path }),
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
  })
}

export type Visitor = {
  context: BrowserContext
  page: Page
  /** The page's errors: exceptions, refused scripts, failed requests. */
  complaints: string[]
}

export type Visit = {
  width?: number
  /** The initial local storage by key; values other than texts are stored as JSON. */
  stored?: Record<string, unknown>
  touch?: boolean
}

/** A shop to visit. Before each page, the visitor awaits `settled`: the read models then include all earlier events. */
export type Site = { url: string; settled: () => Promise<void> }

/** Opens a separate browser context, by default with the width of a phone. */
export function visit(browser: Pick<Browser, 'newContext'>, site: Site, width = 390): Promise<Visitor> {
  return visitAs(browser, site, { width })
}

/** Opens a separate browser context with an initial local storage. */
export async function visitAs(
  browser: Pick<Browser, 'newContext'>,
  { url: baseURL, settled }: Site,
  { width = 390, stored = {}, touch = false }: Visit,
): Promise<Visitor> {
  const localStorage = Object.entries(stored).map(([name, value]) => ({
    name,
    value: typeof value === 'string' ? value : JSON.stringify(value),
  }))
  const context = await browser.newContext({
    baseURL,
    viewport: { width, height: 844 },
    locale: 'en-IN',
    hasTouch: touch,
    storageState: { cookies: [], origins: [{ origin: baseURL, localStorage }] },
  })
  const page = await context.newPage()
  page.setDefaultTimeout(15_000)
  // Waits for hydration after each load: before it, only the links of a page from the server work.
  const open = page.goto.bind(page)
  const openAgain = page.reload.bind(page)
  const isReady = () => page.locator('html[data-ready]').waitFor({ state: 'attached' })
  page.goto = async (...request) => {
    await settled()
    const response = await open(...request)
    await isReady()
    return response
  }
  page.reload = async (...options) => {
    await settled()
    const response = await openAgain(...options)
    await isReady()
    return response
  }
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  return { context, page, complaints }
}

/** The value that the storefront stores under 'user' after a login (spec §3). */
export function storedUser({ id, name, accessToken, roles, loginUserName, email }: LoginAnswer) {
  const address = { address: '', city: '', state: '', zipCode: '' }
  return { id, name, loginUserName, role: roles[0], accessToken, email, ...address }
}

/** The line that the storefront stores for a product under 'cart' (spec §3). */
export function storedLine(product: StoredProduct, quantity = 1) {
  const { id, title, company, brand, price, logoUrl } = product
  return { id, title, company, brand, price, logoUrl, quantity }
}

type StoredProduct = { id: string; title: string; company: string; brand: string; price: number; logoUrl: string }

/** Navigates within the document, so that the browser, not the server, loads the page's data. */
export async function goWithin(page: Page, path: string): Promise<void> {
  await page.evaluate(`history.pushState(null, '', ${JSON.stringify(path)})`)
}
