import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTemplate } from '../../storefront/template.ts'
import { openBrowser, type TestBrowser } from '../support/browser/browser.ts'
import { eventually } from '../support/eventually.ts'
import { needsBrowser } from '../support/engines/engines.ts'
import { addProducts, openShopForBrowser, type TestShop } from '../support/shop/shop.ts'

/** Compressed, without the headers of the responses. */
const scriptBudgetKib = 107
/** Of the pages to fill a cart and to order, which the browser renders: with the tree of their routes. */
const buyingBudgetKib = 110
/** With the headers, as Lighthouse counts. */
const transferBudgetKib = 109.5
const productPageBudgetKib = 225
/** Of a page that depends on who asks, whose first visit also fetches a tree of routes. */
const ownPageBudgetKib = 118

/** Of the console before its first screen, and of each screen in addition. */
const consoleBudgetKib = 250
const screenBudgetKib = 80

const client = join(import.meta.dirname, '../../storefront/dist/client')
const template = openTemplate(client, 'https://shop.example.in')

/** What a browser fetches for a page of this route before it can respond to a click, compressed, in KiB. */
function scriptsOf(routeId: string): number {
  const page = template.pageOf({ head: '', body: '', data: undefined, routeIds: [routeId] })
  return weightOf(scriptsIn(page))
}

/** What a browser fetches to render the page at this path, whose route has the same id, compressed, in KiB. */
function scriptsToRender(path: string): number {
  const route = template.pageOf({ head: '', body: '', data: undefined, routeIds: [path] })
  const fetched = [template.emptyFor(path), route].flatMap(scriptsIn).filter((file) => !file.includes('/start-'))
  return weightOf([...withImports(fetched)])
}

/** The built scripts that the console fetches to render these of its routes. */
function scriptsOfConsole(...routeIds: readonly string[]): ReadonlySet<string> {
  const route = template.pageOf({ head: '', body: '', data: undefined, routeIds: ['/admin', ...routeIds] })
  return withImports([template.emptyFor('/admin'), route].flatMap(scriptsIn))
}

const adminRoutes = readdirSync(join(import.meta.dirname, '../../storefront/src/routes/admin'), { recursive: true })
  .map(String)
  .filter((file) => file.endsWith('.tsx'))
  .map(
    (file) =>
      `/admin/${file
        .replace('.tsx', '')
        .replaceAll('.', '/')
        .replace(/(^|(?<=[/]))index$/, '')}`,
  )

function scriptsIn(page: string): string[] {
  return [...page.matchAll(/\/assets\/[^" ]+\.js/g)].map(([file]) => file)
}

/** These built scripts, those that they import, and so on. */
function withImports(files: readonly string[]): ReadonlySet<string> {
  const all = new Set(files)
  for (const file of all) {
    const imports = readFileSync(join(client, file), 'utf8').matchAll(/\b(?:from|import)"\.\/([^"]+\.js)"/g)
    for (const [, imported] of imports) all.add(`/assets/${imported}`)
  }
  return all
}

/** The size of these built files as they are sent to a browser, in KiB. */
function weightOf(files: readonly string[]): number {
  return kib(
    [...new Set(files)].map((file) => {
      const built = join(client, file)
      return statSync(existsSync(`${built}.br`) ? `${built}.br` : built).size
    }),
  )
}

function kib(bytes: readonly number[]): number {
  return bytes.reduce((sum, size) => sum + size, 0) / 1024
}

test.each([
  '/',
  '/collection/',
  '/collection/$category',
  '/collection/products/',
  '/collection/products/$productId',
  '/products/$productId',
  '/search',
  '/compare',
  '/about-us',
  '/support-client-services',
  '/privacy-policy',
  '/site-map',
])(`the scripts of the first page at %s weigh at most ${scriptBudgetKib} KiB`, (routeId) => {
  const scripts = scriptsOf(routeId)
  expect(scripts).toBeGreaterThan(50)
  expect(scripts).toBeLessThanOrEqual(scriptBudgetKib)
})

test.each(['/cart', '/checkout', '/quick-order'])(
  `the scripts that render the page at %s weigh at most ${buyingBudgetKib} KiB`,
  (path) => {
    const scripts = scriptsToRender(path)
    expect(scripts).toBeGreaterThan(100)
    expect(scripts).toBeLessThanOrEqual(buyingBudgetKib)
  },
)

test(`the scripts of the console weigh at most ${consoleBudgetKib} KiB with its overview`, () => {
  const scripts = weightOf([...scriptsOfConsole('/admin/overview/')])
  expect(scripts).toBeGreaterThan(weightOf([...scriptsOfConsole()]))
  expect(scripts).toBeLessThanOrEqual(consoleBudgetKib)
})

test.each(adminRoutes)(`the screen at %s adds at most ${screenBudgetKib} KiB to the console`, (routeId) => {
  const known = scriptsOfConsole()
  const added = weightOf([...scriptsOfConsole(routeId)].filter((file) => !known.has(file)))
  expect(added).toBeGreaterThan(1)
  expect(added).toBeLessThanOrEqual(screenBudgetKib)
})

describe('a phone on its first visit', { ...needsBrowser, timeout: 60_000 }, () => {
  let shop: TestShop
  let browser: TestBrowser
  let path: string

  beforeAll(async () => {
    shop = await openShopForBrowser()
    const devices = ['patient-monitor', 'icu-ventilator', 'ecg-machine', 'defibrillator']
    const pictures = devices.map((device) => `/images/devices/${device}.svg`)
    const [logoUrl = '', imgUrl1 = '', imgUrl2 = '', imgUrl3 = ''] = pictures
    const gallery = { logoUrl, imgUrl1, imgUrl2, imgUrl3 }
    const others = Array.from({ length: 12 }, (_, index) => ({ title: `Patient Monitor ${index + 1}`, ...gallery }))
    const [product] = await addProducts(shop, [gallery, ...others])
    path = `/products/${product?.id}`
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser.close()
    await shop.close()
  })

  async function firstVisit(address: string) {
    // A navigation may hydrate a page whose browser has fetched the scripts before.
    const context = await browser.newContext({ baseURL: shop.url, viewport: { width: 390, height: 844 } })
    const page = await context.newPage()
    const fetched = await transfersOf(page, async () => {
      await page.goto(address, { waitUntil: 'networkidle' })
      // On a busy machine the network is idle before the main picture arrives, for which the scripts wait.
      await eventually(async () => expect(await page.evaluate(isHydrated)).toBe(true))
      await page.evaluate(`new Promise((resolve) => requestIdleCallback(() => resolve(true)))`)
    })
    await context.close()
    const scripts = fetched.filter(({ url }) => new URL(url).pathname.endsWith('.js'))
    const files = scripts.map(({ url }) => new URL(url).pathname)
    return { scripts: kib(scripts.map(({ bytes }) => bytes)), whole: kib(fetched.map(({ bytes }) => bytes)), files }
  }

  test(`fetches at most ${productPageBudgetKib} KiB for a product, ${transferBudgetKib} of them scripts`, async () => {
    const { scripts, whole } = await firstVisit(path)
    expect(scripts).toBeGreaterThan(50)
    expect(scripts).toBeLessThanOrEqual(transferBudgetKib)
    expect(whole).toBeGreaterThan(scripts)
    expect(whole).toBeLessThanOrEqual(productPageBudgetKib)
  })

  test.each(['/', '/collection', '/collection/x-ray', '/search?q=monitor', '/compare', '/about-us'])(
    `fetches at most ${transferBudgetKib} KiB of scripts if it starts at %s`,
    async (address) => {
      const { scripts } = await firstVisit(address)
      expect(scripts).toBeGreaterThan(50)
      expect(scripts).toBeLessThanOrEqual(transferBudgetKib)
    },
  )

  test.each(['/login', '/signup', '/forgot-password', '/cart', '/quick-order'])(
    `fetches at most ${ownPageBudgetKib} KiB of scripts for a guest who starts at %s, and none of the console or of filters`,
    async (address) => {
      const { scripts, files } = await firstVisit(address)
      expect(scripts).toBeGreaterThan(50)
      expect(scripts).toBeLessThanOrEqual(ownPageBudgetKib)
      expect(
        files.filter((file) => /filters|order-status|audit|mail|console|admin|palette|overview|operations/.test(file)),
      ).toEqual([])
    },
  )
})

/** Evaluated from outside, because `waitForFunction` evaluates it in the page, where the content security policy forbids it. */
const isHydrated = `Object.keys(document).some((key) => key.startsWith('_reactListening'))`

type Transfer = { url: string; bytes: number }

/** Everything that the browser receives in this time, including headers, as it comes over the wire. */
async function transfersOf(page: Page, load: () => Promise<void>): Promise<Transfer[]> {
  const session = await page.context().newCDPSession(page)
  const urls = new Map<string, string>()
  const transfers: Transfer[] = []
  session.on('Network.responseReceived', ({ requestId, response }) => urls.set(requestId, response.url))
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const url = urls.get(requestId)
    if (url !== undefined) transfers.push({ url, bytes: encodedDataLength })
  })
  await session.send('Network.enable')
  await load()
  return transfers
}
