import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'
import type { LoginResponse } from '#modules/identity/schema.ts'
import { findBrowser } from './provide-browser.ts'
import { Visitors, type OpenTab, type Site } from './visitors.ts'

/** Browser contexts of one test file, in a Chromium that the files of a worker share. */
export type TestBrowser = Visitors

let shared: Promise<Browser> | undefined
const freeTabs = new Set<OpenTab>()

/** The Chromium of this worker, without a window. It ends with its worker. */
export async function openBrowser(): Promise<TestBrowser> {
  const browser = await (shared ??= launchBrowser(findBrowser(), withoutCompilers))
  // After a crash, the next file starts another one.
  browser.once('disconnected', () => {
    shared = undefined
    freeTabs.clear()
  })
  return new Visitors(browser, freeTabs)
}

/** A page of a test ends before optimised code has paid for its compilation. */
const withoutCompilers = ['--js-flags=--no-opt,--no-maglev']

/** Launches a separate headless Chromium with these arguments: the one for tests by default, or the one at this path. */
export function launchBrowser(path = findBrowser(), more: readonly string[] = []): Promise<Browser> {
  return chromium.launch({
    ...(path === undefined ? {} : { executablePath: path }),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      ...more,
    ],
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

/** Opens the shop as a new visitor, by default with the width of a phone. */
export function visit(browser: TestBrowser, site: Site, width = 390): Promise<Visitor> {
  return visitAs(browser, site, { width })
}

/** Opens the shop as a new visitor with an initial local storage. */
export async function visitAs(
  browser: TestBrowser,
  site: Site,
  { width = 390, stored = {}, touch = false }: Visit,
): Promise<Visitor> {
  const texts = Object.entries(stored).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ])
  const tab = await browser.take({ site, width, hasTouch: touch, stored: Object.fromEntries(texts) })
  const { context, page } = tab
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`${message.text()} ${message.location().url}`.trim())
  })
  return { context, page, complaints }
}

/** The value that the storefront stores under 'user' after a login (spec §3). */
export function storedUser({ id, name, accessToken, roles, loginUserName, email }: LoginResponse) {
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
