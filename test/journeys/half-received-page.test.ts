import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, type TestBrowser } from '../support/browser/browser.ts'
import { needsBrowser } from '../support/engines/engines.ts'
import { addProducts, openShopForBrowser, type TestShop } from '../support/shop/shop.ts'

/** In a rendered page, everything before it can be shown; it holds the data that the page hydrates from. */
const dataElement = '<script type="application/json" id="loaded">'

let shop: TestShop
let browser: TestBrowser
let network: Server
let address: string
let received: () => void
let path: string

/** Passes calls on to the shop, and holds back the second half of a page until `received` is called. */
function slowNetwork(): Server {
  return createServer((request, response) => {
    // Calls may be under way when the browser closes.
    passOn(request, response).catch(() => response.destroy())
  })
}

async function passOn(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const answer = await fetch(shop.url + request.url, { headers: { accept: request.headers.accept ?? '*/*' } })
  const body = Buffer.from(await answer.arrayBuffer())
  const names = ['content-type', 'content-security-policy']
  const headers = names.map((name) => [name, answer.headers.get(name) ?? ''])
  response.writeHead(answer.status, Object.fromEntries(headers))
  const half = body.indexOf(dataElement)
  if (half !== -1) {
    response.write(body.subarray(0, half))
    await new Promise<void>((resolve) => (received = resolve))
  }
  response.end(body.subarray(Math.max(0, half)))
}

beforeAll(async () => {
  shop = await openShopForBrowser()
  const [product] = await addProducts(shop, [{ title: 'Bedside Monitor' }])
  path = `/products/${product?.id}`
  network = slowNetwork()
  await new Promise<void>((resolve) => network.listen(0, '127.0.0.1', resolve))
  const listening = network.address()
  if (listening === null || typeof listening === 'string') throw new Error('the network has no port')
  address = `http://127.0.0.1:${listening.port}`
  browser = await openBrowser()
})
afterAll(async () => {
  await browser.close()
  network.closeAllConnections()
  network.close()
  await shop.close()
})

/** Evaluated in the page: whether its first script and its main picture are there. */
const isShown = `performance.getEntriesByName(document.getElementById('start').src).length > 0
  && document.querySelector('img[fetchpriority=high]').complete`

const afterPaint =
  'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve))))'

test(
  'a page that is shown before its second half arrives hydrates from that, and requests nothing',
  needsBrowser,
  async () => {
    const viewport = { width: 390, height: 844 }
    const context = await browser.newContext({ baseURL: address, viewport })
    const page = await context.newPage()
    const requested: string[] = []
    page.on('request', (request) => requested.push(new URL(request.url()).pathname))
    await page.goto(path, { waitUntil: 'commit' })
    await expect.poll(() => page.evaluate(isShown)).toBe(true)
    await page.evaluate(afterPaint)
    expect(requested.filter((one) => one.includes('/index-') && one.endsWith('.js'))).toEqual([])
    received()
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('dialog').waitFor()
    expect(requested.filter((one) => one.startsWith('/api/'))).toEqual([])
    await context.close()
  },
)
