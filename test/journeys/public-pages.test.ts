import { createHash } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { collections } from '../../storefront/src/lib/router/navigation.ts'
import { openBrowser, visit, type TestBrowser } from '../support/browser/browser.ts'
import { needsBrowser } from '../support/engines/engines.ts'
import { addProducts, monitor, openShopForBrowser, type TestShop } from '../support/shop/shop.ts'

const siteUrl = 'https://shop.example.in'
const hostile = 'Monitor </script><script>alert(1)</script> "&'

let shop: TestShop
let browser: TestBrowser
let ids: string[]

beforeAll(async () => {
  shop = await openShopForBrowser({ PUBLIC_URL: siteUrl })
  const differences = Array.from({ length: 12 }, (_, index) => ({ title: `Bedside Monitor ${index + 1}` }))
  ids = await shopProducts([...differences, { title: hostile, description: hostile }])
  browser = await openBrowser()
})
afterAll(async () => {
  await browser.close()
  await shop.close()
})

const shopProducts = async (differences: Parameters<typeof addProducts>[1]) =>
  (await addProducts(shop, differences)).map(({ id }) => id)
const page = (path: string, headers = {}) => shop.call('GET', path, { headers })

type Data = Record<string, any> // oxlint-disable-line typescript/no-explicit-any -- schema.org has forms of every kind

/** The structured data of a page, by its types. */
function structured(html: string): Data {
  const scripts = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)]
  const data = scripts.map(([, json = '']) => JSON.parse(json))
  return Object.fromEntries(data.map((one) => [one['@type'], one]))
}

const canonicalOf = (html: string) => /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1]

describe('a public page', () => {
  test.each([
    ['/', `${siteUrl}/`],
    ['/collection', `${siteUrl}/collection`],
    ['/collection?page=2', `${siteUrl}/collection?page=2`],
    ['/collection/products', `${siteUrl}/collection`],
    ['/collection/ICU-Equipments', `${siteUrl}/collection/icu-equipments`],
    ['/compare', `${siteUrl}/compare`],
    ['/about-us', `${siteUrl}/about-us`],
    ['/site-map', `${siteUrl}/site-map`],
  ])('%s arrives with its words in the head and its content in the body', async (path, canonical) => {
    const { status, text } = await page(path)
    expect(status).toBe(200)
    expect(canonicalOf(text)).toBe(canonical)
    expect(text.match(/<title>/g)).toHaveLength(1)
    expect(text).toMatch(/<meta name="description" content="[^"]{40,}"/)
    expect(text).toContain(`<meta property="og:url" content="${canonical}">`)
    expect(text).toMatch(/<div id="root"><div.*<h1/s)
    expect(Object.keys(structured(text))).not.toEqual([])
  })

  test('compares the devices of its address', async () => {
    const { text } = await page(`/compare?ids=${ids[0]},${ids[1]}`)
    expect(text).toMatch(/<table.*Bedside Monitor 1.*Bedside Monitor 2.*<\/table>/s)
  })

  test('of a product has its price in rupees and its breadcrumb, at one canonical address', async () => {
    for (const path of [`/products/${ids[0]}`, `/collection/products/${ids[0]}`]) {
      const { text } = await page(path)
      expect(canonicalOf(text)).toBe(`${siteUrl}/products/${ids[0]}`)
      const { Product, BreadcrumbList } = structured(text)
      expect(Product).toMatchObject({ name: 'Bedside Monitor 1', sku: ids[0], brand: { name: monitor.brand } })
      expect(Product.offers).toMatchObject({ price: '84500.50', priceCurrency: 'INR' })
      expect(BreadcrumbList.itemListElement.at(-1)).toMatchObject({ name: 'Bedside Monitor 1' })
    }
  })

  test('shows the products of a collection and of a search, and links to the next page', async () => {
    const collection = await page('/collection/icu-equipments')
    expect(collection.text).toContain('Bedside Monitor 12')
    expect(collection.text).toContain('href="/collection/icu-equipments?page=2"')
    const found = await page('/search?q=bedside')
    expect(found.text).toContain('Search Results for &quot;bedside&quot;')
    expect(found.text).toMatch(/href="\/products\/[^"]+"/)
    expect(found.text).toContain('<meta name="robots" content="noindex"')
  })

  test('contains no script from a product: neither in its head nor in its data', async () => {
    const { text } = await page(`/products/${ids[12]}`)
    expect(text).not.toContain('<script>')
    expect(structured(text)['Product'].name).toBe(hostile)
  })

  test('carries a policy that allows no inline script other than the one for the colour scheme', async () => {
    const { headers, text } = await page('/')
    const [, script = ''] = /<script id="scheme">(.*?)<\/script>/s.exec(text) ?? []
    const hash = createHash('sha256').update(script).digest('base64')
    expect(headers.get('Content-Security-Policy')).toContain(`; script-src 'self' 'sha256-${hash}'; `)
  })

  test('that depends on the user is left to the browser', async () => {
    for (const path of ['/cart', '/login', '/admin', '/my-orders']) {
      expect((await page(path)).text).toContain('<div id="root"></div>')
    }
  })
})

describe('an address', () => {
  test('of a product or collection that does not exist responds with 404 and links to others', async () => {
    for (const path of ['/products/no-such-one', '/collection/no-such-one']) {
      const { status, text } = await page(path)
      expect(status).toBe(404)
      expect(text).toContain('<main')
      expect(text).not.toContain('rel="canonical" href="https://shop.example.in/products')
    }
  })

  test.each(['/appointment', '/no/such/page', '//elsewhere.example'])(
    '%s, which is unknown, leads home',
    async (path) => {
      const { status, headers } = await page(path)
      expect([status, headers.get('Location')]).toEqual([302, '/'])
    },
  )
})

describe('a rendered page', () => {
  test('has the same bytes until an event changes its content, in every encoding', async () => {
    const first = await page('/collection')
    const etag = first.headers.get('ETag') ?? ''
    expect(first.headers.get('Cache-Control')).toBe('public, no-cache')
    expect((await page('/collection', { 'If-None-Match': etag })).status).toBe(304)
    const plain = await page('/collection', { 'Accept-Encoding': 'identity' })
    expect(plain.text).toBe(first.text)

    const [added] = await addProducts(shop, [{ title: 'Something new' }])
    await shop.call('GET', `/api/products/${added?.id}`)
    await shop.call('GET', '/api/products?page=0')
    const changed = await page('/collection', { 'If-None-Match': etag })
    expect(changed.status).toBe(200)
    expect(changed.text).toContain('Something new')
  })
})

test('search engines find every product and every collection, and what they must not index', async () => {
  const map = await page('/sitemap.xml')
  expect(map.headers.get('Content-Type')).toContain('application/xml')
  for (const id of ids) expect(map.text).toContain(`<loc>${siteUrl}/products/${id}</loc>`)
  expect(map.text).toContain(`<loc>${siteUrl}/collection/dental-equipments</loc>`)
  const robots = await page('/robots.txt')
  expect(robots.text).toContain(`Sitemap: ${siteUrl}/sitemap.xml`)
  expect(robots.text).toContain('Disallow: /checkout')
})

describe('in a browser', needsBrowser, () => {
  test('a rendered page is hydrated unchanged: nothing is requested again, nothing differs', async () => {
    const visitor = await visit(browser, shop)
    const asked: string[] = []
    visitor.page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    for (const path of [
      '/',
      '/collection?page=2',
      '/search?q=bedside',
      `/products/${ids[12]}`,
      `/compare?ids=${ids[0]}`,
      '/privacy-policy',
    ]) {
      await visitor.page.goto(path, { waitUntil: 'networkidle' })
      await visitor.page.getByRole('button', { name: 'Menu' }).click()
      await visitor.page.getByRole('dialog').waitFor()
    }
    expect(asked.filter((path) => path.startsWith('/api/products'))).toEqual([])
    expect(visitor.complaints).toEqual([])
    await visitor.context.close()
  })

  test('a button clicked before its script arrives responds once it has', async () => {
    const context = await browser.newContext({ baseURL: shop.url })
    const reader = await context.newPage()
    const held: (() => Promise<void>)[] = []
    await reader.route('**/assets/index-*.js', (route) => void held.push(() => route.continue()))
    await reader.goto(`/products/${ids[0]}`, { waitUntil: 'commit' })
    const add = reader.getByRole('main').getByRole('button', { name: 'Add to Cart' }).first()
    await expect.poll(() => held).not.toEqual([])
    await add.click()
    expect(await add.getAttribute('aria-busy')).toBe('true')
    await reader.waitForLoadState('load')
    const mirrored = reader.waitForRequest((request) => request.url().includes('/api/carts'))
    await Promise.all(held.map((go) => go()))
    await reader.getByRole('link', { name: /^Cart, 1 item/ }).waitFor()
    expect(await add.getAttribute('aria-busy')).toBeNull()
    await mirrored
    await context.close()
  })

  test('a quantity typed before the scripts arrive is kept', async () => {
    const context = await browser.newContext({ baseURL: shop.url, viewport: { width: 1440, height: 844 } })
    const reader = await context.newPage()
    const held: (() => Promise<void>)[] = []
    await reader.route('**/assets/index-*.js', (route) => void held.push(() => route.continue()))
    await reader.goto(`/products/${ids[0]}`, { waitUntil: 'commit' })
    await reader.getByRole('spinbutton', { name: 'Quantity' }).fill('3')
    await expect.poll(() => held).not.toEqual([])
    await Promise.all(held.map((go) => go()))
    await reader.getByText('₹2,53,501.50').waitFor()
    expect(await reader.getByRole('spinbutton', { name: 'Quantity' }).inputValue()).toBe('3')
    await context.close()
  })

  test('a product is shown without similar ones while the search does not respond, and they load on a retry', async () => {
    const visitor = await visit(browser, shop)
    const similar = visitor.page.getByRole('region', { name: 'Similar products' })
    const search = await shop.shop.infrastructure.database.pool.connect()
    try {
      await search.query('begin')
      // Otherwise Postgres ends this connection, and with it the lock, after 5 seconds.
      await search.query('set local idle_in_transaction_session_timeout = 0')
      await search.query('lock table search_index.generation')
      await visitor.page.goto(`/products/${ids[7]}`)
      await visitor.page.getByRole('heading', { level: 1, name: 'Bedside Monitor 8' }).waitFor()
      await similar.getByText('Failed to load similar products').waitFor()
      await search.query('rollback')
    } finally {
      // Otherwise the shop could not close its pool.
      search.release(true)
    }
    await similar.getByRole('button', { name: 'Try again' }).click()
    await expect.poll(() => similar.getByRole('listitem').count()).toBeGreaterThan(0)
    await visitor.context.close()
  })

  test('an existing cart is shown after hydration', async () => {
    const visitor = await visit(browser, shop)
    await visitor.page.goto(`/products/${ids[0]}`)
    await visitor.page.getByRole('main').getByRole('button', { name: 'Add to Cart' }).first().click()
    await visitor.page.reload()
    await visitor.page.getByRole('link', { name: /^Cart, 1 item/ }).waitFor()
    expect(visitor.complaints).toEqual([])
    await visitor.context.close()
  })

  test('without JavaScript the catalogue can be browsed, paged and searched', async () => {
    const context = await browser.newContext({ baseURL: shop.url, javaScriptEnabled: false })
    const reader = await context.newPage()
    await reader.goto('/collection/icu-equipments')
    const notice = await reader.locator('noscript').boundingBox()
    expect(notice).toMatchObject({ x: 0, y: 0 })
    await reader.getByRole('link', { name: 'Page 2' }).click()
    await reader.getByRole('link', { name: 'Bedside Monitor 1', exact: true }).click()
    await reader.getByRole('heading', { level: 1, name: 'Bedside Monitor 1' }).waitFor()
    await reader.getByRole('combobox', { name: 'Search products' }).fill('bedside')
    await reader.getByRole('combobox', { name: 'Search products' }).press('Enter')
    await reader.getByRole('heading', { name: 'Search Results for "bedside"' }).waitFor()
    expect(new URL(reader.url()).search).toBe('?q=bedside')
    await context.close()
  })
})

const images = new URL('../../storefront/public/images/', import.meta.url)
const drawings = readdirSync(new URL('devices/', images)).filter(
  (file) => !/-(detail|dimensions|in-use)\.svg$/.test(file),
)
const headersOf = ({ headers }: { headers: Headers }) => [headers.get('Content-Type'), headers.get('Cache-Control')]

/** Width and height in the frame header of a JPEG. */
function sizeOf(jpeg: Buffer): [width: number, height: number] {
  let at = 2
  while ((jpeg[at + 1] ?? 0) < 0xc0 || (jpeg[at + 1] ?? 0) > 0xc3) at += 2 + jpeg.readUInt16BE(at + 2)
  return [jpeg.readUInt16BE(at + 7), jpeg.readUInt16BE(at + 5)]
}

describe('a shared link', () => {
  test.each(['/', '/collection/x-ray', 'a product'])(
    'to %s is shown with a raster picture of this shop',
    async (path) => {
      const { text } = await page(path === 'a product' ? `/products/${ids[0]}` : path)
      const [, address = ''] =
        /<meta property="og:image" content="https:\/\/shop\.example\.in([^"]+)">/.exec(text) ?? []
      const answer = await fetch(shop.url + address)
      expect([answer.status, answer.headers.get('Content-Type')]).toEqual([200, 'image/jpeg'])
      const picture = Buffer.from(await answer.arrayBuffer())
      expect(picture.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]))
      expect(sizeOf(picture)).toEqual([1200, 630])
      expect(text).toContain('<meta name="twitter:card" content="summary_large_image">')
    },
  )

  test('to any drawn device has its own', () => {
    const missing = drawings.filter((file) => !existsSync(new URL(`shared/${file.replace('.svg', '.jpg')}`, images)))
    expect(missing).toEqual([])
  })
})

describe('a drawing', () => {
  const drawing = '/images/devices/patient-monitor.svg'
  const asPicture = ['image/svg+xml', 'public, max-age=3600']

  test('varies by product, and is revalidated by its content', async () => {
    const [first, second] = [await page(`${drawing}?of=${ids[0]}`), await page(`${drawing}?of=${ids[1]}`)]
    expect([first, second].map(headersOf)).toEqual([asPicture, asPicture])
    expect(first.text).toMatch(/^<svg .*<\/svg>$/s)
    expect(first.text).not.toBe(second.text)
    const again = await page(`${drawing}?of=${ids[0]}`, { 'If-None-Match': first.headers.get('ETag') })
    expect(again.status).toBe(304)
  })

  test('changes with its product', async () => {
    const [changed = ''] = await shopProducts([{ featureDescription: 'Screen: 12.1 in' }])
    const before = await page(`${drawing}?of=${changed}`)
    const body = { ...monitor, featureDescription: 'Screen: 17 in' }
    await shop.call('PUT', `/api/products/${changed}`, { token: shop.adminToken, body })
    await shop.settled()
    expect((await page(`${drawing}?of=${changed}`)).text).not.toBe(before.text)
  })

  test.each(['?of=no-such-product', '?of=a&of=b', '?of=', '?of=newest', ''])(
    'is the original at its stored address with %j',
    async (query) => {
      const { status, text } = await page(drawing + query)
      expect(status).toBe(200)
      expect(text).toBe((await page(drawing)).text)
    },
  )

  test('exists for each collection', async () => {
    for (const { path } of collections) {
      const answer = await page(`/images/departments/${path}.svg`)
      expect([path, answer.status, ...headersOf(answer)]).toEqual([path, 200, ...asPicture])
    }
  })
})
